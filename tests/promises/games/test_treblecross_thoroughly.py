from __future__ import annotations

import pytest
from tests.unit.games.boards.test_treblecross import RULE

from grundy.core import Board, scene_of
from grundy.notation import read_game
from grundy.workflows.library.solution import solve


@pytest.mark.nightly
def test_moves_texts_and_pictures() -> None:
    assert [move.label for move in RULE.moves(".x.")] == ["square 1", "square 3"]
    assert str(read_game("treblecross: 9; ..x..")) == "treblecross: 9; ..x.."
    assert scene_of(RULE, ".x.") == Board((".X.",))
    assert [move.move for move in solve("treblecross: 9").winning_moves][:2] == ["square 1", "square 4"]
    assert len(solve("treblecross: 60").winning_moves) > 0
