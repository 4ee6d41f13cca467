"""Values of long heaps where nothing can be compiled: many heaps at once in one long number of Python's.

The values of the heaps a split may leave, a byte each, are one number from below and one from above; its exclusive or
has the nim-sums of all splits. A set of takes is a bitset that is moved along the heaps. Plain twins: the definition in
`values`, which is about a hundred times as slow for long heaps; the kernels are about ten times as quick.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from operator import xor

from ..core import LimitReached, Meter, mex
from .digits import Octal
from .plain_series import Series

PIECE = 256
"""Heaps of a piece."""


def split_values(rule: Octal, known: Series | Sequence[int], stop: int, meter: Meter) -> Iterator[Series]:
    """Yield the values of the heaps from len(known) to `stop` of a code with digits 0-7, piece by piece.

    >>> from ..core import Meter
    >>> [piece.tolist() for piece in split_values(Octal((0, 7, 7)), [0, 1, 2], 8, Meter())]
    [[3, 1, 4, 3, 2, 1]]
    """
    values = array("I", known[: stop + 1])
    small = bytearray(values.tolist()) if max(values, default=0) < 256 else None
    for start in range(len(values), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        for n in range(start, end):
            meter.tick(1, values)
            value = _listed(rule, values, n) if small is None else _in_bytes(rule, small, n)
            values.append(value)
            if small is not None and value < 256:
                small.append(value)
            else:
                small = None
        yield values[start:end]


def _in_bytes(rule: Octal, values: bytearray, n: int) -> int:
    options = bytearray()
    for rest, digit, most in _ways(rule, n):
        if digit & (2 if rest else 1):
            options.append(values[rest])
        if digit & 4 and most > 0:
            from_below = int.from_bytes(values[1 : most + 1], "little")
            from_above = int.from_bytes(values[rest - most : rest], "big")
            options += (from_below ^ from_above).to_bytes(most, "little")
    value = 0
    while value < 256 and value in options:
        value += 1
    return value


def _listed(rule: Octal, values: Sequence[int], n: int) -> int:
    """Return the value of a heap where a byte no longer holds all values."""
    options = set[int]()
    for rest, digit, most in _ways(rule, n):
        if digit & (2 if rest else 1):
            options.add(values[rest])
        if digit & 4 and most > 0:
            options.update(map(xor, values[1 : most + 1], values[rest - most : rest][::-1]))
    return mex(options)


def _ways(rule: Octal, n: int) -> Iterator[tuple[int, int, int]]:
    """Yield what is left of a heap of n, the digit that says how, and the largest smaller part of a split."""
    for taken, digit in enumerate(rule.digits[: n + 1]):
        rest = n - taken
        yield rest, digit, (rest - 1) // 2 if rule.distinct else rest // 2


def levelled_values(takes: Iterable[int], stop: int, meter: Meter, first: int = 0) -> Iterator[Series]:
    """Yield the values of the heaps from `first` to `stop` at once: all heaps of value 0 first, then those of value 1.

    For sets with many takes, ascending, which may have no end. What was found before a limit is yielded, too.

    >>> [piece.tolist() for piece in levelled_values([1, 4, 9], 9, Meter())]
    [[0, 1, 0, 1, 2, 0, 1, 0, 1, 2]]
    """
    values = array("I", bytes(4 * (stop + 1)))
    rest, kept, value = (2 << stop) - 1, _kept(takes, stop), 0
    while rest:
        found = bytearray(b"0") * (stop + 1)
        try:
            for heap in _level(rest, kept, meter):
                values[heap] = value
                found[stop - heap] = ord("1")
        except LimitReached:
            rest ^= int(found, 2)
            yield values[first : max(first, (rest & -rest).bit_length() - 1)]
            raise
        rest, value = rest ^ int(found, 2), value + 1
    yield values[first:]


def lost_heaps(takes: Iterable[int], stop: int, meter: Meter) -> Iterator[int]:
    """Yield the heaps up to `stop` where the previous player wins, ascending, when a number of `takes` may be taken.

    >>> list(lost_heaps([1, 4, 9, 16], 22, Meter()))
    [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    """
    return _level((2 << stop) - 1, _kept(takes, stop), meter)


def _kept(takes: Iterable[int], stop: int) -> int:
    """Return the bitset of the heaps above a heap from which no take leads to it; the heap itself is none of them."""
    bits = bytearray(b"1") * (stop + 1)
    for k in (0, *takewhile(lambda k: k <= stop, takes)):
        bits[stop - k] = ord("0")
    return int(bits, 2)


def _level(free: int, kept: int, meter: Meter) -> Iterator[int]:
    """Yield the free heaps from which no take leads to one before."""
    heap = 0
    while free:
        step = (free & -free).bit_length() - 1
        heap += step
        meter.tick(1)
        yield heap
        free = free >> step & kept
