from __future__ import annotations

import pytest
from tests.unit.patterns.test_find_progressions import check

import grundy
from grundy.patterns import find_progressions


@pytest.mark.parametrize(
    ("rule", "claim"),
    [
        ("take prime-powers", "P iff n % 6 == 0 from 0"),
        ("take {1} or primes", "P iff n % 4 == 0 from 0"),
        ("take {1, 3, 4}", "P iff n % 7 in {0, 2} from 0"),
        ("divisors", "P iff n % 2 == 1 from 1"),
        ("kayles", "P iff n == 0 from 0"),
        ("0.07", "P iff n % 34 in {5, 9, 21, 25, 29} from 36"),
        ("take k where gcd(n, k) == 1", "P iff n % 2 == 0 from 0"),
        ("take k where 2 * k < n", "P iff is_power(n, 2) from 1"),
    ],
)
def test_the_law_of_a_rule_holds_far_after_the_values_it_was_found_in(rule: str, claim: str) -> None:
    values = list(grundy.game(rule).values(1800))
    first, *others = find_progressions(values[:900])
    assert first.claim == claim
    for law in (first, *others):
        check(law, values)
