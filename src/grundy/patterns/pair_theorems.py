"""Games on two heaps whose P-positions are proved.

The rules are data: the vectors that moves subtract, as `VectorLine`s. The vectors alone decide which theorem applies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeAlias

from ..core import InputError, Meter
from .pairs import AdditivePairs, MexPairs

Vector: TypeAlias = tuple[int, int]
"""The tokens taken from the first and from the second heap."""

MOST_HEAPS = 1 << 14
"""The largest number of heaps that are paired until the pairs become periodic."""
FRAENKEL = (
    "the pairs a_n = mex, b_n = a_n + {tn} hold every heap once and every difference {tn} once: "
    'A. S. Fraenkel, "How to beat your Wythoff games\' opponent on three fronts", 1982'
)
WYTHOFF = 'W. A. Wythoff, "A modification of the game of Nim", 1907'
WINDOW = (
    "nim on two heaps with finitely many further moves: the partner of a heap depends on the heaps up to {reach} "
    "below it, and the surroundings of heap {first} are repeated at heap {again}"
)


class VectorLine(NamedTuple):
    """Moves on two heaps: subtract first, first + by, first + 2 * by or ...; only `first` if `by` is (0, 0)."""

    first: Vector
    by: Vector = (0, 0)


class SolvedPairs(NamedTuple):
    """The P-positions of a game on two heaps for every size, with proof.

    Attributes:
        law: The law that gives the pairs of heaps.
        grounds: The proof, with its source.
    """

    law: MexPairs | AdditivePairs
    grounds: str


NIM = {VectorLine((1, 0), (1, 0)), VectorLine((0, 1), (0, 1))}
"""Moves that take any number from one heap."""


def lines_of(steps: Iterable[Vector], rays: Iterable[Vector]) -> tuple[VectorLine, ...]:
    """Return, as `VectorLine`s, the moves that subtract a step once, or a ray any positive number of times.

    Args:
        steps: The vectors that are subtracted once.
        rays: The vectors that are subtracted any positive number of times.

    Returns:
        One line for every step and ray.

    Example:
        >>> lines_of({(2, 2)}, {(1, 0)})
        (VectorLine(first=(2, 2), by=(0, 0)), VectorLine(first=(1, 0), by=(1, 0)))
    """
    return (*(VectorLine(step) for step in steps), *(VectorLine(ray, ray) for ray in rays))


def solved_pairs(lines: Collection[VectorLine], meter: Meter | None = None) -> SolvedPairs | None:
    """Find the P-positions of a game on two heaps in normal play for every size, if a theorem gives them.

    The theorems are A. S. Fraenkel's for generalized Wythoff games ("How to beat your Wythoff games' opponent on three
    fronts", 1982), and the repetition of a finite state for nim with finitely many additional moves.

    Args:
        lines: The vectors of the moves.
        meter: Counts the heaps examined; may raise `LimitReached`.

    Returns:
        The pairs with their proof, or None if no theorem here applies.

    Raises:
        InputError: If a vector takes nothing or adds tokens.

    Example:
        >>> wythoff = solved_pairs(lines_of((), {(1, 0), (0, 1), (1, 1)}))
        >>> wythoff.law, wythoff.law.pair(5)
        (MexPairs(s=1, t=1, c=0), (8, 13))
        >>> print(solved_pairs(lines_of({(1, 1), (2, 2)}, {(1, 0), (0, 1)})).law)
        a_(n+2) = a_n + 3 and b_(n+2) = b_n + 3 from n = 0 on
    """
    _refuse_idle(lines)
    t = fraenkel_parameter(lines)
    if t is not None:
        grounds = FRAENKEL.format(tn="n" if t == 1 else f"{t} * n")
        return SolvedPairs(MexPairs(1, t), f"{WYTHOFF}; {grounds}" if t == 1 else grounds)
    return _nim_with_steps(lines, meter or Meter())


def fraenkel_parameter(lines: Collection[VectorLine]) -> int | None:
    """Return the t >= 1 for which the moves are those of Fraenkel's generalized Wythoff game, or None.

    The moves must be: any number from one heap, or k and l >= 1 from both with |k - l| < t. Fraenkel (1982) needs
    exactly these vectors. They must be present as whole lines, from the smallest vector of each difference in steps of
    (1, 1); redundant lines are allowed.
    """
    if not set(lines) >= NIM:
        return None
    whole = {y - x for (x, y), by in lines if by == (1, 1) and min(x, y) == 1}
    t = 1 + max(whole, default=-1)
    if whole != set(range(1 - t, t)) or not t:
        return None
    return t if all(_adds_nothing(line, t) for line in lines) else None


def _adds_nothing(line: VectorLine, t: int) -> bool:
    """Return whether all vectors of a line take from one heap only, or from both with a difference below t."""
    (x, y), (dx, dy) = line
    if 0 in (x, y):
        return (dx if not x else dy) == 0
    return abs(x - y) < t and dx == dy


def _refuse_idle(lines: Collection[VectorLine]) -> None:
    for line in lines:
        if min(*line.first, *line.by) < 0 or line.first == (0, 0):
            raise InputError(f"expected vectors that take from the heaps, found {line}")


def _nim_with_steps(lines: Collection[VectorLine], meter: Meter) -> SolvedPairs | None:
    """Find the P-positions for nim with finitely many additional moves, which become periodic; else return None.

    Every heap has one partner. Let x be the least heap without one. Then (x, y) with y >= x is a P-position for the
    least free y from which no step leads to a pair, because all other moves to a pair would end in the row or the
    column of a paired heap. All further pairs depend only on the partners of the heaps x - reach, ..., x - 1 and on the
    paired heaps above x, all relative to x. So if this state is repeated, all pairs are.
    """
    steps = {line.first for line in lines if line not in NIM and 0 not in line.first}
    beside = [line for line in lines if 0 in line.first and not _adds_nothing(line, 0)]
    endless = [line for line in lines if line.by != (0, 0) and 0 not in line.first]
    if not set(lines) >= NIM or beside or endless or steps != {(y, x) for x, y in steps}:
        return None
    reach = max((x for x, _ in steps), default=0)
    partner, pairs, seen = dict[int, int](), list[Vector](), dict[tuple[Vector, ...], Vector]()
    for x in range(MOST_HEAPS):
        if x in partner:
            continue
        meter.tick()
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
