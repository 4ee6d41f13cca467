"""Work is counted, so a move depends on position, level and seed, whatever the clock says: time only refuses."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from grundy.core import LimitReached, Limits, limits
from grundy.games.catalogue import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing.judge import play_budgets
from grundy.workflows.playing.legal import PartMove, after, legal_moves
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent
from grundy.workflows.playing.sampling import sampled_move

GAMES = ("chomp: 3x4", "cram: 3x4", "nim: 9 12 7", "kayles: 9 5", "sprouts: 2", "tic-tac-toe: XO./.O./..X")


def chosen(text: str, *, misere: bool = False) -> PartMove | None:
    """Return the move of the computer, None where it has none in time."""
    try:
        return Opponent("perfect", 7).choose(Match(read_game(text), misere, Limits(seconds=2.0))).move
    except LimitReached:
        return None


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("misere", [False, True])
def test_a_slow_clock_refuses_a_move_and_never_changes_it(
    text: str, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm = chosen(text, misere=misere)
    assert calm is not None
    for step in (0.5, 0.05, 0.005, 0.0005):
        ticks = count()
        monkeypatch.setattr(limits._Clock, "now", lambda step=step, ticks=ticks: next(ticks) * step)
        assert chosen(text, misere=misere) in (None, calm)


def test_without_time_a_limit_is_raised_instead_of_a_guess() -> None:
    with pytest.raises(LimitReached, match="before a move was chosen"):
        Opponent("perfect", 1).choose(Match(read_game("chomp: 9x13"), limits=Limits(seconds=0.0)))


@pytest.mark.parametrize("text", GAMES)
def test_a_move_does_not_depend_on_earlier_questions(text: str) -> None:
    match = Match(read_game(text))
    for move in legal_moves(match.game):
        match.judge.solution(after(match.game, move))
        match.judge.course(after(match.game, move))
    assert Opponent("perfect", 7).choose(match).move == chosen(text)


def test_the_table_names_rulesets_and_keeps_its_columns_in_order() -> None:
    for name, row in play_budgets().items():
        assert name in CATALOGUE
        assert 0 <= row.part <= row.size
        assert row.misere >= 0
        assert row.course >= 0


def test_sampling_counts_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    game = read_game("cram: 6x6")
    judge = Match(game).judge
    monkeypatch.setattr("grundy.workflows.playing.judge.play_budgets", dict)
    monkeypatch.setattr("grundy.workflows.playing.judge.SAMPLED", 100)
    assert sampled_move(game, judge, Random(1)) is None
