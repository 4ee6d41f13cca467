from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.search.couples import CouplesSolver
from tests.unit.search.dags import Dag, Folded, Table, dags
from tests.unit.search.naive import values_of

from grundy.core import Bits, Entailing, Ruleset, TwoSided, as_sum, facet, has_misere_rule
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.search import DeepSearch, ProofNumbersSolver, grundy_values
from grundy.testing import Bare

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
PLAIN: list[type[ProofNumbersSolver]] = [CouplesSolver, ProofNumbersSolver]
SMALL: dict[str, str] = {
    "nim": "nim: 6",
    "divisors": "divisors: 24",
    "wythoff": "wythoff: 4 5",
    "circular-nim": "circular-nim(k=2): 2 1 2 1",
    "moore": "moore(k=2): 2 3 2",
    "nimble": "nimble: 4 3",
    **{name: f"{name}: 1 3 5" for name in ("moebius", "mogul", "mock-turtles", "triplets", "sym", "grunt")},
    "turn": "turn(coins=1..3, reach=4): 1 3 5",
    "turning-corners": "turning-corners: (1,2) (2,2)",
    "product": "product(turning-turtles, ruler): (1,2) (2,2)",
    "tic-tac-toe": "tic-tac-toe: ...",
    "notakto": "notakto: .../.../..X",
    "cram": "cram: 3x4",
    "chomp": "chomp: 3x4",
    "nogo": "nogo: 2x3",
    "queens": "queens: 4x4",
    "kings": "kings: 3x4",
    "knights": "knights: 3x3",
    "bishops": "bishops: 3x3",
    "node-kayles": "node-kayles: grid(3x3)",
    "arc-kayles": "arc-kayles: wheel(5)",
    "sprouts": "sprouts: 2",
}
"""Positions smaller, or larger, than the examples of the catalogue."""
REACHED = 200
"""Positions of one game that are searched."""


def games() -> Iterator[tuple[str, Ruleset[Any], list[Any]]]:
    """Every game of the catalogue that has Grundy values, with some positions."""
    for name, entry in CATALOGUE.items():
        read = read_game(SMALL.get(name, entry.example))
        for ruleset, parts in read.summands:
            if not isinstance(ruleset, TwoSided | Entailing) and not has_misere_rule(ruleset):
                yield name, ruleset, list(parts)


def reached(ruleset: Ruleset[Any], positions: list[Any], most: int = REACHED) -> list[Any]:
    """The first positions that follow, those near the end of play too."""
    found = dict.fromkeys(map(ruleset.canonical, positions))
    queue = list(found)
    for position in queue:
        for option in ruleset.options(position):
            for part in map(ruleset.canonical, as_sum(option)):
                if part not in found and len(found) < 20 * most:
                    found[part] = None
                    queue.append(part)
    rng = Random(1)
    return queue if len(queue) <= most else [*queue[:50], *rng.sample(queue[50:], most - 50)]


GAMES = {name: (ruleset, parts) for name, ruleset, parts in games()}
PACKED = [name for name, (ruleset, parts) in GAMES.items() if facet(ruleset, Bits).packed(parts[0]) is not None]


@cache
def truth(name: str) -> tuple[list[Any], dict[Any, int]]:
    """Positions of a game with the values of all that follow, by definition and without its theorems."""
    ruleset, parts = GAMES[name]
    positions = reached(ruleset, parts)
    return positions, grundy_values(ruleset, positions)


@pytest.mark.parametrize("method", PLAIN)
@given(dags)
def test_every_method_finds_the_values_of_random_games_that_split(method: type[ProofNumbersSolver], dag: Dag) -> None:
    right = values_of(dag.__getitem__)
    for rule in (Table(dag), Folded(dag)):
        assert [method(rule).value([v]) for v in dag] == [right(v) for v in dag]
        shared = method(rule)
        for v in dag:
            assert [shared.has_value([v], n) for n in range(7)] == [right(v) == n for n in range(7)]
            assert shared.lower_bound(v) <= right(v)
            assert shared.value([v, v, v]) == right(v)


@pytest.mark.parametrize("method", PLAIN)
@given(dags, st.integers(0, 9))
def test_a_couple_alone_is_answered_as_the_definition_says(method: type[ProofNumbersSolver], dag: Dag, n: int) -> None:
    right = values_of(dag.__getitem__)
    top = max(dag)
    for below in dag:
        assert method(Table(dag)).has_value([top], n) is (right(top) == n)
        assert method(Table(dag)).has_value([below, top], n) is (right(below) ^ right(top) == n)


@pytest.mark.parametrize("name", GAMES)
def test_every_method_agrees_with_the_definition_on_every_game_of_the_catalogue(name: str) -> None:
    ruleset, _ = GAMES[name]
    positions, values = truth(name)
    for rule in (ruleset, Bare(ruleset)):
        for method in PLAIN:
            solver = method(rule)
            for position in positions:
                assert solver.value([position]) == values[ruleset.canonical(position)], (rule, method, position)


@pytest.mark.parametrize("name", PACKED)
def test_every_method_reads_the_words_of_a_packed_game(name: str) -> None:
    ruleset, parts = GAMES[name]
    positions, values = truth(name)
    packed = facet(ruleset, Bits).packed(parts[0])
    for method in PLAIN:
        solver = method(ruleset, packed)
        for position in positions if packed and packed.encoding else parts:
            assert solver.value([position]) == values[ruleset.canonical(position)], (method, position)


@pytest.mark.parametrize("name", PACKED)
def test_the_compiled_search_agrees_with_the_definition_on_every_packed_game(name: str) -> None:
    ruleset, parts = GAMES[name]
    positions, values = truth(name)
    packed = facet(ruleset, Bits).packed(parts[0])
    assert packed is not None
    for least in (0, 6):
        solver = DeepSearch(name, packed, least=least)
        for position in positions if packed.encoding else parts:
            value = values[ruleset.canonical(position)]
            assert [solver.has_value([position], n) for n in range(value + 2)] == [False] * value + [True, False]
            assert solver.value([position]) == value
