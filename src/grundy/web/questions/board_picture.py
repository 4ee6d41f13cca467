"""A whole position as one picture to take away: heaps of one rule side by side, other parts below each other."""

from __future__ import annotations

from typing import Any

from ...core import Game, Heaps
from ...drawing import scene_svg
from ...workflows.playing.figures import figures
from ...workflows.playing.match import Match
from ...workflows.playing.replay import read_numbers, replay
from .reading import game_of
from .task import Task


def board(_: Task, g: str, m: str) -> dict[str, Any]:
    """Return the position after the moves `m` as SVG."""
    played = Match(game_of(g))
    replay(played, read_numbers(m))
    return {"status": "proved", "svg": position_svg(played.game)}


def position_svg(game: Game) -> str:
    """Return the picture of a position.

    >>> from ...notation import read_game
    >>> position_svg(read_game("nim: 3 5 + maze: ./@")).count("<svg")
    3
    """
    pictures, heaps = [], []
    for figure in figures(game):
        if isinstance(figure.scene, Heaps) and len(figure.scene.sizes) == 1:
            heaps.append((figure.scene.sizes[0], figure.scene.names[0] if figure.scene.names else figure.name))
        else:
            pictures.append(scene_svg(figure.scene, figure.name))
    if heaps or not pictures:
        sizes, names = tuple(size for size, _ in heaps), tuple(name for _, name in heaps)
        pictures.insert(0, scene_svg(Heaps(sizes, names), str(game)))
    if len(pictures) == 1:
        return pictures[0]
    from ...drawing.svg import escape, number

    inside, y = f"<title>{escape(str(game))}</title>", 0.0
    for picture in pictures:
        inside += picture.at(y)
        y += picture.size[1]
    wide, high = number(max(picture.size[0] for picture in pictures)), number(y)
    box = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {box}>{inside}</svg>'
