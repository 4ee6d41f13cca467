"""A move touches pieces that are in the picture of its position; of a graph and of a row of pins at least one."""

from __future__ import annotations

from random import Random

import pytest

from grundy.core import (
    Board,
    Faces,
    Heaps,
    Move,
    Multigraph,
    Network,
    Ring,
    Scene,
    Span,
    Sum,
    scene_of,
)
from grundy.games import CATALOGUE
from grundy.notation import read_game, read_ruleset
from grundy.workflows.playing.legal import PartMove, named_move
from grundy.workflows.playing.match import Match


def lengths(scene: Scene) -> list[int]:
    """The number of pieces in each row of a picture."""
    if isinstance(scene, Heaps):
        return list(scene.sizes)
    if isinstance(scene, Board):
        return list(map(len, scene.rows))
    if isinstance(scene, Ring):
        return [scene.pins]
    if isinstance(scene, Faces):
        return [1 for region in scene.regions for walk in region for _ in walk]
    if isinstance(scene, Multigraph):
        return [1] * len(scene.edges)
    return [1] * len(scene.vertices) if isinstance(scene, Network) else []


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_pieces_that_moves_touch_are_in_the_picture(name: str) -> None:
    match, rng = Match(read_game(CATALOGUE[name].example)), Random(name)
    while not match.over and len(match.history) < 8:
        for part, move in match.moves():
            ruleset, position = match.game.part(part)
            rows = lengths(scene_of(ruleset, position))
            for row, begin, end, added in (span for way in move.touches for span in way):
                assert 0 <= begin < end
                assert begin == rows[row] if added else end <= rows[row]
            assert move.touches or move.kind == "pass" or name == "brussels-sprouts"
            named = named_move(match.game, PartMove(part, Move(*move)))
            assert named == (part, move)
            assert named.move.touches == move.touches
        match.play(rng.choice(match.moves()))


def test_a_domino_touches_two_squares_and_an_edge_itself() -> None:
    (cram, board), (kayles, path) = read_game("cram: 1x3 + arc-kayles: a-b b-c").parts
    squares = [{(span.row, span.begin) for span in move.touches[0]} for move in cram.moves(board)]
    assert squares == [{(0, 0), (0, 1)}, {(0, 1), (0, 2)}]
    assert [move.touches for move in kayles.moves(path)] == [((Span(0, 0, 1),),), ((Span(1, 0, 1),),)]


def test_a_move_is_the_pair_of_its_name_and_what_it_leaves() -> None:
    made, bare = next(iter(read_ruleset("nim").moves(3))), Move("take 1", Sum(2))
    label, leaves = made
    assert (label, leaves) == made == bare
    assert hash(made) == hash(bare)
    assert made.touches
    assert not bare.touches
