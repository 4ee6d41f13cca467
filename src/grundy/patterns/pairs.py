"""Sequences of pairs of heaps: the P-positions of games on two heaps for all sizes, and theorems that prove them.

A law lists pairs (a_0, b_0), (a_1, b_1), ... with a_n <= b_n; in a position either heap may be the larger one. The
theorems are about games in which moves subtract vectors: a step is a vector that is subtracted once, a ray one that is
subtracted any positive number of times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from math import sqrt
from typing import NamedTuple, TypeAlias

from ..core import Budget, InputError

Vector: TypeAlias = tuple[int, int]
"""Two numbers, for the first and for the second heap."""

WEIGHTS = 5
"""The number of weights that a rule about digits states."""
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


@dataclass(frozen=True, slots=True)
class MexPairs:
    """The P-positions (a_n, b_n) of a game like Wythoff's: b_n = s * a_n + t * n + c for n = 0, 1, ...

    Here a_n is the least number in no earlier pair. The parameters are s >= 1, t >= 0, s + t >= 2, c >= 0. With t >= 1
    and c = 0 these are the P-positions of the game in which a move takes any number from one heap, or k and l from both
    with 0 < k <= l < s * k + t. Wythoff's game has s = t = 1. Sources: W. A. Wythoff, "A modification of the game of
    Nim", 1907; A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982, for s = 1; A. S.
    Fraenkel, "Heap games, numeration systems and sequences", 1998.

    >>> sorted(MexPairs(1, 1).below(14))
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    """

    s: int
    t: int
    c: int = 0

    def __post_init__(self) -> None:
        if self.s < 1 or self.t < 0 or self.s + self.t < 2 or self.c < 0:
            raise InputError("expected s >= 1, t >= 0, s + t >= 2 and c >= 0")

    def __str__(self) -> str:
        terms = (_times(self.s, "a_n"), _times(self.t, "n"), str(self.c or ""))
        law = " + ".join(filter(None, terms))
        return f"b_n = {law}, a_n the least number in no earlier pair"

    @property
    def beatty(self) -> str | None:
        """The pairs as a formula with a square root if s = 1 and c = 0, else None.

        >>> MexPairs(1, 1).beatty
        'a_n = floor(n * (sqrt(5) + 1) / 2), b_n = a_n + n'
        """
        if self.s > 1 or self.c:
            return None
        alpha = f"sqrt({self.t * self.t + 4})"
        if self.t != 2:
            alpha = f"({alpha} {'+' if self.t < 2 else '-'} {abs(2 - self.t)})"
        return f"a_n = floor(n * {alpha} / 2), b_n = a_n + {_times(self.t, 'n')}"

    @property
    def slope(self) -> float:
        """The limit of b_n / a_n.

        Every number is in one pair, so 1 / alpha + 1 / beta = 1 and beta = s * alpha + t, where a_n ~ alpha * n and
        b_n ~ beta * n (S. Beatty, "Problem 3173", 1926, for s = 1).

        >>> round(MexPairs(1, 1).slope, 6)
        1.618034
        """
        half = self.s + 1 - self.t
        alpha = (half + sqrt(half * half + 4 * self.s * self.t)) / (2 * self.s)
        return self.s + self.t / alpha

    @property
    def in_digits(self) -> str | None:
        """The pairs as a rule about digits in Fraenkel's numeration system if c = 0, else None.

        The weights of its digits are u_0 = 1, u_1 = s + t and u_i = (s + t - 1) * u_(i-1) + s * u_(i-2). Digits are
        computed from the largest weight down, each as large as possible. For s = t = 1 this is Zeckendorf's
        representation, and for t = 0 the representation in base s.
        """
        if self.c:
            return None
        weights = [1, self.s + self.t]
        while len(weights) < WEIGHTS:
            weights.append((self.s + self.t - 1) * weights[-1] + self.s * weights[-2])
        words = "a_n the numbers that end in an even number of zeros, b_n = a_n with one zero more"
        return f"with the weights {', '.join(map(str, weights))}, ... {words}"

    def every(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs (a_n, b_n) for n = 0, 1, ...: a_n is the least number in no earlier pair, and b_n follows."""
        larger = set[int]()
        a = 0
        for n in count():
            while a in larger:
                larger.remove(a)
                a += 1
            b = self.s * a + self.t * n + self.c
            larger.add(b)
            yield a, b
            a += 1

    def below(self, size: int) -> set[tuple[int, int]]:
        """Return the pairs of the sequence with both heaps smaller than `size`."""
        return {(a, b) for a, b in takewhile(lambda pair: pair[0] < size, self.every()) if b < size}


