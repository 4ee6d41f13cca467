from __future__ import annotations

from tests.unit.patterns.test_find_likeness import CATALOGUE, values

import grundy
from grundy.patterns import find_likeness
from grundy.workflows.claims.claim import check_claim


def test_dawsons_games_are_the_same_up_to_a_shift() -> None:
    claims = [pattern.claim for pattern in find_likeness(values("0.137"), CATALOGUE)]
    assert claims == ["same as 0.137", "same as 0.07 shifted by -1", "same as 0.4 shifted by -2"]
    for claim in claims:
        assert check_claim(grundy.game("0.137").ruleset, str(claim)).verdict == "proved"
