from __future__ import annotations

from random import Random

import pytest
from tests.cases import few
from tests.unit.workflows.playing.test_match import EXAMPLES, match_of

from grundy.core import MoveError
from grundy.workflows.playing.typed import example_move

SUMS = (
    "nim: 3 5 7",
    "lasker: 3 4 5",
    "dawsons-kayles: 9 8",
    "wythoff: 3 5; 1 2",
    "kayles: 5 + maze: ..#./...@",
    "nim: 3 2 + wythoff: 2 3 + kayles: 4 4",
    "maze: ..#./...@ + graph: 2>1 3>2 4>1 4>2 @ 4 3",
    "fibonacci: 5 7",
    "circular-kayles: 5 6",
    "take {1, 3, 4} or split: 6 7",
    "0.7[3]: 5 6",
)


@pytest.mark.parametrize("text", [*EXAMPLES, *SUMS])
def test_every_legal_move_can_be_typed_in_the_games_own_words(text: str) -> None:
    match, rng = match_of(text), Random(7)
    while not match.over:
        moves = match.moves()
        for number, move in enumerate(moves, 1):
            assert match.find(match.words(move)) == move
            if len(moves) <= 20:
                assert match.find(str(number)) == move
            if number <= 20:
                assert match.find(f"  {match.words(move).upper().replace(' ', '   ')} ") == move
                assert match.find(f"{move.part + 1}: {move.move.label}") == move
        match.play(rng.choice(moves))


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text",
    few([
        "staircase: 187786423 296772878", "moore(k=2): 200000 300000 7", "circular-nim(k=2): 200000 300000 100000",
        "euclid: 700000 3", "silver-dollar: 300000 500000", "welter: 200000 3",
    ], "staircase: 187786423 296772878", "euclid: 700000 3", "welter: 200000 3"),
)  # fmt: skip
def test_the_winning_move_and_the_example_of_a_game_with_very_many_moves_can_be_typed(text: str) -> None:
    match = match_of(text)
    (win,) = match.judge.winning_moves(match.game, 1)
    assert match.find(match.words(win)) == win
    words = example_move(match.game)
    assert match.words(match.find(words)) == words


@pytest.mark.nightly
def test_words_that_are_not_among_the_first_of_very_many_moves_are_refused_so() -> None:
    with pytest.raises(MoveError, match="'move 0 from stair 2' is not among the first 200000 moves: expected move 1"):
        match_of("staircase: 0 3000000 5").find("move 0 from stair 2")
