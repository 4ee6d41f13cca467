from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.oracle import check_hooks, labels

from grundy.core import InputError, Outcome, PositionError, RuleError, Sum
from grundy.games.heaps.euclid import Euclid

ZERO, POSITIVE = Euclid(), Euclid(end="positive")


def test_every_hook_agrees_with_the_definition_when_zero_ends_play() -> None:
    oracle = check_hooks(ZERO, product(range(31), repeat=2))
    assert all(ZERO.known_outcome(pair) is oracle.outcome(pair) for pair in product(range(31), repeat=2))


def test_every_hook_agrees_with_the_definition_when_both_stay_positive() -> None:
    oracle = check_hooks(POSITIVE, product(range(1, 31), repeat=2))
    assert all(POSITIVE.known_value(pair) == oracle.value(pair) for pair in product(range(1, 31), repeat=2))


def test_equal_numbers_are_n_where_zero_is_allowed_and_p_where_not() -> None:
    assert ZERO.known_outcome((5, 5)) is Outcome.N
    assert POSITIVE.known_outcome((5, 5)) is Outcome.P
    assert labels(ZERO.moves_to((5, 5), 0)) == ["take 5 from heap 1", "take 5 from heap 2"]
    assert not labels(POSITIVE.moves((5, 5)))


def test_the_golden_ratio_decides() -> None:
    assert POSITIVE.known_outcome((8, 5)) is Outcome.P
    assert POSITIVE.known_outcome((5, 3)) is Outcome.N
    assert labels(ZERO.moves((25, 7))) == ["take 7 from heap 1", "take 14 from heap 1", "take 21 from heap 1"]
    assert labels(ZERO.moves_to((25, 7), 0)) == ["take 14 from heap 1"]


@given(st.integers(1, 10**1000), st.integers(1, 10**1000), st.sampled_from([ZERO, POSITIVE]))
def test_huge_numbers_answer_and_every_winning_move_wins(a: int, b: int, rule: Euclid) -> None:
    moves = list(rule.moves_to((a, b), 0) or ())
    assert (rule.known_outcome((a, b)) is Outcome.N) == bool(moves)
    assert all(rule.known_outcome(move.leaves[0]) is Outcome.P for move in moves)


def test_moves_are_counted_without_listing_them() -> None:
    assert ZERO.count_moves((1, 10**30)) == 10**30
    assert POSITIVE.count_moves((1, 10**30)) == 10**30 - 1


def test_with_the_zero_end_other_values_have_no_theorem() -> None:
    assert ZERO.known_value((3, 7)) is None
    assert ZERO.moves_to((3, 7), 1) is None


def test_names_and_refusals() -> None:
    assert (ZERO.name, POSITIVE.name) == ("euclid", "euclid(end=positive)")
    assert ZERO.read("7 3") == Sum((7, 3))
    with pytest.raises(RuleError) as end:
        Euclid(end="never")
    assert end.value.message == "euclid: end is zero or positive, not 'never'"
    with pytest.raises(PositionError) as zero:
        POSITIVE.read("3 0")
    assert zero.value.message == "euclid(end=positive): both numbers must be positive"
    with pytest.raises(InputError) as one:
        ZERO.read("7")
    assert one.value.message == "euclid needs two numbers, found 1"
