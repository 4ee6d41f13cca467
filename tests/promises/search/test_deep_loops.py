from __future__ import annotations

import pytest

from grundy.core import Budget
from grundy.search import explore, play_lengths


@pytest.mark.nightly
def test_a_path_of_many_moves_needs_no_recursion() -> None:
    n = 200_000
    game_graph = explore([0], lambda v: [v + 1] if v < n else [], Budget())
    assert game_graph.size == n + 1
    assert play_lengths(game_graph).remoteness(0) == n
