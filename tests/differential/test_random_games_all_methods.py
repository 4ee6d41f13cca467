"""Random games, played by every method: all of them agree with the definition. GRUNDY_GAMES says how many."""

from __future__ import annotations

import os
from random import SystemRandom
from typing import Any

import pytest
from tests.differential.methods import (
    METHODS,
    code_differences,
    differences,
    label_differences,
    play_differences,
)
from tests.search.naive import values_of
from tests.search.random_games import Vertex

from grundy.core import nim_sum

GAMES = int(os.environ.get("GRUNDY_GAMES", "100"))
"""Games of each kind; with `soak` a hundred times as many."""


def test_all_methods_give_the_value_that_recursion_gives() -> None:
    assert differences(METHODS, GAMES, 20_261_122) == []


@pytest.mark.soak
def test_all_methods_agree_on_a_hundred_times_as_many_games() -> None:
    seed = SystemRandom().randrange(10**9)
    assert differences(METHODS, 100 * GAMES, seed) == [], seed


def test_solving_for_who_wins_agrees_in_normal_and_misere_play_with_the_plain_rule() -> None:
    assert play_differences(GAMES, 1) == []


def test_the_labels_of_loopy_games_are_the_values_where_no_game_loops() -> None:
    assert label_differences(GAMES, 2) == []


def test_the_kernels_of_codes_give_the_values_of_the_rule() -> None:
    assert code_differences(min(GAMES // 10, 300), 3) == []


def drops_an_option(vertex: Vertex) -> int:
    """A planted bug: the last option of every vertex but the first ones is not seen."""
    table = tuple(moves[:-1] if number > 3 else moves for number, moves in enumerate(vertex.table))
    return values_of(table.__getitem__)(vertex.number)


def takes_parts_together(vertex: Vertex) -> int:
    """A planted bug: the value of an option is the sum of those of its parts, without the xor."""
    values: list[int] = []
    for moves in vertex.table:
        shown = {sum(values[piece] for piece in pieces) for pieces in moves}
        values.append(next(v for v in range(99) if v not in shown))
    return values[vertex.number]


def begins_at_one(vertex: Vertex) -> int:
    """A planted bug: the mex looks from one on."""
    values: list[int] = []
    for moves in vertex.table:
        shown = {nim_sum(values[piece] for piece in pieces) for pieces in moves}
        values.append(next(v for v in range(bool(shown), 99) if v not in shown))
    return values[vertex.number]


@pytest.mark.parametrize("bug", [drops_an_option, takes_parts_together, begins_at_one])
def test_the_comparison_finds_a_planted_bug(bug: Any) -> None:
    assert differences({"planted": bug}, min(GAMES, 300), 4)
