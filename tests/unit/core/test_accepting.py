"""A caller's position is one of the ruleset, or refused by `Game.of` and `Rules` with a typed error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import grundy
from grundy import Game, InputError, Sum, read_game
from grundy.core import Ruleset
from grundy.games import CATALOGUE

RULES = ["take 1..3: 9", "take squares: 9", "take k where n % k == 0 and k < n: 9", "split: 5", "0.77: 9", "4.7: 9"]
COMPOUNDS = ["selective: nim: 3 5 & kayles: 2", "conjunctive: nim: 3 & nim: 2"]
EXAMPLES = [entry.example for entry in CATALOGUE.values()] + RULES + COMPOUNDS
NUMBERS = [0, 1, -1, -3, 10**30, 10**5000, -(10**5000), np.int64(-3)]
NO_NUMBERS = [True, np.True_, 2.5, 3.0, float("nan"), np.float64(3), 1j, None, ..., int, object(), np.array([1, 2])]
WORDS = ["3", "", "x", "\0", "\ud800", b"3"]
NESTED = [(), (-1, 2), ((1,), 2), ((((1,),),),), [], [1, 2], {}, {1}, frozenset({1}), Sum(1), Sum(), Sum(Sum(1))]
MALFORMED = [*NUMBERS, *NO_NUMBERS, *WORDS, *NESTED]


def replaced(position: Any, item: Any) -> Iterator[Any]:
    """Yield the item itself, and the position with the item in each place of it."""
    yield item
    if isinstance(position, tuple):
        for place, old in enumerate(position):
            for new in replaced(old, item):
                items = [*position[:place], new, *position[place + 1 :]]
                yield getattr(type(position), "_make", type(position))(items) if type(position) is not Sum else Sum(new)


def of_numpy(position: Any) -> Any:
    """Return the position with the integers of numpy."""
    if isinstance(position, Sum):
        return Sum.of(map(of_numpy, position))
    if isinstance(position, tuple):
        return getattr(type(position), "_make", type(position))([of_numpy(item) for item in position])
    return np.int64(position) if type(position) is int and position < 1 << 63 else position


def all_plain(position: Any) -> bool:
    if isinstance(position, tuple):
        return all(map(all_plain, position))
    return not isinstance(position, np.generic)


def accepted(ruleset: Ruleset[Any], position: Any) -> Game | None:
    """Return the game of a position, None where it is refused; any other error fails the test."""
    try:
        return Game.of(ruleset, position)
    except InputError:
        if not isinstance(position, str):  # which `moves` reads as the text of a position
            with pytest.raises(InputError):
                grundy.game(ruleset).moves(position)
        return None


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_malformed_position_is_refused_and_one_that_is_accepted_reads_back(example: str) -> None:
    ruleset, position = read_game(example).part(0)
    for item in MALFORMED:
        for changed in replaced(position, item):
            game = accepted(ruleset, changed)
            assert game is None or read_game(str(game)) == game


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_position_of_numpy_integers_is_the_position_of_ints(example: str) -> None:
    ruleset, position = read_game(example).part(0)
    game = Game.of(ruleset, of_numpy(position))
    assert game == Game.of(ruleset, position)
    assert all_plain(game.part(0)[1])


@pytest.mark.parametrize(
    ("rule", "position"),
    [
        ("nim", -3),
        ("lasker", -4),
        ("chomp", (1, 2)),
        ("welter", (2, 2)),
        ("moore(k=2)", (3, -5)),
        ("kayles", 2.0),
        ("0.77", True),
        ("take 1..3", "3"),
        ("graph: 1>2", ["1"]),
        ("hackenbush", (("0", ""),)),
    ],
)
def test_an_invalid_position_is_not_solved(rule: str, position: Any) -> None:
    ruleset = read_game(f"{rule} @ 1").part(0)[0] if ":" in rule else grundy.read_ruleset(rule)
    with pytest.raises(InputError):
        Game.of(ruleset, position)


def test_a_number_that_cannot_be_written_is_not_a_heap() -> None:
    nim = grundy.read_ruleset("nim")
    assert Game.of(nim, 10**4000 - 1).size == 1
    for heap in (10**4000, 10**5000):
        with pytest.raises(InputError, match=r"found a (number of too many digits|longer one)"):
            Game.of(nim, heap)


def test_a_part_of_a_game_is_numbered_from_zero() -> None:
    game = read_game("nim: 3 5")
    for part in (-1, 2):
        with pytest.raises(IndexError):
            game.part(part)
        with pytest.raises(IndexError):
            game.after(part, Sum(1))
