"""Long sequences that several children read: files of anonymous shared memory that the server owns.

A file begins with its number of values. A child that computes a longer sequence writes it to a new file, piece by
piece. So no process reads a file that is being written, and the values of an interrupted child are kept.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core import LimitReached, Meter, Ruleset
from ...operations import Context
from ...workflows.computing.raster import MOST

if TYPE_CHECKING:
    from ...sequences.series import Series

HEAD = struct.Struct("=Q")
"""The number of values."""
WIDTH = 2
"""Bytes of a value."""
WORTH_KEEPING = 1 << 16
"""Shorter sequences are computed again."""
KEY = tuple[str, str]
"""Ruleset and play convention, as typed."""
FILE = HEAD.size + WIDTH * (MOST + 1)
"""The size of a file in bytes; unwritten pages take no memory."""


SHARE = 0.85
"""The fraction of a question's time for computing values; the rest is for sending them."""


def sequence(  # noqa: PLR0913  # independent settings
    task: Context,
    ruleset: Ruleset[Any],
    stop: int,
    *,
    misere: bool,
    seconds: float | None = None,
    begun: Callable[[Series], None] | None = None,
) -> tuple[Series, LimitReached | None]:
    """Return the Grundy values of heaps 0 to `stop`, from shared memory if they are there, else computed and stored.

    Args:
        task: The limits of the question; `task.shared` are up to two shared files: one to read, and an empty one.
        ruleset: The ruleset.
        stop: The last heap.
        misere: Whether the player who cannot move wins.
        seconds: A lower limit of time, or None.
        begun: Receives the first known values before more are computed, or None.

    Returns:
        The values, and the limit that stopped them, or None; a repeated question continues after them.

    Raises:
        PositionError: If positions are not heaps.
        InputError: If the heap is too large.
        LoopyGame: If play need not end.
    """
    from ...sequences.series import arrays
    from ...workflows.computing.raster import sequence_begun

    known: Series | None = None
    for number in task.shared[:-1]:
        if count := _count(number):
            known = arrays.read(mmap.mmap(number, 0, access=mmap.ACCESS_READ), WIDTH, count, HEAD.size)
            if count > stop:
                return known[: stop + 1], None
    write, first = _writer(task.shared[-1]) if task.shared else None, begun

    def told(piece: Series) -> None:
        nonlocal first
        if write is not None:
            write(piece)
        if first is not None and len(piece) <= stop:
            first(piece)
        first = None

    if seconds is None and task.limits.seconds is not None:
        seconds = SHARE * task.limits.seconds
    meter = Meter(task.limits._replace(seconds=seconds), task.report)
    return sequence_begun(ruleset, stop, misere=misere, meter=meter, known=known, told=told)


def _count(number: int) -> int:
    count: int = HEAD.unpack(os.pread(number, HEAD.size, 0))[0]
    return count


def _writer(number: int) -> Callable[[Series], None]:
    """Return a function that appends values to an empty shared file, as long as they fit."""
    from ...sequences.series import arrays

    memory = mmap.mmap(number, 0)
    room, count, fits = (len(memory) - HEAD.size) // WIDTH, 0, True

    def write(piece: Series) -> None:
        nonlocal count, fits
        fits = fits and piece.itemsize <= WIDTH and count + len(piece) <= room
        if fits:
            place = HEAD.size + WIDTH * count
            memory[place : place + WIDTH * len(piece)] = arrays.little_endian(piece, WIDTH)
            count += len(piece)
            HEAD.pack_into(memory, 0, count)  # written last, so that readers see only complete pieces

    return write


class Sequences:
    """Sequences of Grundy values in shared memory, for child processes; the least recently used is removed first."""

    def __init__(self, most: int, most_bytes: int) -> None:
        """Create an empty store.

        Args:
            most: The largest number of sequences.
            most_bytes: The largest total size in bytes.
        """
        self.most = min(most, most_bytes // FILE)
        self._files: OrderedDict[KEY, int] = OrderedDict()

    def lend(self, key: KEY) -> list[int]:
        """Return shared files for a child process: one with the known values, if any, and an empty one to write.

        The caller closes them. The list is empty if the system does not support anonymous shared memory.
        """
        if not hasattr(os, "memfd_create") or not self.most:
            return []
        empty = os.memfd_create("sequence", os.MFD_CLOEXEC)
        os.ftruncate(empty, FILE)
        known = self._files.get(key)
        if known is None:
            return [empty]
        self._files.move_to_end(key)
        return [os.dup(known), empty]

    def keep(self, key: KEY, number: int) -> bool:
        """Store the file that a child process has written, if it is long enough and longer than the stored one.

        Args:
            key: The ruleset and the play convention.
            number: The file descriptor.

        Returns:
            Whether it was stored.
        """
        known = self._files.get(key)
        if _count(number) < max(WORTH_KEEPING, 1 + (0 if known is None else _count(known))):
            return False
        self._drop(key)
        while len(self._files) >= self.most:
            self._drop(next(iter(self._files)))
        self._files[key] = os.dup(number)
        return True

    def _drop(self, key: KEY) -> None:
        number = self._files.pop(key, None)
        if number is not None:
            os.close(number)

    def close(self) -> None:
        """Remove all sequences."""
        for key in list(self._files):
            self._drop(key)
