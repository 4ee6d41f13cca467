from __future__ import annotations

import pytest
from tests.unit.cli.test_claim_command import answered


@pytest.mark.nightly
def test_a_limit_leaves_with_4_and_with_what_holds_so_far() -> None:
    code, answer = answered("officers", "value <= 5000", "--to", "10^8", "--limit-seconds", "0.5")
    assert code == 4
    assert answer["verdict"] == "holds"
    assert 0 < answer["checked_to"] < 10**8
    assert "the 0.5-second limit" in answer["reason"]
