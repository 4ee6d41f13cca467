from __future__ import annotations

import random
import time
from itertools import count

import pytest
from hypothesis import given, settings
from tests.cases import examples
from tests.pace import spent
from tests.unit.patterns.test_find_automata import automata

from grundy.patterns import Automaton, find_automata
from grundy.patterns.automata import learn

SIZE = 20_000


def minimal_states(automaton: Automaton) -> int:
    """Reachable states that differ, by refinement of a partition (E. F. Moore, 1956)."""
    return refined(automaton)[0]


def refined(automaton: Automaton) -> tuple[int, int]:
    """How many reachable states differ, and how many digits tell any two of them apart."""
    reached = list(depths(automaton))
    classes: dict[int, object] = {state: automaton.outputs[state] for state in reached}
    for digits in count():
        finer: dict[int, object] = {}
        names: dict[object, int] = {}
        for state in reached:
            key = (classes[state], *(classes[after] for after in automaton.transitions[state]))
            finer[state] = names.setdefault(key, len(names))
        if len(set(finer.values())) == len(set(classes.values())):
            return len(names), digits
        classes = finer
    raise AssertionError


def depths(automaton: Automaton) -> dict[int, int]:
    """How many digits lead to each reachable state."""
    found, reached = {0: 0}, [0]
    for state in reached:
        for after in automaton.transitions[state]:
            if after not in found:
                found[after] = found[state] + 1
                reached.append(after)
    return found


@pytest.mark.nightly
@settings(max_examples=examples(50), deadline=None)
@given(automata())
def test_what_is_learned_in_either_direction_is_minimal_by_refinement(made: Automaton) -> None:
    values = made.values(SIZE)
    for least_first in (True, False):
        found = learn(bytes(values), made.base, least_first=least_first, most_states=300)
        if found is not None and found.values(SIZE) == values:
            assert minimal_states(found) == found.states
            if least_first == made.least_first:
                assert found.states <= minimal_states(made)


@pytest.mark.nightly
def test_ten_thousand_values_take_less_than_a_second() -> None:
    chance = random.Random(3)
    for values in (
        [chance.randrange(3) for _ in range(10_000)],
        [n.bit_count() % 2 for n in range(10_000)],
        [31, 32, 33, *(n % 30 for n in range(3, 10_000))],
    ):
        before = time.process_time()
        find_automata(values)
        assert spent(before) < 1
