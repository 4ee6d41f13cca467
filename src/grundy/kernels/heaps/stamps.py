"""Computes values of heaps by rules whose moves are given by conditions, as the mex of the values of all options.

Reference implementation: the rule itself (`games`). The conditions are compiled to machine code (`conditions`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..pointers import calling
from ..typed import BYTES, NUMBER, VALUES, kernel, types
from .shapes import Bytes, Numbers

_fill = calling(*[NUMBER] * 3)
"""Calls a compiled condition, given its address, the heap, the address for the results and that of the table of primes.

It writes one byte for each move, 1 if the move is allowed, and returns a number that is not 0 if an error occurred.
"""


@kernel(types.int64[:, ::1], BYTES, VALUES, VALUES, NUMBER, NUMBER, NUMBER)
def stamp_heaps(parts: Numbers, masks: Bytes, values: Any, stamps: Any, primes: int, start: int, stop: int) -> int:
    """Compute the Grundy values of heaps `start` to `stop` - 1 of a game with several kinds of moves.

    Args:
        parts: One row of two numbers per kind of move. The first is 1 if the moves split the heap, 0 if they take
            tokens. The second is the address of the compiled condition, or 0 if `masks` states the allowed moves.
        masks: One row per kind of move, as long as `values`. Byte k - 1 is 1 if a move may take k tokens, or split the
            heap into k and the remainder. If the kind has a compiled condition, its row is written by this function.
        values: The value of each heap; those below `start` must be known.
        stamps: Memory with one number for each possible value, and one more.
        primes: The address of a table of primes (`conditions.prime_table`).
        start: The first heap to compute.
        stop: The heap after the last.

    Returns:
        `stop`, or the first heap that has no value because of an error.
    """
    none, size = np.uint32(len(stamps) - 1), len(values)
    for n in range(start, stop):
        mark = np.uint32(n + 1)
        for part in range(len(parts)):
            allowed = masks[part * size : part * size + n]
            if parts[part, 1] != 0 and _fill(parts[part, 1], n, allowed.ctypes.data, primes) != 0:
                return n
            if parts[part, 0] != 0:
                half = n // 2
                low, high = values[1 : half + 1], values[n - half : n][::-1]
                for i in range(half):
                    stamps[low[i] ^ high[i] if allowed[i] else none] = mark
            else:
                smaller = values[:n][::-1]
                for i in range(n):
                    stamps[smaller[i] if allowed[i] else none] = mark
        least = 0
        while stamps[least] == mark:
            least += 1
        values[n] = least
    return stop
