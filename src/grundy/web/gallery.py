"""The pictures on the page of games: some examples drawn as they stand on the table."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..games import CATALOGUE
from ..notation import read_game
from .figure_data import figure_data

SHOWN = {
    "nim": "nim: 3 5 7",
    "kayles": "kayles: 9",
    "silver-dollar": "silver-dollar: 1 4 6 9",
    "maze": "maze: ..#.../....#./.#...@",
    "northcott": "northcott: W..B./.W..B/W.B.. @ W",
    "tic-tac-toe": "tic-tac-toe: X.O/.X./..O",
    "turning-turtles": "turning-turtles: 1 3 4 7",
    "graph": "graph: a>b a>c a>d b>e c>e c>f d>f @ a",
}
"""Games of the catalogue with the position that is shown of each; one move of each can be found quickly."""


@cache
def gallery() -> list[dict[str, Any]]:
    """Return name, caption, game and figures of each example."""
    return [
        {"name": name, "caption": CATALOGUE[name].caption, "game": game, **figure_data(read_game(game), [])}
        for name, game in SHOWN.items()
        if name in CATALOGUE
    ]
