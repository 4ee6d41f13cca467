from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.drawing.test_layers import GAP, Arcs, assert_apart, dags

from grundy.drawing import Diagram, DiagramNode, diagram_svg, layout


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
