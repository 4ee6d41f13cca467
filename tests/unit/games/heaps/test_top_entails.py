from __future__ import annotations

import pytest

from grundy.core import LOONY, EntailedPosition, Sum
from grundy.games.heaps.top_entails import TopEntails
from grundy.search import EntailedSolver
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

TOP = TopEntails()


@pytest.mark.nightly
def test_the_next_loony_stacks_are_2403_and_2505() -> None:
    """J. West, "New values for Top Entails", 1996."""
    solver = EntailedSolver(TOP)
    assert [n for n in range(2600) if solver.value(n) is LOONY] == [1, 3, 2403, 2505]


def test_every_promise_of_the_rule_holds() -> None:
    check_ruleset(TOP, [*range(12), EntailedPosition(7)])


def test_the_top_coin_is_answered_in_the_same_stack() -> None:
    assert [str(move.label) for move in TOP.moves(5)] == ["split 1+4", "split 2+3", "top"]
    assert list(TOP.moves(5))[-1].leaves == Sum(EntailedPosition(4))
    found = solve("top-entails: 5 4! 2")
    assert [(move.part, move.move) for move in found.winning_moves] == [(1, "split 2+2")]
    assert found.move_count == 3


def test_stacks_may_be_separated_by_commas() -> None:
    assert TOP.read("5, 4!") == Sum(5, EntailedPosition(4))
