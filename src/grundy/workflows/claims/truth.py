"""What is true of positions of heaps, as series that claims are compared with: values, or 1 where a position is lost.

By a proved course, by the methods for long sequences, or by the definition; single heaps ascending, several in boxes,
row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from ... import sequences
from ...core import Game, InputError, LimitReached, Meter, Outcome, Ruleset, Sum, Summand, patiently
from ...patterns import Knowledge, Proved
from ...sequences.series import Series, arrays
from ..computing.p_positions import p_positions
from ..computing.values import heap_values, is_heap_ruleset, require_writable
from ..solving import DIRECT, PartSolver, Solver
from ..solving.quotient import quotient_for, rule_quotient
from .tuples_read import reads_as_tuples

BLOCK = 1 << 18
"""Heaps compared at a time."""
GROWTH = 8
"""Where values do not come in pieces, each step goes so many times further than the last."""
WHOLE = 16
"""The largest heap of the first step where whole positions are searched, one after the other."""
ILLEGAL = -1
"""Stands where the ruleset has no such position."""


class ClaimQuestion(NamedTuple):
    """What is asked: of which ruleset, values or lost positions, `--misere` or not, and what is known already."""

    ruleset: Ruleset[Any]
    values: bool
    misere: bool
    known: Knowledge
    meter: Meter

    @property
    def last_loses(self) -> bool:
        """Whether whoever makes the last move loses."""
        return self.misere != self.ruleset.last_loses


def heap_truth(question: ClaimQuestion, least: int, stop: int) -> Iterator[tuple[int, Series]]:
    """Yield (first heap, truth) of consecutive heaps from `least` to `stop`; raises `LimitReached` between pieces."""
    ruleset, known = question.ruleset, question.known
    fact = known.value if question.values else known.lost
    if fact is not None:
        yield from _blocks(lambda first, end: tiled(fact, first, end), least, stop, question.meter)
        return
    if not is_heap_ruleset(ruleset):
        boards = Boards(question, 1)
        yield from _blocks(lambda first, end: boards.box([range(first, end)]), least, stop, question.meter)
        return
    first = 0
    for piece in _pieces(question, stop):
        numbers = arrays.series(piece) if question.values else arrays.is_zero(piece)
        if first + len(numbers) > least:
            skipped = max(0, least - first)
            yield first + skipped, numbers[skipped:]
        first += len(numbers)


def _pieces(question: ClaimQuestion, stop: int) -> Iterator[Any]:
    """Yield values of heaps from 0 on, or anything that is 0 exactly in lost positions, piece by piece."""
    ruleset, meter = question.ruleset, question.meter
    rule = ruleset.sequence()
    first, end = 0, min(stop, WHOLE if question.last_loses else DIRECT)
    if not question.last_loses and rule is not None and stop > DIRECT:
        known = arrays.narrow(heap_values(ruleset, DIRECT, misere=question.misere, meter=meter))
        yield known
        yield from sequences.value_pieces(rule, known, stop, meter)
        return
    if question.last_loses and not question.values and ruleset.heaps:
        quotient = rule_quotient(ruleset).covering(stop, meter.limits)
        if quotient is not None:
            yield [int(not quotient.is_lost(quotient.image(heap))) for heap in range(stop + 1)]
            return
    takes = not question.last_loses and not question.values and ruleset.takes_to(1) is not None
    while first <= stop:
        try:
            if takes:
                lost = arrays.marked(p_positions(ruleset, end, meter=meter), end + 1)
                yield arrays.is_zero(lost)[first:]
            else:
                yield heap_values(ruleset, end, misere=question.misere, meter=meter)[first:]
        except LimitReached as error:
            yield error.partial[first:]
            raise
        first, end = end + 1, min(stop, GROWTH * end)


def tiled(fact: Proved, first: int, end: int) -> Series:
    """Return a proved function of the heaps from `first` to `end` - 1."""
    n0, p, saltus = fact.course
    if end - first <= p or end <= n0 + p:
        return arrays.series([fact.at(n) for n in range(first, end)])
    head = arrays.series([fact.at(n) for n in range(first, min(n0, end))])
    period = [fact.at(n0 + place) for place in range(p)]
    return arrays.joined([head, arrays.repeated(period, saltus, max(first - n0, 0), end - n0)])


def _blocks(truth: Callable[[int, int], Series], least: int, stop: int, meter: Meter) -> Iterator[tuple[int, Series]]:
    first, size = least, 64
    while first <= stop:
        end = min(first + size, stop + 1)
        meter.passed(end - first)
        yield first, truth(first, end)
        first, size = end, min(BLOCK, 2 * size)


class Boards:
    """Gives the truth of positions of several heaps, in boxes."""

    def __init__(self, question: ClaimQuestion, heaps: int) -> None:
        """Choose the way: a nim-sum of known values where values add, else position by position."""
        self.question = question
        self.heaps = heaps
        ruleset = question.ruleset
        adds = not question.last_loses or (ruleset.tame and not question.values)
        self._as_tuples = reads_as_tuples(ruleset, heaps)
        self.fast = is_heap_ruleset(ruleset) and adds and not self._as_tuples
        self._values = arrays.series(())
        self._solver = PartSolver(ruleset, question.meter)
        self._whole: Solver | None = None

    def box(self, sides: Sequence[range]) -> Any:  # noqa: ANN401  # a series or a list
        """Return the truth of every position of a box, in the order of counting up; `ILLEGAL` where there is none.

        If a value has 64 bits or more, it is a list.
        """
        if self.fast:
            return self._added(sides)
        found: list[int] = []
        for row in product(*sides[:-1]):
            self.question.meter.passed(len(sides[-1]))
            found += [self._one((*row, heap)) for heap in patiently(sides[-1])]
        try:
            return arrays.series(found)
        except OverflowError:
            return found

    def table(self, rows: range, columns: range) -> list[list[int]]:
        """Return the truth of two heaps as rows, one for each size of the first."""
        box = self.box([rows, columns])
        found = box if isinstance(box, list) else box.tolist()
        return [found[i : i + len(columns)] for i in range(0, len(found), len(columns))]

    def _added(self, sides: Sequence[range]) -> Series:
        question, stop = self.question, max(side.stop for side in sides)
        if stop > len(self._values):
            fact = question.known.values[0] if question.known.values else None
            if fact is not None:
                self._values = tiled(fact, 0, stop)
            else:
                normal = question.ruleset.last_loses
                found = heap_values(question.ruleset, stop - 1, misere=normal, meter=question.meter)
                self._values = arrays.series(found)
        total = most = arrays.series([0])
        for side in sides:
            one = self._values[side.start : side.stop]
            total = arrays.nim_sums(total, one)
            if question.last_loses:
                most = arrays.maxima(most, one)
        question.meter.passed(len(total))
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
        if where != question.ruleset:  # the numbers name places, not sizes
            return ILLEGAL
        if question.last_loses:
            game = Game(Summand(question.ruleset, Sum.of(parts)))
            whole = self._whole = self._whole or Solver(game, question.misere, meter=question.meter)
            if question.values:
                return whole.whole().course(game).value
            quotient = quotient_for(game, question.meter.limits)
            outcome = (
                quotient.outcome(heap for _, heap in game.parts) if quotient is not None else whole.misere_outcome(game)
            )
            return int(outcome is Outcome.P)
        if question.values or len(parts) != 1:
            value = require_writable(solver.sum_value(parts))
            return value if question.values else int(value == 0)
        return int(solver.outcome(parts[0]) is Outcome.P)
