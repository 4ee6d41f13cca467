"""Draws a position as an SVG picture, or returns its components as data for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core import Game
from ...drawing import Drawing, PositionPart, parts_svg
from .legal import Turn
from .match_view import MatchView
from .part_views import Cell, part_views


def position_parts(game: Game, marked: Mapping[int, Mapping[Cell, int]] | None = None) -> tuple[PositionPart, ...]:
    """Return the components of a position as data for a picture.

    Args:
        game: The position to draw.
        marked: The pieces to mark: a dictionary from the index of a component to a dictionary from a piece to its
            colour. Colour 1 is for the first of several moves, such as winning moves, and colour 2 for all others.
            None to mark nothing.

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
        history: The moves that led to the position; the lines of Sprouts and similar games are drawn as in these moves.
        ways: Which drawing of a move is meant if several give the same position, as in `MatchParts`.

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
