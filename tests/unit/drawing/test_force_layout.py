"""Graphs without directions are drawn as people draw them: cycles as rings, grids as grids, nothing on each other."""

from __future__ import annotations

import random
from itertools import combinations
from math import dist

import pytest

from grundy.core import Multigraph, Network
from grundy.drawing import tableau
from grundy.drawing.force_layout import MOST, spread, spread_boxes

Edges = list[tuple[int, int]]


def cycle(size: int) -> Edges:
    """The edges of a cycle."""
    return [(i, (i + 1) % size) for i in range(size)]


def grid(rows: int, columns: int) -> Edges:
    """The edges of a grid, row by row."""
    cells = [(y * columns + x, x, y) for y in range(rows) for x in range(columns)]
    return [(v, w) for (v, x, y), (w, a, b) in combinations(cells, 2) if abs(x - a) + abs(y - b) == 1]


def both_ways(size: int, edges: Edges) -> Network:
    """A graph as a scene."""
    names = tuple(map(str, range(size)))
    return Network(names, tuple((names[a], names[b]) for v, w in edges for a, b in ((v, w), (w, v))), ())


@pytest.mark.parametrize("size", [3, 5, 12, 30])
def test_a_cycle_is_a_ring(size: int) -> None:
    points = spread(size, cycle(size))
    assert points is not None
    middle = tuple(sum(side) / size for side in zip(*points, strict=True))
    radii = [dist(point, middle) for point in points]
    lengths = [dist(points[v], points[w]) for v, w in cycle(size)]
    assert max(radii) - min(radii) < 0.05
    assert max(lengths) - min(lengths) < 0.05


@pytest.mark.parametrize(("rows", "columns"), [(1, 9), (2, 9), (3, 4), (5, 5)])
def test_a_grid_is_a_grid_that_begins_at_the_upper_left(rows: int, columns: int) -> None:
    points = spread(rows * columns, grid(rows, columns))
    assert points is not None
    expected = {(float(x), float(y)) for y in range(rows) for x in range(columns)}
    assert set(points) == expected
    assert points[0] == (0.0, 0.0)


@pytest.mark.parametrize("seed", range(12))
def test_vertices_of_any_connected_graph_are_separated_inside_the_picture(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 14)
    edges = [(rng.randrange(v), v) for v in range(1, size)]
    edges += [(v, w) for v, w in combinations(range(size), 2) if rng.random() < 0.15 and (v, w) not in edges]
    drawn = tableau(both_ways(size, edges))
    assert len(drawn.arcs) == len(drawn.ends) == len(edges)
    for piece in drawn.pieces:
        assert 0 <= piece.x <= piece.x + piece.width <= drawn.width
        assert 0 <= piece.y <= piece.y + piece.height <= drawn.height
    for one, other in combinations(drawn.pieces, 2):
        aside = abs(one.x - other.x) >= (one.width + other.width) / 2 - 0.1
        assert aside or abs(one.y - other.y) >= one.height - 0.1


def test_crowded_graphs_are_circles_and_sparse_or_large_ones_have_layers() -> None:
    complete = tuple(combinations(range(9), 2))
    found = spread_boxes((44.0,) * 9, 44.0, complete)
    assert found is not None
    middle = tuple(sum(side) / 9 for side in zip(*found.points, strict=True))
    assert max(dist(point, middle) for point in found.points) - min(dist(p, middle) for p in found.points) < 1
    assert spread(4, [(0, 1), (2, 3)]) is None
    assert spread_boxes((44.0,) * (MOST + 1), 44.0, tuple(cycle(MOST + 1))) is None


def test_petersens_graph_is_a_pentagon_around_a_star() -> None:
    star = [(i + 5, (i + 2) % 5 + 5) for i in range(5)]
    found = spread_boxes((44.0,) * 10, 44.0, tuple(cycle(5) + [(i, i + 5) for i in range(5)] + star))
    assert found is not None
    middle = tuple(sum(side) / 10 for side in zip(*found.points, strict=True))
    far = [dist(point, middle) for point in found.points]
    assert [round(each / far[0], 3) for each in far] == [1.0] * 5 + [0.5] * 5


def test_edges_without_a_ground_use_the_same_layout() -> None:
    drawn = tableau(Multigraph(("a", "b", "c", "d"), (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")), ""))
    assert drawn.width == drawn.height
    assert sorted(drawn.ends) == [(0, 1), (1, 2), (2, 3), (3, 0)]
