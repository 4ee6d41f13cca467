"""What is proved about a ruleset, as data for the theorems about claims, and what they answer.

No theorem knows the name of a game: whoever asks tells it what the rule is made of and what its values are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ..core import Course, Meter
from ..core.expressions import Node
from .claims import Claim

Vector: TypeAlias = tuple[int, ...]
"""What a move takes, one entry for each heap."""

SPRAGUE_GRUNDY = (
    "the value of a sum is the nim-sum of the values of its heaps: "
    "R. P. Sprague, Ueber mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939"
)


class Proved(NamedTuple):
    """A function of one heap that is known for every size: `at` computes it, its course is proved by `grounds`.

    `theorem` is what stands in `grounds` when the course itself need not be told, empty where that is all.
    """

    at: Callable[[int], int]
    course: Course
    grounds: str
    theorem: str = ""

    def shifted(self, by: int) -> Proved:
        """Return the function of n + `by`; what lies below 0 is not asked for."""
        course = self.course._replace(preperiod=max(0, self.course.preperiod - by))
        return self._replace(at=lambda n: self.at(n + by), course=course)

    def marks(self, value: int) -> Proved:
        """Return the function that is 1 where this one, which is never negative, has a value of 0 or 1, else 0."""
        n0, p, saltus = self.course
        course = Course(n0 + p * (value // saltus + 1), 1) if saltus > 0 else self.course
        return self._replace(at=lambda n: int(self.at(n) == value), course=course)


class Knowledge(NamedTuple):
    """What is proved about a ruleset in one kind of play.

    `values` are the Grundy values of the single heaps, in the order of the position; the value of the whole is
    their nim-sum. In misere play they are None unless the ruleset is tame: then they are those of normal play, and
    the outcome follows by Bouton's rule. About a single heap: `value`, the (misere) Grundy value, and `lost`, 1 where
    the player to move loses; `formula` is an expression over n for the value of every heap from 1 on, by the
    theorem `source`. `other` are the values of the ruleset that a claim compares with.

    What the rule is made of, where that is the whole rule: `steps`, the vectors of which one is taken from the heaps
    in their order; `takes`, a condition over n and k for how many tokens k may be taken from a single heap of n.
    `columns`: a position is lost in normal play exactly where the number of ones in every binary column of its heaps is
    a multiple of that, and in misere play too, unless all heaps are 0 or 1: then where their number leaves 1. The
    theorem is `source`. Whoever works long on this asks `meter`.
    """

    misere: bool = False
    values: tuple[Proved, ...] | None = None
    value: Proved | None = None
    lost: Proved | None = None
    formula: Node | None = None
    source: str = ""
    other: Proved | None = None
    steps: frozenset[Vector] | None = None
    takes: Node | None = None
    columns: int | None = None
    meter: Meter = Meter()


class Judgement(NamedTuple):
    """The claim is proved by `theorem`, or false at `counterexample`, the first position where it fails.

    `brief` is the theorem without what was looked at to apply it, empty where nothing was. `claimed` and `actual` are
    what is claimed of the counterexample and what is true: values, or 1 for P and 0 for N.
    """

    theorem: str
    counterexample: tuple[int, ...] | None = None
    brief: str = ""
    claimed: int = 0
    actual: int = 0


Theorem: TypeAlias = Callable[[Claim, Knowledge, int], "Judgement | None"]
"""Judges a claim about all positions whose heaps are at least as large as a number; None: it says nothing."""
