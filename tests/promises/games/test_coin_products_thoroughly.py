from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from grundy.core import mex, nim_product
from grundy.games.coins.laws import CoinLaw
from grundy.games.coins.products import CoinProduct
from grundy.games.coins.turning import named_row

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


@pytest.mark.parametrize("first", SIX)
@pytest.mark.parametrize("second", ["twins", "ruler"])
def test_the_winning_moves_by_nim_division_are_all_of_them_in_their_order(first: str, second: str) -> None:
    game = CoinProduct([named_row(first).law, named_row(second).law])
    for board in (((2, 5), (6, 3), (7, 7)), ((7, 6),), ((1, 8), (3, 3), (5, 1), (8, 2))):
        for value in (0, 1, 6):
            right = [move for move in game.moves(board) if game.known_value(move.leaves[0]) == value]
            assert list(game.moves_to(board, value) or ()) == right
