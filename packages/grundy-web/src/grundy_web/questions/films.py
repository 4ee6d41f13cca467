"""Plays a game to the end and draws each position, to show why an answer or the move of a puzzle is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.core import Game, GrundyError, Limits
from grundy.workflows.playing import Match, MatchView, Opponent, PartMove

from .figure_data import figure_data

MOST_FRAMES = 8
"""The largest number of moves that are shown."""
QUICK = Limits(seconds=1)


def film(
    game: Game, *, misere: bool = False, first: Sequence[PartMove] = (), ways: Sequence[int] = ()
) -> dict[str, Any]:
    """Play a game perfectly to its end, but at most 8 moves, and draw each position.

    Args:
        game: The position.
        misere: Whether the player who makes the last move loses.
        first: Moves to play at the beginning; with such moves the pictures begin after the first of them.
        ways: The numbers of moves, from 0, drawn in another way than the first, each repeated by the index of its way.

    Returns:
        The pictures as `frames`, each with the words of the move before it and its `player`, 0 or 1 (None for the start
        position); the `winner`, or None if it is unknown; and whether the game is over in the last picture (`over`).
    """
    match = Match(game, misere, QUICK)
    for move in first:
        match.play(move)
    opponent, winner = Opponent(100, 0), None
    try:
        outcome = match.judge.outcome(match.game) if not match.over else None
        winner = match.winner if match.over else {"N": match.player, "P": 1 - match.player}.get(str(outcome))
        while not match.over and len(match.history) < MOST_FRAMES:
            match.play(opponent.choose(match).move)
    except GrundyError:
        pass  # the moves so far are shown
    games = [*(turn.game for turn in match.history), match.game]
    start = 1 if first else 0
    frames = [_frame(match, games, number, ways) for number in range(start, len(games))]
    return {"frames": frames, "winner": winner, "over": match.over}


def _frame(match: Match, games: Sequence[Game], number: int, ways: Sequence[int]) -> dict[str, Any]:
    view = MatchView(match.history[:number], games[number], [*ways])
    turn = match.history[number - 1] if number else None
    if turn and not games[number].size and not view.histories and not view.sketches:
        view.step_back()  # an empty table shows the last move on the position before it
    words = Match(turn.game).words(turn.move) if turn else ""
    return {"words": words, "player": (number - 1) % 2 if turn else None} | figure_data(view, [])
