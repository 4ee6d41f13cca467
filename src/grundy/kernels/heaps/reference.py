"""Compiled functions that compute values of heap games by definition, as the mex of the values of all options.

Reference implementations: `sequences.values.plain_code_values` and `plain_subtraction_values`. The time is O(n^2) for
octal codes with splits, and O(n |S|) for a subtraction set S.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..typed import NUMBER, TRUTH, VALUES, kernel

Values = NDArray[np.uint32]


@kernel(VALUES, VALUES, VALUES, NUMBER, TRUTH)
def code_kernel(digits: Values, values: Values, stamps: Values, start: int, distinct: bool) -> None:
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


@kernel(VALUES, VALUES, VALUES, NUMBER)
def subtraction_kernel(takes: Values, values: Values, stamps: Values, start: int) -> None:
    """Compute the Grundy values `values[start:]` of a finite subtraction game by definition.

    Args:
        takes: The subtraction set.
        values: The value of each heap; those below `start` must be known.
        stamps: Memory with one number for each possible value: `len(takes) + 2` numbers.
        start: The first heap to compute.
    """
    for n in range(start, len(values)):
        mark = np.uint32(n + 1)
        for k in takes:
            if k <= n:
                stamps[values[n - k]] = mark
        least = 0
        while stamps[least] == mark:
            least += 1
        values[n] = least
