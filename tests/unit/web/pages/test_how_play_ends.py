"""The page says how play ends as the command line says it, also where the rule itself lets the last move lose."""

from __future__ import annotations

import pytest

from grundy.notation import read_game
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.phrases import aim
from grundy_web.offline import answer


@pytest.mark.parametrize(
    ("query", "end"),
    [
        ("g=notakto:+XX./.../...", "loses"),
        ("g=notakto:+XX./.../...&misere=1", "wins"),
        ("g=nim:+1+2", "wins"),
        ("g=nim:+1+2&misere=1", "loses"),
    ],
)
def test_the_page_states_whether_the_last_move_wins(query: str, end: str) -> None:
    status, _, body = answer("GET", "/play", query)
    text = query.partition("&")[0].removeprefix("g=").replace("+", " ")
    told = aim((match := Match(read_game(text), "misere=1" in query)).misere, match.game)
    assert (status, told) == (200, f"Whoever makes the last move {end}.")
    assert told in body.decode()
