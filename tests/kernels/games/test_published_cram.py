from __future__ import annotations

import pytest
from tests.unit.games.boards.test_cram import GOLDEN

from grundy.workflows.library.solution import solve

SLOW = {"5x5", "3x7"}


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[pytest.mark.nightly] * (size in SLOW)) for size in GOLDEN["cram_normal"]["values"]],
)
def test_the_value_of_an_empty_board_is_the_published_one(size: str) -> None:
    assert solve(f"cram: {size}").value == GOLDEN["cram_normal"]["values"][size]
