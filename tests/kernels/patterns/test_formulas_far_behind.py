from __future__ import annotations

import pytest
from tests.unit.patterns.test_find_formulas import given

import grundy
from grundy.patterns import find_formulas

RULES = {
    "divisors": "value == v2(n)",
    "split": "value == (n - 1) % 2",
    "take prime-powers": "value == n % 6 from 0",
    "take {1} or primes": "value == n % 4 from 0",
    "take powers(2)": "value == n % 3 from 0",
    "take 1..3": "value == n % 4 from 0",
    "nim": "value == n from 0",
    "lasker": "value == n - 1 + 2110 // 10 ** (n % 4) % 10",
    "take {1, 3, 4}": "value == 2321010 // 10 ** (n % 7) % 10 from 0",
    "bash(min=2, max=5)": "value == n % 7 // 2 from 0",
    "0.8": "value == (n - 1) // 3",
    "take k where k & n == k": "value == popcount(n) from 0",
    "take k where n % k == 0": "value == v2(n) + 1",
    "take k where 2 * k < n": "value == n // (n & -n) // 2",
}


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=[pytest.mark.nightly] * (rule == "0.8")) for rule in RULES])
def test_the_closed_form_of_a_rule_holds_far_after_the_values_it_was_found_in(rule: str) -> None:
    values = list(grundy.game(rule).values(1500))
    first, *_ = find_formulas(values[:200])
    assert first.claim == RULES[rule]
    heaps = range(first.start, len(values))
    assert given(str(first.expression), heaps) == values[first.start :]
