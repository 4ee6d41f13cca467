from __future__ import annotations

from random import Random

import pytest
from tests.unit.workflows.playing.test_match import EXAMPLES, match_of

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
    match, lot = match_of(text), Random(7)
    while not match.over:
        moves = match.moves()
        for number, move in enumerate(moves, 1):
            assert match.find(match.words(move)) == move
            assert match.find(f"  {match.words(move).upper().replace(' ', '   ')} ") == move
            assert match.find(f"{move.part + 1}: {move.move.label}") == move
            if len(moves) <= 20:
                assert match.find(str(number)) == move
        match.play(lot.choice(moves))
