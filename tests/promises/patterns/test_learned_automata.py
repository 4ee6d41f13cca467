from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from tests.cases import examples
from tests.promises.patterns.test_find_automata_thoroughly import SIZE, depths, minimal_states, refined
from tests.unit.patterns.test_find_automata import automata

from grundy.patterns import Automaton, find_automata, is_enough


def is_shown(automaton: Automaton, sample: int) -> bool:
    """Whether so many terms show every transition, and enough behind it to tell the states apart."""
    longest: int = automaton.base ** (max(depths(automaton).values()) + 1)
    apart: int = automaton.base ** refined(automaton)[1]
    return longest * max(8, apart) <= sample


@pytest.mark.nightly
@settings(max_examples=examples(60), deadline=None)
@given(automata())
def test_the_automaton_learned_from_a_sample_agrees_and_is_at_most_as_large_as_the_minimal_one(
    made: Automaton,
) -> None:
    values = made.values(SIZE)
    assume(is_enough(values[8:], 4 + made.entries + 8) and is_shown(made, SIZE // 2))
    found = find_automata(values, bases=(made.base,))
    assert len(found) == 1
    automaton = found[0].detail
    assert isinstance(automaton, Automaton)
    assert automaton.values(SIZE)[found[0].start :] == values[found[0].start :]
    assert automaton.states <= minimal_states(made)
    assert minimal_states(automaton) == automaton.states
