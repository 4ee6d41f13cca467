"""How much memory this process takes: what stands in it now and its greatest extent, where the system tells.

Entries times bytes is a guess, since a position may be an integer or a tuple of tuples. What the system counts is true,
but for steps of a few hundred kilobytes in which memory is fetched and given back.
"""

from __future__ import annotations

import os
import sys

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
"""Bytes of a page of memory."""
CODE = {"numpy": 8 << 20, "numba": 64 << 20}
"""Bytes of modules that may be loaded on the way, with what they compile: they are no positions."""
GIVEN_BACK = 3
"""A peak is a table that has grown when at least so small a part of its height was given back, one third."""


def memory_taken() -> tuple[int, int] | None:
    """Return the bytes of this process that are in memory, now and at most until now; None where nobody tells.

    Files that are mapped are left out. Where only the greatest extent is told, as on macOS, it stands for both.
    """
    try:
        from resource import RUSAGE_SELF, getrusage

        most = getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    except (ImportError, OSError):
        return None
    pages = _pages()
    if pages is None:
        return most, most
    resident, mapped = pages
    return (resident - mapped) * PAGE, max(most, resident * PAGE) - mapped * PAGE


def _pages() -> tuple[int, int] | None:
    """Return the pages in memory, and how many of them are of files; None where the system does not show them."""
    try:
        file = os.open("/proc/self/statm", os.O_RDONLY)  # opened anew: after a fork it is another process
        try:
            _, resident, mapped, *_ = os.read(file, 200).split()
            return int(resident), int(mapped)
        finally:
            os.close(file)
    except (OSError, ValueError):
        return None


class Growth:
    """What this process took since `Growth` was made; on systems that do not tell nothing is ever too much.

    A table that grows stands in memory twice for a moment, so its growth shows as a peak of which a good part is given
    back at once. When the process has grown by half the height of that peak, the next one may come, twice as high.
    """

    def __init__(self) -> None:
        """Begin to count; for the greatest extent until now, whose module takes time to load, the first look asks."""
        pages = _pages()
        taken = memory_taken() if pages is None else ((pages[0] - pages[1]) * PAGE, 0)
        self.told = taken is not None
        self._base, self._most = taken or (0, 0)
        self._now = self._due = self._base
        self._leap = 0
        self._absent = [name for name in CODE if name not in sys.modules]

    def exceeds(self, limit: int) -> bool:
        """Return whether `limit` bytes were taken, or would be by the next growth of a table that is due."""
        taken = memory_taken()
        if taken is None:
            return False
        before, (self._now, most) = self._now, taken
        self._most = self._most or most
        if most > self._most:
            leap = most - max(before, self._base)
            if self._leap <= leap < GIVEN_BACK * (most - self._now):
                self._leap, self._due = leap, self._now + leap // 2
            self._most = most
        code = sum(CODE[name] for name in self._absent if name in sys.modules)
        return self._now + (2 * self._leap if self._now >= self._due else 0) > self._base + limit + code
