from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples

from grundy.core import Budget, read_code
from grundy.sequences import code_values, plain_subtraction_values, rule_period
from grundy.sequences.periods import _proved

octal = st.builds(
    lambda first, digits: f"{first}.{digits}", st.sampled_from("04"), st.text("01234567", min_size=1, max_size=3)
)


TAKES = st.sets(st.integers(1, 12), min_size=1, max_size=4)


def smallest(values: list[int], period: int) -> int:
    """The least n0 from which the values repeat with this period, by looking at all of them."""
    return next(
        n for n in range(len(values)) if all(values[i] == values[i + period] for i in range(n, len(values) - period))
    )


@settings(max_examples=examples(120))
@given(octal)
def test_both_numbers_are_minimal_for_random_codes(text: str) -> None:
    found = rule_period(read_code(text), 250)
    if found is not None:
        values = code_values(read_code(text), 500)
        end = found.preperiod + found.period
        assert all(values[n] == found.value(n) for n in range(501))
        assert smallest(values, found.period) == found.preperiod
        divisors = [p for p in range(1, found.period) if found.period % p == 0]
        assert not any(all(values[n] == values[n + p] for n in range(found.preperiod, end)) for p in divisors)
        assert list(found.values) == values[:end]


@given(TAKES)
def test_both_numbers_are_minimal_for_random_subtraction_sets(takes: set[int]) -> None:
    found = rule_period(tuple(sorted(takes)), 3000)
    values = plain_subtraction_values(sorted(takes), 3000, Budget())
    assert found is not None
    assert smallest(values[:1000], found.period) == found.preperiod
    assert all(found.value(n) == values[n] for n in range(3001))
    assert not any(
        all(values[n] == values[n + p] for n in range(found.preperiod, found.preperiod + found.period))
        for p in range(1, found.period)
    )


def test_grundys_game_and_the_open_octal_games_have_no_period_that_is_near() -> None:
    for code in ("0.6", "0.007", "0.16"):
        assert rule_period(read_code(code), 3000) is None


def naive_proof(values: list[int], window: int, least: int) -> tuple[int, int] | None:
    """Every p from 1, its preperiod by looking at all values, and the window of two heaps."""
    for p in range(1, len(values) // 2 + 1):
        n0 = next(n for n in range(len(values)) if values[n + p :] == values[n : len(values) - p])
        if 2 * max(n0, least) + p + window + p <= len(values):
            return n0, p
    return None


@settings(max_examples=examples(200))
@given(
    st.lists(st.integers(0, 2), max_size=60),
    st.lists(st.integers(0, 2), min_size=1, max_size=9),
    st.integers(80, 400),
    st.integers(0, 40),
)
def test_one_reading_for_all_periods_proves_what_a_reading_for_each_does(
    head: list[int], cycle: list[int], length: int, window: int
) -> None:
    values = (head + cycle * length)[:length]
    assert _proved(values, lambda n0, p: 2 * n0 + p + window, 1) == naive_proof(values, window, 1)
