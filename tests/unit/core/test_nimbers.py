from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.golden.reading import golden

from grundy.core import InputError, mex, nim_product, nim_sum

NUMBERS = st.integers(0, 2**256 - 1)
HUGE = st.integers(2**4095, 2**4096 - 1)


@pytest.mark.parametrize(
    ("values", "least"),
    [
        ([], 0),
        ([0, 1, 3], 2),
        ([0, 2, 4], 1),
        ([0, 5, 1, 3], 2),
        ([2, 0, 1], 3),
        ([1, 3, 5], 0),
        (range(1, 1000), 0),
        ([0, 0, 1, 1], 2),
        (iter([3, 0, 1]), 2),
        ({0, 1, 2}, 3),
        (frozenset({0, 2}), 1),
    ],
)
def test_the_mex_table_of_the_catalogue(values: list[int], least: int) -> None:
    assert mex(values) == least


@given(st.sets(st.integers(0, 60)))
def test_the_mex_is_missing_and_everything_below_it_is_there(values: set[int]) -> None:
    least = mex(values)
    assert least not in values
    assert set(range(least)) <= values


@given(NUMBERS, NUMBERS, NUMBERS)
def test_the_nim_sum_is_a_group_in_which_everything_is_its_own_inverse(a: int, b: int, c: int) -> None:
    assert nim_sum([a, b]) == nim_sum([b, a])
    assert nim_sum([nim_sum([a, b]), c]) == nim_sum([a, nim_sum([b, c])]) == nim_sum([a, b, c])
    assert nim_sum([a, 0]) == a
    assert nim_sum([a, a]) == 0
    assert nim_sum([]) == 0


def test_the_nim_sum_is_the_least_number_that_no_smaller_pair_gives() -> None:
    for a in range(24):
        for b in range(24):
            assert nim_sum([a, b]) == mex([x ^ b for x in range(a)] + [a ^ y for y in range(b)])


def test_the_golden_multiplication_table() -> None:
    table = golden("graph_games")["nim_products_0_to_15"]
    assert [[nim_product(a, b) for b in range(16)] for a in range(16)] == table


def test_the_nim_product_is_the_mex_of_its_definition() -> None:
    @cache
    def product(a: int, b: int) -> int:
        return mex(product(x, b) ^ product(a, y) ^ product(x, y) for x in range(a) for y in range(b))

    for a in range(41):
        for b in range(a + 1):
            assert nim_product(a, b) == nim_product(b, a) == product(a, b)


@pytest.mark.parametrize(
    ("a", "square"), [(2, 3), (4, 6), (16, 24), (256, 384), (1 << 16, 3 << 15), (1 << 32, 3 << 31)]
)
def test_a_fermat_power_squared_is_one_and_a_half_times_itself(a: int, square: int) -> None:
    assert nim_product(a, a) == square


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16, 32, 64, 128])
def test_a_fermat_power_times_a_smaller_number_is_the_ordinary_product(width: int) -> None:
    fermat = 1 << width
    for b in (0, 1, fermat // 2, fermat - 1):
        assert nim_product(fermat, b) == fermat * b


@settings(max_examples=2)
@given(HUGE, st.integers(0, 2**64), st.integers(0, 2**64))
def test_numbers_of_4096_bits_multiply_too(a: int, b: int, c: int) -> None:
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(a, a + 1) == nim_product(a, a) ^ nim_product(a, a ^ (a + 1))


@pytest.mark.parametrize(("a", "b"), [(-1, 2), (2, -1), (-3, -3)])
def test_negative_factors_are_refused(a: int, b: int) -> None:
    with pytest.raises(InputError, match="expected a non-negative whole number, found -"):
        nim_product(a, b)
