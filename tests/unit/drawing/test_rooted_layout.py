"""Edges that stand on the ground: the ground is below, edges end at their vertices, trees and rings do not cross."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from grundy.core import Multigraph, scene_of
from grundy.drawing.rooted_layout import Planting, Point, planted
from grundy.notation import read_game

SHAPES = ["stalk(7)", "ring(4)", "ring(7)", "0-1 0-1 0-1", "0-0", "0-1 1-1 1-1", "0-1 1-2 1-2 1-2 2-2", "0-1 1-2 0-2"]


def picture(text: str) -> tuple[Multigraph, Planting]:
    ((rules, position),) = read_game(f"hackenbush: {text}").parts
    scene = scene_of(rules, position)
    assert isinstance(scene, Multigraph)
    return scene, planted(scene)


def tree(seed: int) -> str:
    rng = random.Random(seed)
    return "0-1 " + " ".join(f"{rng.randrange(1, i)}-{i}" for i in range(2, 16))


def crossings(shown: Planting) -> int:
    """Count pairs of pieces of two curves that properly cross, ends left out."""
    steps = 24
    lines = [[curve.at(i / steps) for i in range(steps + 1)] for curve in shown.curves]

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def cross(old: tuple[Point, Point], new: tuple[Point, Point]) -> bool:
        (a, b), (c, d) = old, new
        return turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9

    return sum(cross(old, new) for one, two in combinations(lines, 2) for old in pairwise(one) for new in pairwise(two))


@pytest.mark.parametrize("text", [*SHAPES, *map(tree, range(12))])
def test_trees_rings_and_edges_side_by_side_do_not_cross(text: str) -> None:
    assert not crossings(picture(text)[1])


def test_a_crossing_would_be_seen() -> None:
    shown = picture("0-1 1-2 1-3")[1]
    left, right = shown.points["2"], shown.points["3"]
    x, y = shown.points["1"]
    straight = shown.curves[0]
    crossed = (
        straight._replace(start=left, first=left, second=(x + 90, y), end=(x + 90, y)),
        straight._replace(start=right, first=right, second=(x - 90, y), end=(x - 90, y)),
    )
    assert crossings(shown._replace(curves=crossed))


@pytest.mark.parametrize("text", [*SHAPES, *map(tree, range(4)), "0-1 0-2 1-2 1-3 2-3 3-4 3-4 4-4"])
def test_edges_end_at_their_vertices_and_at_feet_of_their_own_on_the_ground(text: str) -> None:
    scene, shown = picture(text)
    floor = float(shown.ground.split(",")[1].split("H")[0])
    assert len(set(shown.points.values())) == len(shown.points) == len(scene.vertices) - 1
    assert all(y < floor for _, y in shown.points.values())
    feet = []
    for (v, w), curve in zip(scene.edges, shown.curves, strict=True):
        grounded = [end for end in (curve.start, curve.end) if end[1] == floor]
        feet += grounded
        assert len(grounded) == [v, w].count("0")
        ends = {shown.points[vertex] for vertex in (v, w) if vertex != "0"}
        assert {curve.start, curve.end} - set(grounded) == ends
        assert all(0 <= x <= shown.width and 0 <= y <= shown.height for x, y in map(curve.at, (0.25, 0.5, 0.75)))
    assert len(set(feet)) == len(feet)


def test_what_falls_is_what_the_rule_takes_away() -> None:
    for text in (*map(tree, range(6)), "0-1 0-2 1-2 1-3 2-3 3-4 4-5 4-4"):
        ((rules, position),) = read_game(f"hackenbush: {text}").parts
        _, shown = picture(text)
        for move, fallen in zip(rules.moves(position), shown.falls, strict=True):
            assert len(position) - 1 - len(fallen) == sum(map(len, move.leaves))


def test_a_tall_stalk_is_drawn_low_and_names_only_so_many_falling_edges() -> None:
    shown = picture("stalk(300)")[1]
    assert shown.height < 6100
    assert sum(map(len, shown.falls)) <= 1500


def test_edges_without_a_ground_end_at_their_vertices_and_a_grid_does_not_cross() -> None:
    ((rules, position),) = read_game("arc-kayles: grid(4x5)").parts
    scene = scene_of(rules, position)
    assert isinstance(scene, Multigraph)
    shown = planted(scene)
    assert len(set(shown.points.values())) == 20
    assert not shown.ground
    assert not crossings(shown)
    for (v, w), curve in zip(scene.edges, shown.curves, strict=True):
        assert {curve.start, curve.end} == {shown.points[v], shown.points[w]}
