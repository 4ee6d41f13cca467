"""Proves which positions of a game on two heaps are P-positions, from the vectors that moves subtract.

A step is a vector that is subtracted once, a ray one that is subtracted any positive number of times.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeAlias

from ..core import Budget, InputError
from .pairs import AdditivePairs, MexPairs

Vector: TypeAlias = tuple[int, int]
"""The tokens taken from the first and from the second heap."""

NIM = {(1, 0), (0, 1)}
"""The rays of nim: any number is taken from one heap."""
MOST_HEAPS = 1 << 14
"""The largest number of heaps that are paired until the pairs become periodic."""
WYTHOFF = (
    'W. A. Wythoff, "A modification of the game of Nim", 1907; the pairs a_n = mex, b_n = a_n + n hold every heap once '
    'and every difference n once: A. S. Fraenkel, "How to beat your Wythoff games\' opponent on three fronts", 1982'
)
WINDOW = (
    "nim on two heaps with finitely many further moves: the partner of a heap depends on the heaps up to {reach} "
    "below it, and the surroundings of heap {first} are repeated at heap {again}"
)


class SolvedPairs(NamedTuple):
    """The P-positions of a game on two heaps for every size, with proof.

    Attributes:
        law: The law that gives the pairs of heaps.
        grounds: The proof, with its source.
    """

    law: MexPairs | AdditivePairs
    grounds: str


def solved_pairs(
    steps: Collection[Vector], rays: Collection[Vector], budget: Budget | None = None
) -> SolvedPairs | None:
    """Find the P-positions of a game on two heaps in normal play for every size, if a theorem gives them.

    The theorems are those of W. A. Wythoff and A. S. Fraenkel ("How to beat your Wythoff games' opponent on three
    fronts", 1982) for Wythoff's game, and the repetition of a finite state for nim with finitely many additional moves.

    Args:
        steps: The vectors that are subtracted once.
        rays: The vectors that are subtracted any positive number of times.
        budget: Counts the heaps examined; may raise `LimitReached`.

    Returns:
        The pairs with their proof, or None if no theorem here applies.

    Raises:
        InputError: If a vector takes nothing or adds tokens.

    Example:
        >>> solved_pairs((), {(1, 0), (0, 1), (1, 1)}).law
        MexPairs(s=1, t=1, c=0)
        >>> print(solved_pairs({(1, 1), (2, 2)}, {(1, 0), (0, 1)}).law)
        a_(n+2) = a_n + 3 and b_(n+2) = b_n + 3 from n = 0 on
    """
    for vector in (*steps, *rays):
        if min(vector) < 0 or not any(vector):
            raise InputError(f"expected vectors that take from the heaps, found {vector}")
    if not set(rays) >= NIM:
        return None
    from_both = {step for step in steps if 0 not in step}
    if (1, 1) in rays and all(0 in (x, y) or x == y for x, y in (*steps, *rays)):
        return SolvedPairs(MexPairs(1, 1), WYTHOFF)
    if any(0 not in ray for ray in rays) or from_both != {(y, x) for x, y in from_both}:
        return None
    return _nim_with_steps(from_both, budget or Budget())


def _nim_with_steps(steps: Collection[Vector], budget: Budget) -> SolvedPairs | None:
    """Find the P-positions for nim on two heaps with finitely many additional moves, the `steps`.

    Every heap x has exactly one partner y such that (x, y) is a P-position, so the pairs are found in ascending order.
    Let x be the least heap without a partner so far. Its partner is the least y >= x that has no partner so far and for
    which no step leads from (x, y) to an earlier pair. So all further pairs depend only on the partners of the
    heaps x - reach, ..., x - 1 and on the larger heaps that have partners, relative to x. Here `reach` is the largest
    number that a step subtracts. If this state is repeated, the pairs are periodic. The result is None if no repetition
    is found.
    """
    reach = max((x for x, _ in steps), default=0)
    partner, pairs, seen = dict[int, int](), list[Vector](), dict[tuple[Vector, ...], Vector]()
    for x in range(MOST_HEAPS):
        if x in partner:
            continue
        budget.charge()
        around = tuple(sorted((h - x, p - x) for h, p in partner.items() if h >= x - reach))
        n, before = seen.setdefault(around, (len(pairs), x))
        if before < x:
            law = AdditivePairs(tuple(pairs), n, (x - before, x - before))
            return SolvedPairs(law.reduced(), WINDOW.format(reach=reach, first=before, again=x))
        taken = {partner[x - i] + j for i, j in steps if i <= x}
        y = next(y for y in range(x, 2 * MOST_HEAPS + len(steps)) if y not in partner and y not in taken)
        partner[x], partner[y] = y, x
        pairs.append((x, y))
        for h in [h for h in partner if h < x - reach]:
            del partner[h]
    return None
