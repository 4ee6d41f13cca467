from __future__ import annotations

from itertools import chain, combinations, product

import pytest
from tests.unit.games.oracle import check_hooks

from grundy.games.coins.products import CoinProduct
from grundy.notation import read_ruleset


def boards(game: CoinProduct, *sides: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every board of so many rows and columns."""
    ranges = [range(law.first, law.first + side) for law, side in zip(game.laws, sides, strict=True)]
    coins = list(product(*ranges))
    return list(chain.from_iterable(combinations(coins, n) for n in range(len(coins) + 1)))


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
