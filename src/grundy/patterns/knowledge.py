"""Facts about a ruleset as input for the theorems about claims, and the judgements that they return.

The theorems do not know the names of games; the caller passes the rules and values as data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ..core import Budget, Course
from ..core.expressions import Node
from .claims import Claim
from .fixed_points import Moves

SPRAGUE_GRUNDY = (
    "the value of a sum is the nim-sum of the values of its heaps: "
    "R. P. Sprague, Ueber mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939"
)


class Proved(NamedTuple):
    """A function of one heap, such as its Grundy value, that is proved for heaps of every size.

    Attributes:
        at: The function, which returns the value for a heap.
        course: Its arithmetic period.
        grounds: The proof of the period, with its source.
        theorem: `grounds` without the numbers of the period; "" if `grounds` has none.
    """

    at: Callable[[int], int]
    course: Course
    grounds: str
    theorem: str = ""

    def shifted(self, by: int) -> Proved:
        """Return the function n -> f(n + by), where f is this function; n + by must not be negative."""
        course = self.course._replace(preperiod=max(0, self.course.preperiod - by))
        return self._replace(at=lambda n: self.at(n + by), course=course)

    def marks(self, value: int) -> Proved:
        """Return the function that is 1 where this one equals `value`, else 0; this one must be non-negative."""
        n0, p, saltus = self.course
        course = Course(n0 + p * (value // saltus + 1), 1) if saltus > 0 else self.course
        return self._replace(at=lambda n: int(self.at(n) == value), course=course)


class ProvedFacts(NamedTuple):
    """What is proved about a ruleset in one play convention, as input for theorems about claims; None means unknown.

    Attributes:
        misere: Whether the player who makes the last move loses.
        values: The Grundy values of the single heaps, in order; the value of the position is their nim-sum. In misère
            play they are given only for tame rulesets, as values in normal play; then Bouton's rule gives the outcome.
        value: The Grundy value, or misère value, of a single heap.
        lost: The function of a single heap that is 1 if the heap is a P-position and 0 if not.
        formula: An expression of n for the value of every heap from 1 on.
        source: The theorem that proves `formula` or `columns`.
        other: The values of the other ruleset if a claim compares two rulesets.
        steps: The vectors that moves subtract from the heaps, if each move subtracts one of finitely many vectors.
        takes: The condition on n and k under which k tokens may be taken from a heap of n, if these are all
            moves.
        rule: All moves of the ruleset on its heaps, named as in claims, in the convention of `misere`.
        notes: If it is a list, the reasons why automata do not decide a claim are appended to it.
        columns: If set, a position is P in normal play exactly if the number of ones in every binary column is a
            multiple of it. In misère play the same is true unless all heaps are 0 or 1; then a position is P exactly if
            the number of heaps of size 1 leaves the remainder 1.
        budget: Checked during long computations.
    """

    misere: bool = False
    values: tuple[Proved, ...] | None = None
    value: Proved | None = None
    lost: Proved | None = None
    formula: Node | None = None
    source: str = ""
    other: Proved | None = None
    steps: frozenset[tuple[int, ...]] | None = None
    takes: Node | None = None
    rule: Moves | None = None
    notes: list[str] | None = None
    columns: int | None = None
    budget: Budget = Budget()


class Judgement(NamedTuple):
    """The result of applying a theorem to a claim: the claim is proved, or false at a counterexample.

    Attributes:
        theorem: The theorem with the details of its application.
        counterexample: The first position where the claim fails, or None.
        brief: The theorem without these details; "" if there are none.
        claimed: The claimed value of the counterexample, or 1 for P and 0 for N.
        actual: The true value of the counterexample, in the same form.
    """

    theorem: str
    counterexample: tuple[int, ...] | None = None
    brief: str = ""
    claimed: int = 0
    actual: int = 0


Theorem: TypeAlias = Callable[[Claim, ProvedFacts, int], "Judgement | None"]
"""Decides a claim about all positions with heaps of at least a given size; None if it does not apply."""
