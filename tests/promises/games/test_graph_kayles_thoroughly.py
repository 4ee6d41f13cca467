from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.graphs.small_graphs import graph_from
from tests.unit.games.graphs.test_graph_kayles import value_of

from grundy.core import Sum, nim_sum
from grundy.games.graphs.kayles import NodeKayles
from grundy.notation import read_game
from grundy.workflows.library.solution import solve

graphs = st.integers(1, 7).flatmap(
    lambda n: st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] != e[1]))
)


@given(graphs, st.integers(1, 127))
def test_any_graph_and_what_is_left_of_it_read_back(edges: set[tuple[int, int]], left: int) -> None:
    rule = NodeKayles(graph=graph_from(7, list(edges)))
    parts = Sum.of(rule.graph.components(left))
    assert NodeKayles().bind(rule.show(parts)) == (rule, parts)
    assert str(read_game(f"node-kayles: {rule.show(parts)}")) == f"node-kayles: {rule.show(parts)}"
    assert solve(f"node-kayles: {rule.show(parts)}").value == nim_sum(
        value_of(f"node-kayles: {rule.show(Sum(p))}") or 0 for p in parts
    )
