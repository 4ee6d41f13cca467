from __future__ import annotations

import gc
import random
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pace import spent

from grundy.drawing import Diagram, DiagramNode, Layout, diagram_svg, layout

Arcs = list[tuple[int, int]]
GAP = 28


def dags(most: int = 14) -> st.SearchStrategy[tuple[int, Arcs]]:
    """Graphs whose arcs lead from smaller to larger numbers."""

    def arcs(count: int) -> st.SearchStrategy[tuple[int, Arcs]]:
        vertex = st.integers(0, count - 1)
        pairs = (
            st.lists(st.tuples(vertex, vertex).filter(lambda p: p[0] < p[1]), max_size=40) if count > 1 else st.just([])
        )
        return st.tuples(st.just(count), pairs)

    return st.integers(1, most).flatmap(arcs)


def crossings(found: Layout, arcs: Arcs) -> int:
    """Pairs of arcs between the same two layers that cross."""
    short = [(a, b) for a, b in arcs if found.row[b] == found.row[a] + 1]
    return sum(
        found.row[a] == found.row[c] and (found.x[a] - found.x[c]) * (found.x[b] - found.x[d]) < 0
        for i, (a, b) in enumerate(short)
        for c, d in short[:i]
    )


def assert_apart(found: Layout, widths: list[float], gap: float) -> None:
    for row in set(found.row):
        line = sorted((found.x[v], widths[v]) for v in range(len(widths)) if found.row[v] == row)
        for (x, a), (y, b) in pairwise(line):
            assert y - x >= (a + b) / 2 + gap - 1e-6


@given(dags(), st.data())
def test_no_two_vertices_overlap(graph: tuple[int, Arcs], data: st.DataObject) -> None:
    count, arcs = graph
    widths = data.draw(st.lists(st.floats(20, 200), min_size=count, max_size=count))
    found = layout(widths, arcs)
    # between two vertices there is a gap, or a lane with half as much room at either side
    assert_apart(found, widths, GAP - 1e-6)
    assert all(x - w / 2 >= -1e-6 and x + w / 2 <= found.width + 1e-6 for x, w in zip(found.x, widths, strict=True))


def test_a_cycle_loses_only_the_arc_that_closes_it() -> None:
    assert layout([40] * 3, [(0, 1), (1, 2), (2, 0)]).row == (0, 1, 2)


def test_nothing_has_a_layout() -> None:
    assert layout([], []) == Layout((), (), {}, 0.0, 0)


def test_a_tree_and_a_twisted_ladder_are_drawn_without_crossings() -> None:
    tree = [((i - 1) // 2, i) for i in range(1, 31)]
    assert crossings(layout([40.0] * 31, tree), tree) == 0
    ladder = [(0, 4), (1, 3), (2, 5), (3, 6), (4, 7), (5, 8), (0, 3), (1, 5)]
    assert crossings(layout([40.0] * 9, ladder), ladder) == 0


def test_a_tree_is_symmetric() -> None:
    found = layout([40.0] * 3, [(0, 1), (0, 2)])
    assert found.x[0] == pytest.approx((found.x[1] + found.x[2]) / 2)


def test_a_chain_is_straight() -> None:
    found = layout([40.0] * 50, list(pairwise(range(50))))
    assert max(found.x) - min(found.x) < 1e-6


@given(dags())
def test_every_option_is_below_its_position(graph: tuple[int, Arcs]) -> None:
    count, arcs = graph
    found = layout([40.0] * count, arcs)
    assert all(found.row[tail] < found.row[head] for tail, head in arcs)


@given(dags())
def test_a_layer_is_the_longest_way_to_an_end(graph: tuple[int, Arcs]) -> None:
    count, arcs = graph
    height = [0] * count
    for tail in reversed(range(count)):
        height[tail] = max((height[head] + 1 for t, head in arcs if t == tail), default=0)
    found = layout([40.0] * count, arcs)
    assert list(found.row) == [max(height) - h for h in height]
    assert found.rows == max(height) + 1


@given(dags())
def test_a_lane_never_runs_through_a_vertex(graph: tuple[int, Arcs]) -> None:
    count, arcs = graph
    found = layout([40.0] * count, arcs)
    for (tail, head), bends in found.bends.items():
        assert len(bends) == found.row[head] - found.row[tail] - 1
        for row, bend in enumerate(bends, found.row[tail] + 1):
            assert all(abs(found.x[v] - bend) >= 20 + 14 - 1e-6 for v in range(count) if found.row[v] == row)


@given(dags())
def test_the_layout_is_deterministic(graph: tuple[int, Arcs]) -> None:
    count, arcs = graph
    assert layout([40.0] * count, arcs) == layout([40.0] * count, list(arcs))


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=30))
def test_cycles_are_laid_out_too(arcs: Arcs) -> None:
    found = layout([40.0] * 8, arcs)
    assert_apart(found, [40.0] * 8, GAP - 1e-6)
    diagram = Diagram(tuple(DiagramNode(str(i)) for i in range(8)), tuple(arcs))
    assert diagram_svg(diagram).startswith("<svg")


@pytest.mark.nightly
def test_a_long_chain_needs_no_recursion() -> None:
    found = layout([40.0] * 5000, list(pairwise(range(5000))))
    assert found.row == tuple(range(5000))


@pytest.mark.nightly
@settings(deadline=None, max_examples=1)
@given(st.integers(0, 10))
def test_2000_nodes_are_drawn_within_two_seconds(seed: int) -> None:
    chance = random.Random(seed)
    arcs = [(i, chance.randrange(i + 1, min(2000, i + 80))) for i in range(1999) for _ in range(3)]
    diagram = Diagram(tuple(DiagramNode(str(i), i % 4) for i in range(2000)), tuple(arcs))
    gc.collect()  # what other tests left behind is not drawn here
    assert any(seconds_of(diagram) < 2 for _ in range(3))


def seconds_of(diagram: Diagram) -> float:
    """Return the seconds in which a diagram is drawn."""
    before = time.process_time()
    diagram_svg(diagram)
    return spent(before)
