from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks, check_misere, labels

from grundy.core import Heaps, Move, Outcome, Ruleset, Sum, nim_sum, scene_of
from grundy.games.heaps.nim import BoundedNim, Nim, nim

BOARDS = [board for n in range(1, 5) for board in combinations_with_replacement(range(6), n)]


@pytest.mark.parametrize("rule", [Nim(), *(BoundedNim(m) for m in range(1, 7))], ids=str)
def test_every_hook_agrees_with_the_definition(rule: Ruleset[int]) -> None:
    check_hooks(rule, range(40))


@pytest.mark.parametrize("rule", [Nim(), BoundedNim(1), BoundedNim(2), BoundedNim(3)], ids=str)
def test_boutons_misere_rule_holds_for_every_small_board(rule: Ruleset[int]) -> None:
    check_misere(rule, (Sum.of(board) for board in BOARDS if len(board) < 4 or max(board) < 4))


def test_a_heap_has_its_size_as_value_and_a_board_the_nim_sum() -> None:
    oracle = Oracle(Nim())
    for board in BOARDS:
        assert oracle.sum_value(Sum.of(board)) == nim_sum(board)


def test_the_full_characterisation_of_nim_in_both_conventions() -> None:
    """Non-trivial boards: N iff odd, in both; trivial boards: by the parity of the ones."""
    oracle = Oracle(Nim())
    for board in BOARDS:
        normal, misere = Outcome.of_value(oracle.sum_value(Sum.of(board))), oracle.misere(Sum.of(board))
        if max(board) >= 2:
            assert normal is misere is Outcome.wins(nim_sum(board) != 0)
        else:
            assert normal is Outcome.wins(sum(board) % 2 == 1)
            assert misere is Outcome.wins(sum(board) % 2 == 0)


def test_a_decisive_board_is_odd_and_won_in_both_conventions() -> None:
    oracle = Oracle(Nim())
    decisive = [board for board in BOARDS if sum(heap >= 2 for heap in board) == 1]
    assert len(decisive) > 30
    for board in decisive:
        assert nim_sum(board) != 0
        assert oracle.misere(Sum.of(board)) is Outcome.N


def test_every_move_from_an_even_board_gives_an_odd_one_and_from_an_odd_one_some_move_an_even_one() -> None:
    for board in BOARDS:
        after = [nim_sum((*board[:i], m, *board[i + 1 :])) for i, heap in enumerate(board) for m in range(heap)]
        assert all(after) if nim_sum(board) == 0 else 0 in after


def test_the_mex_examples_of_the_catalogue() -> None:
    from grundy.core import mex

    for values, least in golden("classics")["mex"]:
        assert mex(values) == least


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_with_at_most_m_a_move_the_value_is_the_remainder_and_the_wins_are_those_of_the_catalogue(m: int) -> None:
    """B6: all (i, k), 1 <= k <= m, with (a_i - k) mod (m+1) = (a_i mod (m+1)) ^ T."""
    rule, oracle = BoundedNim(m), Oracle(BoundedNim(m))
    for board in product(range(9), repeat=2):
        total = nim_sum(heap % (m + 1) for heap in board)
        assert oracle.sum_value(Sum.of(board)) == total
        for heap in board:
            wanted = heap % (m + 1) ^ total
            wins = [k for k in range(1, m + 1) if k <= heap and (heap - k) % (m + 1) == wanted]
            assert labels(rule.moves_to(heap, wanted)) == [f"take {k}" for k in wins]


def test_at_most_three_is_take_away_with_the_outcomes_of_the_catalogue() -> None:
    takeaway, oracle = golden("classics")["takeaway_1_to_3"], Oracle(BoundedNim(3))
    assert "".join(str(oracle.outcome(n)) for n in range(16)) == takeaway["outcome_0_15"]
    assert [oracle.value(n) for n in range(12)] == takeaway["grundy_0_11"]
    assert labels(BoundedNim(3).moves_to(15, 0)) == ["take 3"]
    assert labels(BoundedNim(3).moves_to(8, 0)) == []
    assert list(BoundedNim(3).options(8)) == [7, 6, 5]
    assert all(oracle.misere(Sum(n)) is Outcome.wins(n % 4 != 1) for n in range(30))


def test_a_mate_of_k_plus_one_answers_every_take() -> None:
    for k in range(1, 7):
        for n in range(0, 5 * (k + 1), k + 1):
            assert all(
                labels(BoundedNim(k).moves_to(n - taken, 0)) == [f"take {k + 1 - taken}"]
                for taken in range(1, min(k, n) + 1)
            )


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
