from __future__ import annotations

import pytest

from grundy.core import MAX_OPTIONS, LimitReached
from grundy.games.heaps.bash import Bash
from grundy.workflows.library.solution import solve


@pytest.mark.nightly
def test_more_winning_takes_than_can_be_listed_are_a_limit_and_no_flood() -> None:
    found: list[object] = []
    with pytest.raises(LimitReached) as caught:
        found.extend(Bash(10**9, 2 * 10**9).moves_to(25 * 10**8, 0) or ())
    assert caught.value.kind == "size"
    solution = solve("bash(min=1000000000, max=2000000000): 2500000000")
    assert (str(solution.outcome), solution.status) == ("N", "limit")
    assert len(solution.winning_moves) == MAX_OPTIONS
    assert solution.winning_moves[0].move == "take 1500000001"
