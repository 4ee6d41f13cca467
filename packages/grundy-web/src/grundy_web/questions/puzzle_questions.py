"""Answers the question of the puzzle page: the puzzle of a day or a number, and the result of a move."""

from __future__ import annotations

from datetime import date
from typing import Any

from grundy.core import Game, MoveError, Outcome
from grundy.notation import read_game
from grundy.operations import Context
from grundy.workflows.explaining import idea
from grundy.workflows.playing import (
    Judge,
    MatchView,
    after,
    aim,
    best_move,
    nth_move,
    part_sizes,
    phrase,
    read_numbers,
    rule_lines,
)
from grundy_learn.puzzles import puzzle_of

from .figure_data import figure_data
from .films import film


def puzzle(_: Context, day: str, level: int, *, m: str, f: str, sel: list[str]) -> dict[str, Any]:
    """Answer a question of the web app: a puzzle; for a tried move, also whether it wins, and the rest of the game.

    Args:
        _: The limits of the question; not used.
        day: The day in ISO format, or the number of a puzzle for practice.
        level: The level of difficulty.
        m: The number, in base 36, of the move that the visitor tries, or "".
        f: The way in which this move is drawn: "" for the first, "0" for the second, "0.0" for the third.
        sel: The ids of the selected pieces.

    Returns:
        The game with its pictures and moves; as `grade` whether the tried move wins and why, or None; and as `film` the
        pictures of the tried move and, if it is wrong, of the moves that follow.

    Raises:
        MoveError: If `m` is not the number of a move.
    """
    drawn = puzzle_of(date.fromisoformat(day) if "-" in day else int(day), level)
    game = read_game(drawn.game)
    moves = [nth_move(game, at) for at in range(sum(part_sizes(game)))]
    found: dict[str, Any] = {"status": "proved", "game": drawn.game, "count": drawn.moves, "grade": None}
    found |= {"film": None, "names": [game.summands[0].ruleset.name]}
    found |= {"remoteness": drawn.remoteness, "rules": rule_lines(game), "aim": aim(game.last_loses, game)}
    if m:
        tried = read_numbers(m)
        if len(tried) != 1 or tried[0] >= len(moves):
            raise MoveError(f"m: expected the number of one of {len(moves)} moves, found {m[:20]}")
        move = moves[tried[0]]
        left = after(game, move)
        found["grade"] = _grade(left) | {"words": phrase(game, move)}
        found["film"] = film(game, first=[move], ways=read_numbers(f))
        if found["grade"]["right"]:
            found["film"]["frames"] = found["film"]["frames"][:1]
    return found | figure_data(MatchView((), game), [] if m else moves, None, sel)


def _grade(left: Game) -> dict[str, Any]:
    """Return the data about a tried move, given the position `left` after it.

    The data are whether the move wins, that position in notation, a winning reply ("" if there is none), and an
    explanation.
    """
    judge = Judge(left, misere=False)
    told = idea(judge.solution(left))
    choice = best_move(left, judge) if any(part_sizes(left)) else None
    reply = phrase(left, choice.move) if choice is not None and choice.reason == "win" else ""
    right = judge.outcome(left) is Outcome.P
    return {"right": right, "left": str(left), "reply": reply, "idea": told.sentence if told else ""}
