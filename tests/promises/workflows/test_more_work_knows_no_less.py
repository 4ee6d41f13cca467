"""Exploring twice as far tells everything that was told before."""

from __future__ import annotations

import pytest

from grundy import Limits
from grundy.notation import read_ruleset
from grundy.workflows.exploring.explore import explore

RULES = [
    "kayles",
    "0.26",
    "take {2, 5, 7}",
    "take k where n % k == 0 and k < n",
    "take 1..2 or split",
    "circular-kayles",
]


@pytest.mark.parametrize("text", RULES)
def test_patterns_and_equal_rulesets_of_fewer_heaps_are_checked_for_more(text: str) -> None:
    before: set[tuple[str, str]] = set()
    for to in (150, 300, 600):
        found = explore(read_ruleset(text), to, limits=Limits(seconds=60))
        now = {(one.kind, one.text) for one in found.discoveries}
        assert now >= before
        before = now
    assert before
