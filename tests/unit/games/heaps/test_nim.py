from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks, check_misere, labels

from grundy.core import Heaps, Move, Outcome, Ruleset, Sum, scene_of
from grundy.games.heaps.nim import BoundedNim, Nim, nim

BOARDS = [board for n in range(1, 5) for board in combinations_with_replacement(range(6), n)]


@pytest.mark.parametrize("rule", [Nim(), *(BoundedNim(m) for m in range(1, 7))], ids=str)
def test_every_hook_agrees_with_the_definition(rule: Ruleset[int]) -> None:
    check_hooks(rule, range(40))


@pytest.mark.parametrize("rule", [Nim(), BoundedNim(1), BoundedNim(2), BoundedNim(3)], ids=str)
def test_boutons_misere_rule_holds_for_every_small_board(rule: Ruleset[int]) -> None:
    check_misere(rule, (Sum.of(board) for board in BOARDS if len(board) < 4 or max(board) < 4))


def test_at_most_three_is_take_away_with_the_outcomes_of_the_catalogue() -> None:
    takeaway, oracle = golden("classics")["takeaway_1_to_3"], Oracle(BoundedNim(3))
    assert "".join(str(oracle.outcome(n)) for n in range(16)) == takeaway["outcome_0_15"]
    assert [oracle.value(n) for n in range(12)] == takeaway["grundy_0_11"]
    assert labels(BoundedNim(3).moves_to(15, 0)) == ["take 3"]
    assert labels(BoundedNim(3).moves_to(8, 0)) == []
    assert list(BoundedNim(3).options(8)) == [7, 6, 5]
    assert all(oracle.misere(Sum(n)) is Outcome.wins(n % 4 != 1) for n in range(30))


def test_nim_is_bounded_only_when_a_bound_is_given() -> None:
    assert nim() == Nim()
    assert nim(max=3) == BoundedNim(3)
    assert nim(max=3) != nim(max=4)
    assert nim(max=3).name == "nim(max=3)"


@given(st.integers(0, 10**1000), st.integers(0, 10**1000))
def test_huge_heaps_have_their_move_to_every_smaller_value_at_once(heap: int, value: int) -> None:
    moves = tuple(Nim().moves_to(heap, value))
    assert moves == ((Move(f"take {heap - value}", Sum(value)),) if value < heap else ())
    assert Nim().count_moves(heap) == heap


@given(st.integers(0, 10**100), st.integers(1, 10**30), st.integers(0, 10**30))
def test_huge_bounded_heaps_have_at_most_one_move_to_each_value(heap: int, most: int, value: int) -> None:
    rule = BoundedNim(most)
    for label, (left,) in rule.moves_to(heap, value):
        assert label == f"take {heap - left}"
        assert 1 <= heap - left <= most
        assert rule.known_value(left) == value


def test_a_heap_is_drawn_as_a_heap() -> None:
    assert scene_of(Nim(), 3) == Heaps((3,))
