"""`solve --line` tells how long a game lasts."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from grundy.cli.generate import solve as command
from grundy.workflows import solve


@pytest.mark.parametrize(
    ("game", "misere", "remoteness", "suspense"),
    [("nim: 3 1", False, 3, 3), ("kayles: 7 + nim: 2", False, 8, 6), ("nim: 1 1", True, 2, 2), ("nim: 0", False, 0, 0)],
)
def test_the_length_of_play_is_shown_on_request(game: str, misere: bool, remoteness: int, suspense: int) -> None:
    found = solve(game, misere=misere, line=True)
    assert (found.remoteness, found.suspense) == (remoteness, suspense)
    assert len(found.line.moves) == remoteness
    assert found.line.over
    assert solve(game, misere=misere).remoteness is None


def test_the_command_prints_the_line_in_words_and_as_json() -> None:
    told = CliRunner().invoke(command, ["nim: 3 1", "--line"], standalone_mode=False).stdout
    assert "(remoteness), and 3 if the winner delays and the loser hurries (suspense)." in " ".join(told.split())
    assert "A line of best play: heap 1: take 2; heap 1: take 1; heap 2: take 1; then play is over." in told
    data = json.loads(CliRunner().invoke(command, ["nim: 3 1", "--line", "--json"], standalone_mode=False).stdout)
    assert (data["remoteness"], data["suspense"]) == (3, 3)
    assert data["line"] == ["heap 1: take 2", "heap 1: take 1", "heap 2: take 1"]


def test_a_game_that_is_too_long_to_play_out_is_answered_without_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.workflows.library.solution.MOST_PLAYED_OUT", 2000)
    found = solve("nim: 20 30 40", line=True)
    assert (found.status, found.remoteness, found.line.moves) == ("proved", None, ())


def test_a_draw_and_a_game_of_two_sides_have_the_length_that_their_theory_knows() -> None:
    assert solve("graph: 1>2 2>1 @ 1", line=True).remoteness is None
    assert solve("tic-tac-toe: XX./OO./...", line=True).remoteness == 1
