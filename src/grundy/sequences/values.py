"""Grundy values of heaps 0 to n: by definition for small n, by compiled functions if loading them saves time.

The work by definition grows with n^2 for codes that split, because every option is tried (R. K. Guy and C. A. B. Smith,
"The G-values of various games", 1956). Tests compare the compiled functions with the functions by definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import xor

from ..core import Budget, Code, LimitReached, breaks, mex
from ..kernels import can_run
from .digits import octal

WORTH_COMPILING = 3_000_000
"""For fewer options, plain Python is faster than loading the kernel."""
BREAKS = 16
"""Listing the result of one move takes as long as trying this number of options."""
PIECE = 4096
"""The number of heaps between two readings of the clock."""


def code_values(code: Code, stop: int, budget: Budget | None = None, known: Sequence[int] = ()) -> list[int]:
    """Return the Grundy values of a take-and-break code.

    Args:
        code: The code.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        known: The values of the first heaps, which are not computed again.

    Returns:
        The values of heaps 0 to `stop`.

    Raises:
        LimitReached: If a limit is exceeded; its attribute `partial` has the values of the first heaps.

    Example:
        >>> from grundy.core import read_code
        >>> code_values(read_code("0.77"), 11)
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    budget = budget or Budget()
    digits, split = code.plain, octal(code)
    if digits is not None and max(digits) > 7:
        return _many_heap_values(digits, stop, budget)
    splits = sum(1 for digit in code.digits if any(item.heaps == 2 for item in digit.items))
    work = (stop**2 - len(known) ** 2) * splits // 4 + (stop - len(known)) * len(code.digits)
    if split is None or (digits is None and work < WORTH_COMPILING // BREAKS):
        return _broken_values(code, stop, budget, known)
    if digits is not None and work < WORTH_COMPILING:
        return plain_code_values(split.digits, stop, budget, known)
    from .octals import octal_pieces

    listed = list(known[: stop + 1])
    try:
        for piece in octal_pieces(split, listed, stop, budget):
            listed += piece.tolist()
    except LimitReached as error:
        error.partial = listed
        raise
    return listed


def subtraction_values(
    takes: Sequence[int], stop: int, budget: Budget | None = None, known: Sequence[int] = ()
) -> list[int]:
    """Return the Grundy values of a finite subtraction set.

    Args:
        takes: The subtraction set.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        known: The values of the first heaps, which are not computed again.

    Returns:
        The values of heaps 0 to `stop`.

    Raises:
        LimitReached: If a limit is exceeded; its attribute `partial` has the values of the first heaps.

    Example:
        >>> subtraction_values((1, 3, 4), 8)
        [0, 1, 0, 1, 2, 3, 2, 0, 1]
    """
    budget = budget or Budget()
    if (stop - len(known)) * len(takes) < WORTH_COMPILING or not can_run("heaps.bitsets"):
        return plain_subtraction_values(takes, stop, budget, known)
    import numpy as np

    from ..kernels.heaps.calls import stamp_kernel

    values = np.zeros(stop + 1, np.uint32)
    values[: len(known)] = known[: stop + 1]
    numbers = np.array(sorted(k for k in takes if k <= stop), np.int64)
    stamps = np.zeros(len(numbers) + 2, np.uint32)
    for start in range(len(known), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        budget.charge(end - start, values[:start])
        stamp_kernel(numbers, values[:end], stamps, start)
    found: list[int] = values.tolist()
    return found


def plain_code_values(digits: Sequence[int], stop: int, budget: Budget, known: Sequence[int] = ()) -> list[int]:
    """Return the Grundy values of a code with digits 0-7 by definition; the reference for faster methods.

    Args:
        digits: The digits of the code.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        known: The values of the first heaps, which are not computed again.

    Returns:
        The values of heaps 0 to `stop`.
    """
    g = list(known)
    for n in range(len(g), stop + 1):
        budget.charge(1, g)
        seen = set()
        for taken, digit in enumerate(digits[: n + 1]):
            left = n - taken
            if digit & 1 and not left:
                seen.add(0)
            if digit & 2 and left:
                seen.add(g[left])
            if digit & 4:
                half = left // 2
                seen.update(map(xor, g[1 : half + 1], g[left - 1 : left - half - 1 : -1]))
        g.append(mex(seen))
    return g[: stop + 1]


def plain_subtraction_values(takes: Sequence[int], stop: int, budget: Budget, known: Sequence[int] = ()) -> list[int]:
    """Return the Grundy values of a finite subtraction set by definition; the reference for faster methods.

    Args:
        takes: The subtraction set.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        known: The values of the first heaps, which are not computed again.

    Returns:
        The values of heaps 0 to `stop`.
    """
    g = list(known)
    for n in range(len(g), stop + 1):
        budget.charge(1, g)
        g.append(mex({g[n - k] for k in takes if k <= n}))
    return g[: stop + 1]


def _broken_values(code: Code, stop: int, budget: Budget, known: Sequence[int]) -> list[int]:
    g = list(known)
    for n in range(len(g), stop + 1):
        budget.charge(1, g)
        seen = set()
        for pieces in breaks(code, n):
            value = 0
            for piece in pieces:
                value ^= g[piece]
            seen.add(value)
        g.append(mex(seen))
    return g[: stop + 1]


def _many_heap_values(digits: Sequence[int], stop: int, budget: Budget) -> list[int]:
    """Return the Grundy values of heaps 0 to `stop` of a code whose moves may leave three heaps or more.

    `digits` are the digits of the code. In this function, sums[h][m] is the set of the values of all sums of h heaps
    with m tokens together, as an integer whose bit v is 1 if v is in the set. It is computed from the possible sizes of
    the smallest heap.
    """
    most = max(digits).bit_length() - 1
    g: list[int] = []
    sums: list[list[int]] = [[1]] + [[0] for _ in range(most)]
    clear: list[int] = []
    for n in range(stop + 1):
        budget.charge(1, g)
        if n:
            sums[0].append(0)
            for h in range(2, most + 1):
                found = 0
                for a in range(1, n // h + 1):
                    found |= _changed(sums[h - 1][n - a], g[a], clear)
                sums[h].append(found)
        seen = 0
        for taken, digit in enumerate(digits[: n + 1]):
            for h in range(2 if taken == 0 else 0, most + 1):
                if digit >> h & 1:
                    seen |= sums[h][n - taken]
        g.append((~seen & (seen + 1)).bit_length() - 1)
        if n:
            sums[1].append(1 << g[n])
        if g[n].bit_length() > len(clear):
            bits = g[n].bit_length()
            clear = [((1 << (1 << bits)) - 1) // ((1 << (1 << k)) + 1) for k in range(bits)]
    return g


def _changed(values: int, number: int, clear: Sequence[int]) -> int:
    """Return the set of the nim-sums v ^ `number` for all v in the set `values`.

    A set is an integer whose bit v is 1 if v is in it. clear[k] is the set of the numbers whose binary digit k is 0.
    """
    for k in range(number.bit_length()):
        if number >> k & 1:
            values = (values & clear[k]) << (1 << k) | values >> (1 << k) & clear[k]
    return values
