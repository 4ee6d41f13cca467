from __future__ import annotations

import pytest
from hypothesis import given
from tests.unit.games.graphs.test_poset import bound, relations, text_of
from tests.unit.games.oracle import Oracle, check_hooks

from grundy.core import Outcome
from grundy.testing import Bare, check_packed
from grundy.workflows.library.solution import solve


@given(relations)
def test_theorems_parts_and_the_packed_rule_agree_with_the_definition_on_any_small_order(
    pairs: set[tuple[int, int]],
) -> None:
    rule, start = bound(text_of(5, ((a, b) for a, b in pairs if b < 5)))
    check_hooks(rule, [start])
    check_packed(rule, [start], machine=False)
    bare = Oracle(Bare(rule))
    assert rule.known_value(start) in (None, bare.value(start))
    assert rule.known_outcome(start) in (None, bare.outcome(start))


@pytest.mark.nightly
def test_a_greatest_element_makes_a_win_and_a_least_one_adds_1() -> None:
    rule, start = bound("a<b a<c b<d c<d")
    assert rule.known_outcome(start) is Outcome.N
    assert rule.known_value(start) is None
    forest, whole = bound("r<a<b r<c x<y")
    assert forest.known_value(whole) == Oracle(forest).value(whole) == (1 + (2 ^ 1)) ^ 2
    chain = "<".join(f"e{i}" for i in range(2000))
    assert solve(f"poset: {chain}").value == 2000
