from __future__ import annotations

import random

import pytest

from grundy.workflows.computing.period import known_periods
from grundy.workflows.computing.sweep import search_code

NEAR = sorted(code for code, known in known_periods().items() if known.preperiod + known.period < 5_000)


@pytest.mark.parametrize("code", random.Random(1956).sample(NEAR, 40))
def test_a_random_sample_of_the_table_is_proved_again(code: str) -> None:
    line = search_code(code, 20_000, 10**9)
    assert line["status"] == "proved"
    assert (line["preperiod"], line["period"], line["max_value"]) == known_periods()[code]


@pytest.mark.nightly
@pytest.mark.parametrize("code", random.Random(2019).sample(sorted(known_periods()), 100))
def test_a_longer_sample_of_the_table_is_proved_again(code: str) -> None:
    known = known_periods()[code]
    line = search_code(code, max(1 << 23, 3 * (known.preperiod + known.period)), 10**12)
    assert (line["preperiod"], line["period"], line["max_value"]) == known
