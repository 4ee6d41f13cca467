"""A move depends on position, level and seed alone: at any speed of the machine it is the same one, or none."""

from __future__ import annotations

from contextlib import suppress
from itertools import count

import pytest

from grundy.core import LimitReached, Limits, Outcome, limits
from grundy.notation import read_game
from grundy.workflows.playing.legal import after
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent

WON = {
    "chomp: 8x12": "win",
    "chomp: 9x13": "win",
    "cram: 4x5": "win",
    "sprouts: 3": "win",
    "node-kayles: grid(6x6)": "resist",
}
LARGER = {"cram: 5x7": "win", "cram: 5x6": "win", "sprouts: 4": "win", "sprouts: 5": "win", "sprouts: 6": "resist"}


@pytest.mark.parametrize("text", WON)
def test_a_large_position_has_the_same_move_however_slow_the_clock_says_the_machine_is(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm = Opponent("perfect", 100).choose(Match(read_game(text), limits=Limits(seconds=60.0)))
    assert calm.reason == WON[text]
    for step in (0.1, 0.001):
        ticks = count()
        monkeypatch.setattr(limits._Clock, "now", lambda step=step, ticks=ticks: next(ticks) * step)
        with suppress(LimitReached):
            assert Opponent("perfect", 100).choose(Match(read_game(text), limits=Limits(seconds=2.0))) == calm


@pytest.mark.nightly
@pytest.mark.parametrize("text", LARGER)
def test_a_larger_position_that_is_won_stays_won(text: str) -> None:
    match = Match(read_game(text), limits=Limits(seconds=120.0))
    choice = Opponent("perfect", 100).choose(match)
    assert choice.reason == LARGER[text]
    left = match.judge.outcome(after(match.game, choice.move))
    assert left is (Outcome.P if choice.reason == "win" else Outcome.N)
