"""Automata are found where there are any, with as few states as can be, and nowhere else."""

from __future__ import annotations

import random
import time
from itertools import count

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.pace import spent

import grundy
from grundy.automatic import Base
from grundy.automatic.learn import Table, learned
from grundy.core import Budget, InputError, LimitReached, Limits
from grundy.patterns import Automaton, find_automata, is_enough


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    """Automata of 2 to 6 states that zeros in front of a number do not disturb."""
    base, states = draw(st.integers(2, 3)), draw(st.integers(2, 6))
    one = st.integers(0, states - 1)
    rows = [draw(st.tuples(*[one] * base)) for _ in range(states)]
    outputs = draw(st.lists(st.integers(0, 3), min_size=states, max_size=states))
    rows[0] = (0, *rows[0][1:])
    return Automaton(base, tuple(rows), tuple(outputs))


@settings(max_examples=examples(50), deadline=None)
@given(automata())
def test_reading_one_number_and_reading_all_numbers_agree(made: Automaton) -> None:
    assert made.values(500) == [made.evaluate(n) for n in range(500)]


@pytest.mark.parametrize("letters", [2, 3, 7, 64])
def test_noise_gives_no_automaton(letters: int) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        assert find_automata([chance.randrange(letters) for _ in range(5000)]) == []


def v2(n: int) -> int:
    return (n & -n).bit_length() - 1


AUTOMATIC: dict[str, tuple[list[int], int, int, int]] = {
    "Thue-Morse": ([n.bit_count() % 2 for n in range(4000)], 2, 2, 0),
    "v2 mod 2": ([0, *(v2(n) % 2 for n in range(1, 4000))], 2, 3, 0),
    "paperfolding": ([n >> v2(n) + 1 & 1 if n else 0 for n in range(4000)], 2, 4, 0),
    "Rudin-Shapiro": ([(n & n >> 1).bit_count() % 2 for n in range(4000)], 2, 4, 0),
    "powers of 2": ([int(n > 0 == n & n - 1) for n in range(4000)], 2, 3, 0),
    "mod 3": ([sum(map(int, str(n))) % 3 if n > 2 else 9 for n in range(4000)], 2, 6, 0),
    "exceptions": ([9, 8, 7, 9, 7, *(n.bit_count() % 3 for n in range(5, 4000))], 2, 8, 0),
    "sevens": ([int("7" in str(n)) for n in range(8000)], 10, 2, 0),
}


@pytest.mark.parametrize("name", AUTOMATIC)
def test_well_known_automatic_sequences_are_found_with_few_states(name: str) -> None:
    values, *expected = AUTOMATIC[name]
    [found] = find_automata(values)
    automaton = found.detail
    assert isinstance(automaton, Automaton)
    assert [automaton.base, automaton.states, found.start] == expected
    assert automaton.values(len(values))[found.start :] == values[found.start :]
    assert (found.kind, found.checked_to, found.claim) == ("automaton", len(values) - 1, None)


OTHERS: dict[str, list[int]] = {
    "v2": [0, *(v2(n) for n in range(1, 10_000))],
    "squares": [int(round(n**0.5) ** 2 == n) for n in range(10_000)],
    "shifted v2": [v2(n + 1) if n % 3 else 5 for n in range(10_000)],
    "palindromes": [int(str(n) == str(n)[::-1]) for n in range(10_000)],
    "constant": [0] * 5000,
    "constant at last": [3, 1, 4, 1, 5, *[0] * 5000],
    "digit sums": [n.bit_count() for n in range(2000)],
    "80 values": [n % 80 for n in range(5000)],
    "4": [0, 1, 1, 0],
    "1": [0],
    "0": [],
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_sequence_that_is_not_automatic_or_shows_too_little_gives_none(name: str) -> None:
    assert find_automata(OTHERS[name]) == []


def test_one_false_term_anywhere_after_the_exceptions_refuses_the_automaton() -> None:
    values = [n.bit_count() % 2 for n in range(4000)]
    for wrong in (100, 700, 1500, 3999):
        changed = [*values[:wrong], 1 - values[wrong], *values[wrong + 1 :]]
        assert find_automata(changed) == []


def test_the_outcome_may_be_automatic_where_the_value_is_not() -> None:
    values = grundy.game("divisors").values(3999)
    assert len(values) == 4000
    assert find_automata(values) == []
    [found] = find_automata(values, outcome=True)
    assert "P-position" in found.text
    automaton = found.detail
    assert isinstance(automaton, Automaton)
    assert automaton.values(4000)[found.start :] == [int(value == 0) for value in values][found.start :]


def test_a_limit_stops_the_search() -> None:
    with pytest.raises(LimitReached):
        find_automata([n % 7 for n in range(5000)], budget=Budget(Limits(positions=10)))


@pytest.mark.parametrize(
    ("base", "rows", "outputs"), [(1, ((0,),), (0,)), (2, ((0, 1),), (0,)), (2, ((0,),), (0,)), (2, (), ())]
)
def test_a_table_that_is_not_complete_is_refused(
    base: int, rows: tuple[tuple[int, ...], ...], outputs: tuple[int, ...]
) -> None:
    with pytest.raises(InputError, match="expected for every state an output and one next state for each digit"):
        Automaton(base, transitions=rows, outputs=outputs)


def test_a_negative_number_has_no_digits_to_read() -> None:
    with pytest.raises(InputError, match="expected a number n >= 0, found -1"):
        Automaton(2, transitions=((0, 0),), outputs=(0,)).evaluate(-1)


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
