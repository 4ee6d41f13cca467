"""The moves of rulesets as expressions are the moves that the rulesets list."""

from itertools import product

import pytest

from grundy import read_game, read_ruleset
from grundy.core import Budget
from grundy.patterns.rule_tables import ListedMoves
from grundy.workflows.claims.claim import check_claim
from grundy.workflows.solving.rule_moves import moves_of

RULES = {
    "take k where 2 * k <= n": 1,
    "take {1, 3, 4}": 1,
    "take 1..3 or take k where k % 5 == 0": 1,
    "wythoff": 2,
    "wythoff(a=2)": 2,
    "vectors(steps={(1,2)}, rays={(1,1)})": 2,
    "take i, j of a, b where abs(i - j) < 2 or i == 0 or j == 0 until a + b <= 3": 2,
    "move n, most to n - k, 2 * k where 1 <= k <= n and k <= most": 2,
}


@pytest.mark.parametrize(("text", "width"), RULES.items())
def test_the_expressions_give_the_options_of_the_ruleset(text: str, width: int) -> None:
    ruleset = read_ruleset(text)
    rule = moves_of(ruleset, width, misere=False)
    assert rule is not None
    for heaps in product(range(5 if width > 1 else 12), repeat=width):
        [(_, position)] = read_game(f"{text}: {' '.join(map(str, heaps))}").parts
        listed = {one if isinstance(one, tuple) else (one,) for one in ruleset.options(position)}
        assert set(ListedMoves(rule).of(heaps)) == listed, heaps


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        ("take k where 2 * k <= n", "P iff is_power(n + 1, 2)", "proved"),
        ("take i, j of a, b where i == j or i == 2 * j", "P iff a == 0 or b == 0", "proved"),
        ("take k of a or take k of b until a + b <= 3 blocking 1", "P iff a + b <= 3", "refuted"),
        ("take k where k % 3 != 0", "value == n % 3", "proved"),
    ],
)
def test_claims_about_rules_with_conditions_are_decided(text: str, claim: str, verdict: str) -> None:
    assert check_claim(read_ruleset(text), claim, 8).verdict == verdict


def test_a_claim_that_is_not_decided_states_why() -> None:
    found = check_claim(
        read_ruleset("take k where 2 * k <= n"), "P iff is_power(n + 1, 2) and n * n >= 0", budget=Budget()
    )
    assert found.verdict == "holds"
    assert found.told()[-1] == "Automata do not decide it: not definable: n * n is a product of two numbers."
    assert found.to_dict()["obstacle"] == found.obstacle
