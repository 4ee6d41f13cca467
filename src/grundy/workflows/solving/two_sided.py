"""Solves partizan games: win, loss or draw, every best move, and the length of best play.

The method is backward induction (`search.ZermeloSolver`). Such a game has a single component and no Grundy
value. In a drawn position, the best moves are those that keep the draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core import Budget, Game, LimitReached, Limits, Move, Outcome, RuleError, TwoSided, two_sided
from ..searching.question import Answer, Facts, WinningMove
from .moves import listed_moves
from .solver import Solver

if TYPE_CHECKING:
    from ...search import Ending, ZermeloSolver

MOST_COUNTED = 20_000
"""The limit for the count of positions that can follow."""


@dataclass(frozen=True)
class TwoSidedFacts(Facts):
    """Results about a partizan game.

    Attributes:
        drawing_moves: All moves after which neither player can force a win.
        remoteness: The length of best play in moves, or None for a draw.
        best_moves: The fastest wins, else all drawing moves, else the longest defences.
        refuted: The moves from a drawn position that lose, each as a pair of names: the move, and a winning answer to
            it, or "" if the move ends play.
        judged: The number of positions that were evaluated.
    """

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None
    best_moves: tuple[WinningMove, ...] = ()
    refuted: tuple[tuple[str, str], ...] = ()
    judged: int = 0

    def keys(self, game: Game) -> dict[str, Any]:
        return {**super().keys(game), "best_moves": [move.move for move in self.best_moves], "positions": reached(game)}


def position_of(game: Game) -> tuple[TwoSided[Any], Any]:
    """Return the ruleset and the position of a partizan game, which has a single component.

    Raises:
        RuleError: If the game is not partizan.
    """
    found = two_sided(game)
    if found is None:
        raise RuleError(f"expected a partizan game, found {game}")
    return found


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a partizan game by backward induction; if a limit is reached, the status is "limit".

    Args:
        game: The game to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer, whose `status` states whether a limit was reached.

    Raises:
        RuleError: If the game is not partizan.
    """
    from ...search import ZermeloSolver

    ruleset, position = position_of(game)
    search = memory.courses()
    if not isinstance(search, ZermeloSolver):
        raise RuleError("expected the solver of a partizan game")
    try:
        moves = listed_moves(ruleset, position)
        ending = search.solve(position)
        ends = [search.solve(move.leaves[0]) for move in moves]
        facts = _facts(search, position, moves, ends)
    except LimitReached as error:
        return memory.answer("two_sided", game, None, (), error.message, facts=TwoSidedFacts())
    wins = [WinningMove(0, *move) for move, end in zip(moves, ends, strict=True) if end.outcome is Outcome.P]
    return memory.answer("two_sided", game, ending.outcome, wins, facts=facts)


def _facts(
    search: ZermeloSolver,
    position: Any,  # noqa: ANN401  # any position
    moves: Sequence[Move[Any]],
    ends: Sequence[Ending],
) -> TwoSidedFacts:
    from ...search import best_options

    own = search.solve(position)
    drawn = own.outcome is Outcome.D
    return TwoSidedFacts(
        drawing_moves=tuple(WinningMove(0, *moves[i]) for i, end in enumerate(ends) if end.outcome is Outcome.D),
        remoteness=own.remoteness,
        best_moves=tuple(WinningMove(0, *moves[i]) for i in best_options(ends)),
        refuted=tuple(
            (move.label, _answer(search, move.leaves[0]))
            for move, end in zip(moves, ends, strict=True)
            if drawn and end.outcome is Outcome.N
        ),
        judged=len(search.table),
    )


def _answer(search: ZermeloSolver, position: Any) -> str:  # noqa: ANN401  # any position
    from ...search import best_options

    moves = listed_moves(search.ruleset, position)
    best = best_options([search.solve(move.leaves[0]) for move in moves])
    return moves[best[0]].label if best else ""


def reached(game: Game) -> int | None:
    """Return the number of positions that can be reached, including the start; None if there are more than 20,000."""
    from ...search import reached_positions

    try:
        return reached_positions(*position_of(game), Budget(Limits(positions=MOST_COUNTED)))
    except LimitReached:
        return None
