"""Values of codes for large heaps without a compiler: many splits at once in one long Python integer.

A split leaves heaps a and b with a fixed sum. The values of all possible heaps a are the bytes of one long integer, and
the values of the heaps b, in opposite order, those of another. The exclusive or of both gives all nim-sums at once. The
reference implementations are in `values`. For large heaps they are about a hundred times slower than this module, and
the compiled functions are about ten times faster.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from operator import xor
from typing import TYPE_CHECKING

from ..core import Budget, mex
from .digits import Octal

if TYPE_CHECKING:
    from .arrays import Series

PIECE = 256
"""The number of heaps of a piece."""


def split_values(rule: Octal, known: Series | Sequence[int], stop: int, budget: Budget) -> Iterator[Series]:
    """Yield the Grundy values of a code with digits 0-7 in arrays, one after the other.

    Args:
        rule: The code.
        known: The values of heaps 0, 1, ...
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.

    Yields:
        Arrays with the values of heaps len(known) to `stop`.

    Raises:
        LimitReached: If a limit is exceeded.

    Example:
        >>> from ..core import Budget
        >>> [piece.tolist() for piece in split_values(Octal((0, 7, 7)), [0, 1, 2], 8, Budget())]
        [[3, 1, 4, 3, 2, 1]]
    """
    values = array("I", known[: stop + 1])
    small = bytearray(values.tolist()) if max(values, default=0) < 256 else None
    for start in range(len(values), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        for n in range(start, end):
            budget.charge(1, values)
            value = _listed(rule, values, n) if small is None else _in_bytes(rule, small, n)
            values.append(value)
            if small is not None and value < 256:
                small.append(value)
            else:
                small = None
        yield values[start:end]


def _in_bytes(rule: Octal, values: bytearray, n: int) -> int:
    options = bytearray()
    for left, digit, most in _ways(rule, n):
        if digit & (2 if left else 1):
            options.append(values[left])
        if digit & 4 and most > 0:
            from_below = int.from_bytes(values[1 : most + 1], "little")
            from_above = int.from_bytes(values[left - most : left], "big")
            options += (from_below ^ from_above).to_bytes(most, "little")
    value = 0
    while value < 256 and value in options:
        value += 1
    return value


def _listed(rule: Octal, values: Sequence[int], n: int) -> int:
    """Return the Grundy value of a heap of n tokens by definition, for values that do not fit into one byte."""
    options = set[int]()
    for left, digit, most in _ways(rule, n):
        if digit & (2 if left else 1):
            options.add(values[left])
        if digit & 4 and most > 0:
            options.update(map(xor, values[1 : most + 1], values[left - most : left][::-1]))
    return mex(options)


def _ways(rule: Octal, n: int) -> Iterator[tuple[int, int, int]]:
    """Yield, for each digit of the code, the number of tokens left of n, the digit, and a bound.

    If the tokens left are split into two heaps, the smaller heap is at most as large as the bound.
    """
    for taken, digit in enumerate(rule.digits[: n + 1]):
        left = n - taken
        yield left, digit, (left - 1) // 2 if rule.distinct else left // 2
