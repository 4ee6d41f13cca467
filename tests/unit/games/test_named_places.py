"""A move that names places of its picture names those that are there, one row of them for every move."""

from __future__ import annotations

import pytest

from grundy.core import Board, Faces, Multigraph, Network
from grundy.games import CATALOGUE
from grundy.notation import read_game

NAMING = {
    "cram",
    "nogo",
    "queens",
    "kings",
    "knights",
    "bishops",
    "chomp",
    "node-kayles",
    "arc-kayles",
    "hackenbush",
    "poset",
    "sprouts",
}


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_places_that_moves_name_stand_in_the_picture(name: str) -> None:
    found = 0
    for ruleset, position in read_game(CATALOGUE[name].example).parts:
        scene = ruleset.scene(position)
        for places in ruleset.named_places(position):
            found += 1
            if isinstance(scene, Board):
                assert all(isinstance(place, tuple) and scene.rows[place[0]][place[1]] == "." for place in places)
            elif isinstance(scene, Faces):
                spots = [spot for region in scene.regions for walk in region for spot in walk]
                assert all(isinstance(place, tuple) and spots[place[0]][1] > 0 for place in places)
            elif isinstance(scene, Multigraph):
                assert all(isinstance(place, tuple) and scene.edges[place[0]] and not place[1] for place in places)
            else:
                assert isinstance(scene, Network)
                assert set(places) <= set(scene.vertices)
        assert not found or found == ruleset.count_moves(position)
    assert (found > 0) == (name in NAMING)


def test_a_domino_names_two_squares_and_an_edge_itself() -> None:
    (cram, board), (kayles, path) = read_game("cram: 1x3 + arc-kayles: a-b b-c").parts
    assert [set(places) for places in cram.named_places(board)] == [{(0, 0), (0, 1)}, {(0, 1), (0, 2)}]
    assert [set(places) for places in kayles.named_places(path)] == [{(0, 0)}, {(1, 0)}]
