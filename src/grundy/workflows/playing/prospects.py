"""What every legal move leads to: a win, a loss or a draw for whoever makes it, and how long play then lasts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ...core import Outcome
from .legal import PartMove, after
from .match import Match

Verdict = Literal["win", "lose", "draw", "unknown"]
VERDICTS: dict[Outcome | None, Verdict] = {Outcome.P: "win", Outcome.N: "lose", Outcome.D: "draw", None: "unknown"}
"""The outcome of what a move leaves -> what it means for the player who made it."""


class Prospect(NamedTuple):
    """What a move means for its player; `remoteness` counts the moves that follow it with best play, if known."""

    verdict: Verdict
    remoteness: int | None


def prospects(match: Match, moves: Sequence[PartMove]) -> list[Prospect]:
    """Return what each legal move of the present game means for the player to move.

    Where the game can be played out to its end the outcome of every option is looked up; elsewhere the winning (and
    drawing) moves are known and all others lose. A limit leaves moves unknown.
    """
    if match.judge.course(match.game) is not None:
        known = [match.judge.known(after(match.game, move)) for move in moves]
        return [Prospect(VERDICTS[each.outcome], each.remoteness) for each in known]
    solution = match.judge.full_solution(match.game)
    facts = solution.facts
    winning = {(move.part, move.pieces) for move in solution.winning_moves}
    drawing = {(move.part, move.pieces) for move in facts.drawing_moves} if facts else set()
    told = solution.status == "proved" and solution.outcome is not None and solution.moves_status != "limit"
    rest: Verdict = "lose" if told else "unknown"
    found = [(part, move.leaves) for part, move in moves]
    return [Prospect("win" if one in winning else "draw" if one in drawing else rest, None) for one in found]
