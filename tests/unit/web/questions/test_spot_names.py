"""The reasons for a position of Sprouts name moves as its board names them, also the answers to moves."""

from __future__ import annotations

import re

import pytest

from grundy.notation import read_game
from grundy.workflows import solve
from grundy.workflows.explaining.blocks import explained
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.match_view import MatchView
from grundy_web.offline import answer
from grundy_web.questions.sketch_data import SpotNames, drawn_ways


def on_board(match: Match) -> set[str]:
    ways = drawn_ways(match.game, match.moves(), MatchView(match.history, match.game).sketches)
    return {way.words for drawn in ways.values() for way in drawn}


@pytest.mark.every_case
@pytest.mark.parametrize(("text", "played"), [("sprouts: 2", []), ("sprouts: 3", [1, 1]), ("brussels-sprouts: 2", [])])
def test_moves_and_answers_of_a_reason_are_those_of_the_board(text: str, played: list[int]) -> None:
    match = Match(read_game(text))
    for number in played:
        match.play(match.moves()[number])
    names = SpotNames(match.history, match.game)
    told = [names.block(block) for block in explained(solve(match.game))]
    winning = [item for block in told if block["kind"] == "list" for item in block["items"]]
    rows = [row for block in told if block.get("header") == ["move", "reply"] for row in block["rows"]]
    assert winning or rows
    assert {*winning, *(move for move, _ in rows)} <= on_board(match)
    for move, reply in rows:
        after = Match(read_game(text))
        for number in played:
            after.play(after.moves()[number])
        after.play(next(found for found, words in names.known.values() if words == move))
        assert reply in on_board(after)


def test_the_page_names_spots_by_letters_only() -> None:
    _, _, body = answer("GET", "/play", "g=sprouts:+3&m=1&why=0")
    panel = body.decode().partition('class="why"')[2].partition("</section>")[0]
    assert re.search(r"\b[a-z]-[a-z]\b", panel)
    assert re.search(r"\b[0-9]-[0-9]\b", panel) is None
