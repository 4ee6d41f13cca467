"""Wythoff's game and generalizations: a move may take from two or more heaps together.

`wythoff: 3 5`: a move takes any number from one heap, or the same number from both. In `wythoff(a=2): 3 5` the numbers
taken from both heaps may differ by less than a. The P-positions are computed with integer square roots, so heaps of a
thousand digits are solved at once; no formula is known for the other values.

`vectors(steps={(1,0),(0,1),(2,2)}, rays={(1,1)}): 3 5`: a move subtracts a step, or any positive multiple of a ray, and
no heap may become negative. Wythoff's game is rays={(1,0),(0,1),(1,1)}.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd, isqrt
from typing import TypeAlias

from ...core import CoupledMove, CoupledMoves, Move, Outcome, RuleError, Scanner, Structure, Sum, Theorem, from_heaps
from ...core.expressions import read_condition, read_number
from ...core.facets import Vectors
from ..forms import refuse_below
from .coupled import CoupledRuleset, Numbers, lowered

Vector: TypeAlias = tuple[int, ...]
"""The amounts that a move subtracts, one for each heap."""


_WYTHOFF = 'W. A. Wythoff, "A modification of the game of Nim", 1907'
_FRAENKEL = 'A. S. Fraenkel, "How to beat your Wythoff games\' opponent on three fronts", 1982'


class Wythoff(CoupledRuleset, Structure):
    """The rules of Wythoff's game: take any number from one of two heaps, or numbers that differ by less than a."""

    size = 2
    ordered = False
    idea_lesson = "golden"

    def __init__(self, a: int = 1) -> None:
        """Build the ruleset.

        Args:
            a: The numbers that a move takes from both heaps differ by less than this; 1 means equal numbers.

        Raises:
            RuleError: If `a` is not an integer of at least 1.
        """
        refuse_below(1, "wythoff", a=a)
        self.a = a
        self.name = "wythoff" if a == 1 else f"wythoff(a={a})"
        pairs = "floor(i*phi) and floor(i*phi) + i for some i >= 0, phi the golden ratio"
        if a > 1:
            pairs = f"floor(i*x) and floor(i*x) + {a}*i for some i >= 0, x = ({2 - a} + sqrt({a * a + 4})) / 2"
        self.theory = Theorem(f"P iff the heaps are {pairs}", _WYTHOFF if a == 1 else _FRAENKEL)

    def vectors(self) -> tuple[Vectors, Vectors] | None:
        return ((), ((1, 0), (0, 1), (1, 1))) if self.a == 1 else None

    def coupled_moves(self) -> CoupledMoves:
        def move(condition: str, **amounts: str) -> CoupledMove:
            chosen = tuple(amounts.values())
            results = {heap: read_number(Scanner(f"{heap} - {k}"), (heap, k)) for heap, k in amounts.items()}
            return CoupledMove(read_condition(Scanner(condition), ("a", "b", *chosen)), results, chosen)

        both = f"1 <= i <= a and 1 <= j <= b and abs(i - j) < {self.a}"
        moves = (move("1 <= i <= a", a="i"), move("1 <= j <= b", b="j"), move(both, a="i", b="j"))
        return CoupledMoves(("a", "b"), moves)

    def options(self, position: Numbers) -> Iterator[Numbers]:
        a, b = position
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        more = self.a - 1
        for k in range(1, min(a, b + more) + 1):
            yield from ((a - k, b - j) for j in range(max(1, k - more), min(b, k + more) + 1))

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        first, second = before[0] - after[0], before[1] - after[1]
        where = "both" if first and second else "heap 1" if first else "heap 2"
        label = (
            f"take {first} and {second}" if first and second and self.a > 1 else f"take {first or second} from {where}"
        )
        return Move(label, Sum(after), lambda: from_heaps(before, after), "take")

    def count_moves(self, position: Numbers) -> int:
        a, b = position
        return a + b + a * b - _far_pairs(a, b - self.a) - _far_pairs(b, a - self.a)

    def idea(self, position: Numbers) -> str:
        if 0 in position:
            return "Take the whole heap." if max(position) else ""
        shown = ", ".join(str((_lower(i, self.a), _lower(i, self.a) + self.a * i)) for i in range(1, 5))
        pairs = f"pairs {shown}, ..., whose differences are {', '.join(str(self.a * i) for i in range(1, 5))}, ..."
        if self.known_outcome(position) is Outcome.P:
            return f"You have one of the {pairs}: no move leads from one of them to another."
        return f"Leave one of the {pairs}: no move leads from one of them to another."

    def known_value(self, position: Numbers) -> int | None:
        """Return 0 for a P-position, and n for one nonempty heap of n; else None, because no formula is known."""
        if 0 in position:
            return max(position)
        return 0 if self.known_outcome(position) is Outcome.P else None

    def known_outcome(self, position: Numbers) -> Outcome:
        """Return P if the heaps are floor(i * x) and floor(i * x) + a * i for some i, else N.

        Here x = (2 - a + sqrt(a * a + 4)) / 2.
        """
        index, rest = divmod(abs(position[0] - position[1]), self.a)
        return Outcome.wins(rest != 0 or min(position) != _lower(index, self.a))

    def moves_to(self, position: Numbers, value: int) -> Iterator[Move[Numbers]] | None:
        if value:
            return None
        a, b = position
        index, rest = divmod(a - b, self.a)
        both = []
        for i in (index, index + 1) if rest else (index,):  # the difference changes by less than self.a
            low = _lower(abs(i), self.a)
            both.append((low + max(i, 0) * self.a, low + max(-i, 0) * self.a))
        pairs = [(_partner(b, self.a), b), (a, _partner(a, self.a)), *sorted(both, reverse=True)]
        allowed = [p for p in dict.fromkeys(pairs) if p != position and p[0] <= a and p[1] <= b]
        return (self._move(position, pair) for pair in allowed)


