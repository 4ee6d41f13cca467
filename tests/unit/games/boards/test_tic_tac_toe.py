from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden

from grundy.core import Board, Outcome, RuleError, Sum, as_sum, scene_of
from grundy.games.boards.squares import shapes
from grundy.games.boards.tic_tac_toe import TicTacToe
from grundy.notation import read_game
from grundy.search import ZermeloSolver, reached_positions
from grundy.workflows.library.solution import solve
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent

RULE = TicTacToe()
EMPTY: tuple[str, ...] = ("...",) * 3
GOLDEN = golden("classics")["tic_tac_toe"]
LINES = ("abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg")


def plays(seed: int) -> list[tuple[str, ...]]:
    """A game drawn by lot, from the empty board to its end."""
    rng, position, seen = Random(seed), EMPTY, [EMPTY]
    while options := list(map(as_sum, RULE.options(position))):
        (position,) = rng.choice(options)
        seen.append(position)
    return seen


def test_the_value_is_a_draw_and_5478_positions_can_be_reached() -> None:
    assert (GOLDEN["value"], GOLDEN["reachable_states_with_player"]) == (0, reached_positions(RULE, EMPTY))
    found = solve("tic-tac-toe:")
    assert (found.outcome, found.value, found.winning_moves) == (Outcome.D, None, [])
    answer = found.to_dict()
    assert (answer["positions"], len(answer["drawing_moves"]), answer["remoteness"]) == (5478, 9, None)


def test_misere_tic_tac_toe_is_a_draw_by_the_centre_only() -> None:
    found = solve("tic-tac-toe:", misere=True)
    assert found.outcome is Outcome.D
    assert found.to_dict()["best_moves"] == ["b2"]


def test_a_line_wins_for_whoever_wrote_it_and_a_full_board_without_one_is_a_draw() -> None:
    seen = set()
    for seed in range(300):
        last = plays(seed)[-1]
        cells = dict(zip("abcdefghi", "".join(last), strict=True))
        won = [line for line in LINES if len({cells[square] for square in line} - {"."}) == 1 and cells[line[0]] != "."]
        won = [line for line in won if len({cells[square] for square in line}) == 1]
        ended = RULE.result(last)
        assert ended is (Outcome.P if won else Outcome.D)
        assert all(RULE.result(position) is None for position in plays(seed)[:-1])
        seen.add(ended)
    assert seen == {Outcome.P, Outcome.D}


@given(st.integers(0, 10**6))
def test_a_move_is_undone_by_taking_its_mark_away(seed: int) -> None:
    played = plays(seed)
    for before, after in pairwise(played):
        changed = [(a, b) for a, b in zip("".join(before), "".join(after), strict=True) if a != b]
        assert changed == [(".", RULE.side(before))]
        assert {RULE.side(before), RULE.side(after)} == {"X", "O"}
        assert RULE.read(RULE.show(Sum(after))) == Sum(after)


def test_the_eight_images_of_a_board_have_one_canonical_board() -> None:
    for position in plays(3):
        images = [tuple(map("".join, shape)) for shape in shapes(position)]
        assert len(images) == 8
        assert {RULE.canonical(image) for image in images} == {RULE.canonical(position)}
    wide = TicTacToe(line=3)
    assert len(list(shapes(("....", "X...")))) == 4
    assert wide.canonical(("...X", "....")) == wide.canonical(("....", "X..."))


def test_squares_are_called_by_column_and_row() -> None:
    assert [move.label for move in RULE.moves(EMPTY)] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    found = {move.label: move.leaves for move in RULE.moves(("X..", "...", "..."))}
    assert found["c1"] == Sum(("X.O", "...", "..."))
    assert found["a3"] == Sum(("X..", "...", "O.."))


def test_a_line_of_no_marks_and_a_sum_are_refused() -> None:
    with pytest.raises(RuleError, match="line is a whole number from 1"):
        TicTacToe(line=0)
    with pytest.raises(RuleError, match="cannot be a component of a sum"):
        read_game("tic-tac-toe: 3x3 + nim: 3")


def test_the_picture_is_the_board() -> None:
    assert scene_of(RULE, ("X.O", "...", "...")) == Board(("X.O", "...", "..."))


def lost_games(games: int, misere: bool) -> int:
    """How many of so many games the perfect player loses against moves drawn by lot, beginning in every other one."""
    match = Match(read_game("tic-tac-toe:"), misere)
    lost = 0
    for seed in range(games):
        players = [Opponent(), Opponent(0, seed)]
        while not match.over:
            match.play(players[match.player ^ (seed % 2)].choose(match).move)
        lost += match.winner == 1 - seed % 2
        match.undo(len(match.history))
    return lost


@pytest.mark.nightly
@pytest.mark.parametrize("misere", [False, True])
def test_perfect_play_never_loses_in_two_thousand_games(misere: bool) -> None:
    assert lost_games(2_000, misere) == 0


def test_two_perfect_players_draw() -> None:
    for seed in range(5):
        match = Match(read_game("tic-tac-toe:"))
        while not match.over:
            match.play(Opponent(seed=seed).choose(match).move)
        assert (match.winner, match.drawn) == (None, True)
    assert ZermeloSolver(RULE).solve(EMPTY).outcome is Outcome.D
