"""The winner's replies on a large bar of Chomp: few of them, found in the tables of compiled search."""

from __future__ import annotations

from pathlib import Path

from tests.unit.check.sealed import checked

from grundy import read_game
from grundy.workflows.proving.certify import certify


def test_a_bar_of_9x13_is_won_by_45_lost_bars_that_answer_everything(tmp_path: Path) -> None:
    certificate = certify(read_game("chomp: 9x13"))
    assert certificate.claim["move"] == "13,2,2,2,2,2,2,2,2"
    assert len(certificate.entries) == 45
    assert checked(certificate, tmp_path).status == "ACCEPTED"
