"""Outcome and remoteness of graphs with cycles."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.search.loopy_graphs import Graph, played_out, random_graph
from tests.unit.search.plain_loops import plain_lengths

from grundy.core import Budget, FunctionRuleset, LimitReached, Limits, Sum
from grundy.games import make
from grundy.search import GameGraph, Region, WholeSolver, explore, game_graph_of, play_lengths
from grundy.search.loopy import ends_first

plays = pytest.mark.parametrize("misere", [False, True])
graphs = st.integers(1, 8).flatmap(
    lambda n: st.lists(st.sets(st.integers(0, n - 1)).map(sorted), min_size=n, max_size=n)
)


@pytest.mark.parametrize("case", golden("loopy")["cases"], ids=lambda case: str(case["succ"]))
def test_the_golden_outcomes(case: Any) -> None:
    lengths = play_lengths(game_graph_of(case["succ"]))
    assert "".join(lengths.outcome(v).value for v in range(len(case["succ"]))) == case["outcome"]


@plays
@given(graph=graphs)
def test_retrograde_analysis_agrees_with_its_reference_implementation_and_with_the_definition(
    graph: Graph, misere: bool
) -> None:
    found = play_lengths(game_graph_of(graph), misere)
    assert list(found.plies) == plain_lengths(graph, misere)
    truth = played_out([graph], misere)
    assert [(found.outcome(v).value, found.remoteness(v)) for v in range(len(graph))] == [
        truth[v,] for v in range(len(graph))
    ]


def test_an_option_that_is_twice_counts_as_one() -> None:
    assert (
        play_lengths(game_graph_of([[1, 1], [2, 2, 0], []])).plies
        == play_lengths(game_graph_of([[1], [2, 0], []])).plies
    )


@given(graph=graphs)
def test_vertices_come_after_their_options_or_a_cycle_exists(graph: Graph) -> None:
    order = ends_first(game_graph_of(graph))
    rank = {v: i for i, v in enumerate(order or [])}
    if order is None:
        ending: set[int] = set()
        while more := {v for v in range(len(graph)) if v not in ending and ending.issuperset(graph[v])}:
            ending |= more
        assert len(ending) < len(graph)
    else:
        assert sorted(order) == list(range(len(graph)))
        assert all(rank[u] < rank[v] for v in rank for u in graph[v])


def arcs(game_graph: GameGraph) -> set[tuple[int, int]]:
    return {(v, u) for v in range(game_graph.size) for u in game_graph.options(v)}


def test_arcs_turned_round_are_the_same_arcs() -> None:
    rng = random.Random(2)
    for _ in range(50):
        game_graph = game_graph_of(random_graph(rng))
        bounds, starts = game_graph.back()
        assert {(u, v) for v in range(game_graph.size) for u in starts[bounds[v] : bounds[v + 1]]} == arcs(game_graph)


def test_the_region_of_a_rule_that_splits_holds_whole_sums() -> None:
    kayles = make("kayles")
    region = Region(kayles, [Sum(6)], Budget())
    solver = WholeSolver([kayles], misere=False)
    lengths = play_lengths(region.game_graph)
    for parts in (Sum(6), Sum(1, 3), Sum(2, 2), Sum(3)):
        vertex = region.vertex(parts)
        assert vertex is not None
        assert lengths.remoteness(vertex) == solver.solve((0, p) for p in parts).remoteness
    assert region.vertex(Sum(9)) is None


def test_a_split_into_a_part_that_loops_is_explored_as_a_sum() -> None:
    table: dict[int, list[int | Sum[int]]] = {0: [], 1: [Sum(2, 3)], 2: [0], 3: [3, 0]}
    rule = FunctionRuleset(table.__getitem__, "apart")
    region = Region(rule, [Sum(1)], Budget())
    lengths = play_lengths(region.game_graph)
    outcomes = {parts: lengths.outcome(region.vertex(parts) or 0).value for parts in (Sum(1), Sum(2, 3), Sum(3))}
    assert outcomes == {Sum(1): "D", Sum(2, 3): "D", Sum(3): "N"}


@pytest.mark.parametrize("limits", [Limits(positions=1000), Limits(seconds=0.05), Limits(memory=10**6)], ids=str)
def test_positions_without_end_stop_at_the_limit(limits: Limits) -> None:
    with pytest.raises(LimitReached, match="limit"):
        explore([0], lambda n: [n + 1, n], Budget(limits))


def test_positions_without_end_stop_also_without_a_limit() -> None:
    with pytest.raises(LimitReached, match="more than 5000 positions can be reached"):
        explore([0], lambda n: [n + 1, n], Budget(), most=5000)


@pytest.mark.nightly
def test_a_path_of_many_moves_needs_no_recursion() -> None:
    n = 200_000
    game_graph = explore([0], lambda v: [v + 1] if v < n else [], Budget())
    assert game_graph.size == n + 1
    assert play_lengths(game_graph).remoteness(0) == n
