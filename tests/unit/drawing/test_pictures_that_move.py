"""Pictures that move: what stands without a style sheet, in which step a position is labelled, no script, one size."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree as ET

import pytest

from grundy.core import Board, Heaps, Outcome
from grundy.drawing import Diagram, DiagramNode, FilmFrame, diagram_svg, film, scene_svg
from grundy.drawing.diagram_svg import labelling
from grundy.workflows import graph

SVG = "{http://www.w3.org/2000/svg}"


def test_frames_of_different_sizes_share_one_ground_and_captions_are_cut_to_fit() -> None:
    frames = [FilmFrame(scene_svg(Heaps((n, 3))), "word " * 200, "remark " * 90, bad=True) for n in (9, 1)]
    frames.append(FilmFrame(scene_svg(Board(("..#", "@.."))), "<b>&"))
    moving = film(frames, "a match")
    root = ET.fromstring(moving)
    grounds = [
        float(each.attrib["y"]) + float(each.attrib["height"])
        for each in root.iter(f"{SVG}rect")
        if each.get("height") == "3"
    ]
    assert len(set(grounds)) == 1
    assert max(float(text.attrib["y"]) for text in root.iter(f"{SVG}text")) < moving.size[1]
    assert "<b>&" in [text.text for text in root.iter(f"{SVG}text")]


def test_every_frame_is_shown_and_reduced_motion_is_respected() -> None:
    moving = film([FilmFrame(scene_svg(Heaps((n,))), str(n)) for n in range(4)], "a match", seconds=2)
    assert re.findall(r"\.f(\d){animation-delay:(\d+)s}", moving) == [("1", "2"), ("2", "4"), ("3", "6")]
    assert "animation:grundy-film-4 8s step-end infinite" in moving
    assert "0%{visibility:visible}25.0000%,100%{visibility:hidden}" in moving
    assert "prefers-reduced-motion:reduce" in moving
    assert "<script" not in moving
    assert "@keyframes" not in film([FilmFrame(scene_svg(Heaps((1,))), "")], "alone")


@pytest.mark.parametrize("game", ["nim: 2 3", "take {1, 3}: 6", "kayles: 5"])
def test_a_value_is_assigned_once_all_options_have_values(game: str) -> None:
    drawn = graph(game)
    steps = labelling(drawn)
    for node, step in enumerate(steps):
        assert step == 1 + max([steps[head] for tail, head in drawn.arcs if tail == node], default=0)


@pytest.mark.nightly
def test_outcomes_alone_come_as_early_as_they_are_decided_and_draws_last() -> None:
    rng = Random(5)
    for _ in range(50):
        count = rng.randint(1, 9)
        arcs = tuple({(rng.randrange(count), rng.randrange(count)) for _ in range(rng.randint(0, 14))})
        drawn = graph("graph: " + " ".join(f"{a}>{b}" for a, b in arcs) + " @ 0") if (0 in sum(arcs, ())) else None
        if drawn is None:
            continue
        plain = Diagram(tuple(DiagramNode(n.text, None, n.outcome) for n in drawn.nodes), drawn.arcs)
        steps = labelling(plain)
        for node, step in enumerate(steps):
            heads = [head for tail, head in plain.arcs if tail == node]
            if plain.nodes[node].outcome is Outcome.N:
                assert step == 1 + min(steps[h] for h in heads if plain.nodes[h].outcome is Outcome.P)
            elif plain.nodes[node].outcome is Outcome.P:
                assert step == 1 + max([steps[h] for h in heads], default=0)
            else:
                assert step == max(steps)


def test_a_labelled_graph_is_finished_without_a_style_sheet() -> None:
    drawn = graph("nim: 2 2")
    root = ET.fromstring(diagram_svg(drawn, animate=True))
    hidden = [each for each in root.iter(f"{SVG}g") if each.get("visibility") == "hidden"]
    assert all((each.get("class") or "").startswith("until-") for each in hidden)
    told = [title.text for each in root.iter(f"{SVG}g") for title in each.findall(f"{SVG}title")]
    assert sorted(map(str, told)) == sorted(f"{n.text}: {n.outcome}, g = {n.value}" for n in drawn.nodes)
    assert "@keyframes" not in diagram_svg(drawn)
