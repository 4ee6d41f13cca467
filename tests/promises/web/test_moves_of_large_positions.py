"""The computer's move on large boards: kept as soon as it is chosen, within one budget, named as what it is."""

from __future__ import annotations

from time import process_time

import pytest
from tests.unit.web.questions.test_play_questions import asked

from grundy_web.pages.play_state import read_state


@pytest.mark.parametrize("seconds", [0.05, 5.0])
@pytest.mark.parametrize("game", ["chomp: 8x12"])
def test_a_move_of_a_large_board_is_proved_or_said_not_to_be(game: str, seconds: float) -> None:
    told = asked("api.play", seconds, game=game, seed=100).answer
    if "error" in told:
        assert told["error"]["code"] == "limit"
    else:
        assert (told["status"] == "proved") == (told["reason"] == "win")


def test_a_chosen_move_stays_when_time_is_up_before_values_are_known() -> None:
    begin = process_time()
    reply = asked("api.play", 1.5, game="sprouts: 5", values=True)
    told = reply.answer
    assert process_time() - begin < 4.5  # it took 11 s: every option had a clock of its own
    assert told["choice"]["label"]
    assert told["status"] == "proved"
    assert reply.late == (told["moves_status"] == "limit")


def test_values_of_options_of_large_positions_are_searched_only_when_asked_for() -> None:
    brief = asked("api.play", 5.0, game="cram: 4x4").answer
    assert {row["value"] for row in brief["moves"]} == {None}
    whole = asked("api.play", 5.0, game="cram: 4x4", values=True).answer
    assert None not in {row["value"] for row in whole["moves"]}
    assert whole["choice"] == brief["choice"]


@pytest.mark.parametrize("game", ["sprouts: 3", "sprouts: 4"])
def test_sprouts_of_few_spots_is_not_called_too_large(game: str) -> None:
    for seconds in (0.2, 4.0):
        told = asked("match", seconds, **read_state({"g": game}).asked()).answer
        assert not (told["samples"] and told["status"] == "proved")
    assert (told["samples"], told["status"]) == (False, "proved")


def test_a_computer_without_time_for_a_move_is_still_to_move() -> None:
    reply = asked("match", 0.0, **read_state({"g": "cram: 5x7", "m": "0"}).asked())
    told = reply.answer
    assert reply.late
    assert (told["m"], told["waits"], told["status"], told["turn"]) == ("0", True, "limit", 1)
