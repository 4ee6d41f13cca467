from __future__ import annotations

import pytest

import grundy
from grundy import Sum
from grundy.core import Outcome
from grundy.workflows import solve


@pytest.mark.nightly
def test_a_rule_that_splits_may_loop() -> None:
    table: dict[int, list[int | Sum[int]]] = {0: [], 1: [0], 2: [Sum(1, 3), 1], 3: [3, 0]}
    solution = grundy.rule(table.__getitem__).solve(2)
    assert solution.to_dict()["loopy"] == "inf{1}"
    assert solution.outcome is Outcome.D
    assert [move["move"] for move in solution.to_dict()["drawing_moves"]] == ["to 1 3"]
    more: dict[int, list[int | Sum[int]]] = {0: [], 1: [0], 2: [Sum(1, 3)], 3: [0, 2]}
    endless = grundy.rule(more.__getitem__).solve(3)
    assert (endless.outcome, endless.status) == (None, "limit")


@pytest.mark.nightly
def test_the_sum_of_a_huge_heap_and_a_loopy_component_is_won_by_theorem() -> None:
    solution = solve(f"graph: a>b b>a b>c a>d d>a @ a + nim: {10**18}")
    assert solution.outcome is Outcome.D or solution.status == "limit"
    won = solve(f"graph: a>b b>a b>c @ a + nim: {10**18}")
    assert won.outcome is Outcome.N
    assert [(move.part, move.move) for move in won.winning_moves] == [(1, f"take {10**18}")]
