"""The question who wins a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...operations import Context
from ...operations.moves import how_known, match_of, remoteness_of
from ...operations.subjects import game_of, is_misere
from ...workflows import solve as solve_game


def solve(task: Context, game: str, play: str = "normal", want: Sequence[str] = ()) -> dict[str, Any]:
    """Return the output of `grundy solve --json`.

    Args:
        task: The limits of the question.
        game: The game in notation.
        play: "normal" or "misere".
        want: Further parts: "remoteness", "certificate".

    Returns:
        The answer.
    """
    solution = solve_game(game_of(game), misere=is_misere(play), meter=task.meter)
    found = solution.to_dict() | how_known(solution)
    if "remoteness" in want:
        found["remoteness"] = task.in_time(lambda: remoteness_of(match_of(game, play, task)))
    if "certificate" in want:
        from ...workflows.proving.certify import certify

        made = certify(solution.game, misere=solution.play == "misere", meter=task.meter, answer=solution)
        found["certificate"] = made.text()
    return found
