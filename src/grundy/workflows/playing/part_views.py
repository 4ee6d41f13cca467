"""What stands on the table: a view of every part of a game, made of pieces that moves touch.

A piece is a token of a heap, a pin of a row, a square of a board, a vertex of a network or an edge. Its id is
"part.row.place", all counted from 0: token 3 of heap 0 of part 1 is "1.0.3".
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias

from ...core import Board, Faces, Game, Heaps, Multigraph, Network, Ring, Ruleset, Scene
from ...drawing.fit import part_name

Kind = Literal["heaps", "pins", "ring", "cells", "network", "edges", "faces", "text"]
SceneOf: TypeAlias = Callable[[Ruleset[Any], Any], Scene]
MOST_TOKENS = 40
"""A larger heap has no tokens to touch."""
MOST_FIGURES = 60
"""Parts of a larger game are not all shown."""


class PartView(NamedTuple):
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


def part_views(game: Game, scene_of: SceneOf | None = None) -> list[PartView]:
    """Return views of the first parts of a game, in their order.

    Args:
        game: The game.
        scene_of: Returns the scene of a position of a ruleset; if None, the ruleset is asked.

    Returns:
        At most `MOST_FIGURES` views.
    """
    scene = scene_of or (lambda ruleset, position: ruleset.scene(position))
    parts = enumerate(islice(game.parts, MOST_FIGURES))
    return [_view(game, part, ruleset, scene(ruleset, position)) for part, (ruleset, position) in parts]


def part_view(game: Game, part: int) -> PartView | None:
    """Return the view of one part, None if so many parts are not shown."""
    ruleset, position = game.part(part)
    return _view(game, part, ruleset, ruleset.scene(position)) if part < MOST_FIGURES else None


def piece_id(part: int, row: int, place: int) -> str:
    """Return the id of a piece."""
    return f"{part}.{row}.{place}"


def _view(game: Game, part: int, ruleset: Ruleset[Any], scene: Scene) -> PartView:
    look = ruleset.first_square, ruleset.shows_tails, ruleset.lettered
    return PartView(_kind(scene), part, part_name(game, part), scene, *look)


def _kind(scene: Scene) -> Kind:
    if isinstance(scene, Heaps):
        return "pins" if scene.row else "heaps"
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
