"""Finds the law of the P-positions of a game on two heaps: a formula, pairs given by a mex, or periodic pairs."""

from __future__ import annotations

from collections.abc import Iterable

from ..core import Budget, InputError
from .pair_laws import simple_law
from .pairs import AdditivePairs, MexPairs
from .pattern import Pattern

LEAST_SIZE = 12
"""The smallest size of a table."""
LEAST_PAIRS = 8
"""The number of pairs from the start on that a law of pairs needs."""
MOST_S = 8
"""The largest factor s of b_n = s * a_n + t * n + c."""
SHARE = 4
"""Pairs that are listed or excluded must be at most 1/`SHARE` of those from which a law is derived."""
BEGINNING = 8
"""A law of pairs may be wrong for heaps up to 1/`BEGINNING` of the size."""


def find_pairs(pairs: Iterable[tuple[int, int]], size: int, *, budget: Budget | None = None) -> list[Pattern]:
    """Find the simplest law for the P-positions of a game on two heaps, from a table of them.

    These laws are tried in order: formulas (`pair_laws`); pairs with b_n = s * a_n + t * n + c, where a_n is the least
    number in no earlier pair; and periodic pairs.

    Args:
        pairs: All P-positions (a, b) with max(a, b) < `size` of a game whose heaps may be exchanged; each in one order
            or in both.
        size: The size of the table.
        budget: Counts the positions examined; may raise `LimitReached`.

    Returns:
        One pattern or none. It is valid for positions of the table whose smaller heap is at least its `start`. Its
        `claim` is the law in the language of claims; if that is impossible, its `detail` is the law (`MexPairs` or
        `AdditivePairs`), which continues beyond the table.

    Raises:
        InputError: If a pair is outside the table.

    Example:
        >>> print(find_pairs([(a, b) for a in range(40) for b in range(a, 40) if (a + b) % 3 == 1], 40)[0])
        P iff (a + b) % 3 == 1
        >>> print(find_pairs(MexPairs(1, 2).below(40), 40)[0].detail)
        b_n = a_n + 2 * n, a_n the least number in no earlier pair
    """
    budget = budget or Budget()
    found = {(min(pair), max(pair)) for pair in pairs}
    for a, b in found:
        if not 0 <= a <= b < size:
            raise InputError(f"expected pairs of heaps from 0 to {size - 1}, found {(a, b)}")
    if size < LEAST_SIZE:
        return []
    law = simple_law(found | {(b, a) for a, b in found}, size, budget)
    if law is not None:
        text = str(law.claim)
        return [Pattern("pairs", text, law.cost, law.claim.least or 0, size - 1, claim=text)]
    pattern = _mex_pairs(found, size, budget) or _additive_pairs(found, size, budget)
    return [pattern] if pattern else []


def _mex_pairs(found: set[tuple[int, int]], size: int, budget: Budget) -> Pattern | None:
    """Find a law b_n = s * a_n + t * n + c of P-positions (a_n, b_n), or return None.

    Here a_n is the least number in no earlier pair. `found` has the P-positions with a_n <= b_n < `size`.
    """
    ordered, patterns = sorted(found), []
    middle = len(ordered) // 2
    for s in range(1, MOST_S + 1) if len(ordered) > LEAST_PAIRS else ():
        budget.charge(len(ordered))
        low, high = (b - s * a for a, b in ordered[middle : middle + 2])
        t = high - low
        c = low - t * middle
        if t < 0 or s + t < 2 or c < 0:
            continue
        law = MexPairs(s, t, c)
        start = max((a + 1 for a, _ in found ^ law.below(size)), default=0)
        left = sum(a >= start for a, _ in found)
        if start <= size // BEGINNING and left >= LEAST_PAIRS and SHARE * (len(found) - left) <= len(found):
            text = f"P iff the heaps are a pair (a_n, b_n): {law.beatty or law}"
            text += f"; from heaps of {start} on" if start else ""
            cost = 12 + 2 * (s > 1) + 2 * (c > 0) + start
            patterns.append(Pattern("pairs", text, cost, start, size - 1, detail=law))
    return min(patterns, key=lambda pattern: pattern.cost, default=None)


def _additive_pairs(found: set[tuple[int, int]], size: int, budget: Budget) -> Pattern | None:
    """Find a law a_(n+p) = a_n + s, b_(n+p) = b_n + u of P-positions from the first half of the pairs, or None.

    `found` has the P-positions with a_n <= b_n < `size`.
    """
    ordered = sorted(found)
    half = ordered[: len(ordered) // 2]
    for p in range(1, len(half) // SHARE + 1):
        budget.charge(len(half))
        growth = (half[-1][0] - half[-1 - p][0], half[-1][1] - half[-1 - p][1])
        n0 = len(half) - p
        while n0 and (half[n0 - 1][0] + growth[0], half[n0 - 1][1] + growth[1]) == half[n0 - 1 + p]:
            n0 -= 1
        if min(growth) < 1 or SHARE * (n0 + p) > len(half):
            continue
        law = AdditivePairs(tuple(half[: n0 + p]), n0, growth)
        if law.below(size) == found:
            listed = " ".join(f"({a}, {b})" for a, b in law.first)
            text = f"P iff the heaps are a pair (a_n, b_n): {law}, where the first are {listed}"
            return Pattern("pairs", text, 6 + 2 * len(law.first), 0, size - 1, detail=law)
    return None
