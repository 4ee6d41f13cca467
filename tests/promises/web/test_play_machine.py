"""A machine that plays on the page never sees anything but the rule; and each bug planted there is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.promises.storage.store_machines import run
from tests.promises.web.play_machine import GAMES, PlayMachine, close, wins

from grundy import solve
from grundy.core import Outcome
from grundy.notation import read_game
from grundy.workflows.playing.legal import PartMove, nth_move
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import ChosenMove, Opponent
from grundy_web.pages.play_state import PlayState
from grundy_web.questions import match_questions

RUNS = 30


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    close()


@pytest.mark.nightly
def test_whatever_is_pressed_typed_and_taken_back_the_page_shows_the_position_of_the_rule() -> None:
    run(PlayMachine, RUNS // 6)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("misere", [False, True])
def test_the_games_of_the_machine_are_won_by_the_definition_as_the_solver_says(game: str, misere: bool) -> None:
    found = read_game(game)
    assert (solve(found, misere=misere).outcome is Outcome.N) == wins(found, misere=misere)


# Negative controls: pages with one bug each.


class FirstMove(Opponent):
    def choose(self, match: Match, ply: int | None = None) -> ChosenMove:
        return ChosenMove(nth_move(match.game, 0), "win")


def all_but_the_last(played: Match) -> list[PartMove] | None:
    moves = played.moves() if not played.over else []
    return moves[:-1] if len(moves) > 4 else moves


def forgetful(state: PlayState, m: str) -> str:
    return state.calm(m=m, r="")


@property  # type: ignore[misc]
def last_mover(match: Match) -> int | None:
    return 1 - match.player if match.over else None


def with_old_moves(match: Match, numbers: Any) -> None:
    from grundy.workflows.playing.match import replay

    replay(match, numbers)
    if len(match.history) > 3:
        match.undo()


@pytest.mark.parametrize(
    ("where", "name", "bug"),
    [
        (match_questions, "Opponent", FirstMove),
        (match_questions, "_moves", all_but_the_last),
        (match_questions, "replay", with_old_moves),
        (Match, "winner", last_mover),
        (PlayState, "at", forgetful),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_bug_planted_in_the_page_is_found(
    where: object, name: str, bug: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, bug)
    with pytest.raises(Exception) as found:  # noqa: PT011  # whatever the bug does
        run(PlayMachine, RUNS, shrink=False)
    assert any("state." in note for note in found.value.__notes__)
