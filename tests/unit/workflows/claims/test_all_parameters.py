"""Claims about rules with parameters are decided for all of them, and refuted exactly where a member refutes them."""

from random import Random

import pytest

from grundy import read_ruleset
from grundy.core import InputError
from grundy.workflows.claims.all_parameters import check_parameters, has_parameters
from grundy.workflows.claims.claim import check_claim

PROVED = [
    ("take 1..K", "P iff n % (K + 1) == 0 for all K >= 1", False),
    ("take 1..K", "P iff n % (K + 1) == 1 for all K >= 1", True),
    ("take 1..K", "value == n % (K + 1) for all K", False),
    ("take S..M", "P iff n % (S + M) < S for all 1 <= S <= M", False),
    ("take {1, K}", "N iff n % (K + 1) % 2 != 0 or n % (K + 1) == K for all K >= 2 and K % 2 == 0", False),
    ("take 1..2 or take {K}", "P iff n % 3 == 0 for all K > 2 and K % 3 != 0", False),
    ("take k where n <= k + K", "P iff n == 0 or n > K and n < 0 for all K", False),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "claim", "misere"), PROVED)
def test_laws_of_families_are_proved(rule: str, claim: str, misere: bool) -> None:
    found = check_parameters(rule, claim, misere=misere)
    assert found.verdict == "proved", found.explain()


@pytest.mark.parametrize("seed", range(4))
def test_a_claim_about_all_parameters_is_refuted_exactly_if_a_member_refutes_it(seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        add, rest = rng.randint(0, 3), rng.randint(0, 2)
        rule, misere = rng.choice(["take 1..{}", "take {{2, {}}}", "take {} or take 1"]), rng.random() < 0.5
        text = f"P iff n % ({{}} + {add}) {rng.choice(['==', '<='])} {rest}"
        found = check_parameters(rule.format("K"), f"{text.format('K')} for all K >= 3", misere=misere)
        start = "" if misere else " from 0"
        members = {
            K: check_claim(read_ruleset(rule.format(K)), text.format(K) + start, 60, misere=misere)
            for K in range(3, 9)
        }  # fmt: skip
        first = next((K for K, verdict in members.items() if verdict.verdict == "refuted"), None)
        if found.counterexample is not None and found.counterexample["K"] in members:
            assert found.counterexample["K"] == first
            example = members[found.counterexample["K"]].counterexample
            assert example is not None
            assert example.heaps == (found.counterexample["n"],)
        else:
            assert first is None


def test_what_is_not_decided_states_why() -> None:
    found = check_parameters("take k where 2 * k <= n", "P iff n % (K + 1) == 500 for all K > 600")
    assert found.verdict == "holds"
    assert found.obstacle == "not definable: it is not shown that takes are at most 4 * (K + 1)"
    assert has_parameters("P iff n == 0 for all K")
    assert not has_parameters("P iff n == 0")


@pytest.mark.parametrize(
    ("rule", "claim", "message"),
    [
        ("take 1..q", "P iff n == 0 for all q", "expected parameters that begin with a capital letter"),
        ("take 1..K", "P if n == 0 for all K", "expected a claim, found 'P'"),
        ("eat 1..K", "P iff n == 0 for all K", "expected a rule with parameters, such as take 1..K, found 'eat'"),
        ("take 1..K", "P iff n == m for all K", "expected a number"),
        ("take 1..K", "P iff n == 0 for all K, L, m", "expected parameters after 'for all', found 'm'"),
    ],
)
def test_what_cannot_be_read_is_refused(rule: str, claim: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        check_parameters(rule, claim)
    assert error.value.message.startswith(message)
