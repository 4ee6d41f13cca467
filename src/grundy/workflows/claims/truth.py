"""The true values or outcomes with which claims are compared; outcomes are 1 for P and 0 for N.

They are computed by a proved period, by the methods for long sequences, or by definition. Results for single heaps are
in ascending order. Results for several heaps are those of a box, which has a range for each heap, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from ... import sequences
from ...core import (
    Budget,
    FunctionRuleset,
    Game,
    HeapRuleset,
    InputError,
    Knowledge,
    LimitReached,
    Outcome,
    RuleError,
    Ruleset,
    Structure,
    Sum,
    Summand,
    facet,
    has_misere_rule,
    iterate_checked,
)
from ...patterns import Proved, ProvedFacts
from ...sequences import arrays
from ...sequences.arrays import Series
from ..computing.p_positions import p_positions
from ..computing.values import heap_values, is_heap_ruleset, require_writable
from ..solving import DIRECT, PartSolver, Solver
from ..solving.quotient import quotient_for, rule_quotient

BLOCK = 1 << 18
"""The number of heaps that are compared at a time."""
GROWTH = 8
"""If values are not computed in pieces, the number of heaps grows by this factor."""
WHOLE = 16
"""The largest heap of the first step if whole positions are searched one by one."""
ILLEGAL = -1
"""The mark of positions that the ruleset does not have."""


class Failure(NamedTuple):
    """A position where a claim fails.

    Attributes:
        heaps: The sizes of the heaps of the position.
        claimed: The value that the claim states; for outcomes 1 if it states P, otherwise 0.
        actual: The true value; for outcomes 1 for P, otherwise 0.
    """

    heaps: tuple[int, ...]
    claimed: int
    actual: int


class ClaimQuestion(NamedTuple):
    """A question about the true values or outcomes of a ruleset, with which a claim is compared.

    Attributes:
        ruleset: The ruleset that the claim is about.
        values: Whether the claim is about values; otherwise it is about outcomes.
        misere: Whether the user requested misère play instead of the convention of the ruleset.
        known: What is proved about the ruleset.
        budget: Limits the work.
    """

    ruleset: Ruleset[Any]
    values: bool
    misere: bool
    known: ProvedFacts
    budget: Budget

    @property
    def last_loses(self) -> bool:
        """Whether the player who makes the last move loses; `misere` reverses the convention of the ruleset."""
        return self.misere != has_misere_rule(self.ruleset)


def heap_truth(question: ClaimQuestion, least: int, stop: int) -> Iterator[tuple[int, Series]]:
    """Yield the true values, or outcomes (1 for P, 0 for N), of consecutive heaps in blocks.

    Args:
        question: The ruleset, whether values or outcomes are compared, and what is proved about them.
        least: The first heap.
        stop: The last heap.

    Yields:
        The first heap of a block, and the values or outcomes in the block.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    ruleset, known = question.ruleset, question.known
    fact = known.value if question.values else known.lost
    if fact is not None:
        yield from _blocks(lambda first, end: _tiled(fact, first, end), least, stop, question.budget)
        return
    if not is_heap_ruleset(ruleset):
        boards = Boards(question, 1)
        yield from _blocks(lambda first, end: boards.box([range(first, end)]), least, stop, question.budget)
        return
    first = 0
    for piece in _pieces(question, stop):
        numbers = arrays.series(piece) if question.values else arrays.is_zero(piece)
        if first + len(numbers) > least:
            skipped = max(0, least - first)
            yield first + skipped, numbers[skipped:]
        first += len(numbers)


def _pieces(question: ClaimQuestion, stop: int) -> Iterator[Any]:
    """Yield the values of heaps 0 to `stop` in blocks; for outcomes, numbers that are 0 exactly for P-positions.

    The ruleset, the play convention and the budget are those of `question`.
    """
    ruleset, budget = question.ruleset, question.budget
    rule = facet(ruleset, Structure).sequence()
    first, end = 0, min(stop, WHOLE if question.last_loses else DIRECT)
    if not question.last_loses and rule is not None and stop > DIRECT:
        known = arrays.narrow(heap_values(ruleset, DIRECT, misere=question.misere, budget=budget))
        yield known
        yield from sequences.value_pieces(rule, known, stop, budget)
        return
    if question.last_loses and not question.values and isinstance(ruleset, HeapRuleset):
        quotient = rule_quotient(ruleset).covering(stop, budget.limits)
        if quotient is not None:
            yield [int(not quotient.is_lost(quotient.image(heap))) for heap in range(stop + 1)]
            return
    takes = not question.last_loses and not question.values and facet(ruleset, Structure).takes_to(1) is not None
    while first <= stop:
        try:
            if takes:
                lost = arrays.marked(p_positions(ruleset, end, budget=budget), end + 1)
                yield arrays.is_zero(lost)[first:]
            else:
                yield heap_values(ruleset, end, misere=question.misere, budget=budget)[first:]
        except LimitReached as error:
            yield error.partial[first:]
            raise
        first, end = end + 1, min(stop, GROWTH * end)


def _tiled(fact: Proved, first: int, end: int) -> Series:
    """Return the values of heaps `first` to `end` - 1 by repeating the period in `fact`."""
    n0, p, saltus = fact.course
    if end - first <= p or end <= n0 + p:
        return arrays.series([fact.at(n) for n in range(first, end)])
    head = arrays.series([fact.at(n) for n in range(first, min(n0, end))])
    period = [fact.at(n0 + place) for place in range(p)]
    return arrays.joined([head, arrays.repeated(period, saltus, max(first - n0, 0), end - n0)])


