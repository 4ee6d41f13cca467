from __future__ import annotations

import pytest
from tests.unit.patterns.test_find_formulas import given
from tests.unit.patterns.test_find_likeness import CATALOGUE, values
from tests.unit.patterns.test_find_progressions import check

from grundy.notation import read_ruleset
from grundy.patterns import find_formulas, find_likeness, find_progressions
from grundy.workflows.claims.claim import check_claim

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
    data = values(rule, 1500)
    first, *_ = find_formulas(data[:200])
    assert first.claim == RULES[rule]
    heaps = range(first.start, len(data))
    assert given(str(first.expression), heaps) == data[first.start :]


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
    data = values(rule, 1800)
    first, *others = find_progressions(data[:900])
    assert first.claim == claim
    for law in (first, *others):
        check(law, data)


def test_dawsons_games_are_the_same_up_to_a_shift() -> None:
    claims = [pattern.claim for pattern in find_likeness(values("0.137"), CATALOGUE)]
    assert claims == ["same as 0.137", "same as 0.07 shifted by -1", "same as 0.4 shifted by -2"]
    for claim in claims:
        assert check_claim(read_ruleset("0.137"), str(claim)).verdict == "proved"


@pytest.mark.parametrize(
    ("rule", "text", "misere"),
    [
        ("take k where n % k == 0 and k < n", "P iff n % 2 == 1", False),
        ("take k where n % k == 0 and k < n", "P iff n == 2 or n % 2 == 1 and n > 3", True),
        ("take {1} or primes or take 9", "P iff n % 4 == 0", False),
        ("take {1, 2} or take k where k % 3 == 1 and n > 100", "P iff n % 3 == 0", False),
        ("take any or take 4", "P iff n == 0", False),
    ],
)
def test_what_a_rule_says_proves_its_claims(rule: str, text: str, misere: bool) -> None:
    assert check_claim(read_ruleset(rule), text, 40, misere=misere).verdict == "proved"
