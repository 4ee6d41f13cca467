"""What is true of positions of heaps, as arrays that claims are compared with: values, or 1 where a position is lost.

By a proved course, by the methods for long sequences, or by the definition; single heaps ascending, several in boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import sequences
from ...core import Game, InputError, LimitReached, Meter, Outcome, Ruleset, Sum, patiently
from ...patterns import Knowledge, Proved
from ..computing.p_positions import p_positions
from ..computing.values import heap_values, is_heap_ruleset
from ..solving import DIRECT, PartSolver, Solver
from ..solving.quotient import quotient_for, rule_quotient
from .tuples_read import reads_as_tuples

Truth = NDArray[np.int64]

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


def heap_truth(question: ClaimQuestion, least: int, stop: int) -> Iterator[tuple[int, Truth]]:
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
        numbers = np.asarray(piece, np.int64) if question.values else (np.asarray(piece) == 0).astype(np.int64)
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
        known = np.array(heap_values(ruleset, DIRECT, misere=question.misere, meter=meter), np.uint32)
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
                found = np.ones(end + 1, np.int64)
                found[p_positions(ruleset, end, meter=meter)] = 0
                yield found[first:]
            else:
                yield heap_values(ruleset, end, misere=question.misere, meter=meter)[first:]
        except LimitReached as error:
            yield error.partial[first:]
            raise
        first, end = end + 1, min(stop, GROWTH * end)


def tiled(fact: Proved, first: int, end: int) -> Truth:
    """Return a proved function of the heaps from `first` to `end` - 1."""
    n0, p, saltus = fact.course
    if end - first <= p or end <= n0 + p:
        return np.array([fact.at(n) for n in range(first, end)], np.int64)
    head = [fact.at(n) for n in range(first, min(n0, end))]
    heaps = np.arange(max(first, n0), end)
    rounds, places = np.divmod(heaps - n0, p)
    period = np.array([fact.at(n0 + place) for place in range(p)], np.int64)
    return np.concatenate([np.array(head, np.int64), period[places] + rounds * saltus])


def _blocks(truth: Callable[[int, int], Truth], least: int, stop: int, meter: Meter) -> Iterator[tuple[int, Truth]]:
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
        self._values = np.zeros(0, np.int64)
        self._solver = PartSolver(ruleset, question.meter)
        self._whole: Solver | None = None

    def box(self, sides: Sequence[range]) -> Truth:
        """Return the truth of every position of a box, an axis for each heap; `ILLEGAL` where there is none."""
        if self.fast:
            return self._added(sides)
        found: list[int] = []
        for row in product(*sides[:-1]):
            self.question.meter.passed(len(sides[-1]))
            found += [self._one((*row, heap)) for heap in patiently(sides[-1])]
        return np.array(found, np.int64).reshape([len(side) for side in sides])

    def _added(self, sides: Sequence[range]) -> Truth:
        question, stop = self.question, max(side.stop for side in sides)
        if stop > len(self._values):
            fact = question.known.values[0] if question.known.values else None
            if fact is not None:
                self._values = tiled(fact, 0, stop)
            else:
                normal = question.ruleset.last_loses
                found = heap_values(question.ruleset, stop - 1, misere=normal, meter=question.meter)
                self._values = np.array(found, np.int64)
        total = np.zeros([1] * self.heaps, np.int64)
        most = total.copy()
        for place, side in enumerate(sides):
            shape = [-1 if i == place else 1 for i in range(self.heaps)]
            one = self._values[side.start : side.stop].reshape(shape)
            total = total ^ one
            if question.last_loses:
                most = np.maximum(most, one)
        question.meter.passed(total.size)
        if question.values:
            return np.asarray(total, np.int64)
        lost = (total == 0) != (most <= 1) if question.last_loses else total == 0
        return np.asarray(lost, np.int64)

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
            game = Game.of(question.ruleset, *parts)
            whole = self._whole = self._whole or Solver(game, question.misere, meter=question.meter)
            if question.values:
                return whole.whole().course(game).value
            quotient = quotient_for(game, question.meter.limits)
            outcome = (
                quotient.outcome(heap for _, heap in game.parts) if quotient is not None else whole.misere_outcome(game)
            )
            return int(outcome is Outcome.P)
        if question.values or len(parts) != 1:
            value = solver.sum_value(parts)
            return value if question.values else int(value == 0)
        return int(solver.outcome(parts[0]) is Outcome.P)
