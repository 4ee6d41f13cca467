from __future__ import annotations

from functools import cache
from itertools import chain, combinations, product

import numpy as np
import pytest
from tests.unit.games.oracle import check_hooks, labels

import grundy
from grundy.core import (
    Board,
    LimitReached,
    Outcome,
    PositionError,
    RuleError,
    Text,
    mex,
    nim_product,
    nim_sum,
    scene_of,
)
from grundy.games.coins.laws import CoinLaw
from grundy.games.coins.products import CoinProduct, turning_corners
from grundy.games.coins.turning import named_row
from grundy.notation import read_game, read_ruleset


def test_a_move_is_named_by_its_sets_of_coins() -> None:
    assert labels(turning_corners().moves(((1, 2),))) == ["turn 0 1 x 0 2", "turn 0 1 x 1 2"]


def test_a_board_that_is_huge_in_one_direction_names_all_its_winning_moves() -> None:
    huge = 10**18
    solution = grundy.solve(f"turning-corners: (5,{huge}) (3,4)")
    assert solution.status == "proved"
    assert solution.value == nim_product(5, huge) ^ nim_product(3, 4)
    assert len(solution.winning_moves) == 5
    for move in solution.winning_moves:
        assert grundy.solve(solution.leaves(move)).outcome is Outcome.P
    longer = grundy.solve(f"product(ruler, turning-turtles): (12,{huge}) (3,{10**30})")
    assert longer.status == "proved"
    assert all(grundy.solve(longer.leaves(move)).outcome is Outcome.P for move in longer.winning_moves)


def test_a_board_that_is_huge_in_both_directions_reports_the_limit() -> None:
    huge = 10**18
    solution = grundy.solve(f"turning-corners: ({huge},{huge})")
    assert (solution.outcome, solution.value) == (Outcome.N, nim_product(huge, huge))
    assert solution.status == "limit"
    assert "has more than 20000 moves in every factor" in solution.reason
    with pytest.raises(LimitReached):
        list(turning_corners().moves_to(((huge, huge),), 0) or ())


def test_more_than_two_factors_multiply() -> None:
    game = CoinProduct([named_row(name).law for name in ("twins", "ruler", "mock-turtles")])
    cell = (9, 4, 5)
    factors = [law.value(coin) or 0 for law, coin in zip(game.laws, cell, strict=True)]
    assert game.known_value((cell,)) == nim_product(nim_product(factors[0], factors[1]), factors[2])
    for move in game.moves_to((cell, (3, 3, 3)), 0) or ():
        assert nim_sum(game.head_value(head) or 0 for head in move.leaves[0]) == 0


def test_a_board_reads_as_it_is_shown() -> None:
    for text in ("(1,2) (3,4)", "tails", "(1,1); tails; (2,2)"):
        assert str(read_game(f"product(twins, ruler): {text}")) == f"product(twins, ruler): {text}"
    assert read_game("product( twins,ruler ): (3, 4), (1,2)") == read_game("product(twins, ruler): (1,2) (3,4)")
    assert str(read_game("product(turn(coins=1..3), sym): (1,2)")) == "product(turn(coins=1..3), sym): (1,2)"


def test_a_ruleset_that_is_not_a_row_of_coins_is_not_a_factor() -> None:
    with pytest.raises(RuleError, match="found turning-corners"):
        read_ruleset("product(twins, turning-corners)")
    with pytest.raises(PositionError):
        turning_corners().check(((1, 2), (0, 5)))


def test_two_dimensions_are_drawn_and_more_are_described() -> None:
    assert scene_of(turning_corners(), ((1, 2),)) == Board(("...", "..O"))
    assert scene_of(turning_corners(), ()) == Board((".",))
    assert scene_of(read_ruleset("product(ruler, ruler)"), ((1, 2),)) == Board((".O",))
    assert scene_of(turning_corners(), ((1, 200),)) == Text("(1,200)")
    assert scene_of(read_ruleset("product(twins, twins, twins)"), ((1, 0, 0),)) == Text("(1,0,0)")


