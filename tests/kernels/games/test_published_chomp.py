from __future__ import annotations

import pytest
from tests.unit.games.boards.test_chomp import GOLDEN

from grundy.workflows.library.solution import solve


@pytest.mark.parametrize("size", GOLDEN["winning_first_moves"])
def test_the_winning_first_moves_are_the_published_ones(size: str) -> None:
    right = [f"row {row + 1} column {column + 1}" for row, column in GOLDEN["winning_first_moves"][size]]
    assert [move.move for move in solve(f"chomp: {size}").winning_moves] == right
