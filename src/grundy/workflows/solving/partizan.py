"""Solves partizan games without draws: who wins if Left starts and if Right starts, and every winning move.

The method is `search.PartizanSolver`. The outcome is L, R, N or P; the winning moves are those of the player to move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from ...core import Game, LimitReached, Outcome, Partizan
from ...search import PartizanSolver, Winners
from ..searching.question import Answer, Facts, WinningMove
from .moves import listed_moves
from .solver import Solver
from .two_sided import position_of

UNKNOWN = Winners(None, None)


@dataclass(frozen=True)
class PartizanFacts(Facts):
    """Results about a partizan game without draws.

    Attributes:
        winners: Who wins if Left starts and if Right starts.
        side: The player to move.
        searched: The number of positions whose winner is known.
    """

    winners: Winners = UNKNOWN
    side: str = ""
    searched: int = 0

    def letter(self, outcome: Outcome | None) -> str | None:
        return self.winners.letter

    @property
    def brief(self) -> str:
        return f", {self.side} to move"

    def keys(self, game: Game) -> dict[str, Any]:
        return {"side": self.side}


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a partizan game without draws; if a limit is reached, the status is "limit".

    Args:
        game: The game to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer, whose `status` states whether a limit was reached.
    """
    found = position_of(game)
    ruleset, position = cast("Partizan[Any]", found[0]), found[1]
    search = memory.kept(PartizanSolver, lambda: PartizanSolver(ruleset, memory.budget, misere=memory.misere))
    search.budget = memory.budget
    own: Outcome | None = None
    other: Outcome | None = None
    wins: list[WinningMove] = []
    reason, want = "", memory.settings.want
    try:
        own = search.outcome(position)
        if want != "win":  # a player only needs the result for the side to move
            other = search.outcome(ruleset.opposite(position))
        if own is Outcome.N and want != "outcome":
            moves = listed_moves(ruleset, position)
            wins = [WinningMove(0, *move) for move in moves if search.outcome(move.leaves[0]) is Outcome.P]
    except LimitReached as error:
        reason = error.message
    each = [None if outcome is None else outcome is Outcome.N for outcome in (own, other)]
    side = ruleset.side(position)
    facts = PartizanFacts(
        winners=Winners(*(each if side == "Left" else each[::-1])), side=side, searched=len(search.table)
    )
    moves_reason = None if want == "outcome" else reason
    return memory.answer("partizan", game, own, wins, reason, facts=facts, moves_reason=moves_reason)
