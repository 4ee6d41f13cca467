"""Coin-turning games by code: each agrees with a second program that examines every set of coins."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from grundy import game, solve
from grundy.core import InputError, LimitReached
from grundy.games import turning_code
from grundy.games.coins.turning import named_row
from grundy.integrations import cgsuite_text, read_cgsuite
from grundy.notation import read_game

NAMED = {
    "1-2": "turning-turtles",
    "1-3": "mock-turtles",
    "1-5": "moebius",
    "1-7": "mogul",
    "2": "twins",
    "3": "triplets",
    "1+C": "ruler",
    "1+S": "sym",
    "4FS": "grunt",
}
"""The codes that CGSuite's help gives for games of "Winning Ways", chapter 14."""
CODES = [*NAMED, "1-3C(5)", "3C(5)", "1-5C", "3E", "1+FS", "2-3,5C", "2E,3C", "1-3F", "1+E", "2S,4+C", "3ES"]


def allowed(code: str, coins: tuple[int, ...]) -> bool:
    """Whether a move may turn these coins, by the words of CGSuite's help."""
    steps = {after - before for before, after in pairwise(coins)}
    for piece in code.split(","):
        low, high, more, letters = re.fullmatch(r"(\d+)(?:-(\d+)|(\+))?(.*)", piece).groups()  # type: ignore[union-attr]
        spans = list(map(int, re.findall(r"C\((\d+)\)", letters)))
        letters = re.sub(r"C\(\d+\)", "", letters)
        most = len(coins) if more else int(high or low)
        if (
            int(low) <= len(coins) <= most
            and all(coins[-1] - coins[0] < span for span in spans)
            and ("C" not in letters or steps <= {1})
            and ("E" not in letters or len(steps) <= 1)
            and ("S" not in letters or {coins[0] + coins[-1] - coin for coin in coins} == set(coins))
            and ("F" not in letters or coins[0] == 1)
        ):
            return True
    return False


def values(code: str, stop: int) -> list[int]:
    found = [0]
    for coin in range(1, stop + 1):
        below = set()
        for size in range(coin):
            for others in combinations(range(1, coin), size):
                if allowed(code, (*others, coin)):
                    total = 0
                    for other in others:
                        total ^= found[other]
                    below.add(total)
        found.append(next(v for v in range(len(below) + 1) if v not in below))
    return found[1:]


@pytest.mark.parametrize("code", CODES)
def test_a_coin_has_the_value_of_a_second_program(code: str) -> None:
    row = turning_code(code)
    assert [row.known_value((coin,)) for coin in range(1, 10)] == values(code, 9)
    sets = [(*others, 7) for size in range(7) for others in combinations(range(1, 7), size)]
    turned = [coins for (coins,) in row.turnings(7)]
    assert sorted(turned) == sorted(coins for coins in sets if allowed(code, coins))
    assert row.count(7) == len(turned)


@pytest.mark.parametrize("code", NAMED)
def test_a_code_has_the_values_of_the_named_game(code: str) -> None:
    known = named_row(NAMED[code])
    shift = known.law.first - 1
    row = turning_code(code)
    for coin in range(1, 12):
        assert row.known_value((coin,)) == known.known_value((coin + shift,)), coin


def test_codes_are_rulesets_of_the_notation() -> None:
    assert solve("1+C: 3 4").value == solve("ruler: 3 4").value == 5
    assert str(read_game("1-3: 2 5 + nim: 3")) == "1-3: 2 5 + nim: 3"
    assert game("2-3,6C") == game("2-3,6C") != game("2-3")
    assert cgsuite_text("1-5C: 3") == 'game.heap.Spawning("1-5C")(3)'
    assert str(read_cgsuite('game.heap.Spawning("1-5C")(3)')) == "1-5C: 3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3-1: 5", "3-1: expected a range of numbers from 1 on, ascending"),
        ("0-2: 5", "0-2: expected a range of numbers from 1 on, ascending"),
        ("4C(3): 5", "4C(3): 4 coins cannot be within 3 places"),
        ("1-3: 0", "1-3: expected the number of a coin, counted from 1"),
    ],
)
def test_a_wrong_code_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_game(text)
    assert str(error.value).startswith(message)


def test_a_coin_with_too_many_moves_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.games.coins.codes.WORK", 50)
    with pytest.raises(LimitReached):
        turning_code("1+E,1-9").count(60)
