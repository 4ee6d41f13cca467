"""Sketches of Sprouts: lines never cross, and what one meets around each region is what the position says."""

from __future__ import annotations

import pytest
from tests.unit.drawing.crossings import crossings

from grundy.core import Faces, scene_of
from grundy.drawing import scene_svg
from grundy.drawing.curves.building import sketch
from grundy.drawing.curves.sketch import Sketch
from grundy.games.sprouts.drawings import write
from grundy.games.sprouts.sprouts import Sprouts
from grundy.notation import read_game

RULE = Sprouts()
TEXTS = ["1", "2", "7", "12", "1A1A.", "0.AB./AB.", "0.0.AB./1.AB.", "2AB./AB.", "A./A.", "1.", "2.2.", "2.1.0.1A2A."]
TEXTS += [
    "0.AB./AC./BC.",
    "ABC./ABC.",
    "0.0.AB.CD./AB./CD.",
    "1ABA./CD./CDB.",
    "AB./ABC./DE./DEC.",
    "AB.0./BACDEF.0./CDEF.",
]


def scene(text: str) -> Faces:
    ((rules, position),) = read_game(f"sprouts: {text}").parts
    found = scene_of(rules, position)
    assert isinstance(found, Faces)
    return found


def drawn(text: str) -> Sketch:
    found = sketch(scene(text))
    assert found is not None
    return found


def told(shown: Faces) -> str:
    """The position that a scene shows, in canonical form."""
    names: dict[str, int] = {}
    regions = [
        tuple(
            tuple(names.setdefault(name, 3 + len(names)) if name else 3 - lives for name, lives in walk)
            for walk in each
        )
        for each in shown.regions
    ]
    return RULE.canonical(write(tuple(regions)))


@pytest.mark.parametrize("text", TEXTS)
def test_the_sketch_of_a_position_shows_this_position(text: str) -> None:
    found = drawn(text)
    assert told(found.scene[0]) == RULE.canonical(text)
    assert found.sheet.is_sound()


@pytest.mark.parametrize("text", TEXTS)
def test_lines_never_cross_and_no_spot_has_more_than_three(text: str) -> None:
    found = drawn(text)
    assert crossings(list(found.curves.values())) == []
    assert all(len(found.sheet.walls[v]) <= 3 for v in found.spots)
    points = found.points
    assert all(0 < x < found.width and 0 < y < found.height for x, y in points)
    assert all(abs(a - c) + abs(b - d) > 6 for i, (a, b) in enumerate(points) for c, d in points[:i])


def test_regions_that_fit_no_sphere_are_shown_as_text() -> None:
    text = "A.B./A.B."  # two circles bound three regions
    assert sketch(scene(text)) is None
    assert text in scene_svg(scene(text))


def test_crossings_are_seen() -> None:
    assert crossings(["M0,0L10,10", "M0,10L10,0"])
    assert not crossings(["M0,0L10,10", "M10,10L10,0", "M0,1Q0,9 9,9.5"])
