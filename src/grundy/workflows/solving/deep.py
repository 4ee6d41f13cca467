"""Solves large positions in normal play, each part by the best method for it.

The search is compiled if positions fit in machine words. After a limit or an interrupt, the results proved so far are
returned, and the others are unknown. A limit cannot interrupt the compilation of a ruleset. The time for compiling
counts toward the time limit, and the message about a reached time limit states it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import (
    Bits,
    Entailing,
    Game,
    HeapRuleset,
    InputError,
    Knowledge,
    LimitReached,
    Move,
    Outcome,
    RuleError,
    Ruleset,
    Sum,
    TwoSided,
    count_moves,
    facet,
    has_misere_rule,
    nim_sum,
)
from ...search import SHARED_METHODS
from ..searching.question import NO_LINE, Answer, Line, PartAnswer, WinningMove
from ..searching.solvers import known, stopped_by
from . import values as by_definition
from .moves import in_order, listed_moves, moves_that_win
from .solver import Solver

if TYPE_CHECKING:
    from ..searching.solvers import Part, Solvers

LINE = 12
"""The largest number of moves of the line of play."""
UNREACHED = "none"
"""The method of a part that was not searched because of a limit."""


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a game by search; if a limit is reached, the status is "limit".

    Args:
        game: The game to solve.
        memory: Stores solvers and their results, and has the settings.

    Returns:
        The answer, whose `status` states whether a limit was reached.

    Raises:
        RuleError: If the positions have no Grundy value.
        InputError: If the method cannot use several workers.
    """
    settings = memory.settings
    for ruleset, _ in game.summands:
        if isinstance(ruleset, (TwoSided, Entailing)) or has_misere_rule(ruleset):
            raise RuleError(f"{ruleset.name}: its positions have no Grundy value; use grundy solve")
    sharing = ("auto", *SHARED_METHODS)
    if settings.workers != 1 and settings.method not in sharing:
        raise InputError(
            f"several workers need a shared method: expected {', '.join(sharing)}, found {settings.method!r}"
        )
    if settings.workers == "ray" and settings.method == "layers":
        raise InputError("tables are filled by threads of one machine: expected a number of workers, found 'ray'")
    if settings.reach == "auto" and settings.method == "auto":
        if (paired := by_definition.answer_in_pairs(game, memory)) is not None:
            return paired
        memory.solvers.leave_definition()  # its budget is already spent
        with suppress(LimitReached):
            if all(_is_plain(memory.solvers, part) for part in game.parts):
                return by_definition.answer(game, memory)
    return _Search(game, memory).answer()


def _is_plain(solvers: Solvers, part: Part) -> bool:
    """Return whether no method for large positions applies to a part, only a theorem or the definition."""
    ruleset, position = part
    known = facet(ruleset, Knowledge).known_value(position) is not None
    if isinstance(ruleset, HeapRuleset) or known or facet(ruleset, Bits).packed(position) is None:
        return True
    return solvers.choice(part).method == "definition"


class _Turn(NamedTuple):
    """A move in a line of play.

    `part` is the index of a part of the game at the start of the line. Earlier moves can have replaced this part by
    several positions. `at` is the index of the position among them in which the move is made, from 0.
    """

    part: int
    move: Move[Any]
    at: int


