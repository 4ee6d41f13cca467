"""Draws a whole position for a page, with its notation as the title; heaps and pins as the page of play shows them."""

from __future__ import annotations

from grundy import Game
from grundy.core import Board, Heaps, Scene
from grundy.drawing.svg import document, tag, words
from grundy.workflows.playing.part_views import PartView, part_views
from grundy.workflows.playing.position_picture import position_svg
from grundy_web.pictures.card_svg import FELT, MOST_DISCS, MOST_HEAPS, TABLE, stacks

PITCH = 24
"""From pin to pin in px."""
TALL = 44
"""A pin in px."""
ROW = 76
"""From row to row in px."""
MARGIN = 24


def board_svg(game: Game) -> str:
    """Return the picture of a position.

    >>> from grundy.notation import read_game
    >>> picture = board_svg(read_game("kayles: 7 2"))
    >>> "<title>kayles: 7 2</title>" in picture, picture.count("<rect")
    (True, 10)
    """
    shown = part_views(game)
    if shown and all(figure.kind == "pins" for figure in shown):
        return _rows(game, shown)
    sizes = [size for figure in shown if isinstance(figure.scene, Heaps) for size in figure.scene.sizes]
    few = 0 < len(sizes) <= MOST_HEAPS and 0 < max(sizes) <= MOST_DISCS
    if few and all(isinstance(figure.scene, Heaps) for figure in shown):
        return _table(game, sizes)
    return position_svg(game)


def _table(game: Game, sizes: list[int]) -> str:
    """Draw heaps on a table, with the discs of the page of play."""
    left, top, width, height = TABLE
    wide, tall = width + 2 * MARGIN, height + 2 * MARGIN
    felt = tag("defs", FELT) + tag("rect", width=wide, height=tall, rx=MARGIN, fill="url(#felt)")
    table = tag("g", stacks(sizes), transform=f"translate({MARGIN - left} {MARGIN - top})")
    return document((wide / 2, tall / 2), str(game), tag("g", felt + table, transform="scale(0.5)"))


def _rows(game: Game, shown: list[PartView]) -> str:
    """Draw a row of pins for each heap; of several heaps each is followed by the number of its pins."""
    sizes = [_pins(figure.scene) for figure in shown]
    wide = max(sizes) * PITCH
    body = ""
    for row, size in enumerate(sizes):
        ground = MARGIN + TALL + row * ROW
        for pin in range(size):
            x = MARGIN + pin * PITCH + 3
            body += tag("rect", x=x, y=ground - TALL, width=PITCH - 6, height=TALL, rx=9, fill="accent")
        body += words(MARGIN + size * PITCH + 12, ground - TALL / 2 + 5, str(size), font_size=15)
    return document((wide + 2 * MARGIN + 24, 2 * MARGIN + TALL + (len(sizes) - 1) * ROW), str(game), body)


def _pins(scene: Scene) -> int:
    """Return how many pins a row has, which is a heap or the one row of a board."""
    return sum(scene.sizes) if isinstance(scene, Heaps) else len(scene.rows[0]) if isinstance(scene, Board) else 0
