"""Solves partizan games without draws: who wins if Left starts and if Right starts, and every winning move.

The method is `search.PartizanSolver`. The outcome is L, R, N or P; the winning moves are those of the player to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from ...core import Game, Knowledge, LimitReached, Move, Outcome, Partizan, facet
from ...search import PartizanSolver, Winners
from ..searching.question import Answer, Facts, WinningMove
from .moves import listed_moves
from .solver import Solver
from .two_sided import position_of

UNKNOWN = Winners(None, None)
MORE = 20_000, 0.5
"""The positions and the seconds of the search for more winning moves if a theorem gives the outcome and some moves."""


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
    stated = facet(ruleset, Knowledge)

    def known(at: Any) -> Outcome | None:  # noqa: ANN401  # any position
        return None if memory.misere else stated.known_outcome(at)

    own: Outcome | None = None
    other: Outcome | None = None
    wins: list[WinningMove] = []
    reason, want = "", memory.settings.want
    moves_reason: str | None = None if want == "outcome" else ""
    try:
        by_theorem = known(position)
        own = by_theorem or search.outcome(position)
        if want != "win":  # a player only needs the result for the side to move
            opposite = ruleset.opposite(position)
            other = known(opposite) or search.outcome(opposite)
        if own is Outcome.N and want != "outcome":
            moves = listed_moves(ruleset, position)
            lost = [move for move in moves if known(move.leaves[0]) is Outcome.P or search.is_lost(move.leaves[0])]
            wins = [WinningMove(0, *move) for move in (lost[:1] if want == "win" else lost)]
            if want == "win":
                moves_reason = "the other moves were not searched" if len(moves) > 1 else ""
            else:
                more = partial(_all_wins, search, moves, wins)
                if by_theorem is None:
                    more()
                elif memory.budget.attempt(*MORE, more) is None:
                    moves_reason = "the other moves were not searched to their ends"
    except LimitReached as error:
        reason = moves_reason = error.message
    each = [None if outcome is None else outcome is Outcome.N for outcome in (own, other)]
    side = ruleset.side(position)
    facts = PartizanFacts(
        winners=Winners(*(each if side == "Left" else each[::-1])), side=side, searched=len(search.table)
    )
    return memory.answer("partizan", game, own, wins, reason, facts=facts, moves_reason=moves_reason)


def _all_wins(search: PartizanSolver, moves: Sequence[Move[Any]], wins: list[WinningMove]) -> bool:
    """Replace the contents of `wins` by all winning moves, in the order of `moves`, and return True.

    The moves that `wins` has at the start are not searched again. After a limit, `wins` has the moves known so far.
    `search` computes the outcomes of options.
    """
    early, found = {win.move: win for win in wins}, list[WinningMove]()
    try:
        for move in moves:
            if move.label in early or search.outcome(move.leaves[0]) is Outcome.P:
                found.append(early.pop(move.label, WinningMove(0, *move)))
    finally:
        wins[:] = [*found, *early.values()]
    return True
