"""Solves games in misère play by a theorem on the ruleset, or else by searching whole sums.

Whole sums are searched because Grundy values do not decide misère play in general.
"""

from __future__ import annotations

from ...core import Game, LimitReached, Outcome, iterate_checked, playable
from ..searching.question import Answer, WinningMove
from .moves import listed_moves
from .solver import Solver, known_misere


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a game in misère play.

    Args:
        game: The game to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer, whose `status` states whether a limit was reached.

    Raises:
        LoopyGame: If the game is loopy.
    """
    try:
        known = known_misere(game)
        outcome = memory.whole().course(game).outcome if known is None else known
        wins, reason = _tried(game, memory) if outcome is Outcome.N else ([], "")
    except LimitReached as error:
        return memory.answer("whole", game, None, (), error.message)
    grounds = memory.grounds(game, by_theorem=known is not None)
    return memory.answer("whole", game, outcome, wins, reason, grounds=grounds, moves_reason=reason)


def _tried(game: Game, memory: Solver) -> tuple[list[WinningMove], str]:
    wins: list[WinningMove] = []
    reason = ""
    for part, ruleset, position in playable(game):
        try:
            for label, pieces in iterate_checked(listed_moves(ruleset, position)):
                if memory.misere_outcome(game.after(part, pieces)) is Outcome.P:
                    wins.append(WinningMove(part, label, pieces))
        except LimitReached as error:
            reason = reason or error.message
    return wins, reason
