"""Stores sequences in files of shared memory: several processes read them, and one continues them in a new file.

A file begins with the number of its values. A process that computes a longer sequence writes a new file, in pieces. So
no process reads a file that is being written, and the values of an interrupted process are kept.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core import Budget, LimitReached, Ruleset
from .raster import MOST_DRAWN, sequence_begun

if TYPE_CHECKING:
    from ...sequences.arrays import Series

HEAD = struct.Struct("=Q")
"""The number of values."""
WIDTH = 2
"""Bytes of a value."""
SHARED_BYTES = HEAD.size + WIDTH * (MOST_DRAWN + 1)
"""The size of a file in bytes; unwritten pages take no memory."""


def shared_sequence(  # noqa: PLR0913  # independent settings
    ruleset: Ruleset[Any],
    stop: int,
    files: tuple[int, ...],
    budget: Budget,
    *,
    misere: bool,
    begun: Callable[[Series], None] | None = None,
) -> tuple[Series, LimitReached | None]:
    """Return the Grundy values of heaps 0 to `stop`, from shared memory if they are there, else computed and stored.

    Args:
        ruleset: The ruleset.
        stop: The last heap.
        files: Up to two descriptors of shared files: one with known values, and an empty one for new values.
        budget: Counts and limits the work.
        misere: Whether the player who makes the last move loses.
        begun: A function that receives the first block of values before later ones are computed, unless the block
            contains all values; or None.

    Returns:
        The values, and the limit because of which the last ones are missing, or None.

    Raises:
        PositionError: If positions are not heaps.
        InputError: If the heap is too large.
        LoopyGame: If play need not end.
    """
    from ...sequences import arrays

    known: Series | None = None
    for number in files[:-1]:
        if count := known_values(number):
            known = arrays.read(mmap.mmap(number, 0, access=mmap.ACCESS_READ), WIDTH, count, HEAD.size)
            if count > stop:
                return known[: stop + 1], None
    write, first = _writer(files[-1]) if files else None, begun

    def received(piece: Series) -> None:
        nonlocal first
        if write is not None:
            write(piece)
        if first is not None and len(piece) <= stop:
            first(piece)
        first = None

    return sequence_begun(ruleset, stop, misere=misere, budget=budget, known=known, received=received)


def known_values(number: int) -> int:
    """Return the number of values in the shared file with the descriptor `number`."""
    count: int = HEAD.unpack(os.pread(number, HEAD.size, 0))[0]
    return count


def _writer(number: int) -> Callable[[Series], None]:
    """Return a function that appends values to the empty shared file with the descriptor `number`, if they fit."""
    from ...sequences import arrays

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
