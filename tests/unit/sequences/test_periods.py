from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.golden.reading import golden

from grundy.core import Budget, LimitReached, Limits, read_code
from grundy.sequences import Period, code_values, plain_subtraction_values, rule_period, rule_search
from grundy.sequences.periods import _proved


def test_the_range_of_the_theorem_is_what_was_checked() -> None:
    """0.77: g(n + 12) = g(n) for 71 <= n < 2 * 71 + 12 + 2, so the last heap looked at is 167."""
    found = rule_period(read_code("0.77"), 1000)
    assert found is not None
    assert (found.preperiod, found.period, found.checked_to) == (71, 12, 2 * 71 + 12 + 2 - 1 + 12)
    assert rule_period(read_code("0.77"), found.checked_to) == found
    assert rule_period(read_code("0.77"), found.checked_to - 1) is None


@pytest.mark.parametrize("case", golden("subtraction")["cases"], ids=lambda case: str(case["set"]))
def test_golden_subtraction_periods(case: dict[str, Any]) -> None:
    found = rule_period(case["set"], 5000)
    assert found is not None
    assert (found.preperiod, found.period) == (case["preperiod"], case["period"])
    assert [found.value(n) for n in range(301)] == case["values"]
    assert found.theorem is not None
    assert found.theorem.startswith("the theorem that a block of max(S)")


def test_one_flipped_value_anywhere_in_the_window_is_not_accepted() -> None:
    values = code_values(read_code("0.77"), 167)

    def reach(n0: int, p: int) -> int:
        return 2 * n0 + p + 2

    assert _proved(values, reach, 1) == (71, 12)
    for heap in range(71, 168):
        flipped = [*values]
        flipped[heap] ^= 16
        assert _proved(flipped, reach, 1) is None, heap
    for heap in range(71):
        flipped = [*values]
        flipped[heap] ^= 16
        assert _proved(flipped, reach, 1) == (71, 12)
    assert _proved(values[:-1], reach, 1) is None


def test_the_window_of_a_subtraction_set_is_its_largest_take_and_not_one_less() -> None:
    found = rule_period((2, 4, 7), 1000)
    assert found is not None
    assert found.checked_to == found.preperiod + found.period + 7 - 1
    assert rule_period((2, 4, 7), found.checked_to) == found
    assert rule_period((2, 4, 7), found.checked_to - 1) is None
    start = plain_subtraction_values((2,), 1, Budget())
    assert _proved(start, lambda n0, _: n0 + 1, 0) == (0, 1)
    assert _proved(start, lambda n0, _: n0 + 2, 0) is None
    assert plain_subtraction_values((2,), 7, Budget()) == [0, 0, 1, 1, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("code", "preperiod", "period"),
    [("0.0", 0, 1), ("0.1", 2, 1), ("0.01", 3, 1), ("4.0", 1, 2), ("0.3", 0, 2), ("0.001", 4, 1), ("0.F", 0, 2)],
)
def test_codes_that_die_and_small_hexadecimal_codes(code: str, preperiod: int, period: int) -> None:
    found = rule_period(read_code(code), 1000)
    assert found is not None
    assert (found.preperiod, found.period) == (preperiod, period)
    assert [found.value(n) for n in range(60)] == code_values(read_code(code), 59)


@settings(max_examples=examples(60))
@given(st.text("0123456789ABCDEF", min_size=1, max_size=2))
def test_hexadecimal_codes_with_three_heaps_are_covered_by_a_longer_window(digits: str) -> None:
    code = read_code(f"0.{digits}")
    found = rule_search(code, 60)
    if isinstance(found, Period):
        assert [found.value(n) for n in range(101)] == code_values(code, 100)
        heaps = max(1, *((digit or 0).bit_length() - 1 for digit in code.plain or ()))
        start = max(1, found.preperiod)
        window = heaps * start + (heaps - 1) * found.period + len(code.digits) - 1
        assert found.checked_to == window + found.period - 1


@pytest.mark.parametrize("code", ["0.8", "0.C", "0.3F"])
def test_an_arithmetic_period_is_not_proved_by_the_theorem_of_guy_and_smith(code: str) -> None:
    assert not isinstance(rule_search(read_code(code), 150), Period)


@pytest.mark.parametrize("code", ["4!.0", "0.7=", "0.{2+}"])
def test_codes_that_no_theorem_covers_prove_nothing(code: str) -> None:
    assert rule_period(read_code(code), 300) is None


def test_a_window_that_can_never_be_reached_costs_no_search() -> None:
    budget = Budget()
    assert rule_period((1, 5 * 10**9), 2_500_000, budget) is None
    assert budget.visited == 0
    assert rule_period(read_code("0." + "0" * 500 + "7"), 400, budget) is None
    assert budget.visited == 0


def test_a_short_period_after_a_long_window_is_looked_for_in_no_time() -> None:
    """{1, 99999}: period 2 from 0, and a proof needs a window of 99999."""
    found = rule_period((1, 99_999), 2_500_000)
    assert found is not None
    assert (found.preperiod, found.period, found.checked_to) == (0, 2, 100_000)


def test_a_limit_does_not_claim_that_a_period_is_missing() -> None:
    for most in (5000, 20_000):
        with pytest.raises(LimitReached, match="the limit of 150 positions"):
            rule_period(read_code("0.07"), most, Budget(Limits(positions=150)))
    with pytest.raises(LimitReached, match="the limit of 150 positions"):
        rule_period((2, 15, 17, 28), 5000, Budget(Limits(positions=150)))


def test_the_value_of_a_heap_beyond_all_computed_ones_follows_from_the_period() -> None:
    kayles = rule_period(read_code("0.77"), 1000)
    assert kayles is not None
    cycle = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    assert kayles.value(10**100) == cycle[10**100 % 12]
    assert [kayles.value(n) for n in range(72, 84)] == cycle
    assert kayles.value(10**4000) == kayles.value(72 + (10**4000 - 72) % 12)


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
