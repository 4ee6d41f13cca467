from __future__ import annotations

import random
import time
from itertools import count

import pytest
from hypothesis import assume, given, settings
from tests.cases import examples
from tests.pace import spent
from tests.unit.patterns.test_find_automata import automata

from grundy.automatic import Base
from grundy.automatic.learn import Table, learned
from grundy.core import Budget
from grundy.patterns import Automaton, find_automata, is_enough

SIZE = 20_000


def refined(automaton: Automaton) -> tuple[int, int]:
    """How many reachable states differ, and how many digits distinguish any two (E. F. Moore, 1956)."""
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
def test_what_is_learned_is_minimal_by_refinement(made: Automaton) -> None:
    values = made.values(SIZE)
    learnt = learned(Table(bytes(values), SIZE, 1), Base(made.base), 300, Budget())
    if learnt is not None:
        found = Automaton(made.base, tuple(map(tuple, learnt[0][:-1])), tuple(learnt[1][:-1]))
        if found.values(SIZE) == values:
            assert refined(found)[0] == found.states <= refined(made)[0]


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
    assert automaton.states <= refined(made)[0]
    assert refined(automaton)[0] == automaton.states
