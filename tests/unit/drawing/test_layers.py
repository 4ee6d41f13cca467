from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.drawing import Layout, layout

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
