"""Positions and matches as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core import Game, InputError
from ...drawing import Drawing, FilmFrame, PositionPart, film, parts_svg
from .annotated import AnnotatedMatch, ReachedPosition
from .legal import Turn
from .match_view import MatchView
from .part_views import Cell, part_views

MOST_FRAMES = 250
MOST_BYTES = 8 << 20
"""The largest picture; a larger one is slow to open."""


def position_parts(game: Game, marked: Mapping[int, Mapping[Cell, int]] | None = None) -> tuple[PositionPart, ...]:
    """Return the components of a position as data for a picture.

    Args:
        game: The position to draw.
        marked: The pieces to mark in each component, or None.

    Returns:
        The components, each with its picture as data.
    """
    return tuple(
        PositionPart(one.scene, one.name, (marked or {}).get(one.part, {}), one.first, one.letters)
        for one in part_views(game)
    )


def position_svg(game: Game, history: Sequence[Turn] = (), ways: Sequence[int] = ()) -> Drawing:
    """Draw a position as SVG: heaps side by side, other components below each other.

    Args:
        game: The position to draw.
        history: The moves before it, which decide where lines of Sprouts and similar games are drawn.
        ways: Which drawing of a move is meant if several give the same position, as for `MatchView`.

    Returns:
        The picture, as SVG with its size.

    Example:
        >>> from ...notation import read_game
        >>> position_svg(read_game("nim: 3 5 + maze: ./@")).count("<circle")
        1
    """
    sketches = MatchView(history, game, ways).sketches if history else []
    drawn = {part for sketch in sketches for part in sketch.parts}
    parts = [PositionPart(each.figure.scene, each.figure.name, sketch=each.sketch) for each in sketches]
    parts += [part for number, part in enumerate(position_parts(game)) if number not in drawn]
    return parts_svg(parts, str(game))


def match_svg(told: AnnotatedMatch) -> Drawing:
    """Draw a match as an animated SVG picture, one position after the other.

    Args:
        told: The match with the results of its positions.

    Returns:
        The picture, as SVG with its size.

    Raises:
        InputError: If the match has more than 250 positions or the picture more than 8 MiB.
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
    found = film(frames, f"A match of {start}", f"{moves or 'No move yet'}. {told.result_text}")
    if len(found) > MOST_BYTES:
        raise InputError(
            f"expected a picture of at most {MOST_BYTES} bytes, found {len(found)}: draw fewer moves with --at"
        )
    return found


def _caption(told: AnnotatedMatch, reached: ReachedPosition) -> str:
    if reached.player is None:
        return f"Start: {reached.game}"
    return f"Move {reached.number} of {len(told.positions) - 1}. {told.moved(reached)}"


def _remark(told: AnnotatedMatch, reached: ReachedPosition) -> tuple[str, bool]:
    if reached.fault:
        return f"{reached.known}: {reached.fault_text}", True
    last = reached is told.positions[-1]
    return f"{told.result_text if last else reached.known or 'It is not known who is winning.'}", False
