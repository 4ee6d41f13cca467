"""The birthday is the height of the game tree, also of sums; what has none is refused, and a limit gives a bound."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import Game, Limits, LoopyGame, birthday, read_game, rule
from grundy.core import RuleError, as_sum, processor_time
from grundy.operations import Context


@cache
def height(parts: tuple[tuple[Any, Any], ...]) -> int:
    """The length of the longest play of a whole sum, by definition: the player moves in any component."""
    return max((1 + height(after) for after in moves(parts)), default=0)


def moves(parts: tuple[tuple[Any, Any], ...]) -> Iterator[tuple[tuple[Any, Any], ...]]:
    for number, (ruleset, position) in enumerate(parts):
        for option in ruleset.options(position):
            left = tuple((ruleset, part) for part in as_sum(option))
            yield tuple(sorted(parts[:number] + left + parts[number + 1 :], key=repr))


@pytest.mark.parametrize(
    "text",
    [
        "nim: 0",
        "nim: 3 2",
        "kayles: 4 + nim: 2",
        "take {2, 3}: 7",
        "take {3, 7}: 11",
        "0.7: 6",
        "0.6: 6",
        "4.3: 5",
        "grundy: 7",
        "0.137: 6",
        "cram: 2x3",
        "wythoff: 2 3",
        "cram: 1x4 + take 1..3: 5",
    ],
)
def test_the_birthday_is_the_height_of_the_tree_of_the_whole_sum(text: str) -> None:
    found = birthday(text)
    assert (found.birthday, found.status) == (height(tuple(read_game(text).parts)), "proved")
    assert found.at_least == found.birthday
    assert birthday("kayles: 10^20 + take {3, 7}: 10^20").birthday == 10**20 + 10**20 // 3


@given(st.lists(st.integers(0, 12), max_size=6))
def test_a_heap_of_nim_lasts_as_many_moves_as_it_has_tokens(heaps: list[int]) -> None:
    game = Game.of(read_game("nim: 1").summands[0].ruleset, *heaps)
    assert birthday(game).birthday == sum(heaps)


def test_play_that_need_not_end_is_refused_with_its_cycle() -> None:
    @rule
    def ring(n: int) -> list[int]:
        return [(n + 1) % 3]

    with pytest.raises(LoopyGame) as refused:
        birthday(ring.position(0))
    assert len(refused.value.cycle) == 3


def test_entailing_moves_are_refused() -> None:
    with pytest.raises(RuleError, match="entailing"):
        birthday("nimstring: 2x2")


def test_a_limit_leaves_a_bound_that_a_play_shows() -> None:
    found = birthday("nim: 900 5", Context(Limits(positions=100), remote=False))
    assert (found.status, found.birthday, found.exit_code) == ("limit", None, 4)
    assert 99 <= found.at_least <= 905
    assert "100" in found.reason
    assert birthday("nim: 1200").birthday == 1200, "no recursion"


def test_a_limit_of_seconds_also_ends_a_long_list_of_options_that_are_known() -> None:
    with processor_time():
        found = birthday("nim: 6000", Context(Limits(seconds=0.5), remote=False))
    assert (found.status, found.birthday, found.at_least) == ("limit", None, 6000)
