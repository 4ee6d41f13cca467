from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Board, Faces, Heaps, Multigraph, Network, Scene, Text
from grundy.drawing import scene_text


@pytest.mark.parametrize(
    ("heaps", "text"),
    [
        (Heaps((3,)), "heap | o o o  (3)"),
        (Heaps((0,)), "heap | (0)"),
        (Heaps(()), "(no heaps)"),
        (Heaps((10**18,)), "heap | o o o ... (1000000000000000000)"),
        (Heaps((2**20000,)), "heap | o o o ... (about 2^20000)"),
        (Heaps((1, 2), ("odd",)), "odd    | o  (1)\nheap 2 | o o  (2)"),
    ],
)
def test_small_large_and_named_heaps(heaps: Heaps, text: str) -> None:
    assert scene_text(heaps) == text


def test_many_heaps_are_counted() -> None:
    lines = scene_text(Heaps((1,) * 1000)).split("\n")
    assert len(lines) == 41
    assert lines[-1] == "... and 960 more heaps"


def test_a_large_board_is_cut_around_its_figure() -> None:
    lines = scene_text(Board(("." * 200,) * 99 + ("." * 199 + "@",))).split("\n")
    assert lines[-3].endswith(". @ |")
    assert lines[-1] == "(rows 63 to 100 of 100, columns 163 to 200 of 200)"


def test_short_rows_are_filled() -> None:
    assert scene_text(Board(("..", "@"))) == "+-----+\n| . . |\n| @   |\n+-----+"
    assert scene_text(Board(())) == "(an empty board)"


def test_a_network_lists_its_arcs_and_marks_its_tokens() -> None:
    network = Network(("1", "2", "ten"), (("2", "1"), ("ten", "1"), ("ten", "2")), ("ten",))
    assert scene_text(network).split("\n") == ["   1   (no arc leaves)", "   2   -> 1", " * ten -> 1, 2", "(* a token)"]


def test_several_tokens_on_one_vertex_are_counted() -> None:
    assert scene_text(Network(("a",), (), ("a", "a"))) == "2* a (no arc leaves)\n(* a token, 2* two of them)"
    assert scene_text(Network((), (), ())) == "(no vertices)"


def test_a_large_network_shows_only_the_vertices_with_tokens() -> None:
    names = tuple(map(str, range(40)))
    network = Network(names, tuple((b, a) for i, a in enumerate(names) for b in names[i + 1 :]), ("3", "20"))
    assert scene_text(network).split("\n") == [
        " * 3  -> 0, 1, 2",
        " * 20 -> 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 8 more",
        "in all 40 vertices and 780 arcs",
        "(* a token)",
    ]


def test_a_text_stays_as_it_is() -> None:
    assert scene_text(Text("two\nlines")) == "two\nlines"


@given(st.text(max_size=30))
def test_no_scene_can_steer_the_terminal(text: str) -> None:
    scenes: list[Scene] = [Text(text), Heaps((1, 2), (text,)), Board((text,)), Network((text,), (), (text,))]
    for scene in scenes:
        assert all(c.isprintable() or c == "\n" for c in scene_text(scene))


def test_squares_have_the_names_that_moves_have() -> None:
    assert scene_text(Board(("..", "O.")), (0, 1)).split("\n") == [
        "    1 2",
        "  +-----+",
        "0 | . . |",
        "1 | O . |",
        "  +-----+",
    ]
    assert scene_text(Board((".O" * 6,)), (0, 0)).split("\n")[:2] == [
        "                      1 1",
        "  0 1 2 3 4 5 6 7 8 9 0 1",
    ]
    assert scene_text(Board(("...",) * 11), letters=True).split("\n")[:3] == [
        "     a b c",
        "   +-------+",
        " 1 | . . . |",
    ]
    cut = scene_text(Board(("." * 200,) * 99 + ("." * 199 + "@",)), (1, 1)).split("\n")
    assert cut[-3].startswith("100 | . ")
    assert [line[6] for line in cut[:3]] == ["1", "6", "5"]


def test_rows_of_dots_and_lines_are_numbered() -> None:
    assert scene_text(Board(("+-+", "|  ", "+.+"))).split("\n") == [
        "  +-------+",
        "1 | + - + |",
        "2 | |     |",
        "3 | + . + |",
        "  +-------+",
    ]


def test_edges_are_a_tree_that_grows_from_the_ground() -> None:
    edges = (("1", "2"), ("g", "1"), ("2", "g"), ("2", "2"), ("1", "2"), ("5", "6"))
    assert scene_text(Multigraph(("g", "1", "2", "5", "6"), edges, "g")).split("\n") == [
        "g, the ground",
        " +- g-1",
        " |   +- 1-2  back to 2",
        " |   +- 1-2  back to 2",
        " +- 2-g",
        "     +- 2-2  a loop",
        "5",
        " +- 5-6",
    ]
    path = Multigraph(tuple(map(str, range(99))), tuple((str(i), str(i + 1)) for i in range(98)), "")
    assert scene_text(path).split("\n")[-1] == "... and 69 more lines"
    assert scene_text(Multigraph((), (), "")) == "(no edges)"


def test_regions_are_described_by_the_places_that_moves_name() -> None:
    outside = ((("", 3),), (("A", 1), ("", 2)))
    assert scene_text(Faces((outside, ((("A", 1),),)), "0.A1./A.")).split("\n")[:2] == [
        "region 1: [1***] [2A* 3**]",
        "region 2: [4A*]",
    ]
    arms = Faces((((("", 1),) * 3, (("", 1),)),), "3.1.", arms=True)
    assert scene_text(arms) == "region 1: [3 arms] [1 arm]"


def test_a_graph_without_directions_has_edges() -> None:
    network = Network(("a", "b", "c"), (("a", "b"), ("b", "a")), ())
    assert scene_text(network).split("\n") == ["   a - b", "   b - a", "   c (no edge)"]


def test_arrows_and_orders_have_signs_of_their_own() -> None:
    both = (("a", "b"), ("b", "a"))
    assert scene_text(Network(("a", "b"), both, ("a",), "arrows")).split("\n")[:2] == [" * a -> b", "   b -> a"]
    assert scene_text(Network(("a", "b"), (("a", "b"),), (), "order")) == "   a < b\n   b (nothing above)"
