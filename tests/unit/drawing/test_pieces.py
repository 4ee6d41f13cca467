"""Pieces of boards and networks: their places, marks and labels."""

from __future__ import annotations

from itertools import combinations

import pytest

from grundy.core import Board, Network
from grundy.drawing import Piece, tableau
from grundy.drawing.pieces import NARROW, SIDE

BOARDS = [("..#.", "...@"), ("O.O.O",), ("+.+.+", ". . .", "+.+.+"), ("X.O", ".X.", "..O")]
DIAMOND = Network(("a", "b", "c", "d"), (("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")), ("a",))


def apart(one: Piece, other: Piece) -> bool:
    """Whether two rectangles have no point inside in common."""
    aside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return aside or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize("rows", BOARDS)
def test_pieces_lie_inside_the_picture_and_never_on_each_other(rows: tuple[str, ...]) -> None:
    drawn = tableau(Board(rows))
    assert "".join(piece.mark for piece in drawn.pieces) == "".join(rows)
    assert all(one.x + one.width <= drawn.width and one.y + one.height <= drawn.height for one in drawn.pieces)
    assert all(apart(one, other) for one, other in combinations(drawn.pieces, 2))


def test_lines_between_dots_are_narrow() -> None:
    pieces = {(piece.row, piece.place): piece for piece in tableau(Board(("+.+", ". .", "+.+"))).pieces}
    assert (pieces[0, 1].width, pieces[0, 1].height) == (SIDE, NARROW)
    assert (pieces[1, 0].width, pieces[1, 0].height) == (NARROW, SIDE)
    assert (pieces[1, 1].width, pieces[1, 1].height) == (SIDE, SIDE)


def test_squares_are_named_as_the_moves_name_them() -> None:
    assert [label.text for label in tableau(Board(("O.O",)), (1, 1)).labels] == ["1", "2", "3"]
    assert [label.text for label in tableau(Board(("..", "..")), letters=True).labels] == ["a", "b", "1", "2"]
    assert tableau(Board(("..", ".@"))).labels == ()


def test_a_network_has_a_piece_for_every_vertex_and_a_head_for_every_arc() -> None:
    drawn = tableau(DIAMOND)
    assert [piece.mark for piece in drawn.pieces] == ["a", "b", "c", "d"]
    assert len(drawn.arcs) == len(drawn.heads) == 4
    assert all(apart(one, other) for one, other in combinations(drawn.pieces, 2))


def test_pieces_of_arrows_and_of_an_order_are_drawn_as_in_the_picture() -> None:
    both = (("a", "b"), ("b", "a"))
    assert len(tableau(Network(("a", "b"), both, ("a",), "arrows")).heads) == 2
    order = tableau(Network(("a", "b"), (("a", "b"),), (), "order"))
    low, high = order.pieces
    assert (low.mark, high.mark, order.heads) == ("a", "b", ())
    assert high.y < low.y


def test_an_arc_both_ways_is_one_line_without_a_head() -> None:
    drawn = tableau(Network(("a", "b"), (("a", "b"), ("b", "a")), ()))
    assert (len(drawn.arcs), drawn.heads) == (1, ())
