"""Computes values of take-and-break games: marks the values of some options, and searches others for unmarked values.

Reference implementation: `sequences.values.plain_code_values`. A split divides a heap in two. The values of the first
splits are marked one by one. The least values without a mark are then searched among the other splits, 64 splits at a
time (`sift`). The least one that is never found is the mex. The number of values searched at once affects only the
time. `code_kernel` marks the values of all splits, in O(n^2).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .. import vectors as v
from ..pointers import calling
from ..typed import BYTES, NUMBER, NUMBERS, SMALL, TRUTH, VALUES, kernel, njit
from .shapes import Bytes, Numbers
from .sift import NONE, WINDOW

Values = NDArray[np.uint16]
Large = NDArray[np.uint32]

_sift = calling(*[NUMBER] * 7)
"""Calls `sift` (see `heaps.sift`), given its address and its arguments."""


@kernel(VALUES, VALUES, VALUES, NUMBER, TRUTH)
def code_kernel(digits: Large, values: Large, stamps: Large, start: int, distinct: bool) -> None:
    """Compute the Grundy values `values[start:]` of an octal game with digits 0-7 by definition.

    Args:
        digits: The digits of the octal code.
        values: The value of each heap; those below `start` must be known.
        stamps: Memory with one number for each possible value. Twice the least power of two that is not below
            len(values) is enough.
        start: The first heap to compute.
        distinct: Whether the two heaps of a split must differ, as in Grundy's game, whose digits are (4,).
    """
    for n in range(start, len(values)):
        mark = np.uint32(n + 1)
        for taken in range(min(len(digits), n + 1)):
            digit = digits[taken]
            rest = n - taken
            if digit & 1 and rest == 0:
                stamps[0] = mark
            if digit & 2 and rest > 0:
                stamps[values[rest]] = mark
            if digit & 4:
                most = (rest - 1) // 2 if distinct else rest // 2
                low = values[1 : most + 1]
                high = values[rest - most : rest][::-1]
                for i in range(len(low)):
                    stamps[low[i] ^ high[i]] = mark
        least = 0
        while stamps[least] == mark:
            least += 1
        values[n] = least


@kernel(NUMBERS, SMALL, SMALL, NUMBER, NUMBER, BYTES, NUMBER, SMALL, NUMBER, NUMBER, TRUTH)
def candidate_kernel(
    digits: Numbers,
    values: Values,
    back: Values,
    start: int,
    stop: int,
    stamps: Bytes,
    most: int,
    wanted: Values,
    many: int,
    sift: int,
    distinct: bool,
) -> tuple[int, int]:
    """Compute the Grundy values of heaps `start` to `stop` - 1 of a take-and-break game.

    For each heap, the values of the first splits are marked. The least unmarked values are then searched among the
    other splits. Computation stops before a heap whose value is not below the length of `stamps`.

    Args:
        digits: The digits of the octal code.
        values: The value of each heap; those below `start` must be known.
        back: The same values in reverse order, that of heap 0 last.
        start: The first heap to compute.
        stop: The heap after the last.
        stamps: Memory with one byte per value; its length is a power of two, at least 64.
        most: About how many splits are marked one by one, for each number of tokens taken. Up to 63 more are marked, so
            that whole blocks of 64 remain.
        wanted: Memory for the values that are searched together.
        many: About how many values are searched together, stored as a bitmap; 0 if they are stored as a short list.
        sift: The address of the compiled function that searches 64 splits at once (see `heaps.sift`).
        distinct: Whether the two heaps of a split must differ.

    Returns:
        The heap after the last one computed, and how often a searched value was found.
    """
    met = 0
    zero = len(back) - 1
    for n in range(start, stop):
        far = _stamp(digits, values, back, n, stamps, most, distinct)
        c = _next(stamps, 0)
        while far and c < len(stamps):
            bound = _want_some(stamps, c, wanted, many) if many else _want_few(stamps, c, wanted)
            for taken in range(min(len(digits), n + 1)):
                first, blocks = _first((n - taken - distinct) // 2, most)
                if digits[taken] & 4 and blocks:
                    low = values.ctypes.data + 2 * (1 + first)
                    high = back.ctypes.data + 2 * (zero - (n - taken) + 1 + first)
                    base, end = c // v.LANES * v.LANES, (bound + v.LANES - 1) // v.LANES * v.LANES
                    met += _sift(sift, low, high, blocks, wanted.ctypes.data, stamps.ctypes.data, base, end)
            c = _next(stamps, c)
            if c < bound:
                break
        if c >= len(stamps):
            return n, met
        values[n] = c
        back[zero - n] = c
    return stop, met


@njit(nogil=True)
def _stamp(digits: Numbers, values: Values, back: Values, n: int, stamps: Bytes, most: int, distinct: bool) -> bool:
    """Mark in `stamps` the values of the options of heap n that are one heap, and of its first splits into two heaps.

    `digits` has the digit of the octal code for each number of tokens taken, and `values` the values of heaps. `back`
    has the values in reverse order, that of heap 0 last. About `most` splits are marked for each number of tokens
    taken. With `distinct`, the two heaps of a split must differ. Return whether there are more splits.
    """
    far = False
    stamps[:] = 0
    for taken in range(min(len(digits), n + 1)):
        digit, rest = digits[taken], n - taken
        if digit & 1 and rest == 0:
            stamps[0] = 1
        if digit & 2 and rest > 0:
            stamps[values[rest]] = 1
        if digit & 4 and rest > 1:
            first, blocks = _first((rest - distinct) // 2, most)
            far = far or blocks > 0
            at = len(back) - rest
            low, high = values[1 : first + 1], back[at : at + first]
            for i in range(len(low)):
                stamps[low[i] ^ high[i]] = 1
    return far


@njit(nogil=True)
def _first(half: int, most: int) -> tuple[int, int]:
    """Divide the splits of a heap into those that are marked one by one and blocks of 64 that are searched together.

    `half` is the number of splits. Return the number of those that are marked, about `most`, and the number of blocks.
    """
    blocks = max(0, half - most) // v.LANES
    return half - v.LANES * blocks, blocks


@njit(nogil=True)
def _next(stamps: Bytes, c: int) -> int:
    while c < len(stamps) and stamps[c]:
        c += 1
    return c


@njit(nogil=True)
def _want_some(stamps: Bytes, c: int, wanted: Values, many: int) -> int:
    words = wanted[: v.LANES]
    words[:] = 0
    number, at = 0, c // v.LANES * v.LANES
    end = min(at + WINDOW, len(stamps))
    while number < many and at < end:
        shift = np.uint16(15 - at // v.LANES % 16)
        block = stamps[at : at + v.LANES]
        for i in range(len(block)):
            words[i] |= np.uint16(block[i] ^ 1) << shift
            number += block[i] ^ 1
        at += v.LANES
    return at


@njit(nogil=True)
def _want_few(stamps: Bytes, c: int, wanted: Values) -> int:
    few = wanted[v.LANES :]
    few[:] = NONE
    number = 0
    while number < len(few) and c < len(stamps):
        if not stamps[c]:
            few[number] = c
            number += 1
        c += 1
    return c
