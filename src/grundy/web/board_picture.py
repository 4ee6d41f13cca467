"""A whole position as one picture to take away: heaps of one rule side by side, other parts below each other."""

from __future__ import annotations

import re
from typing import Any

from ..core import Game, Heaps
from ..drawing import scene_svg
from ..workflows.figures import figures
from ..workflows.match import Match
from ..workflows.replay import read_numbers, replay
from .reading import game_of
from .task import Task

_SIZE = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def board(_: Task, g: str, m: str) -> dict[str, Any]:
    """Return the position after the moves `m` as SVG."""
    played = Match(game_of(g))
    replay(played, read_numbers(m))
    return {"status": "proved", "svg": position_svg(played.game)}


def position_svg(game: Game) -> str:
    """Return the picture of a position.

    >>> from ..notation import read_game
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
    return pictures[0] if len(pictures) == 1 else _stacked(pictures, str(game))


def _stacked(pictures: list[str], title: str) -> str:
    """Set pictures below each other."""
    from ..drawing.svg import escape, number

    parts, wide, y = [], 0.0, 0.0
    for picture in pictures:
        size = _SIZE.search(picture)
        width, height = (float(size[1]), float(size[2])) if size else (0.0, 0.0)
        parts.append(picture.replace("<svg ", f'<svg y="{number(y)}" ', 1))
        wide, y = max(wide, width), y + height
    box = f'viewBox="0 0 {number(wide)} {number(y)}" width="{number(wide)}" height="{number(y)}"'
    name = f"<title>{escape(title)}</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {box}>{name}{"".join(parts)}</svg>'
