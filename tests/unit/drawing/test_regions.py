"""Regions with spots: the incidences of the picture are those of the text, and nothing stands on anything else."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import atan2, hypot, pi

import pytest

from grundy.core import Faces
from grundy.drawing.regions import SPOT, Regions, regions
from grundy.notation import read_game

TEXTS = ["5", "12", "1A1A.", "0.AB./AB.", "0.0.AB./1.AB.", "0.AB./AC./BC.", "2.1.0.1A2A."]


def picture(text: str) -> tuple[Faces, Regions]:
    ((rules, position),) = read_game(f"sprouts: {text}").parts
    scene = rules.scene(position)
    assert isinstance(scene, Faces)
    return scene, regions(scene)


@pytest.mark.parametrize("text", TEXTS)
def test_each_region_has_its_spots_and_each_boundary_goes_around_them_in_order(text: str) -> None:
    scene, shown = picture(text)
    at, curves = 0, iter(shown.curves)
    assert len(shown.cards) == len(scene.regions)
    for region, (x, y, width, height) in zip(scene.regions, shown.cards, strict=True):
        for walk in region:
            here = shown.points[at : at + len(walk)]
            at += len(walk)
            assert all(x < u - SPOT / 2 < u + SPOT / 2 < x + width for u, _ in here)
            assert all(y < v - SPOT / 2 < v + SPOT / 2 < y + height for _, v in here)
            if len(walk) > 1:
                middle = sum(u for u, _ in here) / len(here), sum(v for _, v in here) / len(here)
                turns = [atan2(v - middle[1], u - middle[0]) for u, v in here]
                steps = [(new - old) % (2 * pi) for old, new in pairwise([*turns, turns[0]])]
                assert abs(sum(steps) - 2 * pi) < 1e-6  # once around, clockwise on a screen
                radius = float(re.findall(r"a([0-9.]+),", next(curves))[0])
                assert all(abs(hypot(u - middle[0], v - middle[1]) - radius) < 0.1 for u, v in here)
    assert at == len(shown.points)
    assert next(curves, None) is None


@pytest.mark.parametrize("text", TEXTS)
def test_no_two_spots_and_no_two_regions_meet(text: str) -> None:
    shown = picture(text)[1]
    assert all(hypot(a - c, b - d) > SPOT for (a, b), (c, d) in combinations(shown.points, 2))
    for (x, y, w, h), (u, v, a, b) in combinations(shown.cards, 2):
        assert x + w < u or u + a < x or y + h < v or v + b < y


def test_a_spot_that_is_met_twice_on_one_boundary_is_tied_to_itself() -> None:
    assert [len(picture(text)[1].ties) for text in ("1A1A.", "0.AB./AB.", "3")] == [1, 0, 0]
