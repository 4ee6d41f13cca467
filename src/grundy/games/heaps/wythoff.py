"""Wythoff's game and generalizations: a move may take from two or more heaps together.

`wythoff: 3 5`: a move takes any number from one heap, or the same number from both. The P-positions are computed with
integer square roots, so heaps of a thousand digits are solved at once; no formula is known for the other values.

`vectors(steps={(1,0),(0,1),(2,2)}, rays={(1,1)}): 3 5`: a move subtracts a step, or any positive multiple of a ray, and
no heap may become negative. Wythoff's game is rays={(1,0),(0,1),(1,1)}.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd, isqrt
from typing import TypeAlias

from ...core import Move, Outcome, RuleError, Structure, Sum, Theorem, from_heaps
from ...core.facets import Vectors
from .coupled import CoupledRuleset, Numbers, lowered

Vector: TypeAlias = tuple[int, ...]
"""The amounts that a move subtracts, one for each heap."""


class Wythoff(CoupledRuleset, Structure):
    """The rules of Wythoff's game: take any number from one of two heaps, or the same number from both."""

    name = "wythoff"
    size = 2
    ordered = False
    idea_lesson = "golden"
    theory = Theorem(
        "P iff the heaps are floor(i*phi) and floor(i*phi) + i for some i >= 0, phi the golden ratio",
        'W. A. Wythoff, "A modification of the game of Nim", 1907',
    )

    def vectors(self) -> tuple[Vectors, Vectors]:
        return (), ((1, 0), (0, 1), (1, 1))

    def options(self, position: Numbers) -> Iterator[Numbers]:
        a, b = position
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        first, second = before[0] - after[0], before[1] - after[1]
        where = "both" if first and second else "heap 1" if first else "heap 2"
        return Move(f"take {first or second} from {where}", Sum(after), lambda: from_heaps(before, after), "take")

    def count_moves(self, position: Numbers) -> int:
        return sum(position) + min(position)

    def idea(self, position: Numbers) -> str:
        if 0 in position:
            return "Take the whole heap." if max(position) else ""
        pairs = "pairs (1, 2), (3, 5), (4, 7), (6, 10), ..., whose differences are 1, 2, 3, 4, ..."
        if self.known_outcome(position) is Outcome.P:
            return f"You have one of the {pairs}: no move leads from one of them to another."
        return f"Leave one of the {pairs}: no move leads from one of them to another."

    def known_value(self, position: Numbers) -> int | None:
        """Return 0 for P-positions and n for one heap of n; no formula is known for other values, so None."""
        if 0 in position:
            return max(position)
        return 0 if self.known_outcome(position) is Outcome.P else None

    def known_outcome(self, position: Numbers) -> Outcome:
        """Return P if the smaller heap is floor(d*phi), with the difference d and the golden ratio phi; else N."""
        return Outcome.wins(min(position) != _lower(abs(position[0] - position[1])))

    def moves_to(self, position: Numbers, value: int) -> Iterator[Move[Numbers]] | None:
        if value:
            return None
        a, b = position
        low = _lower(abs(a - b))
        pairs = (_partner(b), b), (a, _partner(a)), (low + max(a - b, 0), low + max(b - a, 0))
        return (self._move(position, pair) for pair in pairs if pair != position and pair[0] <= a and pair[1] <= b)


def _lower(i: int) -> int:
    """Return floor(i * phi), the smaller heap of Wythoff's pair number `i`.

    >>> [_lower(i) for i in range(8)]
    [0, 1, 3, 4, 6, 8, 9, 11]
    """
    return (i + isqrt(5 * i * i)) // 2


def _partner(heap: int) -> int:
    """Return the heap that makes a P-position with `heap`; every number belongs to exactly one pair.

    The index of the pair is about heap / phi if `heap` is the smaller one, heap / phi^2 if the larger.

    >>> [_partner(heap) for heap in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    root = isqrt(5 * heap * heap)
    index = (root - heap) // 2
    for i in (index, index + 1):
        if _lower(i) == heap:
            return heap + i
    index = (3 * heap - root) // 2
    return heap - next(i for i in (index - 1, index) if i >= 0 and _lower(i) + i == heap)


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
        """Return the options, each once: first those by steps, then those by multiples of rays."""
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
        """Return the number of moves, or None if two vectors are parallel: then results that occur twice count once."""
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
