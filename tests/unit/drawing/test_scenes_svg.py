from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grundy.core import Board, Heaps, Network, Scene, Text
from grundy.drawing import PALETTE, scene_svg
from grundy.drawing.svg import number

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {SVG + tag for tag in ("svg", "title", "desc", "style", "rect", "g", "path", "text", "circle")}
HOSTILE = "\"'><script>x</script>&"
MAZE = Board(("..#..", "#...#", "..#..", "#....", "....@"))
ARCS = ("21", "32", "41", "42", "54", "52", "65", "62")
DAG = Network(tuple("123456"), tuple((arc[0], arc[1]) for arc in ARCS), ("6",))


def root(scene: Scene, title: str = "") -> ET.Element:
    return ET.fromstring(scene_svg(scene, title))


def filled(picture: ET.Element, role: str) -> list[ET.Element]:
    return [e for e in picture.iter() if f"fill-{role}" in e.attrib.get("class", "").split()]


def texts(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("scene", "summary"),
    [
        (Heaps((10, 12, 5)), "heaps of 10, 12 and 5"),
        (Heaps(()), "no heaps"),
        (MAZE, "a board of 5 rows and 5 columns"),
        (Board(()), "an empty board"),
        (DAG, "a network of 6 vertices and 8 arcs, tokens on 6"),
        (Network((), (), ()), "a network of 0 vertices and 0 arcs, tokens on none"),
        (Text("a text"), "a text"),
    ],
)
def test_every_scene_has_a_description(scene: Scene, summary: str) -> None:
    assert root(scene).attrib["role"] == "img"
    assert root(scene).findtext(f"{SVG}title") == summary
    named = root(scene, "nim: 1")
    assert (named.findtext(f"{SVG}title"), named.findtext(f"{SVG}desc")) == ("nim: 1", summary)


def test_a_heap_has_as_many_tokens_as_its_size() -> None:
    picture = root(Heaps((10, 12, 0, 5)))
    assert len(filled(picture, "accent")) == 27
    assert texts(picture) == ["10", "heap 1", "12", "heap 2", "0", "heap 3", "5", "heap 4"]


def test_the_picture_fits_the_tallest_heap_without_a_void() -> None:
    for size in (1, 5, 12, 30):
        tops = [float(e.attrib["y"]) for e in filled(root(Heaps((1, size))), "accent")]
        assert 20 <= min(tops) <= 30


def test_a_heap_of_more_than_thirty_is_a_bar_with_its_number() -> None:
    picture = root(Heaps((31, 10**18)))
    assert [e.tag for e in filled(picture, "accent")] == [f"{SVG}path"] * 2
    assert texts(picture)[::2] == ["31", "1000000000000000000"]


def test_many_heaps_are_in_rows_and_are_counted() -> None:
    picture = root(Heaps((1,) * 100))
    assert len(filled(picture, "accent")) == 48
    assert texts(picture)[-1] == "and 52 more heaps"
    assert float(picture.attrib["width"]) < 900


def test_a_maze_has_floor_walls_and_one_figure() -> None:
    picture = root(MAZE)
    floor, walls = picture.iter(f"{SVG}path")
    assert floor.attrib["d"].count("M") == 20
    assert walls.attrib["d"].count("M") == 5
    (figure,) = picture.iter(f"{SVG}circle")
    assert (figure.attrib["cx"], figure.attrib["cy"]) == ("198", "198")


def test_pieces_are_letters_and_blanks_are_holes() -> None:
    picture = root(Board(("A. ", "B")))
    assert texts(picture) == ["A", "B"]
    (squares,) = picture.iter(f"{SVG}path")
    assert squares.attrib["d"].count("M") == 3


def test_a_huge_board_is_cut_and_says_so() -> None:
    picture = root(Board(("." * 1000,) * 1000))
    assert texts(picture) == ["rows 1 to 100 of 1000, columns 1 to 100 of 1000"]


def test_tokens_fill_their_vertices() -> None:
    picture = root(Network(tuple("ab"), (("a", "b"),), ("a", "a")))
    assert texts(picture) == ["a \N{MULTIPLICATION SIGN}2", "b"]
    boxes = [e.attrib["fill"] for e in picture.iter(f"{SVG}rect")][1:]
    assert boxes == [PALETTE["accent"].light, PALETTE["card"].light]


def test_a_large_network_is_described() -> None:
    names = tuple(map(str, range(1000)))
    assert texts(root(Network(names, (), ())))[0].startswith("in all 1000 vertices")


@example(HOSTILE, HOSTILE)
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_gives_a_well_formed_picture(text: str, title: str) -> None:
    scenes: list[Scene] = [Text(text), Heaps((1, 2), (text,)), Board((text,)), Network((text,), (), (text,))]
    for scene in scenes:
        assert {element.tag for element in root(scene, title).iter()} <= ALLOWED


def test_pictures_have_no_ids_and_load_nothing() -> None:
    for scene in (Heaps((40, 3)), MAZE, DAG):
        picture = scene_svg(scene)
        assert " id=" not in picture
        assert "url(" not in picture
        assert "href" not in picture


def test_a_picture_knows_its_size_and_leaves_its_style_sheet_to_a_page() -> None:
    picture = scene_svg(Heaps((3, 5)), "two heaps")
    alone, page = ET.fromstring(picture), ET.fromstring(picture.bare)
    assert alone.get("viewBox") == " ".join(["0 0", *map(number, picture.size)])
    assert [len(list(each.iter(f"{SVG}style"))) for each in (alone, page)] == [1, 0]
    assert [each.get("role") for each in (alone, page)] == ["img"] * 2