class _Search:
    """The search of one sum, part by part: theorems give the values of some parts, and solvers the others."""

    def __init__(self, game: Game, memory: Solver) -> None:
        self.game = game
        self.parts = list(game.parts)
        self.memory = memory
        self.solvers = memory.solvers
        self.solvers.budget = memory.budget
        self._theorems: set[int] = set()

    def _stated(self, ruleset: Ruleset[Any]) -> Knowledge[Any]:
        """Return the theorems of a ruleset; no theorems if the user requested the method "definition"."""
        return facet(ruleset, Knowledge) if self.solvers.theory else Knowledge()

    def answer(self) -> Answer:
        want = self.memory.settings.want
        values, outcome, reason = self._values()
        total = None if None in values else nim_sum(value for value in values if value is not None)
        outcome = outcome if total is None else Outcome.of_value(total)
        wins, moves_reason, line = self._play(outcome, values)
        if outcome is not None and (total is not None or want == "outcome"):
            reason = moves_reason or ""
        return self.memory.answer(
            *("deep", self.game, outcome, wins, reason),
            value=total,
            values=values,
            lower=self._lower(total, outcome),
            parts=[self._told(number, value) for number, value in enumerate(values)],
            moves_reason=moves_reason,
            line=line,
            grounds=None if self.solvers.theory else (),
            visited=self.solvers.visited,
            database=self.solvers.database(),
        )

    def _values(self) -> tuple[list[int | None], Outcome | None, str]:
        """Return the values of the parts, the outcome, and a message about the limit that was reached, or "".

        A value or outcome that is unknown is None.
        """
        values: list[int | None] = [None] * len(self.parts)
        outcome = None
        settings = self.memory.settings
        try:
            if settings.database is not None:
                self.solvers.require_one_board(self.parts)
            outcome = self._outcome(values)
            if settings.want != "outcome":
                for number in range(len(self.parts)):
                    values[number] = self._value(number)
        except LimitReached as error:
            return values, outcome, stopped_by(error, self.solvers.compiling)
        return values, outcome, ""

    def _value(self, number: int) -> int:
        ruleset, position = self.parts[number]
        exact = self._stated(ruleset).known_value(position)
        if exact is not None:
            self._theorems.add(number)
            return exact
        return self.solvers.value(self.parts[number], [position])

    def _has_value(self, number: int, positions: Sequence[Any], n: int) -> bool:
        return self.solvers.has_value(self.parts[number], positions, n)

    def _known(self, number: int, positions: Sequence[Any], n: int) -> bool | None:
        """Return whether the sum of `positions` has the value `n`, or None if no theorem decides.

        The positions are followers of the part with the index `number`.
        """
        if not self.solvers.theory:
            return None
        total, left = known(ruleset := self.parts[number][0], positions)
        if len(left) == 1 and total == n and (outcome := facet(ruleset, Knowledge).known_outcome(left[0])) is not None:
            return outcome is Outcome.P
        return None if left else total == n

    def _outcome(self, values: list[int | None]) -> Outcome:
        """Return the outcome of the sum, and store the values of all parts but the last in `values`.

        The value of the last part is not computed: the sum is a P-position exactly if this value equals the nim-sum of
        the other parts, and only that is searched.
        """
        if not self.parts:
            return Outcome.P
        last = len(self.parts) - 1
        ruleset, position = self.parts[last]
        if last == 0 and (told := self._stated(ruleset).known_outcome(position)) is not None:
            if self.memory.settings.want == "outcome":
                self._theorems.add(0)
            return told
        rest = 0
        for number in range(last):
            value = self._value(number)
            values[number] = value
            rest ^= value
        if (exact := self._stated(ruleset).known_value(position)) is not None:
            self._theorems.add(last)
            return Outcome.wins(exact != rest)
        return Outcome.wins(not self.solvers.has_value(self.parts[last], [position], rest))

    def _lower(self, total: int | None, outcome: Outcome | None) -> int:
        if total is not None:
            return total
        return max(self._bound(0) if len(self.parts) == 1 else 0, int(outcome is Outcome.N))

    def _bound(self, number: int) -> int:
        made = self.solvers.made(self.parts[number])
        return 0 if made is None else made.lower_bound(self.parts[number][1])

    def _told(self, number: int, value: int | None) -> PartAnswer:
        chosen = self.solvers.chosen(self.parts[number])
        method, reason = (UNREACHED, "not reached") if chosen is None else chosen[:2]
        if number in self._theorems:
            method, reason = "theorem", str(facet(self.parts[number][0], Knowledge).theory or "known")
        return PartAnswer(value, self._bound(number) if value is None else value, method, reason)

    def _play(self, outcome: Outcome | None, values: list[int | None]) -> tuple[list[WinningMove], str | None, Line]:
        wins: list[WinningMove] = []
        want = self.memory.settings.want
        if want not in {"win", "moves"} or outcome is None:
            return wins, None, NO_LINE
        try:
            with self._moves_budget():
                for move in self._wins(values) if outcome is Outcome.N else ():
                    wins.append(move)
                    if want == "win":
                        return wins, None, NO_LINE
                wins = in_order(self.game, wins)
                return wins, "", self._line(wins)
        except LimitReached as error:
            return wins, f"winning moves: {error.message}", NO_LINE

    @contextmanager
    def _moves_budget(self) -> Iterator[None]:
        """Apply the separate limits for winning moves inside a `with` block, if the settings have them."""
        limits = self.memory.settings.move_limits
        if limits is not None:
            self.solvers.budget = self.memory.budget.restart(limits, self.memory.reporter.budget)
        try:
            with self.solvers.budget.interruptible():
                yield
        finally:
            self.solvers.budget = self.memory.budget

    @contextmanager
    def _portion(self, positions: int) -> Iterator[None]:
        whole = self.solvers.budget
        try:
            with whole.sub_budget(positions) as self.solvers.budget:
                yield
        finally:
            self.solvers.budget = whole

    def _wins(self, values: Sequence[int | None]) -> Iterator[WinningMove]:
        """Yield every winning move, those that are easiest to prove first.

        `values` has the value of each part, or None if it is not known yet.

        A move in a part wins exactly if the part gets the nim-sum of the other parts as its value (R. Sprague, "Über
        mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and Games", 1939).
        """
        targets: dict[int, int] = {}
        unknown = {i for i, value in enumerate(values) if value is None}

        def target(number: int) -> int:
            if number not in targets:
                others = (i for i in range(len(values)) if i != number)
                targets[number] = nim_sum(self._value(i) if (v := values[i]) is None else v for i in others)
            return targets[number]

        def wins(number: int, leaves: Sum[Any]) -> bool:
            return self._has_value(number, leaves, target(number))

        def decided(number: int, leaves: Sum[Any]) -> bool | None:
            return None if unknown - {number} else self._known(number, leaves, target(number))

        return moves_that_win(self.game, wins, self._portion, decided)

    def _line(self, wins: Sequence[WinningMove]) -> Line:
        """Return a line of play of at most 12 moves, which begins with the first move of `wins`, if there is one.

        Later, the winner makes the first winning move that is found, and the loser the move that leaves most moves in
        its part.
        """
        table = [[position] for _, position in self.parts]
        moves: list[tuple[int, str]] = []
        turn = _Turn(wins[0].part, Move(wins[0].move, wins[0].pieces), 0) if wins else None
        losing = not wins
        try:
            while len(moves) < LINE:
                turn = turn or (self._hardest(table) if losing else self._winning(table))
                if turn is None:
                    return Line(tuple(moves), over=True)
                moves.append((turn.part, turn.move.label))
                table[turn.part][turn.at : turn.at + 1] = turn.move.leaves
                losing, turn = not losing, None
        except LimitReached:
            pass
        return Line(tuple(moves))

    def _turns(self, table: list[list[Any]]) -> Iterator[_Turn]:
        for number, ((ruleset, _), left) in enumerate(zip(self.parts, table, strict=True)):
            for at, position in enumerate(left):
                for move in listed_moves(ruleset, position):
                    yield _Turn(number, move, at)

    def _hardest(self, table: list[list[Any]]) -> _Turn | None:
        """Return the move that leaves most moves in its part, as the loser plays it; None if no move is left.

        `table` has for each part of the original game the positions that have replaced it.
        """

        def moves_left(turn: _Turn) -> int:
            ruleset, _ = self.parts[turn.part]
            return sum(count_moves(ruleset, position) for position in turn.move.leaves)

        return max(self._turns(table), key=moves_left, default=None)

    def _winning(self, table: list[list[Any]]) -> _Turn | None:
        """Return a move to a P-position, preferably to one that a theorem proves; None if there is no such move.

        `table` has for each part of the original game the positions that have replaced it.
        """
        sums = [self.solvers.value(*each) for each in zip(self.parts, table, strict=True)] if len(table) > 1 else [0]
        total = nim_sum(sums)
        undecided = []
        for turn in self._turns(table):
            left = table[turn.part]
            after = [*left[: turn.at], *turn.move.leaves, *left[turn.at + 1 :]]
            wanted = total ^ sums[turn.part]
            wins = self._known(turn.part, after, wanted)
            if wins:
                return turn
            if wins is None:
                undecided.append((turn, after, wanted))
        return next((turn for turn, after, n in undecided if self._has_value(turn.part, after, n)), None)
