from __future__ import annotations

import pytest

from grundy.core import Outcome
from grundy.notation import read_game
from grundy.workflows.library.solution import solve


@pytest.mark.nightly
def test_boards_of_other_sizes_and_lines_are_solved() -> None:
    assert solve("tic-tac-toe(line=2): 2x2").outcome is Outcome.N
    assert solve("tic-tac-toe(line=1): 1x1").to_dict()["best_moves"] == ["a1"]
    assert solve("tic-tac-toe(line=3): 3x4").outcome is Outcome.N
    assert solve("tic-tac-toe(line=9): 2x2").outcome is Outcome.D
    assert str(read_game("tic-tac-toe(line=4): 2x5")) == "tic-tac-toe(line=4): ...../....."
