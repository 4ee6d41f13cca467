"""A position as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core import Game, Heaps
from ...drawing import Drawing, scene_svg
from ...drawing.scenes_svg import sketch_svg
from ...drawing.svg import document
from .match_view import MatchView

if TYPE_CHECKING:
    from .legal import Turn


def position_svg(game: Game, history: Sequence[Turn] = (), ways: Sequence[int] = ()) -> Drawing:
    """Draw a position as SVG: single heaps side by side, other components below each other.

    Args:
        game: The position to draw.
        history: The moves before it, which decide where lines of Sprouts and similar games are drawn.
        ways: Which drawing of a move is meant if several give the same position, as for `MatchParts`.

    Returns:
        The picture, as SVG with its size.

    Example:
        >>> from ...notation import read_game
        >>> position_svg(read_game("nim: 3 5 + maze: ./@")).count("<svg")
        3
    """
    pictures, heaps = [], []
    view = MatchView(history, game, ways)
    sketches = view.sketches if history else []
    for sketch in sketches:
        told = f"the spots and lines of {sketch.figure.name} after {len(history)} moves"
        pictures.append(sketch_svg(sketch.sketch, sketch.figure.name, told))
    drawn = {part for sketch in sketches for part in sketch.parts}
    for figure in view.parts:
        if figure.part in drawn:
            continue
        if isinstance(figure.scene, Heaps) and len(figure.scene.sizes) == 1:
            heaps.append((figure.scene.sizes[0], figure.scene.names[0] if figure.scene.names else figure.name))
        else:
            pictures.append(scene_svg(figure.scene, figure.name))
    if heaps or not pictures:
        sizes, names = tuple(size for size, _ in heaps), tuple(name for _, name in heaps)
        pictures.insert(0, scene_svg(Heaps(sizes, names), str(game)))
    if len(pictures) == 1:
        return pictures[0]
    inside, y = "", 0.0
    for picture in pictures:
        inside += picture.at(y)
        y += picture.size[1]
    return document((max(picture.size[0] for picture in pictures), y), str(game), inside)
