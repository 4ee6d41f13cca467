"""Computes exact values of take-and-break games, fast if few heaps are rare (the sparse space method).

Reference implementation: `sequences.values.plain_code_values`. Fix a mask m, a flag s (0 or 1) and an integer tau. A
value v is of common type at heap n if popcount(v & m) + s (n - tau) is odd, else of rare type. A heap is common if its
own value is of common type, else rare.

Two common heaps of a split give a value of rare type (exclusive or is linear), so few options decide the least free
value c of common type. Then every value of rare type below c must be found among all options; if one is missing, the
least missing one is the value and n is a new rare heap. Every mask gives the right values; a badly chosen one only
costs time (Berlekamp, Conway and Guy, "Winning Ways", 1982, chapter 4; Flammenkamp's and Grossman's searches).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..typed import BYTES, NUMBER, NUMBERS, SMALL, VALUES, kernel, njit
from .shapes import Bytes, Numbers

Values = NDArray[np.uint16]

TOGETHER = 16
"""Splits of each kind that are stamped at least between two looks at what is still wanted."""


@kernel(NUMBERS, NUMBERS, SMALL, NUMBER, BYTES, NUMBER, NUMBER, NUMBERS, SMALL, NUMBER, VALUES, NUMBERS)
def sparse_kernel(
    digits: Numbers,
    splits: Numbers,
    values: Values,
    start: int,
    kinds: Bytes,
    flag: int,
    tau: int,
    rares: Numbers,
    own: Values,
    count: int,
    stamps: NDArray[np.uint32],
    wanted: Numbers,
) -> int:
    """Compute the Grundy values `values[start:]` of an octal game with digits 0-7, fast if few heaps are rare.

    Heap n with value v is common if popcount(v & mask) + flag * (n - tau) is odd, else rare. After a negative result
    the values from `start` on must not be used.

    Args:
        digits: The digits of the octal code.
        splits: The numbers of tokens that a move may take and leave two heaps.
        values: The value of each heap; those below `start` must be known.
        start: The first heap to compute.
        kinds: `kinds[v]` is the parity, 0 or 1, of popcount(v & mask), for every possible value v.
        flag: 1 if the parity of n also decides which values are common, else 0.
        tau: The integer tau of this formula.
        rares: `rares[:count]` are the rare heaps below `start` in ascending order; new rare heaps are appended.
        own: The values of these heaps, in an array of the same length.
        count: The number of rare heaps below `start`.
        stamps: Memory with one number for each possible value.
        wanted: Memory of the same length.

    Returns:
        The number of rare heaps, -1 if `rares` is full, -2 if a value reaches half the length of `kinds`.
    """
    half = len(kinds) // 2
    for n in range(start, len(values)):
        mark = np.uint32(n)
        common = 1 ^ (flag & (n - tau) & 1)
        _stamp_takes(digits, values, n, stamps, mark)
        for split in splits:
            rest = n - split
            for i in range(count):
                r = rares[i]
                if r >= rest:
                    break
                stamps[own[i] ^ values[rest - r]] = mark
        c = 0
        while c < half and (kinds[c] != common or stamps[c] == mark):
            c += 1
        if c == half:
            return -2
        left = _wanted(kinds, common, stamps, mark, c, wanted)
        least = _first_missing(splits, values, n, stamps, mark, wanted, left, c)
        values[n] = least
        if least != c:
            if count == len(rares):
                return -1
            rares[count], own[count] = n, least
            count += 1
    return count


@njit(inline="always")
def _stamp_takes(digits: Numbers, values: Values, n: int, stamps: NDArray[np.uint32], mark: np.uint32) -> None:
    """Set stamps[v] = mark for the value v of every option of heap n that leaves at most one heap.

    `digits` has the digit of the octal code for each number of tokens taken, and `values` the values of heaps.
    """
    for taken in range(min(len(digits), n + 1)):
        rest = n - taken
        if rest == 0:
            if digits[taken] & 1:
                stamps[0] = mark
        elif digits[taken] & 2:
            stamps[values[rest]] = mark


@njit(inline="always")
def _wanted(kinds: Bytes, common: int, stamps: NDArray[np.uint32], mark: np.uint32, c: int, wanted: Numbers) -> int:
    """Write to `wanted` the values v of rare type below c with stamps[v] != mark; return how many there are.

    A value v is of rare type if kinds[v] != common.
    """
    left = 0
    for v in range(c):
        if kinds[v] != common and stamps[v] != mark:
            wanted[left] = v
            left += 1
    return left


@njit(inline="always")
def _first_missing(
    splits: Numbers,
    values: Values,
    n: int,
    stamps: NDArray[np.uint32],
    mark: np.uint32,
    wanted: Numbers,
    left: int,
    c: int,
) -> int:
    """Return the least of the values wanted[:left] that no split of heap n has, or c if every one is that of a split.

    A value is marked by setting stamps[value] = mark. The values of several splits are marked before the wanted values
    are compared with the marks. About as many splits are marked each time as values are wanted, so that both steps take
    about as long.
    """
    begin, last = 1, n // 2
    while left and begin <= last:
        end = min(begin + max(TOGETHER, left), last + 1)
        for split in splits:
            rest = n - split
            for a in range(begin, min(end, rest)):
                stamps[values[a] ^ values[rest - a]] = mark
        kept = 0
        for i in range(left):
            if stamps[wanted[i]] != mark:
                wanted[kept] = wanted[i]
                kept += 1
        begin, left = end, kept
    return wanted[0] if left else c
