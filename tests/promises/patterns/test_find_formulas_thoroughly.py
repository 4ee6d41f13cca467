from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.cases import few
from tests.unit.patterns.test_find_formulas import check, given

from grundy.core import Scanner
from grundy.core.expressions import CLAIM_FUNCTIONS, read_number
from grundy.patterns import find_formulas
from grundy.patterns.formula_terms import symbols

SAMPLES: dict[str, Callable[[int], int]] = {
    "n": lambda n: n,
    "n % 4": lambda n: n % 4,
    "(n - 1) % 2": lambda n: (n - 1) % 2,
    "n // 3": lambda n: n // 3,
    "n % 5 // 2": lambda n: n % 5 // 2,
    "n ^ 1": lambda n: n ^ 1,
    "n ^ n // 2": lambda n: n ^ n >> 1,
    "popcount(n) % 2": lambda n: n.bit_count() % 2,
    "v2(n)": lambda n: len(bin(n)) - len(bin(n).rstrip("0")) if n else 7,
    "v2(n) + 1": lambda n: len(bin(n)) - len(bin(n).rstrip("0")) + 1 if n else 0,
    "n & -n": lambda n: n & -n,
    "n // (n & -n)": lambda n: n // (n & -n) if n else 0,
    "2 * n + (popcount(n) - 1) % 2": lambda n: next(k for k in (2 * n, 2 * n + 1) if k.bit_count() % 2),
    "3 * (n // 6) + n % 3": lambda n: n // 6 * 3 + (0, 1, 2, 0, 1, 2)[n % 6],
}
"""What is found in the values on the right."""


@pytest.mark.parametrize("text", SAMPLES)
@pytest.mark.parametrize("count", [100, 2500])
def test_a_known_formula_is_found_in_its_values(text: str, count: int) -> None:
    values = [SAMPLES[text](n) for n in range(count)]
    first, *_ = find_formulas(values)
    assert first.expression == text
    check(first, values)


def random_formula(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return rng.choice(["n", "n", "popcount(n)", "v2(n)"])
    inner = random_formula(rng, depth - 1)
    if rng.random() < 0.3:
        return f"({inner}) {rng.choice('+^')} ({random_formula(rng, 0)})"
    return f"({inner}) {rng.choice(['%', '%', '//', '+', '^'])} {rng.randint(2, 4)}"


@pytest.mark.parametrize("seed", few(range(60), *range(15)))
def test_values_of_a_random_formula_have_one_that_is_no_longer(seed: int) -> None:
    rng = random.Random(seed)
    text = random_formula(rng, rng.randint(1, 2))
    node = read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS)
    values = given(text, range(1, 1200))
    first, *_ = find_formulas(values, 1)
    assert first.cost <= symbols(node)
    check(first, values, 1)


@pytest.mark.parametrize("seed", few(range(40), *range(15)))
def test_a_formula_found_after_exceptions_begins_at_the_least_heap(seed: int) -> None:
    rng = random.Random(seed)
    exceptions = rng.randint(1, 8)
    values = [n % 4 for n in range(300)]
    values[exceptions - 1] += rng.randint(4, 9)
    starts = [pattern.start for pattern in find_formulas(values)]
    assert starts == [exceptions]


@pytest.mark.parametrize("seed", few(range(60), *range(15)))
def test_the_table_of_a_random_period_is_a_claim_that_gives_every_value(seed: int) -> None:
    rng = random.Random(seed)
    period, saltus = rng.randint(2, 9), rng.choice([0, 0, 1, 2, 5])
    values = [rng.randint(0, 12) for _ in range(period)]
    while len(values) < 400:
        values.append(values[-period] + saltus)
    first, *_ = find_formulas(values)
    assert first.start == 0
    assert first.claim is not None
    check(first, values)
