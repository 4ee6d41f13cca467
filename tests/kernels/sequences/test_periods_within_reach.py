from __future__ import annotations

import pytest
from tests.golden.reading import golden

from grundy.core import read_code
from grundy.sequences import rule_period

OCTAL = {
    code: case for code, case in golden("octal_periods")["games"].items() if case["period"] + case["preperiod"] <= 3000
}


@pytest.mark.parametrize("code", OCTAL)
def test_golden_octal_periods_are_proved_again(code: str) -> None:
    found = rule_period(read_code(code), 20_000)
    assert found is not None
    assert (found.preperiod, found.period) == (OCTAL[code]["preperiod"], OCTAL[code]["period"])
    assert len(found.values) == found.preperiod + found.period
    assert found.theorem is not None
    assert found.theorem.startswith("Guy and Smith")


@pytest.mark.parametrize("most", [4095, 4097, 7657, 7658, 16_382, 16_383, 16_384, 20_000])
def test_no_proof_looks_farther_than_it_may_and_none_within_reach_is_missed(most: int) -> None:
    """0.156 with preperiod 3479 and period 349 needs heaps to 2 * 3479 + 349 + 3 - 1 + 349."""
    found = rule_period(read_code("0.156"), most)
    assert (found is None) == (most < 7658)
    assert found is None or (found.preperiod, found.period, found.checked_to) == (3479, 349, 7658)