def _blocks(truth: Callable[[int, int], Series], least: int, stop: int, budget: Budget) -> Iterator[tuple[int, Series]]:
    first, size = least, 64
    while first <= stop:
        end = min(first + size, stop + 1)
        budget.charge_unstored(end - first)
        yield first, truth(first, end)
        first, size = end, min(BLOCK, 2 * size)


class Boards:
    """A source of true values, or outcomes (1 for P, 0 for N), of positions with several heaps.

    Call `box` for all positions with heaps in given ranges. If the value of a position is the nim-sum of the values of
    its heaps, the values of single heaps are computed and combined. Otherwise every position is solved.

    Args:
        question: The ruleset, whether values or outcomes are compared, and what is proved about them.
        heaps: How many heaps a position has.
    """

    def __init__(self, question: ClaimQuestion, heaps: int) -> None:
        self.question = question
        self.heaps = heaps
        ruleset = question.ruleset
        adds = not question.last_loses or (facet(ruleset, Knowledge).tame and not question.values)
        self._as_tuples = reads_as_tuples(ruleset, heaps)
        self.fast = is_heap_ruleset(ruleset) and adds and not self._as_tuples
        self._values = arrays.series(())
        self._solver = PartSolver(ruleset, question.budget)
        self._whole: Solver | None = None

    def box(self, sides: Sequence[range]) -> Any:  # noqa: ANN401  # a series or a list
        """Return the values or outcomes of all positions with heaps in `sides`, with the last heap varying fastest.

        The entry of a position that does not exist is `ILLEGAL` (-1). The result is a flat array, or a list if a value
        has 64 bits or more.
        """
        if self.fast:
            return self._added(sides)
        values: list[int] = []
        for row in product(*sides[:-1]):
            self.question.budget.charge_unstored(len(sides[-1]))
            values += [self._one((*row, heap)) for heap in iterate_checked(sides[-1])]
        try:
            return arrays.series(values)
        except OverflowError:
            return values

    def table(self, rows: range, columns: range) -> list[list[int]]:
        """Return the values or outcomes of positions of two heaps as a table.

        Args:
            rows: The sizes of the first heap.
            columns: The sizes of the second heap.

        Returns:
            One row for each size of the first heap.
        """
        box = self.box([rows, columns])
        values = box if isinstance(box, list) else box.tolist()
        return [values[i : i + len(columns)] for i in range(0, len(values), len(columns))]

    def _added(self, sides: Sequence[range]) -> Series:
        question, stop = self.question, max(side.stop for side in sides)
        if stop > len(self._values):
            fact = question.known.values[0] if question.known.values else None
            if fact is not None:
                self._values = _tiled(fact, 0, stop)
            else:
                normal = has_misere_rule(question.ruleset)
                values = heap_values(question.ruleset, stop - 1, misere=normal, budget=question.budget)
                self._values = arrays.series(values)
        total = most = arrays.series([0])
        for side in sides:
            one = self._values[side.start : side.stop]
            total = arrays.nim_sums(total, one)
            if question.last_loses:
                most = arrays.maxima(most, one)
        question.budget.charge_unstored(len(total))
        if question.values:
            return total
        return arrays.lost_in_misere(total, most) if question.last_loses else arrays.is_zero(total)

    def _one(self, board: tuple[int, ...]) -> int:
        question, solver = self.question, self._solver
        try:
            if self._as_tuples:
                question.ruleset.check(board)
                where, parts = question.ruleset, Sum(board)
            else:
                where, parts = question.ruleset.bind(" ".join(map(str, board)))
        except InputError:
            return ILLEGAL
        if where != question.ruleset:  # the numbers were read as another ruleset, not as sizes
            return ILLEGAL
        if question.last_loses:
            game = Game(Summand(question.ruleset, Sum.of(parts)))
            whole = self._whole = self._whole or Solver(game, question.misere, budget=question.budget)
            if question.values:
                return whole.whole().course(game).value
            quotient = quotient_for(game, question.budget.limits)
            outcome = (
                quotient.outcome(heap for _, heap in game.parts) if quotient is not None else whole.misere_outcome(game)
            )
            return int(outcome is Outcome.P)
        if question.values or len(parts) != 1:
            value = require_writable(solver.sum_value(parts))
            return value if question.values else int(value == 0)
        return int(solver.outcome(parts[0]) is Outcome.P)


def reads_as_tuples(ruleset: Ruleset[Any], heaps: int) -> bool:
    """Return whether a ruleset reads several numbers as one position, and not as a sum of heaps.

    Args:
        ruleset: The ruleset.
        heaps: How many numbers there are.

    Returns:
        Whether they are one position.
    """
    if isinstance(ruleset, FunctionRuleset):
        return _answers(ruleset, (1,) * heaps) and not _answers(ruleset, 1)
    boards = [tuple(range(1, heaps + 1)), tuple(range(heaps, 0, -1))]
    try:
        return all(ruleset.read(" ".join(map(str, board))) == Sum(board) for board in boards)
    except InputError:
        return False


def _answers(ruleset: Ruleset[Any], position: Any) -> bool:  # noqa: ANN401  # any position
    try:
        list(ruleset.options(position))
    except RuleError:
        return False
    return True
