from __future__ import annotations

import pytest

from grundy.core import Meter
from grundy.search import explore, play_lengths


@pytest.mark.nightly
def test_a_path_of_many_moves_needs_no_recursion() -> None:
    n = 200_000
    arena = explore([0], lambda v: [v + 1] if v < n else [], Meter())
    assert arena.size == n + 1
    assert play_lengths(arena).remoteness(0) == n
