"""Values of heaps by rules with conditions: mark the values of all options, take the least unmarked one.

Reference implementation: the rule itself (`games`); what a condition allows is machine code of `conditions`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from .. import vectors as v
from ..typed import BYTES, NUMBER, VALUES, kernel, types
from .planes import word_function
from .shapes import Bytes, Numbers


@word_function(types.intp, 4)
def filled(build: Any, fill: Any, heap: Any, out: Any, primes: Any) -> Any:  # no types in llvmlite
    """Write a call of the compiled code of a condition, which writes the moves that it allows for a heap.

    Args:
        build: The builder of the function.
        fill: The address of the code.
        heap: The heap.
        out: The address that receives the row.
        primes: The address of the table of primes.

    Returns:
        Whether an error occurred.
    """
    kind = ir.FunctionType(v.WORD, [v.WORD] * 3)
    return build.call(build.inttoptr(fill, kind.as_pointer()), [heap, out, primes])


@kernel(types.int64[:, ::1], BYTES, VALUES, VALUES, NUMBER, NUMBER, NUMBER)
def stamp_heaps(parts: Numbers, masks: Bytes, values: Any, stamps: Any, primes: int, start: int, stop: int) -> int:
    """Write the values of heaps `start` to `stop` - 1.

    Args:
        parts: Rows of two numbers: 1 for splits or 0 for takes, then the address of the code of the condition, or
            0 if its row of `masks` is filled.
        masks: One row per part, as long as `values`; place k - 1 is for taking k, or for a split into k and the
            remainder.
        values: One value per heap.
        stamps: One place per possible value, and a last one for moves that are not allowed.
        primes: The address of the table of primes.
        start: The first heap.
        stop: The end of the heaps.

    Returns:
        `stop`, or the first heap that has no value because of an error.
    """
    none, size = np.uint32(len(stamps) - 1), len(values)
    for n in range(start, stop):
        mark = np.uint32(n + 1)
        for part in range(len(parts)):
            allowed = masks[part * size : part * size + n]
            if parts[part, 1] != 0 and filled(parts[part, 1], n, allowed.ctypes.data, primes) != 0:
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
