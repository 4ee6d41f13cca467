"""A match is walked as a board of python-chess is."""

from __future__ import annotations

import copy
import pickle
from itertools import islice
from random import Random
from typing import Any

import pytest

from grundy import Match, match, read_game, solve
from grundy.core import Move, MoveError, Sum
from grundy.games import CATALOGUE
from grundy.workflows.playing.legal import PartMove


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_every_game_is_walked_and_walked_back(entry: Any) -> None:
    played, rng = match(entry.example), Random(3)
    start = played.copy()
    while played.legal_moves and len(played.history) < 4:
        moves = list(islice(played.legal_moves, 50))
        assert all(move in played.legal_moves for move in moves[:5])
        assert played.push(rng.choice(moves)) == played.peek()
    assert len(played.move_stack) == len(played.history) > 0
    for _ in played.move_stack:
        assert played.pop() in played.legal_moves
    assert played == start


def test_moves_are_looked_up_and_counted_without_a_list() -> None:
    huge = match(f"nim: {10**30} {10**40}")
    assert huge.legal_moves.count() == 10**30 + 10**40
    assert f"take {10**29} from heap 2" in huge.legal_moves
    assert PartMove(1, Move("take all", Sum(0))) in huge.legal_moves
    assert PartMove(0, Move("take too many", Sum(-1))) not in huge.legal_moves
    assert PartMove(2, Move("take 1", Sum(0))) not in huge.legal_moves
    assert 5 not in huge.legal_moves
    small = match("nim: 3 5")
    assert [str(small.legal_moves[k]) for k in (0, -1)] == ["part 0: take 1", "part 1: take 5"]
    assert Random(1).choice(small.legal_moves) in small.legal_moves
    with pytest.raises(IndexError, match="expected a number from 0 to 7, found 8"):
        small.legal_moves[8]


def test_a_winning_move_of_a_solution_is_pushed() -> None:
    played = match("nim: 10 12 5 + cram: 2x3")
    played.push(solve(played.game).winning_moves[0])
    assert played.outcome() == "P"


def test_what_is_not_legal_is_refused_and_nothing_is_played() -> None:
    played = match("nim: 3 5")
    for wrong, said in (
        (PartMove(0, Move("take 4", Sum(-1))), "expected a legal move, found part 0: take 4 in nim: 3 5"),
        (5, "expected a move of the game or its words, found 5"),
        ("take 4 from heap 1", "'take 4 from heap 1' is not a move here: expected take 1, take 2 or take 3 in heap 1"),
    ):  # fmt: skip
        with pytest.raises(MoveError) as told:
            played.push(wrong)  # type: ignore[arg-type]
        assert str(told.value) == said
    with pytest.raises(MoveError, match="no move has been played"):
        played.pop()
    assert played == match("nim: 3 5")


def test_a_copy_goes_its_own_way() -> None:
    played = match("nim: 3 5", misere=True)
    played.push("take 1 from heap 1")
    for other in (played.copy(), copy.copy(played), copy.deepcopy(played), pickle.loads(pickle.dumps(played))):
        assert isinstance(other, Match)
        assert (other, other.outcome()) == (played, played.outcome())
        other.push("take 1 from heap 1")
        assert other != played
        assert len(played.move_stack) == 1
    assert repr(played) == "<Match nim: 2 5 in misère play after 1 move>"
    with pytest.raises(TypeError):
        hash(played)


def test_games_add_and_a_position_is_a_picture() -> None:
    both = read_game("nim: 3") + read_game("kayles: 5")
    assert both == read_game("nim: 3 + kayles: 5")
    assert match(both).svg().startswith("<svg")
    with pytest.raises(TypeError):
        both + 3
