"""What stands on the table: a figure for every part of a game, made of pieces with names that moves can touch.

A piece is a token of a heap, a pin of a row, a square of a board, a vertex of a network or an edge. Its key is
"part.row.place", all counted from 0: token 3 of heap 0 of part 1 is "1.0.3".
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Literal, NamedTuple

from ...core import Board, Faces, Game, Heaps, Multigraph, Network, Ring, Ruleset, Scene
from ...drawing.fit import is_row, part_name

Kind = Literal["heaps", "pins", "ring", "cells", "network", "edges", "faces", "text"]
MOST_TOKENS = 40
"""A larger heap has no tokens to touch."""
MOST_FIGURES = 60
"""Parts of a larger game are not all shown."""


class Figure(NamedTuple):
    """The picture of one part: how it is drawn, which part, its name, the scene.

    `first` are the numbers that the first row and column have where moves name squares by numbers, `letters` that they
    name columns by letters; `flat` says that an empty square shows a coin too, with tails up.
    """

    kind: Kind
    part: int
    name: str
    scene: Scene
    first: tuple[int, int] | None = None
    flat: bool = False
    letters: bool = False


def figures(game: Game) -> list[Figure]:
    """Return the figures of the first parts of a game, in their order."""
    found = []
    for part, (ruleset, position) in enumerate(islice(game.parts, MOST_FIGURES)):
        scene = ruleset.scene(position)
        look = ruleset.first_square, ruleset.shows_tails, ruleset.lettered
        found.append(Figure(_kind(ruleset, scene), part, part_name(game, part), scene, *look))
    return found


def key(part: int, row: int, place: int) -> str:
    """Return the key of a piece."""
    return f"{part}.{row}.{place}"


def _kind(ruleset: Ruleset[Any], scene: Scene) -> Kind:
    """Return how a scene is drawn; a heap from whose inside tokens are taken is a row of pins."""
    if isinstance(scene, Heaps):
        return "pins" if is_row(ruleset) and scene.sizes[0] <= MOST_TOKENS else "heaps"
    if isinstance(scene, Board):
        pins = len(scene.rows) == 1 and set(scene.rows[0]) == {"I"}
        return "pins" if pins else "cells" if any(scene.rows) else "text"
    if isinstance(scene, Multigraph):
        return "edges"
    if isinstance(scene, Ring):
        return "ring"
    if isinstance(scene, Faces):
        return "faces" if scene.regions else "text"
    return "network" if isinstance(scene, Network) else "text"
