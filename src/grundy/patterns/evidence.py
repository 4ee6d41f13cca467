"""How much data a pattern needs before it is told: far more than the description is long.

The rule is that of minimum description length (J. Rissanen, "Modeling by shortest data description", 1978).
Written without the pattern the data has `information(values)` bits; with it, about `BITS` for each symbol. There are
fewer than 8^c formulas of c symbols, so one of them fits data without a pattern with a chance below
2^-`MARGIN` if it must save that many bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import lgamma, log

BITS = 3
"""What a symbol of a description costs."""
MARGIN = 12
"""Bits that a pattern has to save."""
CONSTANT = 24
"""Values that make a constant or a straight line, which have no information of their own."""


def information(values: Sequence[int]) -> float:
    """Return the bits of the values in their order, or of their differences if these are fewer.

    Each is coded by how often it came before (P. S. de Laplace's rule of succession).

    >>> round(information([0, 1] * 50)), round(information([0] * 100)), round(information(range(100)))
    (102, 0, 0)
    """
    return min(_coded(values), _coded([after - before for before, after in pairwise(values)]))


def _coded(values: Sequence[int]) -> float:
    """Return the bits of the values when each is coded by how often it came before."""
    counts = Counter(values)
    if not counts:
        return 0.0
    ways = lgamma(len(values) + len(counts)) - lgamma(len(counts)) - sum(lgamma(n + 1) for n in counts.values())
    return ways / log(2)


def is_enough(values: Sequence[int], cost: int) -> bool:
    """Return whether the values are enough to tell a pattern of `cost` symbols that fits all of them.

    >>> is_enough([0, 1, 2, 3] * 8, 3), is_enough([0, 1, 2], 3)
    (True, False)
    """
    if len(values) >= CONSTANT and len({after - before for before, after in pairwise(values)}) == 1:
        return cost <= CONSTANT // BITS
    return information(values) >= BITS * cost + MARGIN
