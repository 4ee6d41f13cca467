"""Prepares the components of a match for drawing, and finds the pieces that moves touch.

A piece is a token of a heap, a pin of a row, a square of a board, a vertex of a network or an edge. Its id is
"part.row.place", all counted from 0: token 3 of heap 0 of component 1 is "1.0.3". A move may be possible at several
places of the picture: "take 1 leave 2+4" from seven pins takes the third pin from the left or from the right. Each such
place is called a way to make the move, and `Move.touches` lists the ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias

from ...core import (
    Board,
    Faces,
    Game,
    Heaps,
    Move,
    Multigraph,
    Network,
    Picture,
    Ring,
    Ruleset,
    Scene,
    Way,
    facet,
    scene_of,
)
from ...drawing.fit import part_name
from .legal import PartMove, Turn

Kind = Literal["heaps", "pins", "ring", "cells", "network", "edges", "faces", "text"]
SceneOf: TypeAlias = Callable[[Ruleset[Any], Any], Scene]
MOST_TOKENS = 40
"""A larger heap has no single tokens."""
MOST_FIGURES = 60
"""The largest number of components shown."""
PieceIds = frozenset[str]
Cell = tuple[int, int]
"""A piece of a component: row and column, heap and token, or the index of a vertex or an edge and 0."""
FOLLOWED = frozenset({"pins", "ring", "cells", "network", "edges"})
"""Kinds of components that are drawn as they were at the start."""


class PartView(NamedTuple):
    """The data for drawing one component of a game.

    Attributes:
        kind: How it is drawn, such as "heaps" or "cells".
        part: The index of the component, from 0.
        name: Its name in sentences, such as "heap 2".
        scene: The picture as data.
        first: The numbers of the first row and column if moves name squares by numbers, or None.
        flat: Whether a square without a piece is drawn with a coin that shows tails.
        letters: Whether moves name columns by letters.
    """

    kind: Kind
    part: int
    name: str
    scene: Scene
    first: tuple[int, int] | None = None
    flat: bool = False
    letters: bool = False


def part_views(game: Game, scene: SceneOf = scene_of) -> list[PartView]:
    """Prepare the first 60 components of a game for drawing.

    Args:
        game: The game to draw.
        scene: A function that returns the picture of a position as data; by default the method of the ruleset.

    Returns:
        One view for each of these components, in order.
    """
    parts = enumerate(islice(game.parts, MOST_FIGURES))
    return [_view(game, part, ruleset, scene(ruleset, position)) for part, (ruleset, position) in parts]


def part_view(game: Game, part: int) -> PartView | None:
    """Prepare one component of a game for drawing.

    Args:
        game: The game to draw.
        part: The index of the component.

    Returns:
        The view, or None if the index is 60 or more, since such components are not drawn.
    """
    ruleset, position = game.part(part)
    return _view(game, part, ruleset, scene_of(ruleset, position)) if part < MOST_FIGURES else None


def piece_id(part: int, row: int, place: int) -> str:
    """Return the identifier of a piece in a picture, such as a token or a square: "part.row.place".

    Args:
        part: The index of the component.
        row: The row of a board, or the index of the heap, vertex or edge.
        place: The column of a board, or the index of the token in its heap; 0 for a vertex or an edge.

    Returns:
        The identifier, such as "1.0.3".
    """
    return f"{part}.{row}.{place}"


def _view(game: Game, part: int, ruleset: Ruleset[Any], scene: Scene) -> PartView:
    drawn = facet(ruleset, Picture)
    look = drawn.first_square, drawn.shows_tails, drawn.lettered
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


def touched_pieces(views: Iterable[PartView], moves: Sequence[PartMove]) -> list[list[PieceIds]]:
    """Return the pieces that a user can point at to choose a move.

    A move may be possible in several ways, for example at either end of a row of pins. Pieces that every move of a
    component touches are left out, because they do not identify a move.

    Args:
        views: The views of the components of a game.
        moves: Moves of this game.

    Returns:
        For each move a list, which has for each way to make the move the set of its pieces by their ids. The list is
        empty if the picture does not show the move.
    """
    shown = {view.part: view for view in views}
    found = [touched_cells(shown[part], move) if part in shown else [] for part, move in moves]
    always: dict[int, set[Cell]] = {}
    for part in shown:
        sets = [set(cells) for move, ways in zip(moves, found, strict=True) if move.part == part for cells in ways]
        common = set.intersection(*sets) if sets else set()
        always[part] = common if all(cells - common for cells in sets) else set()
    return [
        [frozenset(piece_id(part, *cell) for cell in cells if cell not in always[part]) for cells in ways]
        for (part, _), ways in zip(moves, found, strict=True)
    ]


def touched_cells(view: PartView, move: Move[Any]) -> list[list[Cell]]:
    """Return the pieces that a move touches, for each way to make the move.

    Of the tokens that a move takes from a heap, only the lowest one is returned.

    Args:
        view: The view of the component in which the move is made.
        move: A move of this component.

    Returns:
        For each way the list of its pieces, in order.
    """
    if isinstance(view.scene, Faces):
        from ...drawing.curves.maps import spots_of

        spots = spots_of(view.scene)
        return [sorted({(spots[span.row], 0) for span in way}) for way in move.touches]
    if view.kind == "text":
        return []
    ways = []
    for way in move.touches:
        if view.kind != "heaps":
            cells = cells_of(way)
        else:
            cells = [(heap, token) for heap, token, _, added in way if not added]
            cells = cells or [(heap, end - 1) for heap, _, end, _ in way]
        ways += [cells] * bool(cells)
    return ways


def cells_of(way: Way) -> list[Cell]:
    """Return all pieces that a move touches if it is made in a given way, as (row, place) in ascending order."""
    return sorted((row, place) for row, begin, end, _ in way for place in range(begin, end))


class MatchParts:
    """The components of a match at the start and now, prepared for drawing when they are first needed."""

    def __init__(self, history: Sequence[Turn], game: Game, ways: Sequence[int] = ()) -> None:
        """Prepare to draw the present game of a match.

        Args:
            history: The moves so far.
            game: The present game.
            ways: Which drawing of a move is meant if several lead to the same position. Moves and their drawings are
                numbered from 0, and move m is listed d times if drawing d of it is meant: (2, 2, 5) means drawing 2 of
                move 2, drawing 1 of move 5, and drawing 0 of all other moves.
        """
        self.history, self.shown, self.game, self.ways = history, game, game, ways
        self.start = history[0].game if history else game
        self._scenes: dict[tuple[Ruleset[Any], Any], Scene] = {}

    def scene(self, ruleset: Ruleset[Any], position: Any) -> Scene:  # noqa: ANN401  # any position
        """Return the picture of a position as data, which is stored for later calls.

        Args:
            ruleset: The ruleset of the position.
            position: The position to draw.

        Returns:
            The picture as data.
        """
        key = ruleset, position
        if key not in self._scenes:
            self._scenes[key] = scene_of(ruleset, position)
        return self._scenes[key]

    @cached_property
    def start_parts(self) -> list[PartView]:
        """The components of the game at the start, prepared for drawing."""
        return part_views(self.start, self.scene)

    @cached_property
    def parts(self) -> list[PartView]:
        """The components of the present game, prepared for drawing."""
        return self.start_parts if self.shown is self.start else part_views(self.shown, self.scene)
