"""Random games, played by every method: all of them agree with the definition. GRUNDY_GAMES says how many."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from random import Random, SystemRandom
from typing import Any

import pytest
from tests.search.naive import values_of
from tests.search.random_games import CHOICES, Tables, Vertex, random_game

from grundy.core import Game, Meter, Outcome, Sum, Summand, nim_sum, read_code
from grundy.games import make
from grundy.notation import read_ruleset
from grundy.search import Labels, WholeSolver, arena_of, grundy_value
from grundy.search.couples import CouplesSolver
from grundy.search.proof_numbers import ProofNumbersSolver
from grundy.search.requested import RequestedSolver
from grundy.sequences import code_values, plain_code_values

GAMES = int(os.environ.get("GRUNDY_GAMES", "100"))
"""Games of each kind; with `soak` a hundred times as many."""
RULE, NIM = Tables(), make("nim")
Method = Callable[[Vertex], int]


def by_sums(vertex: Vertex) -> int:
    """The only n for which the game beside a heap of n is lost: the value, by who wins whole positions."""
    solver = WholeSolver([RULE, NIM], misere=False)
    both = (Game(Summand(RULE, Sum(vertex)), Summand(NIM, Sum(n))) for n in range(CHOICES + 1))
    lost = [n for n, game in enumerate(both) if solver.course(game).outcome is Outcome.P]
    return lost[0] if len(lost) == 1 else -1


METHODS: dict[str, Method] = {
    "definition": lambda vertex: grundy_value(RULE, vertex),
    "couples": lambda vertex: CouplesSolver(RULE, None).value([vertex]),
    "requested": lambda vertex: RequestedSolver(RULE, None).value([vertex]),
    "proof numbers": lambda vertex: ProofNumbersSolver(RULE, None).value([vertex]),
    "couples over words": lambda vertex: CouplesSolver(RULE, RULE.packed(vertex)).value([vertex]),
    "sums with a heap": by_sums,
}


def differences(methods: dict[str, Method], count: int, seed: int) -> list[tuple[str, Vertex]]:
    """What disagrees with plain recursion, of so many random games."""
    random = Random(seed)
    found = []
    for _ in range(count):
        table = random_game(random, random.randrange(2, 10))
        vertex = Vertex(len(table) - 1, table)
        right = values_of(table.__getitem__)(vertex.number)
        found += [(name, vertex) for name, method in methods.items() if method(vertex) != right]
    return found


def test_all_methods_give_the_value_that_recursion_gives() -> None:
    assert differences(METHODS, GAMES, 20_261_122) == []


@pytest.mark.soak
def test_all_methods_agree_on_a_hundred_times_as_many_games() -> None:
    seed = SystemRandom().randrange(10**9)
    assert differences(METHODS, 100 * GAMES, seed) == [], seed


def test_solving_for_who_wins_agrees_in_normal_and_misere_play_with_the_plain_rule() -> None:
    random = Random(1)
    for _ in range(GAMES):
        table = random_game(random, random.randrange(2, 7))
        vertex = Vertex(len(table) - 1, table)
        for misere in (False, True):
            course = WholeSolver([RULE], misere).course(Game.of(RULE, vertex))
            assert (course.outcome is Outcome.N) is _wins(table, (vertex.number,), misere), (table, misere)


def _wins(table: Sequence[Sequence[Sequence[int]]], start: tuple[int, ...], misere: bool) -> bool:
    """Whether the player to move wins, straight from the rule."""

    @cache
    def wins(position: tuple[int, ...]) -> bool:
        left = [
            tuple(sorted((*position[:i], *pieces, *position[i + 1 :])))
            for i, v in enumerate(position)
            for pieces in table[v]
        ]
        return misere if not left else any(not wins(other) for other in left)

    return wins(start)


def test_the_labels_of_loopy_games_are_the_values_where_no_game_loops() -> None:
    random = Random(2)
    for _ in range(GAMES):
        arcs = [sorted({random.randrange(v) for _ in range(random.randrange(5))}) if v else [] for v in range(15)]
        right = values_of([[(w,) for w in ends] for ends in arcs].__getitem__)
        labels = Labels(arena_of(arcs))
        assert [labels.value(v).number for v in range(15)] == [right(v) for v in range(15)]


def test_the_kernels_of_codes_give_the_values_of_the_rule() -> None:
    random = Random(3)
    for _ in range(min(GAMES // 10, 300)):
        text = f"{random.choice('04')}." + "".join(random.choices("01234567", k=random.randrange(1, 5)))
        code, ruleset = read_code(text), read_ruleset(text)
        right = [grundy_value(ruleset, n) for n in range(25)]
        assert list(map(int, code_values(code, 24))) == right, text
        assert list(plain_code_values(code.plain or (), 24, Meter())) == right, text


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
