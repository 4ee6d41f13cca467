"""Subtraction games with a large or infinite subtraction set: all values, or only the P-positions.

For a set with few members (squares, powers), the work is one step for each member and heap. For a set with many members
(primes, all numbers but a few), the set is stored as bits, which are shifted and combined for 64 heaps at a time.
Without a compiler, these bits are one long Python integer. No theorem of periodicity applies to infinite sets.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ..core import Budget, LimitReached
from ..kernels import can_run
from . import arrays
from .arrays import Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Heaps = NDArray[np.int64]
    Words = NDArray[np.uint64]
    Values = NDArray[np.uint32]

WORK = 1 << 27
"""The number of steps between two readings of the clock, a few tenths of a second."""
MOST_FOUND = 1 << 18
"""The largest number of P-positions in a piece."""
STAMP = 4
"""The cost of marking the value of one option, in words that are shifted and combined."""
NO_VALUE = (1 << 32) - 1
"""The mark of a value that is not known yet."""
BLOCK = 2
"""The cost of excluding one heap, in the same unit."""
SHORT = 1 << 16
"""Up to this heap, plain bitsets are faster than compiling kernels."""


def p_positions(takes: Iterable[int], stop: int, budget: Budget | None = None) -> Series:
    """Return the P-positions of a subtraction game.

    Args:
        takes: The subtraction set, ascending; it may be infinite.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.

    Returns:
        The heaps up to `stop` from which the previous player wins, ascending.

    Raises:
        LimitReached: If a limit is exceeded.

    Example:
        >>> p_positions([1, 4, 9, 16], 22).tolist()
        [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    """
    heaps = arrays.joined([arrays.series(()), *_p_pieces(takes, stop, budget or Budget())])
    return heaps[: bisect_right(heaps, stop)]


def _p_pieces(takes: Iterable[int], stop: int, budget: Budget) -> Iterator[Series]:
    """Yield the P-positions in arrays, in ascending order.

    `takes` is the subtraction set. The last array may have numbers above `stop`, which the caller must ignore.
    """
    if _in_plain_python(stop):
        yield arrays.series(_level((2 << stop) - 1, _kept(takes, stop), budget))
        return
    import numpy as np

    from ..kernels.heaps.calls import layers_kernel

    numbers = _numbers(takes, stop)
    words = stop // 64 + 1
    sparse = BLOCK * len(numbers) < words
    bits = np.zeros(0, np.uint64) if sparse else _bitset(numbers, words)
    blocked, done = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    heaps = np.zeros(_found_at_once(len(numbers) if sparse else words), np.int64)
    values, start = np.zeros(len(heaps), np.uint32), 0
    while start < 64 * words:
        before = start
        _, start, count = layers_kernel(numbers, bits, done, blocked, heaps, values, 0, start, 0)
        budget.charge(start - before)
        yield heaps[:count].copy()


def set_values(takes: Iterable[int], stop: int, budget: Budget, known: Sequence[int] = ()) -> Series:
    """Return the Grundy values of a subtraction game.

    Args:
        takes: The subtraction set, ascending; it may be infinite.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        known: The values of the first heaps.

    Returns:
        The values of heaps 0 to `stop`.

    Raises:
        LimitReached: If a limit is exceeded; its attribute `partial` has the values of the first heaps.

    Example:
        >>> set_values([1, 4, 9], 9, Budget()).tolist()
        [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """
    known = known[: stop + 1]
    pieces = [arrays.narrow(known)]
    try:
        pieces += set_pieces(takes, stop, budget, known)
    except LimitReached as error:
        known = arrays.joined(pieces).tolist()
        error.partial = known if len(known) > len(error.partial) else error.partial
        raise
    return arrays.joined(pieces)


def set_pieces(takes: Iterable[int], stop: int, budget: Budget, known: Series | Sequence[int] = ()) -> Iterator[Any]:
    """Return the Grundy values of a subtraction game in arrays, one after the other.

    If a limit is exceeded, the values of the first heaps are yielded before `LimitReached` is raised.

    Args:
        takes: The subtraction set, ascending; it may be infinite.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        known: The values of the first heaps.

    Returns:
        An iterator of arrays with the values of heaps len(known) to `stop`.

    Example:
        >>> [piece.tolist() for piece in set_pieces([1, 4, 9], 9, Budget(), [0, 1])]
        [[0, 1, 2, 0, 1, 0, 1, 2]]
    """
    if _in_plain_python(stop):
        return _levelled(takes, stop, budget, len(known))
    numbers = _numbers(takes, stop)
    if len(numbers) * STAMP < stop // 64:
        return _stamped(numbers, stop, budget, known)
    return _layered(numbers, stop, budget, len(known))


def _in_plain_python(stop: int) -> bool:
    if not can_run("heaps.bitsets"):
        return True
    if stop > SHORT:
        return False
    from ..kernels.ready import are_ready

    return not are_ready("heaps.bitsets")


def _levelled(takes: Iterable[int], stop: int, budget: Budget, first: int) -> Iterator[Series]:
    """Yield the Grundy values of heaps `first` to `stop` as one array, computed in plain Python.

    First all heaps of value 0 are computed, then all of value 1, and so on. `takes` is the subtraction set.
    """
    values = array("I", bytes(4 * (stop + 1)))
    left, kept, value = (2 << stop) - 1, _kept(takes, stop), 0
    while left:
        level = bytearray(b"0") * (stop + 1)
        try:
            for heap in _level(left, kept, budget):
                values[heap] = value
                level[stop - heap] = ord("1")
        except LimitReached:
            left ^= int(level, 2)
            yield values[first : max(first, (left & -left).bit_length() - 1)]
            raise
        left, value = left ^ int(level, 2), value + 1
    yield values[first:]


def _kept(takes: Iterable[int], stop: int) -> int:
    bits = bytearray(b"1") * (stop + 1)
    for k in (0, *takewhile(lambda k: k <= stop, takes)):
        bits[stop - k] = ord("0")
    return int(bits, 2)


def _level(free: int, kept: int, budget: Budget) -> Iterator[int]:
    """Yield heaps of the set `free` in ascending order, leaving out those with a move to a heap already yielded.

    A set is a number whose bit n is 1 if n is in it. Bit n of `kept` is 1 if no move takes n tokens.
    """
    heap = 0
    while free:
        step = (free & -free).bit_length() - 1
        heap += step
        budget.charge(1)
        yield heap
        free = free >> step & kept


def _stamped(takes: Heaps, stop: int, budget: Budget, known: Series | Sequence[int]) -> Iterator[Values]:
    import numpy as np

    from ..kernels.heaps.calls import stamp_kernel

    known = known[: stop + 1]
    values = np.zeros(stop + 1, np.uint32)
    values[: len(known)] = np.asarray(known)
    stamps = np.zeros(len(takes) + 2, np.uint32)
    piece = max(1, WORK // (STAMP * max(1, len(takes))))
    for start in range(len(known), stop + 1, piece):
        end = min(start + piece, stop + 1)
        budget.charge(end - start)
        stamp_kernel(takes, values[:end], stamps, start)
        yield values[start:end]


def _layered(takes: Heaps, stop: int, budget: Budget, first: int) -> Iterator[Values]:
    """Yield the values of heaps `first` to `stop` as one array, computed by compiled code.

    First all heaps of value 0 are computed, then all of value 1, and so on. `takes` is the subtraction set.
    """
    import numpy as np

    from ..kernels.heaps.calls import layers_kernel

    words = stop // 64 + 1
    bits, blocked = _bitset(takes, words), np.zeros(words, np.uint64)
    done = _bitset(np.arange(stop + 1, 64 * words), words)
    values = np.full(stop + 1, NO_VALUE, np.uint32)
    heaps = np.zeros(min(_found_at_once(words), stop + 1), np.int64)
    levels = np.zeros(len(heaps), np.uint32)
    level = start = 0
    try:
        while start < 64 * words:
            budget.charge(len(heaps))
            level, start, count = layers_kernel(takes, bits, done, blocked, heaps, levels, level, start, stop)
            values[heaps[:count]] = levels[:count]
    except LimitReached:
        open_heaps = (values == NO_VALUE).nonzero()[0]
        yield values[first : open_heaps[0] if len(open_heaps) else None]
        raise
    yield values[first:]


def _found_at_once(length: int) -> int:
    """Return how many heaps one call finds; each heap found takes `length` steps."""
    return max(1, min(MOST_FOUND, WORK // max(1, length)))


def _numbers(takes: Iterable[int], stop: int) -> Heaps:
    import numpy as np

    return np.fromiter(takewhile(lambda k: k <= stop, takes), np.int64)


def _bitset(numbers: Heaps, words: int) -> Words:
    import numpy as np

    flags = np.zeros(64 * words, np.uint8)
    flags[numbers] = 1
    return np.packbits(flags, bitorder="little").view(np.uint64)
