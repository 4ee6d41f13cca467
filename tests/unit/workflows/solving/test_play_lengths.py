"""Remoteness, suspense and a line of best play are those of the definition."""

from __future__ import annotations

from functools import cache

import pytest

from grundy import Limits
from grundy.core import Game, LimitReached, Outcome, RuleError, playable
from grundy.notation import read_game
from grundy.workflows.solving import Solver
from grundy.workflows.solving.lengths import lengths
from grundy.workflows.solving.moves import listed_moves

GAMES = [
    "nim: 3 1",
    "kayles: 5 + nim: 2",
    "grundy: 7",
    "wythoff: 3 4",
    "chomp: 2x3",
    "cram: 2x3",
    "cram: .#./#../.../#../#../..#",
    "nim: 0",
    "maze: ..@",
]


def options(game: Game) -> list[tuple[int, str, Game]]:
    return [
        (part, label, game.after(part, pieces))
        for part, ruleset, position in playable(game)
        for label, pieces in listed_moves(ruleset, position)
    ]


@cache
def by_definition(game: Game, misere: bool, how: str) -> tuple[bool, int]:
    """Whether the player to move wins, and the length of play when the winner hurries (the loser delays), or delays."""
    below = [by_definition(after, misere, how) for _, _, after in options(game)]
    if not below:
        return misere, 0
    lost = [length for won, length in below if not won]
    first, second = (min, max) if how == "hurry" else (max, min)
    return (True, 1 + first(lost)) if lost else (False, 1 + second(length for _, length in below))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", GAMES)
def test_lengths_are_those_of_the_definition(text: str, misere: bool) -> None:
    game = read_game(text)
    found = lengths(game, Solver(game, misere))
    assert found.remoteness == by_definition(game, misere, "hurry")[1]
    assert found.suspense == by_definition(game, misere, "delay")[1]
    solved = Solver(game, misere).solve()
    assert by_definition(game, misere, "hurry")[0] == (solved.outcome is Outcome.N)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", GAMES)
def test_every_move_of_the_line_is_best_and_play_is_over_after_it(text: str, misere: bool) -> None:
    game = read_game(text)
    found = lengths(game, Solver(game, misere))
    assert (len(found.line.moves), found.line.over) == (found.remoteness, True)
    for rest, move in zip(range(len(found.line.moves) - 1, -1, -1), found.line.moves, strict=True):
        game = next(after for part, label, after in options(game) if (part, label) == move)
        assert by_definition(game, misere, "hurry")[1] == rest
    assert not options(game)


def test_a_draw_has_no_length_and_a_loop_no_suspense() -> None:
    draw = read_game("graph: a>b b>a b>c a>c c>d @ a")
    assert lengths(draw, Solver(draw)) == (None, None, ((), False))
    won = read_game("graph: a>b b>a a>c @ a")
    found = lengths(won, Solver(won))
    assert (found.remoteness, found.suspense, found.line.moves) == (1, None, ((0, "to c"),))


def test_a_limit_is_reported_and_two_sides_are_refused() -> None:
    large = read_game("nim: 30 30 30")
    with pytest.raises(LimitReached):
        lengths(large, Solver(large, limits=Limits(positions=100)))
    race = read_game("race: 4 @ 1 3 / 3")
    with pytest.raises(RuleError, match="partizan"):
        lengths(race, Solver(race))


def test_a_long_line_is_cut_and_says_so() -> None:
    long = read_game("take 1..1: 300")
    found = lengths(long, Solver(long))
    assert (found.remoteness, len(found.line.moves), found.line.over) == (300, 200, False)
