from __future__ import annotations

import pytest

from grundy.core import Limits, Outcome
from grundy.workflows import solve


@pytest.mark.nightly
def test_theorems_reach_where_no_search_does() -> None:
    limits = Limits(positions=2_000_000)
    assert solve("ordinal: nim: 900 800 & nim: 70000", limits=limits).value is not None
    assert solve(f"selective: nim: {10**18} & nim: 0", limits=limits).outcome is Outcome.N
    assert solve("selective: nim: 3 3 & nim: 70 70", limits=limits).outcome is Outcome.P
    both = solve("conjunctive: take 1..3: 4000 & take 1..4: 3000", limits=limits)
    assert both.outcome is Outcome.P
    assert both.to_dict()["remoteness"] == 3000 // 5 * 2
    assert solve("sequential: take 1..3: 4000 & take 1..4: 3001", limits=limits).value is not None