@dataclass(frozen=True, slots=True)
class AdditivePairs:
    """P-positions (a_n, b_n) that are periodic: a_(n+p) = a_n + s and b_(n+p) = b_n + u for every n >= preperiod.

    Attributes:
        first: The first preperiod + p pairs, ascending; p is at least 1.
        preperiod: The index where the periodic part begins.
        growth: The increases (s, u) per period.

    Example:
        >>> AdditivePairs(((0, 0), (1, 2), (3, 3)), 1, (3, 3)).pair(1000)
        (1500, 1500)
    """

    first: tuple[tuple[int, int], ...]
    preperiod: int
    growth: tuple[int, int]

    def __post_init__(self) -> None:
        if not 0 <= self.preperiod < len(self.first) or min(self.growth) < 1:
            raise InputError("expected pairs that repeat and grow")

    def __str__(self) -> str:
        s, u = self.growth
        place = f"n+{self.period}"
        return f"a_({place}) = a_n + {s} and b_({place}) = b_n + {u} from n = {self.preperiod} on"

    @property
    def slope(self) -> float:
        """The limit of b_n / a_n."""
        return self.growth[1] / self.growth[0]

    @property
    def period(self) -> int:
        """The number of pairs in one period of the sequence."""
        return len(self.first) - self.preperiod

    def reduced(self) -> AdditivePairs:
        """Return the same sequence of pairs, described with the least period and then the least preperiod."""
        n0, p = self.preperiod, self.period
        for d in (d for d in range(1, p + 1) if p % d == 0 and not any(step * d % p for step in self.growth)):
            s, u = (step * d // p for step in self.growth)
            if all(_moved(self.pair(n), (s, u)) == self.pair(n + d) for n in range(n0, n0 + p)):
                break
        while n0 and _moved(self.pair(n0 - 1), (s, u)) == self.pair(n0 - 1 + d):
            n0 -= 1
        return AdditivePairs(self.first[: n0 + d], n0, (s, u))

    def pair(self, n: int) -> tuple[int, int]:
        """Return the pair with index n >= 0."""
        if n < 0:
            raise InputError(f"expected a number n >= 0, found {n}")
        if n < self.preperiod:
            return self.first[n]
        times, place = divmod(n - self.preperiod, self.period)
        a, b = self.first[self.preperiod + place]
        return a + times * self.growth[0], b + times * self.growth[1]

    def below(self, size: int) -> set[tuple[int, int]]:
        """Return the pairs of the sequence with both heaps smaller than `size`."""
        found = {pair for pair in self.first[: self.preperiod] if pair[1] < size}
        s, u = self.growth
        for a, b in self.first[self.preperiod :]:
            found |= {(a + i * s, b + i * u) for i in range((size - 1 - b) // u + 1)}
        return found


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


def _times(factor: int, name: str) -> str:
    """Return a product as text; a product with 0 is empty.

    >>> _times(0, "n"), _times(1, "n"), _times(2, "n")
    ('', 'n', '2 * n')
    """
    return "" if not factor else name if factor == 1 else f"{factor} * {name}"


def _moved(pair: tuple[int, int], by: tuple[int, int]) -> tuple[int, int]:
    return pair[0] + by[0], pair[1] + by[1]
