from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.oracle import check_hooks, check_misere, labels

from grundy.core import Board, Heaps, InputError, PositionError, Ruleset, Sum, nim_sum, scene_of
from grundy.games.coins.sliding import Nimble, SilverDollar, Welter, welter


def boards(width: int, coins: int) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(range(width), n) for n in range(1, coins + 1)))


def mated(squares: tuple[int, ...]) -> int:
    """Conway's rule as he states it: mate the two that agree in the most last digits, then go on."""
    if len(squares) < 2:
        return nim_sum(squares)
    a, b = max(combinations(squares, 2), key=lambda pair: (pair[0] ^ pair[1]) & -(pair[0] ^ pair[1]))
    return ((a ^ b) - 1) ^ mated(tuple(square for square in squares if square not in (a, b)))


def test_every_hook_of_nimble_agrees_with_the_definition() -> None:
    check_hooks(Nimble(), range(12))
    check_misere(Nimble(), (Sum.of(c) for n in range(4) for c in combinations_with_replacement(range(5), n)))


def test_a_coin_of_nimble_is_a_part_and_its_moves_name_the_squares() -> None:
    assert Nimble().read("3 5 5") == Sum(3, 5, 5)
    assert labels(Nimble().moves(3)) == ["3 to 2", "3 to 1", "3 to 0"]
    assert labels(Nimble().moves_to(10**1000, 7)) == [f"{10**1000} to 7"]
    assert scene_of(Nimble(), 3) == Board(("...O",))


def test_every_hook_of_silver_dollar_agrees_with_the_definition() -> None:
    oracle = check_hooks(SilverDollar(), boards(10, 4))
    assert all(SilverDollar().known_value(board) == oracle.value(board) for board in boards(10, 4))


def test_silver_dollar_in_misere_play_is_misere_nim_on_its_gaps() -> None:
    check_misere(SilverDollar(), (Sum(board) for board in boards(9, 4)))
    check_misere(SilverDollar(), (Sum(a, b) for a in boards(5, 2) for b in boards(5, 2)))


def test_gaps_are_paired_from_the_right_and_the_odd_one_reaches_the_edge() -> None:
    assert SilverDollar().known_value((2, 4, 7)) == (7 - 4 - 1) ^ 2 == 0
    assert SilverDollar().known_value((2, 7)) == 4
    assert labels(SilverDollar().moves((2, 4))) == ["coin 2 to 1", "coin 2 to 0", "coin 4 to 3"]


def test_every_hook_of_welter_agrees_with_the_definition() -> None:
    oracle = check_hooks(Welter(), boards(9, 4))
    assert all(Welter().known_value(board) == oracle.value(board) for board in boards(9, 4))


@given(st.sets(st.integers(0, 10**6), max_size=9).map(lambda squares: tuple(sorted(squares))))
def test_welters_function_is_conways_mating(squares: tuple[int, ...]) -> None:
    assert welter(squares) == mated(squares)


def test_jumping_makes_the_difference() -> None:
    assert labels(Welter().moves((1, 2))) == ["coin 1 to 0", "coin 2 to 0"]
    assert labels(SilverDollar().moves((1, 2))) == ["coin 1 to 0"]
    assert Welter().count_moves((10**18, 10**18 + 1)) == 2 * 10**18
    assert SilverDollar().count_moves((10**18, 10**18 + 1)) == 10**18


@pytest.mark.parametrize("rule", [SilverDollar(), Welter()], ids=str)
def test_coins_are_read_in_any_order_and_are_on_different_squares(rule: Ruleset[Any]) -> None:
    assert rule.read("7 2, 4") == Sum((2, 4, 7))
    with pytest.raises(InputError) as twice:
        rule.read("1 2; 3 5 3")
    assert (twice.value.message, twice.value.at) == (f"{rule.name}: two coins on square 3", 4)
    with pytest.raises(PositionError) as order:
        rule.check((5, 3))
    assert order.value.message == f"{rule.name}: expected the squares in ascending order, found 5 before 3"
    with pytest.raises(InputError) as none:
        rule.read("")
    assert none.value.message == "expected the number of a square, found nothing"


def test_a_short_strip_is_drawn_and_a_long_one_is_described() -> None:
    assert scene_of(Welter(), (0, 3)) == Board(("O..O",))
    assert scene_of(Welter(), (0, 10**18)) == Heaps((0, 10**18))