def _far_pairs(first: int, most: int) -> int:
    """Count the pairs (i, j) with 1 <= i <= first and i <= j <= most."""
    ends = min(first, max(most, 0))
    return ends * most - ends * (ends - 1) // 2 if ends > 0 else 0


def _lower(i: int, a: int = 1) -> int:
    """Return the smaller heap of the P-position number `i` of Wythoff's game: floor(i * x).

    Here x = (2 - a + sqrt(a * a + 4)) / 2.

    >>> [_lower(i) for i in range(8)], [_lower(i, 2) for i in range(8)]
    ([0, 1, 3, 4, 6, 8, 9, 11], [0, 1, 2, 4, 5, 7, 8, 9])
    """
    return (i * (2 - a) + isqrt(i * i * (a * a + 4))) // 2


def _partner(heap: int, a: int = 1) -> int:
    """Return the heap that makes a P-position of Wythoff's game together with `heap`.

    In the game, the numbers taken from both heaps may differ by less than `a`.

    Every number belongs to exactly one pair. The index of the pair is about heap / x if `heap` is the smaller one, else
    heap / (x + a). Here x = (2 - a + sqrt(a * a + 4)) / 2.

    >>> [_partner(heap) for heap in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    root = isqrt(heap * heap * (a * a + 4))
    index = (root + (a - 2) * heap) // (2 * a)
    for i in (index, index + 1):
        if _lower(i, a) == heap:
            return heap + a * i
    index = ((2 + a) * heap - root) // (2 * a)
    return heap - a * next(i for i in (index - 1, index, index + 1) if i >= 0 and _lower(i, a) + a * i == heap)


class VectorGame(CoupledRuleset, Structure):
    """The rules of a vector game: subtract a step, or any positive multiple of a ray, from heaps played together."""

    def __init__(self, steps: Iterable[Vector] = (), rays: Iterable[Vector] = ()) -> None:
        """Build the ruleset from vectors of integers, none of them zero; all have the same length of at least 2.

        Args:
            steps: The vectors that may be subtracted once.
            rays: The vectors of which any positive multiple may be subtracted.

        Raises:
            RuleError: If no vector is given, or one is invalid.
        """
        self.steps = _in_order(steps)
        self.rays = _in_order(rays)
        every = self.steps + self.rays
        if not every:
            raise RuleError("vectors: expected at least one step or ray")
        for vector in every:
            if len(vector) < 2:
                raise RuleError(f"vectors: the vector {vector!r} needs entries for two or more heaps")
            if len(vector) != len(every[0]):
                raise RuleError(f"vectors: {every[0]!r} and {vector!r} are of different lengths")
        self.size = len(every[0])
        shown = {"steps": self.steps, "rays": self.rays}
        listed = {key: ",".join(f"({','.join(map(str, v))})" for v in vectors) for key, vectors in shown.items()}
        self.name = f"vectors({', '.join(f'{key}={{{text}}}' for key, text in listed.items() if text)})"
        directions = {tuple(entry // gcd(*v) for entry in v) for v in self.steps + self.rays}
        self._parallel = len(directions) < len(self.steps + self.rays)
        self.ordered = not all(
            lowered(lowered(vector, i, vector[i + 1]), i + 1, vector[i]) in vectors  # with two heaps exchanged
            for vectors in (self.steps, self.rays)
            for vector in vectors
            for i in range(len(vector) - 1)
        )

    def vectors(self) -> tuple[Vectors, Vectors]:
        return self.steps, self.rays

    def options(self, position: Numbers) -> Iterator[Numbers]:
        """Return the distinct options: first the results of steps, then the results of multiples of rays."""
        every = (
            tuple(heap - k * taken for heap, taken in zip(position, vector, strict=True))
            for vector, most in self._reaches(position)
            for k in range(1, most + 1)
        )
        return iter(dict.fromkeys(every)) if self._parallel else every

    def _reaches(self, position: Numbers) -> Iterator[tuple[Vector, int]]:
        """Yield each step and ray with the greatest multiple that can be subtracted; for a step this is at most 1."""
        for vectors, most in ((self.steps, 1), (self.rays, max(position))):
            for vector in vectors:
                fits = (heap // taken for heap, taken in zip(position, vector, strict=True) if taken)
                yield vector, min(most, *fits)

    def count_moves(self, position: Numbers) -> int | None:
        """Return the number of moves, or None if two vectors are parallel.

        Multiples of parallel vectors can have the same result, which is then one move.
        """
        return None if self._parallel else sum(fits for _, fits in self._reaches(position))

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        taken = ",".join(str(heap - left) for heap, left in zip(before, after, strict=True))
        return Move(f"take {taken}", Sum(after), lambda: from_heaps(before, after), "take")


def _in_order(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """Return the vectors without repetition, sorted by ascending total, then by descending first entry."""
    found = {tuple(vector) for vector in vectors}
    for vector in found:
        if not all(type(entry) is int and entry >= 0 for entry in vector):
            raise RuleError(f"vectors: expected whole numbers that are not negative, found {vector!r}")
        if not any(vector):
            raise RuleError(f"vectors: the vector {vector!r} takes nothing")
    return tuple(sorted(found, key=lambda vector: (sum(vector), tuple(-entry for entry in vector))))
