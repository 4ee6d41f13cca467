"""Compares a claim with the truth, position by position in the order of size, until it fails or the end is reached.

Whole blocks are compared at once in 64-bit columns; where the numbers of an expression may leave their bounds, the
block is evaluated position by position, so that an error is met exactly where the definition meets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np

from ..core import LimitReached, Meter, PositionError, Ruleset
from ..core.evaluation import compile_node
from ..patterns import Claim, Comparison, Knowledge, Periodic, Same
from .claim_columns import Column, Unsafe, evaluated
from .claim_truth import BLOCK, GROWTH, ILLEGAL, Boards, Question, Truth, heap_truth
from .values import is_heap_ruleset

MOST_BOARDS = 10**9
"""Positions of several heaps that are compared at most."""
FIRST_SIDE = 7
"""The largest heap of the first box of several heaps."""
_FAILS = {
    "==": np.not_equal,
    "!=": np.equal,
    "<": np.greater_equal,
    "<=": np.greater,
    ">": np.less_equal,
    ">=": np.less,
}


class Failure(NamedTuple):
    """Heaps where a claim fails, what was claimed of them, and what is true; lost positions count 1."""

    heaps: tuple[int, ...]
    claimed: int
    actual: int


class Scan:
    """Compares one claim; `checked` is the size of the largest heap up to which everything was compared."""

    def __init__(self, ruleset: Ruleset[Any], claim: Claim, misere: bool, known: Knowledge, meter: Meter) -> None:
        """Prepare the question; `misere` is what the user asked for."""
        self.claim = claim
        self.checked = -1
        values = not isinstance(claim, Comparison) or claim.kind == "value"
        self.question = Question(ruleset, values, misere, known, meter)

    def first_failure(self, least: int, stop: int, other: Ruleset[Any] | None = None) -> Failure | None:
        """Return the smallest failure with heaps from `least` to `stop`, or None; raises `LimitReached`."""
        if isinstance(self.claim, Periodic):
            return self._repeated(self.claim.period, least, stop)
        if isinstance(self.claim, Same):
            return self._alike(self.claim.shift, least, stop, other)
        if len(self.claim.names) == 1:
            return self._heaps(self.claim, least, stop)
        return self._boards(self.claim, least, stop)

    def _heaps(self, claim: Comparison, least: int, stop: int) -> Failure | None:
        """Compare single heaps in ascending order."""
        legal = False
        for start, whole in heap_truth(self.question, least, stop):
            for first in range(0, len(whole), BLOCK):
                truth = whole[first : first + BLOCK]
                failure = self._block(claim, [range(start + first, start + first + len(truth))], truth)
                if failure is not None:
                    return failure
                legal = legal or bool((truth != ILLEGAL).any())
                self.checked = start + first + len(truth) - 1
        self._refuse_nothing(legal)
        return None

    def _boards(self, claim: Comparison, least: int, stop: int) -> Failure | None:
        """Compare boxes of positions, each larger than the last."""
        heaps = len(claim.names)
        if (stop - least + 1) ** heaps > MOST_BOARDS:
            raise LimitReached(f"more than {MOST_BOARDS} positions of {heaps} heaps are not compared", kind="size")
        boards = Boards(self.question, heaps)
        side, best = min(stop, least + FIRST_SIDE), None
        while True:
            best = self._box(claim, boards, [range(least, side + 1)] * heaps)
            if best is None:
                self.checked = side
            wanted = GROWTH * side // 2 if best is None else sum(best.heaps) - (heaps - 1) * least
            if side >= min(stop, wanted):
                return best
            side = min(stop, wanted)

    def _box(self, claim: Comparison, boards: Boards, sides: Sequence[range]) -> Failure | None:
        """Return the smallest failure of a box, slice by slice."""
        best: Failure | None = None
        legal = False
        thick = max(1, BLOCK // prod(len(side) for side in sides[1:]))
        for first in range(sides[0].start, sides[0].stop, thick):
            slab = [range(first, min(first + thick, sides[0].stop)), *sides[1:]]
            truth = boards.box(slab)
            legal = legal or bool((truth != ILLEGAL).any())
            found = self._block(claim, slab, truth)
            if found is not None and (best is None or _order(found.heaps) < _order(best.heaps)):
                best = found
        self._refuse_nothing(legal)
        return best

    def _block(self, claim: Comparison, sides: Sequence[range], truth: Truth) -> Failure | None:
        """Return the smallest failure of a block of positions."""
        try:
            claimed = evaluated(claim.node, _columns(claim.names, sides))
        except Unsafe:
            return self._plainly(claim, sides, truth)
        if claim.kind == "N":
            claimed = np.logical_not(claimed)
        failing = _FAILS[claim.sign](truth, claimed) & (truth != ILLEGAL)
        if not failing.any():
            return None
        places = np.argwhere(failing)
        sums = places.sum(axis=1)
        place = tuple(
            places[int(np.argmin(sums))].tolist()
        )  # argwhere is in lexicographic order, argmin takes the first
        heaps = tuple(side.start + i for side, i in zip(sides, place, strict=True))
        return Failure(heaps, int(claimed[place]), int(truth[place]))

    def _plainly(self, claim: Comparison, sides: Sequence[range], truth: Truth) -> Failure | None:
        """Compare position by position in the order of size."""
        evaluate, fails = compile_node(claim.node, claim.names), _FAILS[claim.sign]
        turned = claim.kind == "N"
        for heaps in _ordered(sides):
            self.question.meter.passed(1)
            actual = int(truth[tuple(heap - side.start for heap, side in zip(heaps, sides, strict=True))])
            if actual != ILLEGAL:
                claimed = int(evaluate(heaps) != turned) if claim.kind != "value" else int(evaluate(heaps))
                if fails(actual, claimed):
                    return Failure(heaps, claimed, actual)
        return None

    def _repeated(self, period: int, least: int, stop: int) -> Failure | None:
        """Compare g(n + period) with g(n)."""
        self._refuse_other(self.question.ruleset)
        pairs = _paired(
            heap_truth(self.question, least, stop), heap_truth(self.question, least + period, stop + period)
        )
        return self._unequal(pairs)

    def _alike(self, shift: int, least: int, stop: int, other: Ruleset[Any] | None) -> Failure | None:
        """Compare g(n + shift) with the values of another ruleset."""
        question = self.question
        if other is None:
            return None
        self._refuse_other(question.ruleset)
        self._refuse_other(other)
        beside = question._replace(ruleset=other, known=Knowledge())
        own = ((first - shift, piece) for first, piece in heap_truth(question, least + shift, stop + shift))
        return self._unequal(_paired(own, heap_truth(beside, least, stop)))

    def _unequal(self, pairs: Iterator[tuple[int, Truth, Truth]]) -> Failure | None:
        """Return the first heap where two sequences differ."""
        for first, one, other in pairs:
            places = np.flatnonzero(one != other)
            if len(places):
                place = int(places[0])
                return Failure((first + place,), int(other[place]), int(one[place]))
            self.checked = first + len(one) - 1
        return None

    def _refuse_other(self, ruleset: Ruleset[Any]) -> None:
        """Refuse rulesets whose positions are no heaps, where a claim is about sequences of values."""
        if not is_heap_ruleset(ruleset):
            raise PositionError(f"sequences are of single heaps; a position of {ruleset.name} is something else")

    def _refuse_nothing(self, legal: bool) -> None:
        """Refuse claims about positions that the ruleset has not."""
        if not legal:
            names = " ".join(self.claim.names) if isinstance(self.claim, Comparison) else "n"
            raise PositionError(f'{self.question.ruleset.name} has no positions "{names}" of whole numbers')


def _columns(names: Sequence[str], sides: Sequence[range]) -> dict[str, Column]:
    """Return the heaps of a box as columns, each along an axis of its own."""
    columns = {}
    for place, (name, side) in enumerate(zip(names, sides, strict=True)):
        shape = [-1 if i == place else 1 for i in range(len(sides))]
        columns[name] = Column(np.arange(side.start, side.stop).reshape(shape), side.start, side.stop - 1)
    return columns


def _ordered(sides: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """Return the positions of a box in the order of size."""
    boards = product(*sides)
    return boards if len(sides) == 1 else iter(sorted(boards, key=_order))


def _order(heaps: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return the place of a position in the order of size: the least sum first, then lexicographic."""
    return sum(heaps), heaps


def _paired(one: Iterator[tuple[int, Truth]], other: Iterator[tuple[int, Truth]]) -> Iterator[tuple[int, Truth, Truth]]:
    """Yield two sequences side by side: the place of a piece in the first, and both pieces, of one length."""
    left = right = np.zeros(0, np.int64)
    first = 0
    while True:
        if not len(left):
            first, left = next(one, (0, left))
        if not len(right):
            _, right = next(other, (0, right))
        both = min(len(left), len(right))
        if not both:
            return
        yield first, left[:both], right[:both]
        first, left, right = first + both, left[both:], right[both:]
