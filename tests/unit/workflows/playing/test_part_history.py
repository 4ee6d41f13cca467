"""Rows keep their gaps and boards what covers them, whatever they become."""

from __future__ import annotations

import random

import pytest
from tests.cases import played

from grundy.core import Board, Multigraph, scene_of
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.match_view import MatchView
from grundy.workflows.playing.part_history import PINS, PartHistory
from grundy.workflows.playing.part_views import part_views


def line(match: Match, mirrored: tuple[int, ...] = ()) -> PartHistory:
    """The only row or board of a match."""
    (found,) = MatchView(match.history, match.game, mirrored).histories
    return found


def row(found: PartHistory) -> str:
    """The pins of a row or a ring: the part that each belongs to, or "-" where one fell."""
    now = {cell: str(part) for part, cells in found.parts.items() for cell in cells}
    return "".join(now.get((0, place), "-") for place in range(len(now) + len(found.touched)))


def test_a_pin_that_fell_leaves_a_gap_between_its_neighbours() -> None:
    match = played("kayles: 9", "take 1 leave 2+6")
    assert row(line(match)) == "00-111111"
    assert row(line(match, (0,))) == "111111-00"


def test_a_pin_falls_at_the_end_where_it_was_pressed() -> None:
    match = played("kayles: 5", "take 2")
    assert row(line(match)) == "--000"
    assert row(line(match, (0,))) == "000--"


def test_a_board_that_splits_is_one_board() -> None:
    match = played("cram: 2x5", "row 1 column 3 down")
    found = line(match)
    assert list(found.parts) == [0, 1]
    assert found.touched == {(0, 2): 0, (1, 2): 0}


def test_a_board_with_moving_figures_is_not_a_board_of_placed_pieces() -> None:
    match = played("maze: ..#./...@", "left 2")
    assert MatchView(match.history, match.game).histories == []


def test_a_ring_opens_where_a_pin_was_pressed_and_stays_a_ring() -> None:
    match = played("circular-kayles: 8", "knock 2")
    assert row(line(match, (0,) * 7)) == "-000000-"
    match.play(match.find("knock 1 leave 1+4"))
    assert row(line(match, (0, 0, 0))) == "111--0-1"


def test_a_graph_that_splits_is_one_graph_whose_vertices_keep_their_numbers() -> None:
    found = line(played("node-kayles: path(7)", "take 3"))
    assert found.parts == {0: [(0, 0), (1, 0)], 1: [(5, 0), (6, 0)]}
    assert found.touched == {(3, 0): 0}


def test_of_edges_between_the_same_vertices_the_one_that_was_cut_is_gone() -> None:
    match = played("hackenbush: 0-1 1-2 1-2 2-3", "cut 1-2")
    assert line(match).parts == {0: [(0, 0), (2, 0), (3, 0)]}
    match.play(match.find("cut 1-2"))
    assert (line(match).parts, line(match).touched) == ({0: [(0, 0)]}, {(1, 0): 0, (2, 0): 1})


@pytest.mark.parametrize("text", ["hackenbush: 0-1 1-1 1-2 1-2 2-0 0-0 2-3 3-4", "arc-kayles: grid(3x3)"])
def test_edges_that_are_left_are_edges_of_the_start(text: str) -> None:
    for seed in range(5):
        match, rng = Match(read_game(text)), random.Random(seed)
        while not match.over:
            match.play(rng.choice(match.moves()))
            for found in MatchView(match.history, match.game).histories:
                start = found.figure.scene
                assert isinstance(start, Multigraph)
                held = [cell for cells in found.parts.values() for cell in cells]
                assert len(held) == len(set(held))
                assert not found.touched.keys() & set(held)
                for part, cells in found.parts.items():
                    scene = scene_of(*match.game.part(part))
                    assert isinstance(scene, Multigraph)
                    assert tuple(start.edges[at] for at, _ in cells) == scene.edges


@pytest.mark.parametrize("text", [entry.example for entry in CATALOGUE.values()])
def test_a_row_has_as_many_places_at_the_end_as_at_the_start(text: str) -> None:
    match, rng = Match(read_game(text)), random.Random(text)
    while not match.over and len(match.history) < 30:
        match.play(rng.choice(match.moves()))
        views = {view.part: view for view in part_views(match.game)}
        for found in MatchView(match.history, match.game, [rng.randrange(30)]).histories:
            held = [cell for cells in found.parts.values() for cell in cells]
            assert len(held) == len(set(held))
            if found.figure.kind in PINS:
                assert sorted([*held, *found.touched]) == [
                    (0, place) for place in range(len(held) + len(found.touched))
                ]
            elif found.figure.kind == "cells":
                free = [views[part].scene for part in found.parts]
                assert all(
                    isinstance(board, Board) and board.rows[y][x] == "#" for board in free for y, x in found.touched
                )
