from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import check_hooks, check_misere, labels

from grundy.core import Heaps, InputError, Outcome, Sum, scene_of
from grundy.games.coins.staircase import Staircase

BOARDS = [board for n in range(1, 6) for board in product(range(4 if n < 5 else 3), repeat=n)]


def test_every_hook_agrees_with_the_definition() -> None:
    check_hooks(Staircase(), BOARDS)


def test_misere_play_is_misere_nim_on_the_odd_stairs() -> None:
    check_misere(Staircase(), (Sum(board) for board in product(range(3), repeat=5)))
    parts = list(product(range(3), repeat=3))
    check_misere(Staircase(), (Sum(a, b) for a in parts for b in parts))


def test_not_every_win_starts_on_an_odd_stair() -> None:
    """Errata 18, with its counterexample."""
    moves = labels(Staircase().moves_to((0, 0, 1, 1, 0), 0))
    assert moves == ["move 1 from stair 2", "move 1 from stair 3"]
    wins = golden("classics")["staircase"]["not_all_wins_from_odd_stairs"]["winning (stair, coins)"]
    assert moves == [f"move {coins} from stair {stair}" for stair, coins in wins]


def test_moves_are_named_by_coins_and_stair() -> None:
    assert labels(Staircase().moves((5, 1, 2))) == ["move 1 from stair 1", "move 1 from stair 2", "move 2 from stair 2"]


def test_the_ground_and_empty_stairs_at_the_top_do_not_matter() -> None:
    assert Staircase().canonical((7, 1, 2, 0, 0)) == (0, 1, 2)
    assert Staircase().canonical((7,)) == (0,)


@given(st.lists(st.integers(0, 10**1000), min_size=2, max_size=8))
def test_huge_staircases_answer_and_every_winning_move_wins(board: list[int]) -> None:
    rule, position = Staircase(), tuple(board)
    moves = list(rule.moves_to(position, 0))
    assert bool(moves) == (rule.known_outcome(position) is Outcome.N)
    assert all(rule.known_value(move.leaves[0]) == 0 for move in moves)


def test_a_text_is_one_staircase_and_its_picture_names_the_stairs() -> None:
    assert Staircase().read("0 0 1 1 0") == Sum((0, 0, 1, 1, 0))
    assert scene_of(Staircase(), (0, 3)) == Heaps((0, 3), ("0", "1"))
    with pytest.raises(InputError) as caught:
        Staircase().read("0 1 one")
    assert (caught.value.message, caught.value.at) == ("expected a number of coins, found 'one'", 4)
