"""Compares a claim with the true outcomes or values, position by position in order of size, up to the first failure.

A whole block of positions is compared at once with 64-bit arrays. If 64 bits may not suffice, or numpy is not
installed, positions are compared one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product, tee
from typing import Any

from ...core import Budget, LimitReached, PositionError, Ruleset, has_misere_rule
from ...core.evaluation import SIGNS, compile_node
from ...patterns import Claim, Comparison, Periodic, ProvedFacts, Same
from ...sequences import arrays, has_numpy
from ...sequences.arrays import Series
from ..computing.values import require_heaps
from .truth import BLOCK, GROWTH, ILLEGAL, Boards, ClaimQuestion, Failure, heap_truth

MOST_BOARDS = 10**9
"""The largest number of positions of several heaps."""
MOST_HELD = 1 << 22
"""The longest period for which values are stored, so that they are computed once."""
FIRST_SIDE = 7
"""The largest heap of the first box of several heaps."""
HINT = "write a claim about several heaps with a, b, c"


class Scan:
    """A test of one claim, position by position in order of size.

    Args:
        ruleset: The ruleset that the claim is about.
        claim: The claim to test.
        misere: Whether the user requested misère play instead of the convention of the ruleset.
        known: What is proved about the ruleset.
        budget: Limits the work.

    Attributes:
        checked: All positions whose heaps are at most this large were tested.
    """

    def __init__(self, ruleset: Ruleset[Any], claim: Claim, misere: bool, known: ProvedFacts, budget: Budget) -> None:
        self.claim, self.checked = claim, -1
        values = not isinstance(claim, Comparison) or claim.kind == "value"
        self.question = ClaimQuestion(ruleset, values, misere, known, budget)

    def first_failure(self, least: int, stop: int, other: Ruleset[Any] | None = None) -> Failure | None:
        """Find the smallest position where the claim fails.

        Args:
            least: The smallest heap to test.
            stop: The largest heap to test.
            other: The second ruleset, if the claim compares the values of two rulesets.

        Returns:
            The failure, or None if the claim is true for all these heaps.

        Raises:
            LimitReached: If a limit is exceeded.
        """
        self.checked = least - 1
        if isinstance(self.claim, Periodic):
            return self._repeated(self.claim.period, least, stop)
        if isinstance(self.claim, Same):
            return self._alike(self.claim.shift, least, stop, other)
        if len(self.claim.names) == 1:
            return self._heaps(self.claim, least, stop)
        return self._boards(self.claim, least, stop)

    def failure_at(self, heaps: tuple[int, ...], other: Ruleset[Any] | None = None) -> Failure | None:
        """Test the claim for one position.

        Args:
            heaps: The heaps of the position.
            other: The second ruleset, if the claim compares the values of two rulesets.

        Returns:
            The failure, or None if the claim is true for this position.

        Raises:
            LimitReached: If a limit is exceeded.
        """
        if len(heaps) == 1 or not isinstance(self.claim, Comparison):
            return self.first_failure(heaps[0], heaps[0], other)
        sides = [range(heap, heap + 1) for heap in heaps]
        return first_failing(self.claim, sides, Boards(self.question, len(heaps)).box(sides), self.question.budget)

    def _heaps(self, claim: Comparison, least: int, stop: int) -> Failure | None:
        legal = False
        for start, whole in heap_truth(self.question, least, stop):
            for first in range(0, len(whole), BLOCK):
                truth = whole[first : first + BLOCK]
                box = [range(start + first, start + first + len(truth))]
                failure = first_failing(claim, box, truth, self.question.budget)
                if failure is not None:
                    return failure
                legal = legal or any(value != ILLEGAL for value in truth)
                self.checked = start + first + len(truth) - 1
        self._refuse_nothing(legal)
        return None

    def _boards(self, claim: Comparison, least: int, stop: int) -> Failure | None:
        heaps = len(claim.names)
        if (stop - least + 1) ** heaps > MOST_BOARDS:
            raise LimitReached(f"at most {MOST_BOARDS} positions of {heaps} heaps are compared", kind="size")
        boards = Boards(self.question, heaps)
        side = min(stop, least + FIRST_SIDE)
        while True:
            best: Failure | None = None
            legal, sides = False, [range(least, side + 1)] * (heaps - 1)
            thick = max(1, BLOCK // (side + 1 - least) ** (heaps - 1))
            for first in range(least, side + 1, thick):
                slab = [range(first, min(first + thick, side + 1)), *sides]
                truth = boards.box(slab)
                legal = legal or any(value != ILLEGAL for value in truth)
                failure = first_failing(claim, slab, truth, self.question.budget)
                if failure is not None and (best is None or _order(failure.heaps) < _order(best.heaps)):
                    best = failure
            self._refuse_nothing(legal)
            if best is None:
                self.checked = side
            wanted = GROWTH * side // 2 if best is None else sum(best.heaps) - (heaps - 1) * least
            if side >= min(stop, wanted):
                return best
            side = min(stop, wanted)

    def _repeated(self, period: int, least: int, stop: int) -> Failure | None:
        require_heaps(self.question.ruleset, HINT)
        if period > MOST_HELD:
            later = heap_truth(self.question, least + period, stop + period)
            return self._unequal(_paired(heap_truth(self.question, least, stop), later))
        one, other = tee(heap_truth(self.question, least, stop + period))
        return self._unequal(_paired(one, _later(other, period)))

    def _alike(self, shift: int, least: int, stop: int, other: Ruleset[Any] | None) -> Failure | None:
        if other is None:
            return None
        question = self.question
        require_heaps(question.ruleset, HINT)
        require_heaps(other, HINT)
        second = question._replace(
            ruleset=other, misere=question.last_loses != has_misere_rule(other), known=ProvedFacts()
        )
        own = ((first - shift, piece) for first, piece in heap_truth(question, least + shift, stop + shift))
        return self._unequal(_paired(own, heap_truth(second, least, stop)))

    def _unequal(self, pairs: Iterator[tuple[int, Series, Series]]) -> Failure | None:
        for first, one, other in pairs:
            place = arrays.first_difference(one, other)
            if place is not None:
                return Failure((first + place,), int(other[place]), int(one[place]))
            self.checked = first + len(one) - 1
        return None

    def _refuse_nothing(self, legal: bool) -> None:
        if not legal:
            names = " ".join(self.claim.names) if isinstance(self.claim, Comparison) else "n"
            name = self.question.ruleset.name
            hint = f"grundy explore {name} shows a table of positions by size"
            raise PositionError(f'{name} has no positions "{names}" of whole numbers', hint=hint)


def first_failing(
    claim: Comparison, sides: Sequence[range], truth: Series | list[int], budget: Budget
) -> Failure | None:
    """Find the failure of a claim with the least sum of heaps, among all positions with heaps in given ranges.

    Args:
        claim: The claim to test.
        sides: The range of sizes of each heap.
        truth: The true values or outcomes (1 for P, 0 for N) of the positions, with the last heap varying fastest.
        budget: Counts positions.

    Returns:
        The failure, or None if there is none.
    """
    if not isinstance(truth, list) and has_numpy():
        from . import columns

        with suppress(columns.Unsafe):
            return columns.first_failing(claim, sides, truth)
    evaluate, holds = compile_node(claim.node, claim.names), SIGNS[claim.sign]
    boards = zip(product(*sides), truth, strict=True)
    for heaps, value in boards if len(sides) == 1 else sorted(boards, key=lambda board: _order(board[0])):
        budget.charge_unstored(1)
        actual = int(value)
        if actual != ILLEGAL:
            claimed = int(evaluate(heaps)) if claim.kind == "value" else int(evaluate(heaps) != (claim.kind == "N"))
            if not holds(actual, claimed):
                return Failure(heaps, claimed, actual)
    return None


def _order(heaps: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return sum(heaps), heaps


def _later(pieces: Iterator[tuple[int, Series]], count: int) -> Iterator[tuple[int, Series]]:
    for first, piece in pieces:
        if count < len(piece):
            yield first + count, piece[count:]
        count = max(0, count - len(piece))


def _paired(
    one: Iterator[tuple[int, Series]], other: Iterator[tuple[int, Series]]
) -> Iterator[tuple[int, Series, Series]]:
    """Yield the blocks of two sequences in pairs, after cutting them to the same length.

    Each result is the index of the first element, the block of `one`, and the block of `other`.
    """
    left = right = arrays.series(())
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
