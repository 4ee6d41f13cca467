"""The last moves can be seen on the table: what they touched, what went from a heap, or the parts they left."""

from __future__ import annotations

import random

import pytest
from tests.cases import played

from grundy.core import Heaps
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.match_view import GoneTokens, MatchView, Trace
from grundy.workflows.playing.part_views import MOST_FIGURES, part_views


def seen(match: Match) -> list[Trace]:
    """The traces of the last two moves."""
    return MatchView(match.history, match.game).last_moves


def test_a_pass_leaves_no_trace_and_the_line_before_it_keeps_its_own() -> None:
    match = played("nimstring: 1x2", "row 1 line 1", "row 2 line 1", "row 3 line 1", "row 2 line 2")
    match.play(match.moves()[0])
    assert seen(match) == [Trace(1, ((0, 1, 2),)), Trace(0)]


@pytest.mark.parametrize("text", [entry.example for entry in CATALOGUE.values()])
def test_every_move_leaves_a_trace_on_the_table(text: str) -> None:
    match, rng = Match(read_game(text)), random.Random(text)
    while not match.over and len(match.history) < 10:
        before = match.game
        match.play(rng.choice(match.moves()))
        last = seen(match)[-1]
        assert last.player == (len(match.history) - 1) % 2
        parts = {figure.part for figure in part_views(match.game)}
        assert {*last.parts, *(cell[0] for cell in last.cells), *(gone.part for gone in last.gone)} <= parts
        made = match.history[-1].move.move
        if len(made.leaves) == 1 and made.label != "pass" and before != match.game and match.game.size < MOST_FIGURES:
            assert last.cells or last.gone or last.parts


def test_removed_tokens_are_reported_and_those_of_the_previous_move_are_kept() -> None:
    match = played("nim: 3 5 7", "take 2 from heap 2", "take 1 from heap 2")
    assert seen(match) == [Trace(0, gone=(GoneTokens(1, 0, 3, 5),)), Trace(1, gone=(GoneTokens(1, 0, 2, 3),))]


def test_a_part_that_splits_moves_the_traces_of_the_parts_after_it() -> None:
    match = played("lasker: 4 9", "take 2 from heap 2", "split 1+3")
    assert seen(match) == [Trace(0, gone=(GoneTokens(2, 0, 7, 9),)), Trace(1, parts=(0, 1))]


def test_a_token_is_seen_where_it_went_and_where_it_came_from() -> None:
    match = played("maze: ..#./...@", "left 2")
    assert [sorted(trace.cells) for trace in seen(match)] == [[(0, 1, 1), (0, 1, 3)]]


def test_a_queen_is_seen_on_her_square_and_not_on_those_she_attacks() -> None:
    match = played("queens: 4x4", "row 1 column 4", "row 3 column 3")
    assert [trace.cells for trace in seen(match)] == [((0, 0, 3),), ((0, 2, 2),)]


def test_tokens_that_come_are_touched() -> None:
    match = played("poker-nim(add=3): 3 5 @ 2 2", "add 2 to heap 1")
    (trace,) = seen(match)
    assert trace.cells == ((0, 0, 3), (0, 0, 4))
    assert isinstance(part_views(match.game)[0].scene, Heaps)
