"""Random games, played by every method: all of them agree with the definition. GRUNDY_GAMES says how many."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest
from tests.promises.differential.methods import (
    BARRED_METHODS,
    METHODS,
    Method,
    Turn,
    barred_differences,
    code_differences,
    differences,
    label_differences,
    play_differences,
)
from tests.unit.search.naive import values_of
from tests.unit.search.random_games import Vertex

from grundy.core import nim_sum

GAMES = int(os.environ.get("GRUNDY_GAMES", "100"))
"""Games of each kind; the harness in `tests.column` draws many more, other ones each night."""


def test_all_methods_give_the_value_that_recursion_gives() -> None:
    assert differences(METHODS, GAMES, 20_261_122) == []


def test_all_methods_give_the_value_where_a_position_is_more_than_its_vertex() -> None:
    assert barred_differences(BARRED_METHODS, GAMES, 5) == []


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


def remembered(key: Callable[[Vertex], Any], by_parts: Callable[[tuple[int, ...]], Any] = tuple) -> Method:
    """Recursion with a memory of values over all games, and one of sums within a game."""
    known: dict[Any, int] = {}

    def value(vertex: Vertex) -> int:
        if (place := key(vertex)) not in known:
            shown = {sums(vertex, pieces) for pieces in vertex.table[vertex.number]}
            known[place] = next(v for v in range(99) if v not in shown)
        return known[place]

    sums_known: dict[Any, int] = {}

    def sums(vertex: Vertex, pieces: tuple[int, ...]) -> int:
        place = vertex.table, by_parts(pieces)
        if place not in sums_known:
            sums_known[place] = nim_sum(value(Vertex(piece, vertex.table)) for piece in pieces)
        return sums_known[place]

    return value


def forgets_who_is_barred(turn: Turn) -> int:
    """A planted bug: a memory of values by their vertex, whatever choice is barred there."""
    known: dict[int, int] = {}

    def value(number: int, barred: int) -> int:
        if number not in known:
            left = [(choice, pieces) for choice, pieces in enumerate(turn.table[number]) if choice != barred]
            shown = {nim_sum(value(piece, choice) for piece in pieces) for choice, pieces in left}
            known[number] = next(v for v in range(99) if v not in shown)
        return known[number]

    return value(turn.number, turn.barred)


def test_memory_by_whole_positions_agrees() -> None:
    assert differences({"remembered": remembered(lambda vertex: vertex)}, GAMES, 4) == []


@pytest.mark.parametrize(
    "bug",
    [
        remembered(lambda vertex: crc32(repr(vertex).encode()) & 4095),
        remembered(lambda vertex: vertex, lambda pieces: pieces[:1]),
    ],
    ids=["a hash of 12 bits is the key of a memory", "a sum is remembered by its first part"],
)
def test_the_comparison_finds_a_memory_with_a_planted_bug(bug: Method) -> None:
    assert differences({"planted": bug}, min(GAMES, 300), 4)


def test_the_comparison_finds_a_memory_without_what_the_player_may_not_do() -> None:
    assert barred_differences({"planted": forgets_who_is_barred}, min(GAMES, 300), 4)


@pytest.mark.parametrize("bug", [drops_an_option, takes_parts_together, begins_at_one])
def test_the_comparison_finds_a_planted_bug(bug: Any) -> None:
    assert differences({"planted": bug}, min(GAMES, 300), 4)
