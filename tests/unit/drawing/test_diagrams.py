from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Outcome
from grundy.drawing import PALETTE, Diagram, DiagramNode, diagram_dot, diagram_svg

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {SVG + tag for tag in ("svg", "title", "desc", "style", "rect", "g", "path", "text")}
HOSTILE = '<script>alert("1")</script> & \'\\ \x00\x1b[31m\ud800 ]]>'


def root(diagram: Diagram) -> ET.Element:
    return ET.fromstring(diagram_svg(diagram))


def boxes(picture: ET.Element) -> list[tuple[float, float, float, float]]:
    """Left, top, right, bottom of every node, without the second line of P."""
    found = []
    for group in picture.iter(f"{SVG}g"):
        if group.find(f"{SVG}title") is not None and (rect := group.find(f"{SVG}rect")) is not None:
            x, y, width, height = (float(rect.attrib[k]) for k in ("x", "y", "width", "height"))
            found.append((x, y, x + width, y + height))
    return found


def texts(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def test_a_picture_is_an_image_with_a_name(nim_2_2: Diagram) -> None:
    picture = root(nim_2_2)
    assert picture.attrib["role"] == "img"
    assert picture[0].tag == f"{SVG}title"
    assert picture[0].text == "Game graph"
    assert picture[1].text == "9 positions, 18 moves, 6 of them winning"


def test_every_node_shows_its_text_and_what_is_known(divisors_of_12: Diagram) -> None:
    shown = texts(root(divisors_of_12))
    assert shown[:4] == ["12", "N, g = 2", "11", "P, g = 0"]
    assert shown[-1] == "divisors: 12"


def test_no_two_nodes_overlap_and_all_are_inside(nim_2_2: Diagram, divisors_of_12: Diagram) -> None:
    for diagram in (nim_2_2, divisors_of_12):
        picture = root(diagram)
        width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
        found = boxes(picture)
        assert len(found) == len(diagram.nodes)
        assert all(min(a, b) >= 0 and c <= width and d <= height for a, b, c, d in found)
        assert all(p[2] <= q[0] or q[2] <= p[0] or p[3] <= q[1] or q[3] <= p[1] for p, q in combinations(found, 2))


def test_the_start_is_on_top_and_options_are_below(divisors_of_12: Diagram) -> None:
    found = boxes(root(divisors_of_12))
    assert found[0][1] == min(box[1] for box in found)
    assert all(found[tail][3] < found[head][1] for tail, head in divisors_of_12.arcs)


def test_n_and_p_differ_in_shape_and_in_colour() -> None:
    picture = diagram_svg(
        Diagram((DiagramNode("a", 1, Outcome.N), DiagramNode("b", 0, Outcome.P), DiagramNode("c")), ())
    )
    groups = [g for g in ET.fromstring(picture).iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    n, p, unknown = ([dict(rect.attrib) for rect in group.iter(f"{SVG}rect")] for group in groups)
    assert [rect.get("fill") for rect in n] == [PALETTE["win"].light]
    assert [rect.get("stroke") for rect in p] == [PALETTE["lose"].light] * 2
    assert "stroke-dasharray" in unknown[0]


def test_winning_moves_are_strong_and_all_others_faint(nim_2_2: Diagram) -> None:
    groups = [g for g in root(nim_2_2).iter(f"{SVG}g") if g.find(f"{SVG}path") is not None]
    faint, strong = groups[0], groups[1]
    assert float(faint.attrib["opacity"]) < 0.4
    assert "opacity" not in strong.attrib
    assert len(re.findall("M", strong[0].attrib["d"])) == 6
    assert strong[0].attrib["stroke"] == PALETTE["accent"].light


def test_arcs_are_curved_only_when_they_skip_a_layer() -> None:
    nodes = (DiagramNode("2"), DiagramNode("1"), DiagramNode("0"))
    straight = re.findall(' d="([^"]*)"', diagram_svg(Diagram(nodes, ((0, 1), (1, 2)))))
    skipping = re.findall(' d="([^"]*)"', diagram_svg(Diagram(nodes, ((0, 1), (1, 2), (0, 2)))))
    assert "C" not in straight[0]
    assert skipping[0].count("C") == 2


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_text_gives_a_well_formed_picture(label: str, note: str) -> None:
    picture = root(Diagram((DiagramNode(label),), (), note))
    assert {element.tag for element in picture.iter()} <= ALLOWED


def test_hostile_texts_are_only_texts() -> None:
    picture = diagram_svg(Diagram((DiagramNode(HOSTILE, 1, Outcome.N),), (), HOSTILE), HOSTILE)
    assert "<script" not in picture
    assert "onload" not in picture
    assert "<script>" in (ET.fromstring(picture)[0].text or "")


def test_long_labels_are_cut_but_kept_in_the_title() -> None:
    picture = root(Diagram((DiagramNode("x" * 100),), ()))
    assert texts(picture)[0] == "x" * 31 + "\N{HORIZONTAL ELLIPSIS}"
    assert [t.text for t in picture.iter(f"{SVG}title")][1] == "x" * 100 + ": ?"


def test_a_diagram_without_nodes_is_a_picture() -> None:
    assert root(Diagram((), ())).tag == f"{SVG}svg"


def test_double_arcs_are_drawn_once() -> None:
    nodes = (DiagramNode("1"), DiagramNode("0"))
    assert diagram_svg(Diagram(nodes, ((0, 1), (0, 1)))) == diagram_svg(Diagram(nodes, ((0, 1),)))
    assert diagram_dot(Diagram(nodes, ((0, 1), (0, 1)))).count("->") == 1


def test_dot_escapes_quotes_and_backslashes() -> None:
    text = diagram_dot(Diagram((DiagramNode('say "\\N" & go\n'),), (), 'a "note"'))
    assert 'label="say \\"\\\\N\\" &amp; go?\\n?"' in text
    assert 'label="a \\"note\\"";' in text


@given(st.text(max_size=40))
def test_every_dot_label_is_one_closed_string(label: str) -> None:
    line = next(line for line in diagram_dot(Diagram((DiagramNode(label),), ())).split("\n") if line.startswith("  0 "))
    assert re.fullmatch(
        r'  0 \[label="(?:[^"\\]|\\.)*", shape=box, style=dashed, color="#\w+", fontcolor="#\w+"\];', line
    )


@pytest.mark.parametrize("colour", PALETTE)
def test_every_colour_of_the_picture_has_a_dark_variant(colour: str) -> None:
    light, dark = PALETTE[colour]
    assert f".fill-{colour}{{fill:light-dark({light},{dark})}}" in diagram_svg(Diagram((), ()))


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("text", "behind"),
    [("ink", "paper"), ("muted", "paper"), ("ink", "card"), ("lose", "card"), ("on-win", "win"), ("on-win", "accent")],
)
def test_texts_have_contrast_in_light_and_dark(text: str, behind: str) -> None:
    for front, back in zip(PALETTE[text], PALETTE[behind], strict=True):
        high, low = sorted((_luminance(front), _luminance(back)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5
