from __future__ import annotations

import pytest
from tests.unit.workflows.claims.test_claim import verdict

from grundy.core import Limits
from grundy.notation import read_ruleset
from grundy.workflows.claims.claim import check_claim

PROVED = [
    ("take 1..3", "P iff n % 4 == 0"),
    ("take 1..3", "value == n % 4 from 0"),
    ("nim(max=5)", "value == n % 6"),
    ("take k where n % k == 0 and k < n", "P iff n % 2 == 1"),
    ("bash(max=5, min=2)", "N iff n % (2+5) >= 2"),
    ("bash(max=5, min=2)", "value == n % 7 // 2"),
    ("bash(max=5, min=3, end=rest)", "N iff 1 <= n % 8 <= 5"),
    ("divisors", "value == v2(n)"),
    ("divisors", "P iff n % 2 == 1"),
    ("split", "value == (n - 1) % 2"),
    ("split", "P iff (a + b) % 2 == 0 from 1"),
    ("nim", "P iff a ^ b ^ c == 0"),
    ("nim", "value == a ^ b"),
    ("nim(max=2)", "P iff a % 3 ^ b % 3 == 0"),
    ("staircase", "value == b ^ d"),
    ("moore(k=1)", "P iff a == b"),
    ("take {1, 3, 4}", "P iff n % 7 in {0, 2}"),
    ("take {1, 3, 4}", "value <= 3"),
    ("take {1} or primes", "P iff n % 4 == 0"),
    ("take prime-powers", "P iff n % 6 == 0"),
    ("take powers(2)", "value == n % 3"),
    ("take any", "value == n"),
    ("lasker", "value == max(0, n + n % 4 // 3 - 1 + (n % 4 + 3) // 4)"),
    ("0.77", "periodic 12 from 71"),
    ("0.77", "periodic 24 from 100"),
    ("0.07", "periodic 34 from 53"),
    ("kayles", "N iff n > 0"),
    ("kayles", "value <= 8"),
    ("0.07", "same as 0.137 shifted by 1"),
    ("0.137", "same as 0.07 shifted by -1"),
]


@pytest.mark.parametrize(("ruleset", "claim"), PROVED)
def test_right_formulas_are_proved_where_a_theorem_covers_them(ruleset: str, claim: str) -> None:
    found = check_claim(read_ruleset(ruleset), claim)
    assert (found.verdict, found.counterexample) == ("proved", None)
    assert found.theorem
    assert found.checked_to >= 4


REFUTED = [
    ("bash(max=2, min=2)", "N iff n % (2+2) <= 2", "1"),
    ("bash(max=2, min=2, end=rest)", "N iff n % (2+2) <= 2", "4"),
    ("nim(max=2)", "P iff (a ^ b) % 3 == 0", "1 2"),
    ("take squares", "P iff n % 5 in {0, 2}", "25"),
    ("0.77", "periodic 12 from 70", "70"),
    ("0.07", "periodic 12 from 53", "53"),
    ("0.161", "same as 0.36", "519"),
    ("0.27", "same as 0.06", "2"),
    ("staircase", "P iff a ^ c == 0", "0 0 1"),
    ("grundy", "value <= 4", "41"),
    ("euclid(end=positive)", "P iff a + 1 == b", "1 1"),
    ("split", "value == (n - 1) % 2 from 0", "0"),
]


@pytest.mark.parametrize(("ruleset", "claim", "position"), REFUTED)
def test_wrong_statements_of_common_texts_fail_at_their_smallest_counterexample(
    ruleset: str, claim: str, position: str
) -> None:
    assert verdict(ruleset, claim) == ("refuted", position)


def test_0_27_is_0_26() -> None:
    assert verdict("0.27", "same as 0.26")[0] in {"proved", "holds"}


@pytest.mark.nightly
def test_a_limit_leaves_what_holds_so_far() -> None:
    found = check_claim(read_ruleset("officers"), "value <= 5000", 10**8, limits=Limits(seconds=0.5))
    assert found.verdict == "holds"
    assert 0 < found.checked_to < 10**8
    assert "the 0.5-second limit" in found.reason
    assert found.to_dict()["reason"] == found.reason


def test_a_verdict_explains_itself_and_the_counterexample() -> None:
    found = check_claim(read_ruleset("take squares"), "P iff n % 5 in {0, 2}")
    text = found.explain()
    assert "Refuted at 25: the claim says P, but it is N." in text
    assert "Winning move" in text
    assert repr(found) == "Verdict('take squares', 'P iff n % 5 == 0 or n % 5 == 2', refuted at 25)"
    assert "&#x27;" not in found._repr_html_()
    code = check_claim(read_ruleset("0.77"), "periodic 12 from 70").explain()
    assert "heap 70 has the value 6, but heap 82 has 2." in code
    same = check_claim(read_ruleset("0.161"), "same as 0.36").explain()
    assert "heap 519 of 0.161 has the value 2, but heap 519 of 0.36 has 4." in same
    proved = check_claim(read_ruleset("take 1..3"), "P iff n % 4 == 0").explain()
    assert "Proved for every position with n at least 1." in proved
    assert "Golomb" in proved
    holds = check_claim(read_ruleset("take squares"), "value <= 9", 50).explain()
    assert "The claim is true for heaps 1 to 50, which were compared one by one. This is not a proof." in holds
