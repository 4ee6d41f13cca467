"""Long runs, which are nightly tests. docs/understand/results.md has their results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grundy.core import read_code
from grundy.sequences import rule_period

GAMES = json.loads((Path(__file__).parents[2] / "golden" / "octal_periods.json").read_text())["games"]
NEAR = {code: game for code, game in GAMES.items() if game["preperiod"] + game["period"] < 3_000_000}


@pytest.mark.nightly
@pytest.mark.parametrize("code", NEAR)
def test_every_published_period_within_three_million_heaps_is_proved_again(code: str) -> None:
    found = rule_period(read_code(code), 12_000_000)
    assert found is not None
    assert (found.preperiod, found.period) == (NEAR[code]["preperiod"], NEAR[code]["period"])
