"""The checker adds values of parts without carry: parts that share a binary digit cancel it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.check.sealed import data_of, seal, verdict

from grundy import read_game
from grundy.workflows.proving.certify import certify


@pytest.mark.parametrize(("game", "value"), [("kayles: 7 7", 0), ("kayles: 3 7", 1), ("kayles: 9 9 9", 4)])
def test_parts_that_share_a_digit_cancel_it(tmp_path: Path, game: str, value: int) -> None:
    header, entries = data_of(certify(read_game(game), misere=False, proof="nimber"))
    assert header["claim"]["value"] == value
    found = verdict(tmp_path, seal(header, entries))
    assert found.status == "ACCEPTED"