def test_the_explanation_names_the_tartan_theorem_and_the_coins() -> None:
    text = grundy.solve("product(turning-turtles, ruler): (1,2) (3,4)").explain()
    assert "Tartan theorem" in text
    assert "coin (3,4)     12" in text
    assert "The nim-sum of these values is 14." in text


SIX = ["turning-turtles", "twins", "mock-turtles", "ruler", "triplets", "moebius"]


SIDE = 12


@cache
def sets(name: str, coin: int) -> tuple[tuple[int, ...], ...]:
    """What may be turned with coin number `coin` from 0, as places from 0, without the coin itself."""
    law = named_row(name).law
    return tuple(tuple(c - law.first for c in found) for found in law.companions(coin + law.first))


def coin_values(first: str, second: str) -> list[list[int]]:
    """The values of single coins of a product by its definition: the mex over all products of sets."""
    values = np.zeros((SIDE + 1, SIDE + 1), np.int64)  # the last row and column stay 0
    for x, y in product(range(SIDE), repeat=2):
        rows, columns = (padded(sets(name, coin)) for name, coin in ((first, x), (second, y)))
        across = np.bitwise_xor.reduce(values[:, columns], axis=2)  # of each row: the nim-sum of B without y
        across ^= values[:, y : y + 1]
        across[SIDE] = 0
        beside = np.bitwise_xor.reduce(across[rows], axis=1) ^ across[x]  # (x, y) itself has no value yet: 0
        values[x, y] = mex(np.unique(beside).tolist())
    found: list[list[int]] = values[:SIDE, :SIDE].tolist()
    return found


def padded(found: tuple[tuple[int, ...], ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Sets as rows of one length, filled with the place that has no coin."""
    most = max(map(len, found), default=0)
    places = [[*some, *[SIDE] * (most - len(some))] for some in found]
    return np.array(places, np.int64).reshape(len(found), most)


@pytest.mark.nightly
@pytest.mark.parametrize("first", SIX)
@pytest.mark.parametrize("second", SIX)
def test_the_tartan_theorem_to_12_x_12_against_the_definition(first: str, second: str) -> None:
    laws: list[CoinLaw] = [named_row(first).law, named_row(second).law]
    game = CoinProduct(laws)
    found = coin_values(first, second)
    for x, y in product(range(SIDE), repeat=2):
        a, b = x + laws[0].first, y + laws[1].first
        assert found[x][y] == nim_product(laws[0].value(a) or 0, laws[1].value(b) or 0), (a, b)
        assert game.known_value(((a, b),)) == found[x][y]


@pytest.mark.nightly
@pytest.mark.parametrize("first", SIX)
@pytest.mark.parametrize("second", ["twins", "ruler"])
def test_the_winning_moves_by_nim_division_are_all_of_them_in_their_order(first: str, second: str) -> None:
    game = CoinProduct([named_row(first).law, named_row(second).law])
    for board in (((2, 5), (6, 3), (7, 7)), ((7, 6),), ((1, 8), (3, 3), (5, 1), (8, 2))):
        for value in (0, 1, 6):
            right = [move for move in game.moves(board) if game.known_value(move.leaves[0]) == value]
            assert list(game.moves_to(board, value) or ()) == right


def boards(game: CoinProduct, *sides: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every board of so many rows and columns."""
    ranges = [range(law.first, law.first + side) for law, side in zip(game.laws, sides, strict=True)]
    coins = list(product(*ranges))
    return list(chain.from_iterable(combinations(coins, n) for n in range(len(coins) + 1)))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("turning-corners", (2, 4)),
        ("product(turning-turtles, ruler)", (2, 3)),
        ("product(ruler, ruler)", (2, 4)),
        ("product(mock-turtles, turning-turtles)", (4, 2)),
        ("product(turn(coins=1..2, reach=1), twins)", (2, 4)),
        ("product(turning-turtles, twins, ruler)", (2, 2, 2)),
    ],
)
def test_every_hook_of_a_product_agrees_with_the_real_game_on_whole_boards(text: str, sides: tuple[int, ...]) -> None:
    rule = read_ruleset(text)
    assert isinstance(rule, CoinProduct)
    assert rule.name == text
    oracle = check_hooks(rule, boards(rule, *sides))
    assert all(rule.known_value(board) == oracle.value(board) for board in boards(rule, *sides))
