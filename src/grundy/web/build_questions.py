"""What an editor asks about the game that is being built: its parts, its places, who wins."""

from __future__ import annotations

from typing import Any

from ..core import Game, GrundyError, Limits, Network
from .explore_pictures import bare
from .reading import game_of, is_misere
from .task import Task

SECONDS = 1.2
"""Spent on who wins, and again on the places."""
MOST_WINS = 12
"""Winning moves that are listed for one part."""


def build(task: Task, g: str, kind: str, play: str = "normal") -> dict[str, Any]:
    """Return who wins a game and why, the winning moves of each part, and what its places are worth."""
    from ..workflows import solve

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
    return answer | {"parts": parts, "reason": told.get("reason", "")} | _places(g, kind, limits)


def _places(g: str, kind: str, limits: Limits) -> dict[str, Any]:
    """Return the values of a maze's squares, or the picture of a graph; of other boards nothing."""
    from ..workflows.arena import place_values

    game = game_of(g)
    try:
        if kind == "maze":
            return {"squares": place_values(game, limits)}
        if kind == "graph":
            return _graph(game, limits)
    except GrundyError as error:
        return {"place_note": error.message}
    return {}


def _graph(game: Game, limits: Limits) -> dict[str, Any]:
    """Return the picture of the graph on which a game is played, and its vertices, of a directed graph with values."""
    from ..drawing import diagram_svg, scene_svg
    from ..workflows.arena import arena_diagram

    scenes = [ruleset.scene(position) for ruleset, position in game.parts]
    if game.size and game.part(0)[0].name == "graph":
        diagram = arena_diagram(game, limits)
        vertices = [
            {"name": node.text, "value": node.value, "outcome": node.outcome.value if node.outcome else None}
            for node in diagram.nodes
        ]
        return {"vertices": vertices, "svg": bare(diagram_svg(diagram, f"The graph of {game}"))}
    names = dict.fromkeys(name for scene in scenes if isinstance(scene, Network) for name in scene.vertices)
    plain = [{"name": name, "value": None, "outcome": None} for name in names]
    return {"vertices": plain, "svg": "".join(bare(scene_svg(scene, f"The graph of {game}")) for scene in scenes)}
