from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.search.dags import Dag, Folded, Table, dags
from tests.unit.search.naive import values_of

from grundy.core import Budget, FunctionRuleset, Knowledge, LimitReached, Limits, LoopyGame, Ruleset, Sum, mex
from grundy.games.graphs.directed import GraphGame
from grundy.search import grundy_value, grundy_values, shortest_cycle


@pytest.mark.parametrize("length", [*range(2, 40), 63, 100, 199, 200])
def test_a_cycle_is_refused_and_shown_with_exactly_its_length(length: int) -> None:
    rule = FunctionRuleset(lambda n: [(n + 1) % length] if n < length else [n - 1], "ring")
    for start in (0, length + 5):
        with pytest.raises(LoopyGame) as caught:
            grundy_value(rule, start)
        cycle = [int(position) for position in caught.value.cycle]
        assert sorted(cycle) == list(range(length))
        assert all((a + 1) % length == b for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))


def test_a_move_to_the_same_position_is_a_cycle_of_one() -> None:
    with pytest.raises(LoopyGame) as caught:
        grundy_value(FunctionRuleset(lambda n: [n], "stay"), 3)
    assert caught.value.cycle == ["3"]
    assert caught.value.message == "play can continue forever: 3 -> 3"


@given(st.integers(3, 9), st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=20))
def test_any_loop_is_refused_with_a_real_cycle_and_no_loop_is_solved(n: int, edges: set[tuple[int, int]]) -> None:
    below = {v: sorted(b for a, b in edges if a == v and b < n) for v in range(n)}
    rule = FunctionRuleset(below.__getitem__, "any")
    finite: set[int] = set()
    while more := {v for v in range(n) if v not in finite and all(b in finite for b in below[v])}:
        finite |= more
    for start in range(n):
        reached, stack = {start}, [start]
        while stack:
            stack += (new := set(below[stack.pop()]) - reached)
            reached |= new
        if reached <= finite:
            assert grundy_value(rule, start) == values_of(lambda v: [(b,) for b in below[v]])(start)
        else:
            with pytest.raises(LoopyGame) as caught:
                grundy_value(rule, start)
            cycle = [int(position) for position in caught.value.cycle]
            assert all(b in below[a] for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
            assert len(set(cycle)) == len(cycle)


def test_a_cycle_through_a_part_of_a_split_is_a_cycle() -> None:
    with pytest.raises(LoopyGame) as caught:
        grundy_value(FunctionRuleset(lambda n: [Sum(n - 1, n + 1)] if 0 < n < 5 else [], "apart"), 3)
    assert len(caught.value.cycle) == 2


def test_the_shortest_cycle_through_a_position_is_found() -> None:
    arcs = {0: [1, 4], 1: [2], 2: [3], 3: [0], 4: [5], 5: [0], 6: [6]}
    assert shortest_cycle(0, arcs.__getitem__) == [0, 4, 5]
    assert shortest_cycle(6, arcs.__getitem__) == [6]
    assert shortest_cycle(0, arcs.__getitem__, longest=2) is None


@pytest.mark.parametrize("most", [1, 10, 5000])
def test_a_limit_of_positions_stops_the_walk_and_says_so(most: int) -> None:
    chain = FunctionRuleset(lambda n: [n - 1] if n else [], "chain")
    with pytest.raises(LimitReached) as caught:
        grundy_value(chain, 10_000, Budget(Limits(positions=most)))
    assert (caught.value.kind, caught.value.visited) == ("steps", most)


def test_limits_of_memory_and_time_are_kept() -> None:
    chain = FunctionRuleset(lambda n: [n + 1], "endless")
    with pytest.raises(LimitReached) as caught:
        grundy_value(chain, 0, Budget(Limits(memory=1_000_000)))
    assert caught.value.kind == "memory"
    with pytest.raises(LimitReached) as caught:
        grundy_value(chain, 0, Budget(Limits(seconds=0.05)))
    assert caught.value.kind == "time"


def test_what_a_stopped_walk_left_in_the_table_is_true() -> None:
    table: dict[Any, int] = {}
    rule = FunctionRuleset(lambda n: [n - k for k in (1, 3, 4) if k <= n], "subtraction")
    with pytest.raises(LimitReached):
        grundy_values(rule, range(400), Budget(Limits(positions=150)), table)
    assert 100 < len(table) < 200
    assert all(value == [0, 1, 0, 1, 2, 3, 2][n % 7] for n, value in table.items())
    assert grundy_values(rule, range(400), None, table)[399] == 0


def test_with_theory_known_values_answer_and_without_it_they_are_not_asked() -> None:
    class Proud(FunctionRuleset, Knowledge[Any]):
        def known_value(self, position: Any) -> int | None:
            return 7 if position == 2 else None

    rule = Proud(range, "proud")
    assert grundy_values(rule, [3])[3] == 3
    assert grundy_values(rule, [3], theory=True)[3] == mex([0, 1, 7])


@pytest.mark.nightly
@given(dags)
def test_values_agree_with_naive_recursion_on_random_games_that_split(dag: Dag) -> None:
    value = values_of(dag.__getitem__)
    assert grundy_values(Table(dag), dag) == {position: value(position) for position in dag}
    assert [grundy_value(Folded(dag), position) for position in dag] == [value(position) for position in dag]


@pytest.mark.nightly
@given(dags)
def test_the_keys_of_the_table_are_canonical(dag: Dag) -> None:
    rule = Folded(dag)
    assert all(rule.canonical(position) == position for position in grundy_values(rule, dag))


@pytest.mark.parametrize("deep", [100_000, pytest.param(1_000_000, marks=pytest.mark.nightly)])
def test_a_game_very_many_positions_deep_needs_no_recursion(deep: int) -> None:
    chain = FunctionRuleset(lambda n: [n - 1] if n else [], "chain")
    table = grundy_values(chain, [deep])
    assert len(table) == deep + 1
    assert (table[deep], table[deep - 1]) == (0, 1)


@pytest.mark.nightly
def test_a_star_of_a_hundred_thousand_options_has_them_all() -> None:
    star = GraphGame({"c": tuple(f"v{i}" for i in range(100_000)), **{f"v{i}": () for i in range(100_000)}})
    assert grundy_value(star, "c") == 1

    class Ray(Ruleset[tuple[int, int]]):
        name = "ray"

        def options(self, position: tuple[int, int]) -> Iterable[tuple[int, int]]:
            return ((0, i) for i in range(position[1] if position[0] else 0))

    assert grundy_value(Ray(), (1, 100_000)) == 1
    with pytest.raises(LimitReached) as caught:
        grundy_value(Ray(), (1, 10**30))
    assert caught.value.kind == "size"
    assert caught.value.message == "ray: a position has more than 100000 options"
