"""What is true of positions of heaps: values, or which are lost, as arrays that claims are compared with.

Single heaps come piece by piece in ascending order, boards of several heaps in boxes. Truth comes from a proved
course, from the methods for long sequences, or position by position from the definition. Lost positions count 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import FunctionRuleset, Game, InputError, LimitReached, Meter, Outcome, RuleError, Ruleset, Sum
from ..patterns import Knowledge, Proved
from .p_positions import p_positions
from .parts import DIRECT, PartSolver
from .solve import Solver
from .values import heap_values, is_heap_ruleset

Truth = NDArray[np.int64]

BLOCK = 1 << 18
"""Heaps compared at a time."""
GROWTH = 8
"""Where values do not come in pieces, each step goes so many times further than the last."""
ILLEGAL = -1
"""Stands where the ruleset has no such position."""


class Question(NamedTuple):
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


def heap_truth(question: Question, least: int, stop: int) -> Iterator[tuple[int, Truth]]:
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


def _pieces(question: Question, stop: int) -> Iterator[Any]:
    """Yield values of heaps from 0 on, or anything that is 0 exactly in lost positions, piece by piece."""
    ruleset, meter = question.ruleset, question.meter
    rule = ruleset.sequence()
    first, end = 0, min(stop, DIRECT)
    if not question.last_loses and rule is not None and stop > DIRECT:
        from ..sequences import value_pieces

        known = np.array(_heap_values(question, DIRECT), np.uint32)
        yield known
        yield from value_pieces(rule, known, stop, meter)
        return
    takes = not question.last_loses and not question.values and ruleset.takes_to(1) is not None
    while first <= stop:
        try:
            found = _lost_marks(ruleset, end, meter) if takes else _heap_values(question, end)
        except LimitReached as error:
            yield error.partial[first:]
            raise
        yield found[first:]
        first, end = end + 1, min(stop, GROWTH * end)


def _lost_marks(ruleset: Ruleset[Any], stop: int, meter: Meter) -> Truth:
    """Return 0 for every lost heap up to `stop`, 1 for the others."""
    found = np.ones(stop + 1, np.int64)
    found[p_positions(ruleset, stop, meter=meter)] = 0
    return found


def _heap_values(question: Question, stop: int) -> list[int]:
    """Return the values of heaps 0 to `stop` by the best way there is."""
    return heap_values(question.ruleset, stop, misere=question.misere, meter=question.meter)


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
    """Yield the truth of growing blocks of heaps."""
    first, size = least, 64
    while first <= stop:
        end = min(first + size, stop + 1)
        meter.passed(end - first)
        yield first, truth(first, end)
        first, size = end, min(BLOCK, 2 * size)


class Boards:
    """Gives the truth of positions of several heaps, in boxes."""

    def __init__(self, question: Question, heaps: int) -> None:
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
            found += [self._one((*row, heap)) for heap in sides[-1]]
        return np.array(found, np.int64).reshape([len(side) for side in sides])

    def _added(self, sides: Sequence[range]) -> Truth:
        """Return the truth where the values of the heaps add up."""
        stop = max(side.stop for side in sides)
        if stop > len(self._values):
            self._values = self._heaps(stop - 1)
        total = np.zeros([1] * self.heaps, np.int64)
        most = total.copy()
        for place, side in enumerate(sides):
            shape = [-1 if i == place else 1 for i in range(self.heaps)]
            one = self._values[side.start : side.stop].reshape(shape)
            total = total ^ one
            if self.question.last_loses:
                most = np.maximum(most, one)
        self.question.meter.passed(total.size)
        if self.question.values:
            return np.asarray(total, np.int64)
        lost = (total == 0) != (most <= 1) if self.question.last_loses else total == 0
        return np.asarray(lost, np.int64)

    def _heaps(self, stop: int) -> Truth:
        """Return the values of single heaps in normal play."""
        question = self.question
        fact = question.known.values[0] if question.known.values else None
        if fact is not None:
            return tiled(fact, 0, stop + 1)
        ruleset = question.ruleset
        return np.array(heap_values(ruleset, stop, misere=ruleset.last_loses, meter=question.meter), np.int64)

    def _one(self, board: tuple[int, ...]) -> int:
        """Return the truth of one position."""
        question, solver = self.question, self._solver
        try:
            parts = self._parts(board)
        except InputError:
            return ILLEGAL
        if question.last_loses:
            return self._misere(Game.of(question.ruleset, *parts))
        if question.values or len(parts) != 1:
            value = solver.sum_value(parts)
            return value if question.values else int(value == 0)
        return int(solver.outcome(parts[0]) is Outcome.P)

    def _misere(self, game: Game) -> int:
        """Return the truth of one position in misere play."""
        question = self.question
        solver = self._whole = self._whole or Solver(game, question.misere, meter=question.meter)
        if question.values:
            return solver.whole().course(game).value
        return int(solver.misere_outcome(game) is Outcome.P)

    def _parts(self, board: tuple[int, ...]) -> Sum[Any]:
        """Return the parts that heaps of these sizes are; raise `InputError` when the ruleset has no such position."""
        ruleset = self.question.ruleset
        if self._as_tuples:
            ruleset.check(board)
            return Sum(board)
        return ruleset.read(" ".join(map(str, board)))


def reads_as_tuples(ruleset: Ruleset[Any], heaps: int) -> bool:
    """Return whether so many numbers side by side are one position, the tuple of them."""
    if isinstance(ruleset, FunctionRuleset):
        return _answers(ruleset, (1,) * heaps) and not _answers(ruleset, 1)
    boards = [tuple(range(1, heaps + 1)), tuple(range(heaps, 0, -1))]
    try:
        return all(ruleset.read(" ".join(map(str, board))) == Sum(board) for board in boards)
    except InputError:
        return False


def _answers(ruleset: Ruleset[Any], position: Any) -> bool:  # noqa: ANN401  # any position
    """Return whether the function of a rule takes a position."""
    try:
        list(ruleset.options(position))
    except RuleError:
        return False
    return True
