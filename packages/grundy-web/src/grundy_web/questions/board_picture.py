"""A whole position as one picture for download."""

from __future__ import annotations

from typing import Any

from grundy.operations import Context, game_of
from grundy.workflows.playing import Match, position_svg, read_numbers, replay


def board(_: Context, g: str, m: str, f: str = "") -> dict[str, Any]:
    """Answer a question of the web app: the position after some moves, drawn as SVG.

    Args:
        _: The limits of the question; not used.
        g: The game in notation.
        m: The moves as numbers in base 36.
        f: Moves drawn in another way than the first: "2.2" draws move 2 (from 0, in base 36) in its way 2 (from 0).

    Returns:
        The answer as plain data for JSON.
    """
    played = Match(game_of(g))
    replay(played, read_numbers(m))
    return {"status": "proved", "svg": position_svg(played.game, played.history, read_numbers(f))}
