from __future__ import annotations

import pytest

from grundy.notation import read_ruleset
from grundy.workflows.claims.claim import check_claim


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
