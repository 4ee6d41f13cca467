from __future__ import annotations

import random

import pytest
from tests.cases import few

from grundy.patterns import clear_period, find_formulas, find_progressions


@pytest.mark.parametrize("seed", few(range(150), *range(30)))
def test_nothing_is_found_in_noise(seed: int) -> None:
    rng = random.Random(seed)
    count, most = rng.choice([24, 40, 64, 200, 1100]), rng.choice([1, 1, 2, 3, 8])
    rare = rng.choice([0.0, 0.0, 0.5])
    values = [0 if rng.random() < rare else rng.randint(0, most) for _ in range(count)]
    assert find_formulas(values) == []
    assert clear_period(values) is None
    assert find_progressions(values) == []
