from __future__ import annotations

import pytest
from tests.unit.cli.test_play import talk


@pytest.mark.nightly
def test_what_cannot_be_solved_is_said_once_and_nothing_is_claimed() -> None:
    text = talk("hint", "take 1", "take 1", "hint", game="take squares: 1000000000000")
    assert text.count("This game is too large to solve, so the computer plays any legal move.") == 1
    assert text.count("it is not known who is winning") == 2
    assert "winning." not in text.replace("it is not known who is winning.", "")
