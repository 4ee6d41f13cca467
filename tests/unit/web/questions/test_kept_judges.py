"""What is known of a match stays for its next move, and changes no answer."""

from __future__ import annotations

from typing import Any

import pytest

from grundy.core import Limits
from grundy.operations import Context
from grundy_web.pages.play_state import read_state
from grundy_web.questions.match_questions import JUDGES, MOST_JUDGES, match


def answer(text: str, moves: str, **more: str) -> dict[str, Any]:
    asked = read_state({"g": text, "m": moves} | more).asked()
    return match(Context(Limits(seconds=4.0)), **asked)


@pytest.mark.parametrize("text", ["nim: 3 5 7", "kayles: 7", "cram: 3x3", "tic-tac-toe: X../.O./...", "wythoff: 4 6"])
@pytest.mark.parametrize("misere", ["0", "1"])
def test_a_match_has_the_same_answers_with_and_without_kept_results(text: str, misere: str) -> None:
    moves, fresh = "", []
    JUDGES.clear()
    kept = [answer(text, moves, misere=misere)]
    while not kept[-1]["over"]:
        moves = f"{kept[-1]['m']}.0".lstrip(".")
        kept.append(answer(text, moves, misere=misere, v="1"))
    for each in [{"m": ""}] + [{"m": f"{told['m']}.0".lstrip("."), "v": "1"} for told in kept[:-1]]:
        JUDGES.clear()
        fresh.append(answer(text, each.pop("m"), misere=misere, **each))
    assert kept == fresh


def test_only_the_latest_matches_are_kept() -> None:
    JUDGES.clear()
    for heap in range(3, 10):
        answer(f"nim: 2 {heap}", "0")
    assert len(JUDGES) == MOST_JUDGES
    assert [str(game) for game, _ in JUDGES] == ["nim: 2 6", "nim: 2 7", "nim: 2 8", "nim: 2 9"]
