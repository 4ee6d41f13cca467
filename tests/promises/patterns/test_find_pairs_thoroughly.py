from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_find_pairs import AXES, Pairs, by_definition, table

from grundy.patterns import AdditivePairs, find_pairs, solved_pairs


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 6), st.data())
def test_any_few_remainders_of_two_heaps_make_a_law_that_says_exactly_the_table(m: int, data: st.DataObject) -> None:
    rests = data.draw(st.sets(st.tuples(st.integers(0, m - 1), st.integers(0, m - 1)), max_size=4))
    rests |= {(y, x) for x, y in rests}
    pairs = {(a, b) for a in range(40) for b in range(a, 40) if (a % m, b % m) in rests}
    for found in find_pairs(pairs, 40):
        assert found.claim is not None
        said = table(found.claim.removeprefix("P iff ").split(" from ")[0], 40)
        assert {pair for pair in said if pair[0] >= found.start} == {pair for pair in pairs if pair[0] >= found.start}


STEPS = st.sets(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=3).map(
    lambda steps: steps | {(y, x) for x, y in steps}
)


@pytest.mark.nightly
@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_nim_with_finitely_many_more_moves_repeats_and_its_pairs_are_the_p_positions(steps: Pairs) -> None:
    solved = solved_pairs(steps, AXES)
    assert solved is not None
    assert by_definition(steps, AXES, 60) == solved.law.below(60)
    assert isinstance(solved.law, AdditivePairs)
    assert solved.law.reduced() == solved.law
    pairs = solved.law.below(250)
    found = find_pairs(pairs, 250)
    assert all(pattern.detail in {None, solved.law} for pattern in found)
    assert found or 9 * len(solved.law.first) > len(pairs)
