"""Rules in notation and the codes with the same moves."""

from __future__ import annotations

import pytest

from grundy import game, read_ruleset
from grundy.core import breaks
from grundy.games import code_of

RULES = {
    "take {1, 3}": "0.303",
    "take all-but {2, 5}": "0.30330[3]",
    "take any": "0.[3]",
    "take 1..2 or split": "4.33",
    "take any or split": "4.[3]",
    "take {4} or take all-but {1, 4}": "0.0333[3]",
    "kayles or take any": "0.77[3]",
}


@pytest.mark.parametrize("text", RULES)
def test_the_code_of_a_rule_has_its_moves(text: str) -> None:
    ruleset = read_ruleset(text)
    code = code_of(ruleset)
    assert code is not None
    assert str(code) == RULES[text]
    for heap in range(14):
        rule = {tuple(sorted(part for part in option if part)) for option in game(text).options(heap)}
        assert rule == set(breaks(code, heap)), heap


def test_other_rules_have_no_code() -> None:
    for text in ("take squares", "split a, b where a != b", "take k where k % 2 == 1", "take 1..2000"):
        assert code_of(read_ruleset(text)) is None
