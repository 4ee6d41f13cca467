"""From a game to its outcome, its value and every winning move.

Normal play: the value of a sum is the nim-sum T of the values of its parts, and a move in a part of
value g wins exactly when it leaves value g ^ T there (Sprague 1935, Grundy 1939). Misere play: tame
parts by Bouton's rule, other single parts by their theorem, everything else by search of the whole
position. Where a limit stops the work, what was found so far is answered and marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..core import (
    Entailing,
    Game,
    InputError,
    LimitReached,
    Limits,
    LoopyGame,
    Meter,
    Outcome,
    Play,
    Ruleset,
    Sum,
    TwoSided,
    nim_sum,
    playable,
    tame_outcome,
)
from ..games import COMPOUNDS
from .parts import PartSolver, listed_moves, moves_to_lost, tried_moves, written_count
from .solution import Solution, WinningMove

if TYPE_CHECKING:
    from ..search import CompoundTheory, WholeSolver, ZermeloSolver
    from .facts import Facts
    from .solve_loopy import LoopySolver

LARGE = 10_000
"""Sums of more parts keep their winning moves in a compact form."""
EXTRA_OPTIONS = 2_000_000
"""Options spent on the value of a part whose outcome is known by theorem; a position counts as 40 of them or more."""


def solve(
    game: Game | str,
    *,
    misere: bool = False,
    compound: str = "disjunctive",
    limits: Limits | None = None,
    meter: Meter | None = None,
) -> Solution:
    """Solve a game given as notation or as a `Game`, under `limits` or by a `meter` that also reports progress.

    `compound`, "disjunctive" or a name in `games.COMPOUNDS`, says how the parts are played together.
    Raises `InputError` for a text that cannot be read. A limit is not an error: the solution's `status` says so.

    >>> solve("nim: 10 12 5").winning_moves
    [WinningMove(part=0, move='take 1', pieces=Sum(9))]
    """
    if isinstance(game, str):
        from ..notation import read_game

        game = read_game(game)
    if not isinstance(game, Game):
        raise InputError(f"expected a game in notation or a Game, found {game!r}")
    if compound != "disjunctive":
        from .compounds import compound_of

        game = compound_of(compound, game)
    return Solver(game, misere, limits, meter).solve()


class Solver:
    """Solves a game and the games that follow from it; keeps what it learns."""

    def __init__(
        self,
        game: Game,
        misere: bool = False,  # noqa: FBT002  # as everywhere in this house
        limits: Limits | None = None,
        meter: Meter | None = None,
        *,
        thorough: bool = True,
    ) -> None:
        """Prepare the rulesets of `game`; a rule that is itself misere turns the convention round.

        Not `thorough`: a value is not searched where a theorem tells the outcome without it.
        """
        self.game = game
        self.play: Play = "misere" if misere else "normal"
        self.misere = misere != game.last_loses
        self.meter = meter or Meter(limits)
        self.limits = self.meter.limits
        self.thorough = thorough
        self.solvers: dict[Ruleset[Any], PartSolver] = {}
        self.loopy: LoopySolver | None = None
        self.theories: dict[Ruleset[Any], CompoundTheory] = {}
        self._whole: WholeSolver | None = None
        self.sides: ZermeloSolver | None = None

    def part_solver(self, ruleset: Ruleset[Any]) -> PartSolver:
        """Return the solver of one ruleset."""
        if ruleset not in self.solvers:
            self.solvers[ruleset] = PartSolver(ruleset, self.meter)
        return self.solvers[ruleset]

    def solve(self, game: Game | None = None) -> Solution:
        """Solve `game` (by default the one given), whose summands follow the same rules."""
        game = self.game if game is None else game
        if any(isinstance(ruleset, (TwoSided, Entailing)) for ruleset, _ in game.summands):
            from .special import solve_special

            return solve_special(self, game)
        try:
            if game.size == 1 and game.summands[0].ruleset.name in COMPOUNDS:
                from .compounds import solve_compound

                return solve_compound(self, game)
            if self.loopy is None or not self.loopy.knows(game):
                return self.solve_sum(game)
        except LoopyGame:
            pass
        from .solve_loopy import solve_loopy

        return solve_loopy(self, game)

    def solve_sum(self, game: Game) -> Solution:
        """Solve a disjunctive sum that ends; raises `LoopyGame`."""
        return self._misere(game) if self.misere else self._normal(game)

    # Normal play: values add.

    def _normal(self, game: Game) -> Solution:
        """Solve in normal play."""
        if game.size == 1:
            return self._single(game)
        values, reason = self._values(game)
        if reason:
            return self._answer(game, None, None, values, [], reason)
        known = [value or 0 for value in values]
        total = nim_sum(known)
        wins, reason = self._wins(game, [total ^ value for value in known]) if total else ([], "")
        return self._answer(game, Outcome.of_value(total), total, values, wins, reason)

    def _values(self, game: Game) -> tuple[list[int | None], str]:
        """Return the values of the parts, and why one is missing."""
        values: list[int | None] = []
        reason = ""
        for ruleset, parts in game.summands:
            known = list(map(ruleset.known_value, parts))
            solver = self.part_solver(ruleset)
            for part in (i for i, value in enumerate(known) if value is None):
                found = solver.finding(parts[part])
                known[part] = found.value
                reason = reason or found.reason
            values += known
        return values, reason

    def _single(self, game: Game) -> Solution:
        """Solve a single part, whose outcome may be known where its value is not."""
        ruleset, position = next(game.parts)
        known = ruleset.known_outcome(position)
        if known is None or ruleset.known_value(position) is not None:
            values, reason = self._values(game)
        else:
            values, reason = self._cheap_value(ruleset, position)
        value = values[0]
        outcome = known if value is None else Outcome.of_value(value)
        wins: Sequence[WinningMove] = []
        if outcome is Outcome.N:
            wins, missing = self._wins(game, [0]) if value is not None else self._cold(game)
            reason = missing or reason
        return self._answer(game, outcome, value, values, wins, reason)

    def _cheap_value(self, ruleset: Ruleset[Any], position: Any) -> tuple[list[int | None], str]:  # noqa: ANN401
        """Return the value of a part whose outcome is known, if it costs little; a limit of the user's counts too."""
        count = written_count(Game.of(ruleset, position)) if self.thorough else None
        if count is not None:
            most = EXTRA_OPTIONS // max(40, count + 1) + 1
            if self.limits.positions is not None:
                most = min(most, self.limits.positions)
            solver = PartSolver(ruleset, self.meter.again(Limits(self.limits.seconds, most, self.limits.memory)))
            solver.table = self.part_solver(ruleset).table  # what is found serves the winning moves too
            found = solver.finding(position)
            if found.value is not None:
                return [found.value], ""
        return [None], f"{ruleset.name}: the outcome is known by theorem, the value only by a long search"

    def _wins(self, game: Game, targets: Sequence[int]) -> tuple[Sequence[WinningMove], str]:
        """Return the moves that leave in part number i the value targets[i], and why some may be missing."""
        if game.size > LARGE:
            from .winning import CompactMoves

            try:
                compact = CompactMoves.find(game, targets)
            except LimitReached as error:
                return [], error.message
            if compact is not None:
                return compact, ""
        wins: list[WinningMove] = []
        reason, part = "", 0
        for ruleset, parts in game.summands:
            solver, known = self.part_solver(ruleset), ruleset.moves_to
            for position in parts:
                value = targets[part]
                try:
                    moves = known(position, value)
                    for label, pieces in tried_moves(solver, position, value) if moves is None else moves:
                        wins.append(WinningMove(part, label, pieces))  # a limit keeps the first ones
                except LimitReached as error:
                    reason = reason or error.message
                part += 1
        return wins, reason

    def _cold(self, game: Game) -> tuple[list[WinningMove], str]:
        """Return the moves of a single part to P-positions, by the theorem of its outcomes."""
        ruleset, position = next(game.parts)
        try:
            moves = moves_to_lost(self.part_solver(ruleset), position)
            return [WinningMove(0, *move) for move in moves], ""
        except LimitReached as error:
            return [], error.message

    # Misere play: values do not add.

    def _misere(self, game: Game) -> Solution:
        """Solve in misere play."""
        if all(summand.ruleset.tame for summand in game.summands):
            return self._tame(game)
        from .quotients import solve_by_quotient

        found = solve_by_quotient(self, game)
        if found is not None:
            return found
        unknown: list[int | None] = [None] * game.size
        try:
            outcome = self.misere_outcome(game)
            wins, reason = self._tried(game) if outcome is Outcome.N else ([], "")
        except LimitReached as error:
            return self._answer(game, None, None, unknown, [], error.message)
        return self._answer(game, outcome, None, unknown, wins, reason)

    def _tame(self, game: Game) -> Solution:
        """Solve a misere sum of tame parts by Bouton's rule; each part has one value that wins."""
        values, reason = self._values(game)
        if reason:
            return self._answer(game, None, None, values, [], reason)
        known = [value or 0 for value in values]
        outcome, total = tame_outcome(known), nim_sum(known)
        large = sum(1 for value in known if value > 1)
        wins: Sequence[WinningMove] = []
        if outcome is Outcome.N:
            wins, reason = self._wins(game, [g ^ total ^ (large == (g > 1)) for g in known])
        return self._answer(game, outcome, None, values, wins, reason)

    def _tried(self, game: Game) -> tuple[list[WinningMove], str]:
        """Return the winning moves found by trying all, and why some may be missing."""
        wins: list[WinningMove] = []
        reason = ""
        for part, ruleset, position in playable(game):
            try:
                for label, pieces in listed_moves(ruleset, position):
                    if self.misere_outcome(game.after(part, pieces)) is Outcome.P:
                        wins.append(WinningMove(part, label, pieces))
            except LimitReached as error:
                reason = reason or error.message
        return wins, reason

    def misere_outcome(self, game: Game) -> Outcome:
        """Return the outcome in misere play, by theorem or by search; raises `LimitReached`."""
        rulesets = {summand.ruleset for summand in game.summands}
        if len(rulesets) == 1:
            known = next(iter(rulesets)).known_misere(Sum.of(position for _, position in game.parts))
            if known is not None:
                return known
        return self.whole().course(game).outcome

    def whole(self) -> WholeSolver:
        """Return the search of whole positions, which remembers."""
        if self._whole is None:
            from ..search import WholeSolver

            self._whole = WholeSolver.of(self.game, self.misere, self.meter)
        return self._whole

    def _answer(  # noqa: PLR0913  # one argument for each thing that is answered
        self,
        game: Game,
        outcome: Outcome | None,
        value: int | None,
        values: list[int | None],
        wins: Sequence[WinningMove],
        reason: str,
    ) -> Solution:
        """Put the answer together; a `reason` says that a limit kept something unknown."""
        return Solution(
            game=game,
            play=self.play,
            outcome=outcome,
            value=value,
            status="limit" if reason else "proved",
            values=tuple(values),
            move_count=written_count(game),
            winning_moves=wins,
            reason=reason,
            grounds=tuple(self._grounds(game)),
            visited=self.meter.visited,
        )

    def answer_with(  # noqa: PLR0913  # one argument for each thing that is answered
        self,
        game: Game,
        outcome: Outcome | None,
        wins: Sequence[WinningMove],
        facts: Facts | None,
        reason: str = "",
        *,
        value: int | None = None,
        values: Sequence[int | None] = (),
    ) -> Solution:
        """Put an answer together that knows more facts than a sum of values has."""
        return replace(self._answer(game, outcome, value, [*values] or [None] * game.size, wins, reason), facts=facts)

    def _grounds(self, game: Game) -> Iterator[str]:
        """Yield the theorems and proved periods that answered."""
        for ruleset in dict.fromkeys(summand.ruleset for summand in game.summands):
            theorem = ruleset.misere_theory if self.misere else ruleset.theory
            if theorem is not None and self._by_theorem(game, ruleset):
                yield f"Theorem for {ruleset.name}: {theorem.statement} ({theorem.source})."
            period = None if self.misere else self.part_solver(ruleset).period
            if period is not None:
                yield (
                    f"The values of {ruleset.name} have period {period.period} from heap {period.preperiod} on, "
                    f"proved from the first {period.checked_to + 1} values ({period.theorem})."
                )

    def _by_theorem(self, game: Game, ruleset: Ruleset[Any]) -> bool:
        """Return whether the theorem of a ruleset answered for one of its parts."""
        if self.misere:
            if all(summand.ruleset.tame for summand in game.summands):
                return True
            parts = Sum.of(position for _, position in game.parts)
            return len({summand.ruleset for summand in game.summands}) == 1 and ruleset.known_misere(parts) is not None
        known = ruleset.known_outcome if game.size == 1 else ruleset.known_value
        return any(
            known(position) is not None for rule, parts in game.summands if rule == ruleset for position in parts
        )
