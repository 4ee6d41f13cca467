from __future__ import annotations

import random

import pytest

from grundy.workflows.computing.period import known_periods
from grundy.workflows.computing.sweep import search_code


@pytest.mark.nightly
@pytest.mark.parametrize("code", random.Random(2019).sample(sorted(known_periods()), 100))
def test_a_longer_sample_of_the_table_is_proved_again(code: str) -> None:
    known = known_periods()[code]
    line = search_code(code, max(1 << 23, 3 * (known.preperiod + known.period)), 10**12)
    assert (line["preperiod"], line["period"], line["max_value"]) == known


def test_a_search_that_would_be_more_work_than_allowed_is_a_limit_and_says_how_far_it_came() -> None:
    line = search_code("0.6", 1 << 17, 10**4)
    assert line["status"] == "limit"
    assert 4096 <= line["checked_to"] < 1 << 17
