"""Finds the result of every legal move: a win, a loss or a draw for the player who makes it, and the length of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ...core import Outcome
from .legal import PartMove, after
from .match import Match

Verdict = Literal["win", "lose", "draw", "unknown"]
VERDICTS: dict[Outcome | None, Verdict] = {Outcome.P: "win", Outcome.N: "lose", Outcome.D: "draw", None: "unknown"}
"""The outcome of the position after a move -> its meaning for the player who moved."""


class Prospect(NamedTuple):
    """The result of a move for the player who makes it, and how many moves follow with best play.

    Attributes:
        verdict: "win", "draw" or "lose" for this player, or "unknown".
        remoteness: The number of moves that follow, or None if it is unknown or play does not end.
    """

    verdict: Verdict
    remoteness: int | None


def prospects(match: Match, moves: Sequence[PartMove]) -> list[Prospect]:
    """Find the result of each legal move of the present game for the player to move.

    Results are unknown if a limit was reached. The number of moves that follow is known only for small games.

    Args:
        match: The match with the present game.
        moves: The legal moves.

    Returns:
        The results in the order of the moves.
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
