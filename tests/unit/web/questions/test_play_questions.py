"""The computer's move: what is claimed of it is proved or not, it stays when time is up, one budget holds for all."""

from __future__ import annotations

from typing import Any

import pytest

from grundy.core.limits import processor_time
from grundy_web.pages.play_state import read_state
from grundy_web.questions.answering import Asked, Reply, answered
from grundy_web.service.dispatcher import is_proved, stopped


def asked(question: str, seconds: float, **data: Any) -> Reply:
    with processor_time():
        return answered(Asked(question, data, seconds, 256 << 20))


@pytest.mark.parametrize("seconds", [0.02, 0.1, 5.0])
@pytest.mark.parametrize("game", ["chomp: 4x5", "nogo: 3x3"])
def test_a_move_of_unknown_quality_is_never_called_proved(game: str, seconds: float) -> None:
    told = asked("api.play", seconds, game=game, seed=100).answer
    if "error" in told:
        assert told["error"]["code"] == "limit"
        return
    assert (told["status"] == "proved") == (told["reason"] in {"win", "resist", "draw"})
    if told["reason"] == "win":
        assert told["outcome"] == "P"


def test_a_move_drawn_at_random_claims_nothing() -> None:
    told = asked("api.play", 5.0, game="nim: 3 5 7", err=100, seed=1).answer
    assert (told["reason"], told["status"]) == ("random", "none")


def test_only_what_is_proved_throughout_and_in_time_is_stored() -> None:
    assert is_proved(Reply({"status": "proved"}))
    assert is_proved(Reply({"status": "proved", "moves_status": "proved"}))
    for answer in ({"status": "limit"}, {"status": "none"}, {"status": "proved", "moves_status": "limit"}, {}):
        assert not is_proved(Reply(answer))
    assert not is_proved(Reply({"status": "proved"}, late=True))


def test_a_sampled_move_is_not_asked_for_again_with_more_time() -> None:
    assert not stopped("api.play", Reply({"status": "limit"}))
    assert stopped("api.play", Reply({"status": "proved"}, late=True))
    assert stopped("api.solve", Reply({"status": "limit"}))


@pytest.mark.parametrize("game", ["sprouts: 2", "cram: 3x4"])
def test_the_page_never_calls_a_game_both_proved_and_too_large(game: str) -> None:
    for seconds in (0.01, 4.0):
        found = asked("match", seconds, **read_state({"g": game}).asked())
        told = found.answer
        assert not (told["samples"] and told["status"] == "proved")
        assert found.late or not told["late"]
    assert (told["samples"], told["status"]) == (False, "proved")
