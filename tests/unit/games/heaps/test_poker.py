from __future__ import annotations

from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.oracle import check_hooks, check_misere, labels

from grundy.core import Heaps, Outcome, PositionError, RuleError, Sum, nim_sum, scene_of
from grundy.games.heaps.poker import Budgets, PokerNim

POSITIONS = [
    Budgets(heaps, mine, other)
    for heaps in chain(product(range(5), repeat=1), product(range(4), repeat=2), product(range(2), repeat=3))
    for mine, other in product(range(3), repeat=2)
]


@pytest.mark.parametrize("add", [1, 2, 3])
def test_the_value_is_that_of_nim_with_any_additions_left(add: int) -> None:
    oracle = check_hooks(PokerNim(add), POSITIONS)
    for position in POSITIONS:
        assert oracle.value(position) == nim_sum(position.heaps) == PokerNim(add).known_value(position)


@pytest.mark.parametrize("add", [1, 2, 3])
def test_misere_play_is_misere_nim_with_any_additions_left(add: int) -> None:
    check_misere(PokerNim(add), (Sum(position) for position in POSITIONS))


def test_budgets_change_places_and_an_addition_uses_one() -> None:
    rule = PokerNim(3)
    (position,) = rule.read("1 @ 2 5")
    moves = list(rule.moves(position))
    assert [move.label for move in moves] == [
        "take 1 from heap 1",
        "add 1 to heap 1",
        "add 2 to heap 1",
        "add 3 to heap 1",
    ]
    assert [rule.show(move.leaves) for move in moves[:2]] == ["0 @ 5 2", "2 @ 5 1"]


def test_a_win_may_be_an_addition() -> None:
    assert labels(PokerNim(2).moves_to(Budgets((3, 5), 1, 0), 0)) == ["add 2 to heap 1", "take 2 from heap 2"]
    assert labels(PokerNim(1).moves_to(Budgets((3, 5), 1, 0), 0)) == ["take 2 from heap 2"]
    assert labels(PokerNim(2).moves_to(Budgets((3, 5), 0, 9), 0)) == ["take 2 from heap 2"]


def test_without_bound_the_rule_loops_and_no_theorem_answers() -> None:
    rule = PokerNim(1)
    (position,) = rule.read("1")
    assert position == Budgets((1,), None, None)
    assert rule.show(Sum(position)) == "1"
    assert list(rule.options(position)) == [Budgets((0,)), Budgets((2,))]
    assert position in list(rule.options(Budgets((2,))))
    assert rule.count_moves(position) == 2
    assert rule.known_value(position) is None
    assert rule.known_outcome(position) is None
    assert rule.moves_to(position, 0) is None
    assert rule.known_misere(Sum(position)) is None


@given(st.lists(st.integers(0, 10**1000), min_size=1, max_size=5), st.integers(0, 9), st.integers(0, 9))
def test_huge_boards_answer_and_every_winning_move_wins(heaps: list[int], mine: int, other: int) -> None:
    rule, position = PokerNim(3), Budgets(tuple(heaps), mine, other)
    moves = list(rule.moves_to(position, 0) or ())
    assert bool(moves) == (rule.known_outcome(position) is Outcome.N)
    assert all(rule.known_value(move.leaves[0]) == 0 for move in moves)


def test_heaps_may_be_sorted_and_are_drawn() -> None:
    assert PokerNim(3).canonical(Budgets((5, 3), 1, 2)) == Budgets((3, 5), 1, 2)
    assert scene_of(PokerNim(3), Budgets((5, 3), 1, 2)) == Heaps((5, 3))
    assert PokerNim().name == "poker-nim(add=3)"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (Budgets((), 1, 1), "poker-nim(add=3) needs at least one heap, found 0"),
        (Budgets((-1,), 1, 1), "poker-nim(add=3): expected heap sizes, found (-1,)"),
        (Budgets((1,), 1, None), "poker-nim(add=3): expected two numbers of additions, or none, found (1, None)"),
        ((1, 2), "poker-nim(add=3): expected heaps and two numbers of additions, found (1, 2)"),
    ],
)
def test_an_invalid_position_is_refused(position: Budgets, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        PokerNim().check(position)
    assert caught.value.message == message


def test_an_addition_is_of_one_token_at_least() -> None:
    with pytest.raises(RuleError, match="poker-nim: add is a whole number from 1, not 0"):
        PokerNim(0)
