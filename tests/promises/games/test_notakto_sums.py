from __future__ import annotations

import pytest
from tests.unit.games.boards.test_notakto import mover_wins

from grundy.core import Outcome
from grundy.games.boards.notakto import EMPTY
from grundy.workflows.library.solution import solve


@pytest.mark.parametrize(("boards", "outcome"), [(1, Outcome.N), (2, Outcome.P), (3, Outcome.N)])
def test_sums_of_up_to_three_empty_boards_agree_with_exact_search(boards: int, outcome: Outcome) -> None:
    """T. E. Plambeck and G. Whitehead, "The Secrets of Notakto", 2013: won by whoever begins when boards are odd."""
    assert solve(f"notakto: {boards}").outcome is outcome
    if boards < 3:
        assert Outcome.wins(mover_wins((EMPTY,) * boards)) is outcome
