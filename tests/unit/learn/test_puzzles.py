"""Puzzles: exactly one move wins, told again by the definition without any theorem; a day has one puzzle a level."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from grundy.notation import read_game
from grundy.workflows.playing.legal import after, legal_moves
from grundy.workflows.playing.phrases import phrase
from grundy_learn.course import Definition
from grundy_learn.puzzles import FEW, LEVELS, as_puzzle, puzzle_of

DAY = date(2026, 11, 25)
DAYS = [DAY + timedelta(37 * i) for i in range(8)]


@pytest.mark.parametrize("level", LEVELS)
def test_exactly_one_move_of_a_puzzle_wins_by_the_definition(level: int) -> None:
    for day in DAYS:
        found = puzzle_of(day, level)
        game, judged = read_game(found.game), Definition()
        moves = list(legal_moves(game))
        wins = [move for move in moves if judged.lost(after(game, move))]
        assert [phrase(game, move) for move in wins] == [found.move], found
        assert str(after(game, wins[0])) == found.leaves
        assert len(moves) == found.moves >= FEW == 8
        assert len({*game.parts}) == game.size, found


def test_the_same_day_has_the_same_puzzle_and_other_days_and_levels_have_others() -> None:
    drawn = {(day, level): puzzle_of(day, level) for day in DAYS for level in LEVELS}
    assert all(puzzle_of(*asked) == found for asked, found in drawn.items())
    assert len({found.game for found in drawn.values()}) > len(drawn) // 2
    assert puzzle_of(DAY, 1).moves == 9  # drawn once for all: an address that was sent keeps its meaning


def test_a_puzzle_has_the_level_that_was_requested() -> None:
    for level, (most, longest) in LEVELS.items():
        for day in DAYS:
            found = puzzle_of(day, level)
            assert found.level == level
            assert found.moves <= most
            assert (found.remoteness or 0) <= longest


@pytest.mark.parametrize(
    "game", ["nim: 3 3", "nim: 1", "nim: 1 1 1", "nim: 5 5 + kayles: 1 1", "tic-tac-toe: X.O/.X./..O"]
)
def test_a_position_without_a_single_winning_move_is_not_a_puzzle(game: str) -> None:
    assert as_puzzle(read_game(game)) is None
