"""A person asks one question and gets the best answer that any method has: solve, search and the opponent agree."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from tests.cases import few

from grundy.cli.commands import grundy as commands
from grundy.core import Limits, Outcome
from grundy.notation import read_game
from grundy.workflows import Match, Opponent, solve
from grundy.workflows.library.solution import search
from grundy.workflows.playing.judge import Judge
from grundy.workflows.searching.question import SearchSettings

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


@pytest.mark.parametrize(
    ("game", "method"), [("cram: 5x6", "proof-numbers"), ("chomp: 6x9", "layers"), ("cram: 3x3", "definition")]
)
def test_solve_chooses_the_fitting_method_by_itself(game: str, method: str) -> None:
    found, told = solve(game), search(game)
    assert (found.status, found.moves_status) == ("proved", "proved")
    assert (found.outcome, found.value) == (told.outcome, told.value)
    assert set(found.winning_moves) == set(told.winning_moves)
    assert found.method == method


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["cram: 5x7", "cram: 4x9", "cram: 3x10", "node-kayles: grid(6x6)", "sprouts: 7"])
def test_solve_of_boards_that_took_a_search_by_name(game: str) -> None:
    found, told = solve(game), search(game)
    assert (found.status, found.outcome, found.value) == ("proved", told.outcome, told.value)
    assert set(found.winning_moves) == set(told.winning_moves)


def test_the_first_row_of_chomp_8x12_is_found_with_its_only_winning_move() -> None:
    found = solve("chomp: 8x12")
    assert (found.outcome, found.value, found.status, len(found.winning_moves)) == (Outcome.N, 59, "proved", 1)


@pytest.mark.parametrize("spots", few(range(1, 7), *range(1, 6)))
def test_sprouts_is_lost_exactly_for_0_1_and_2_modulo_6_spots(spots: int) -> None:
    """Applegate, Jacobson and Sleator, "Computer analysis of Sprouts", 1991."""
    assert (solve(f"sprouts: {spots}").outcome is Outcome.P) == (spots % 6 in {0, 1, 2})


@pytest.mark.parametrize("game", ["cram: 5x5", "cram: 4x6"])
def test_misere_play_of_large_boards_needs_no_other_command(game: str) -> None:
    found, told = solve(game, misere=True), search(game, SearchSettings(misere=True))
    assert (found.outcome, found.status) == (told.outcome, "proved")
    assert set(found.winning_moves) == set(told.winning_moves)


@pytest.mark.parametrize("game", ["nim: 3 5", "cram: 3x3", "chomp: 6x9", "kayles: 9 + cram: 2x3", "top-entails: 5 4"])
def test_solve_and_search_have_one_json_with_one_meaning(game: str) -> None:
    solved, searched = (
        json.loads(CliRunner().invoke(commands, [command, game, "--json"], standalone_mode=False).stdout)
        for command in ("solve", "search")
    )
    assert solved.keys() <= searched.keys()
    same = ("game", "play", "outcome", "value", "status", "move_count", "winning_moves", "moves_status", "lower")
    assert {key: solved[key] for key in same} == {key: searched[key] for key in same}
    assert solved["move_count"] >= len(solved["winning_moves"])


def test_a_limit_on_winning_moves_shows_in_the_status_and_keeps_those_that_were_proved() -> None:
    found = search("cram: 5x6", SearchSettings(limits=Limits(positions=10**9), move_seconds=0.0))
    assert (found.outcome, found.value) == (Outcome.N, 2)
    assert (found.status, found.moves_status) == ("limit", "limit")
    assert "winning moves" in found.reason
    assert set(found.winning_moves) <= set(solve("cram: 5x6").winning_moves)


def test_a_misere_sum_of_heaps_is_answered_from_its_quotient_whichever_command_asks() -> None:
    found = search("kayles: 100 50 3", SearchSettings(misere=True, limits=Limits(seconds=60)))
    assert (found.outcome, found.status, found.method) == (Outcome.P, "proved", "theorem")
    again = search("kayles: 100 50 4", SearchSettings(misere=True))
    assert again.outcome is Outcome.N
    assert set(again.winning_moves) == set(solve("kayles: 100 50 4", misere=True).winning_moves)


def test_a_database_and_workers_are_options_of_the_same_question(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    first = solve("cram: 4x5", database=path, workers=2)
    again = solve("cram: 4x5", database=path)
    assert first.value == again.value == 2
    assert "0 values added" in again.database


def games_against_random_players(text: str, count: int, seconds: float) -> tuple[int, int]:
    """Play a perfect computer against random players, by turns first and second; return wins and moves by sampling."""
    game, sampled, won = read_game(text), 0, 0
    judge = Judge(game, misere=False, limits=Limits(seconds=seconds))
    for number in range(count):
        match, rng, computer = Match(game), Random(number), number % 2
        match.judge = judge
        sure = False
        while not match.over:
            if match.player == computer:
                choice = Opponent("perfect", number).choose(match)
                assert not sure or choice.reason == "win", (str(match.game), choice.reason)
                sure = sure or choice.reason == "win"
                sampled += choice.reason in {"sampled", "unknown"}
                match.play(choice.move)
            else:
                match.play(rng.choice(match.moves()))
        assert not sure or match.winner == computer
        won += match.winner == computer
    return won, sampled


@pytest.mark.parametrize(
    ("game", "count"), few([("chomp: 8x12", 4), ("cram: 4x5", 2), ("sprouts: 4", 3)], ("cram: 4x5", 2))
)
def test_a_perfect_computer_never_loses_a_won_position_to_a_random_player(game: str, count: int) -> None:
    won, sampled = games_against_random_players(game, count, 300)
    assert (won > 0, sampled) == (True, 0)


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["chomp: 8x12", "cram: 5x7", "sprouts: 6"])
def test_a_perfect_computer_never_loses_a_won_position_to_40_random_players(game: str) -> None:
    won, sampled = games_against_random_players(game, 40, 600)
    assert (won, sampled) == (40, 0)
