"""What is known of the games of a match: kept while it is sure, and not searched where it is surely too much."""

from __future__ import annotations

import pytest

from grundy import solve
from grundy.core import Limits
from grundy.notation import read_game
from grundy.search import WholeSolver
from grundy.workflows.playing.judge import Judge, more_heaps
from grundy.workflows.playing.legal import after, legal_moves

GAMES = [
    "nim: 3 5 7",
    "nim: 6 6",
    "kayles: 11",
    "kayles: 4 6",
    "officers: 9 5",
    "0.77: 8 3 2",
    "0.137: 12 7",
    "take {1, 3, 4}: 9 9",
    "grundy: 13 6",
    "dawsons-chess: 4 4 4",
    "nim: 4 2 + kayles: 5",
]


@pytest.mark.parametrize("text", GAMES)
def test_heaps_are_never_said_to_have_more_positions_than_they_have(text: str) -> None:
    game = read_game(text)
    solver = WholeSolver.of(game, misere=False)
    solver.course(game)
    assert not more_heaps(game, solver.visited)


def test_many_positions_of_heaps_are_seen_without_visiting_them() -> None:
    for text in ("nim: 30 40 50", "kayles: 30 40", "officers: 30 40 50", "kayles: 40 28 9"):
        assert more_heaps(read_game(text), 1300)


def test_boards_and_many_heaps_are_not_counted() -> None:
    for text in ("chomp: 8x9", "nim: 9 9 9 9 9 9 9", "nim: 50 50 + cram: 4x4"):
        assert not more_heaps(read_game(text), 10)


def test_a_judgement_of_a_game_does_not_depend_on_earlier_questions() -> None:
    start = read_game("sprouts: 3")
    asked, fresh = Judge(start, misere=True), Judge(start, misere=True)
    games = [start, *(after(start, move) for move in legal_moves(start))]
    before = [asked.outcome(game) for game in games]
    assert before == [fresh.outcome(game) for game in reversed(games)][::-1]


def test_only_time_makes_a_judge_late() -> None:
    large = read_game("nogo: 5x5")
    judge = Judge(large, misere=False, limits=Limits(positions=50))
    assert judge.course(large) is None
    assert judge.outcome(large) is None
    assert not judge.late
    judge = Judge(large, misere=False, limits=Limits(seconds=0.0))
    assert judge.outcome(large) is None
    assert judge.late


@pytest.mark.parametrize(
    "text", ["snort: 3x3", "amazons: x../.../..o", "partizan-nogo: 2x3", "cram: 3x4", "nim: 3 5 6"]
)
def test_moves_are_called_complete_only_if_every_winning_move_is_listed(text: str) -> None:
    game, expected = read_game(text), {win.move for win in solve(text).winning_moves}
    judge = Judge(game, misere=False)
    for answer in (judge.solution(game), judge.full_solution(game)):
        listed = {win.move for win in answer.winning_moves}
        assert listed == expected if answer.moves_status == "proved" and not answer.parts else listed <= expected
    assert {win.move for win in judge.full_solution(game).winning_moves} == expected
