"""The question of an editor about the game being built: its components, its places, the outcome."""

from __future__ import annotations

from typing import Any

from grundy.core import Game, GrundyError, Limits, Multigraph, Network, scene_of
from grundy.operations import Context, game_of, is_misere

SECONDS = 1.2
"""Seconds for the outcome, and again for the places."""
MOST_WINS = 12
"""The largest number of winning moves listed for one component."""


def build(task: Context, g: str, kind: str, play: str = "normal") -> dict[str, Any]:
    """Answer a question of the editor: the outcome of a game, its reason, winning moves, and values of squares.

    Args:
        task: The limits of the question.
        g: The game in notation.
        kind: The kind of the editor: "maze", "graph", "board" or "sum".
        play: "normal" or "misere".

    Returns:
        The answer as plain data for JSON.
    """
    from grundy.workflows import solve

    from .arena import place_values

    game = game_of(g)
    limits = Limits(seconds=min(SECONDS, (task.limits.seconds or SECONDS) / 3))
    found = solve(game, misere=is_misere(play), limits=limits)
    told = found.to_dict()
    wins: list[list[str]] = [[] for _ in told["parts"]]
    for move in found.winning_moves[:2000]:
        wins[move.part].append(move.move)
    parts = [
        {**part, "wins": moves[:MOST_WINS], "more": max(0, len(moves) - MOST_WINS)}
        for part, moves in zip(told["parts"], wins, strict=True)
    ]
    answer = {key: told[key] for key in ("game", "play", "outcome", "value", "status", "explanation")}
    answer |= {"parts": parts, "reason": told.get("reason", "")}
    try:
        if kind == "maze":
            answer["squares"] = place_values(game_of(g), limits)
        elif kind == "graph":
            answer |= _graph(game_of(g), limits)
    except GrundyError as error:
        answer["place_note"] = error.message
    return answer


def _graph(game: Game, limits: Limits) -> dict[str, Any]:
    """Return the picture of the graph on which a game is played, and its vertices, with values if it is directed."""
    from grundy.drawing import diagram_svg, scene_svg

    from .arena import arena_diagram, is_directed

    scenes = [scene_of(ruleset, position) for ruleset, position in game.parts]
    if is_directed(game):
        diagram = arena_diagram(game, limits)
        vertices = [
            {"name": node.text, "value": node.value, "outcome": node.outcome.value if node.outcome else None}
            for node in diagram.nodes
        ]
        return {"vertices": vertices, "svg": diagram_svg(diagram, f"The graph of {game}").bare}
    drawn = (scene for scene in scenes if isinstance(scene, (Multigraph, Network)))
    names = dict.fromkeys(name for scene in drawn for name in scene.vertices)
    plain = [{"name": name, "value": None, "outcome": None} for name in names]
    return {"vertices": plain, "svg": "".join(scene_svg(scene, f"The graph of {game}").bare for scene in scenes)}
