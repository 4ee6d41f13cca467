"""A position as one picture, and a match as an animated one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...core import Game, Heaps, InputError
from ...drawing import Drawing, FilmFrame, film, scene_svg
from ...drawing.papers import PositionPart
from ...drawing.scenes_svg import sketch_svg
from ...drawing.svg import document
from .annotated import AnnotatedMatch, ReachedPosition
from .figures import figures
from .match import Turn
from .telling import sentence
from .touches import Cell

if TYPE_CHECKING:
    from .sketches import SketchLine

MOST_FRAMES = 250
MOST_BYTES = 8 << 20
"""A larger picture is slow to open, and nobody looks at it to its end."""


def position_svg(game: Game, history: Sequence[Turn] = (), ways: Sequence[int] = ()) -> Drawing:
    """Return the picture of a position: heaps of one rule side by side, other parts below each other.

    After a `history` of moves lines that were drawn stay where they are; `ways` are those of `sketch_lines`.

    >>> from ...notation import read_game
    >>> position_svg(read_game("nim: 3 5 + maze: ./@")).count("<svg")
    3
    """
    pictures, heaps = [], []
    sketches = _sketches(game, history, ways)
    for sketch in sketches:
        told = f"the spots and lines of {sketch.figure.name} after {len(history)} moves"
        pictures.append(sketch_svg(sketch.sketch, sketch.figure.name, told))
    drawn = {part for sketch in sketches for part in sketch.parts}
    for figure in figures(game):
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


def position_parts(game: Game, marked: Mapping[int, Mapping[Cell, int]] | None = None) -> tuple[PositionPart, ...]:
    """Return the parts of a position to be drawn; `marked` are the pieces of each part that moves touch."""
    return tuple(
        PositionPart(one.scene, one.name, (marked or {}).get(one.part, {}), one.first, one.letters)
        for one in figures(game)
    )


def _sketches(game: Game, history: Sequence[Turn], ways: Sequence[int]) -> list[SketchLine]:
    """Return the parts of the start of a match on which lines are drawn, as they stand."""
    if not history or all(figure.kind != "faces" for figure in figures(history[0].game)):
        return []
    from .sketches import sketch_lines

    return sketch_lines(history, game, ways)


def match_svg(told: AnnotatedMatch) -> Drawing:
    """Return a match as an animated picture, position by position.

    Raises `InputError` for one of more than 250 positions or 8 MiB.
    """
    if len(told.positions) > MOST_FRAMES:
        raise InputError(f"expected at most {MOST_FRAMES - 1} moves for a picture, found {len(told.positions) - 1}")
    history = told.match.history
    frames = [
        FilmFrame(position_svg(each.game, history[: each.number]), _caption(told, each), *_remark(told, each))
        for each in told.positions
    ]
    start = str(told.positions[0].game)
    moves = "; ".join(f"{each.number}. {each.words}" for each in told.positions[1:])
    found = film(frames, f"A match of {start}", f"{moves or 'No move yet'}. {told.result_told}")
    if len(found) > MOST_BYTES:
        raise InputError(
            f"expected a picture of at most {MOST_BYTES} bytes, found {len(found)}: draw fewer moves with --at"
        )
    return found


def _caption(told: AnnotatedMatch, reached: ReachedPosition) -> str:
    if reached.player is None:
        return f"Start: {reached.game}"
    return f"Move {reached.number} of {len(told.positions) - 1}. {sentence(told.names[reached.player], reached.words)}"


def _remark(told: AnnotatedMatch, reached: ReachedPosition) -> tuple[str, bool]:
    """Return what is remarked of a position, and whether its move was a mistake; the last one tells the result."""
    if reached.fault:
        return f"{reached.known}: {reached.fault_told}", True
    last = reached is told.positions[-1]
    return f"{told.result_told if last else reached.known or 'Who is winning is not known.'}", False
