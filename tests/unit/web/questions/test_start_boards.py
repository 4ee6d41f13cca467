"""What is left of a graph is drawn where it stood, what moves took is marked, and every piece still plays its move."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grundy.notation import read_game
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.match_view import MatchView
from grundy.workflows.playing.part_views import part_views, touched_pieces
from grundy_web.questions.figure_data import figure_data
from grundy_web.questions.piece_table import TouchChoice

GAMES = ["node-kayles: grid(3x4)", "arc-kayles: cycle(8)", "hackenbush: 0-1 1-2 1-2 2-2 2-0 0-0 1-3"]
GAMES += ["geography: grid(3x3) @ 4", "geography(edges=true): 0>1 1>2 2>0 1>3 @ 0", "poset: a<c a<d b<d"]
GAMES += ["graph: 2>1 3>2 4>1 4>2 @ 4", "node-kayles: 0-1 1-2 3-4 + nim: 2"]


def drawn(match: Match) -> list[dict[str, Any]]:
    view = MatchView(match.history, match.game)
    groups = figure_data(view, [] if match.over else match.moves())["groups"]
    return [figure for group in groups for figure in group["figures"] if figure["kind"] in ("network", "edges")]


def places(figure: dict[str, Any]) -> dict[str, tuple[float, float]]:
    found = {piece.get("path", piece["mark"]): (piece["x"], piece["y"]) for piece in figure["pieces"]}
    return found | {f"dot {dot['mark']}": (dot["x"], dot["y"]) for dot in figure["dots"]}


@pytest.mark.parametrize("text", GAMES)
def test_what_is_left_keeps_its_place_to_the_end(text: str) -> None:
    match, rng = Match(read_game(text)), random.Random(text)
    start = drawn(match)
    while not match.over:
        match.play(rng.choice(match.moves()))
        now = drawn(match)
        assert len(now) == len(start)
        for figure, first in zip(now, start, strict=True):
            assert places(figure).items() <= places(first).items()
            assert (figure["width"], figure["height"]) == (first["width"], first["height"])
            arcs = {arc["path"] for arc in first["arcs"]}
            assert {arc["path"] for arc in figure["arcs"]} <= arcs
        if not match.over and "nim" not in text:
            playable = {piece["key"] for figure in now for piece in figure["pieces"] if piece["does"]}
            assert playable == TouchChoice(touched_pieces(part_views(match.game), match.moves())).touched


@pytest.mark.parametrize(
    ("text", "move", "mark"), [("node-kayles: path(5)", "take 2", "2"), ("arc-kayles: path(6)", "take 2-3", "2-3")]
)
def test_the_vertex_or_edge_that_was_taken_is_marked_and_nothing_else(text: str, move: str, mark: str) -> None:
    match = Match(read_game(text))
    match.play(match.find(move))
    (figure,) = drawn(match)
    assert figure["by"] is None
    assert [(piece["mark"], piece["by"], piece["gone"]) for piece in figure["pieces"] if piece["by"] is not None] == [
        (mark, 0, True)
    ]


def test_edges_that_fall_with_another_are_reported_for_the_remaining_edges() -> None:
    match = Match(read_game("hackenbush: 0-1 1-2 2-0 1-3"))
    assert [piece["falls"] for piece in drawn(match)[0]["pieces"]] == [(), (), (), ()]
    match.play(match.find("cut 2-0"))
    pieces = [piece for piece in drawn(match)[0]["pieces"] if not piece["gone"]]
    assert [piece["falls"] for piece in pieces] == [(1, 3), (), ()]
