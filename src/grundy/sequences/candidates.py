"""Values of take-and-break codes for which no sparse space is found: the driver of the candidate scan.

How many splits are stamped before the scan follows from what the last heaps cost: a stamp is cheap and
blind, a scan passes 64 splits at the price of a few stamps and stops at every value that it wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..core import Meter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.vectors import Lookup

    Values = NDArray[np.uint16]

PIECE = 1024
"""Heaps computed between two looks at the clock."""
LARGEST = 1 << 15
"""Values stay below this size."""
STAMPED = 4096
"""Splits stamped one by one at first."""
WANTED = 256
"""Values wanted at a time, at least, where they are kept as bits."""
MET = 3
"""What a wanted value that is met costs, in stamps, where they are kept as bits."""
SHARE = 46
"""Where they are a list, it costs the heap divided by this: a part of the next look through all splits."""


def candidate_values(
    digits: tuple[int, ...], stop: int, meter: Meter, known: Values | Sequence[int] = (), *, distinct: bool = False
) -> Values | None:
    """Return the values of heaps 0 to `stop` of a code with digits 0-7, or None when one reaches 2^15.

    `known` are the first values. With `distinct` the two heaps of a split must differ: digits (4,) are
    then Grundy's game. Raises `LimitReached`.

    >>> candidate_values((0, 7, 7), 11, Meter()).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    import numpy as np

    pieces = [
        np.asarray(known[: stop + 1], np.uint16),
        *candidate_pieces(digits, stop, meter, known, distinct=distinct),
    ]
    values = np.concatenate(pieces)
    return values if len(values) == stop + 1 else None


def candidate_pieces(
    digits: tuple[int, ...], stop: int, meter: Meter, known: Values | Sequence[int] = (), *, distinct: bool = False
) -> Iterator[Values]:
    """Yield the values of the heaps from len(known) to `stop` piece by piece, as `candidate_values` computes them.

    The pieces end before the first heap whose value reaches 2^15.
    """
    scan = _Scan(digits, stop, known, distinct, _way())
    start = len(known)
    while start <= stop:
        end = min(start + PIECE, stop + 1)
        meter.tick(end - start, scan.values[:start])
        reached = scan.run(start, end)
        if reached > start:
            yield scan.values[start:reached]
        if reached < end and not scan.widen():
            return
        start = reached


def _way() -> Lookup:
    """Return how this processor looks up values."""
    from ..kernels.machine import host_lookup

    return host_lookup()


class _Scan:
    """The arrays of one run of the kernel, and how many splits it stamps."""

    def __init__(
        self, digits: tuple[int, ...], stop: int, known: Values | Sequence[int], distinct: bool, way: Lookup
    ) -> None:
        """Begin behind the known values."""
        import numpy as np

        from ..kernels.candidates import WANTED_PLACES, has_bitmap, sifter

        self.digits = np.array(digits, np.int64)
        self.distinct = distinct
        self.values = np.zeros(stop + 1, np.uint16)
        self.back = np.zeros(stop + 1, np.uint16)
        self.wanted = np.zeros(WANTED_PLACES, np.uint16)
        known = known[: stop + 1]
        self.values[: len(known)] = known
        self.back[stop + 1 - len(known) : stop + 1] = self.values[: len(known)][::-1]
        self.stamps = np.zeros(max(64, 1 << int(self.values.max()).bit_length()), np.uint8)
        self.sift = sifter(way)
        self.many = WANTED if has_bitmap(way) else 0
        self.most = STAMPED

    def run(self, start: int, end: int) -> int:
        """Compute heaps `start` to `end` - 1 and learn from their cost; return the heap reached."""
        from ..kernels.candidates import address, candidate_kernel

        reached, met = candidate_kernel(
            self.digits, self.values, self.back, start, end, self.stamps, self.most,
            self.wanted, self.many, address(self.sift), self.distinct,
        )  # fmt: skip
        stamped, scanned = self.most * (reached - start), met * (MET if self.many else end // SHARE)
        if scanned > stamped:
            self.most += self.most // 4
        elif 2 * scanned < stamped:
            self.most = max(self.most * 4 // 5, 64)
        return reached

    def widen(self) -> bool:
        """Make room for values twice as large; return whether there may be such."""
        import numpy as np

        if len(self.stamps) >= LARGEST:
            return False
        self.stamps = np.zeros(2 * len(self.stamps), np.uint8)
        return True
