"""Draws a match as an animated SVG picture, with the result of each position."""

from __future__ import annotations

from ...core import InputError
from ...drawing import Drawing, FilmFrame, film
from .annotated import AnnotatedMatch, ReachedPosition
from .position_picture import position_svg

MOST_FRAMES = 250
MOST_BYTES = 8 << 20
"""The largest picture; a larger one is slow to open."""


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
