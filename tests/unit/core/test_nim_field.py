from __future__ import annotations

from functools import reduce
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.core import (
    Budget,
    InputError,
    LimitReached,
    Limits,
    nim_inverse,
    nim_log,
    nim_order,
    nim_power,
    nim_product,
    nim_quadratic,
    nim_square_root,
)
from grundy.core.nim_logarithm import fermat_factors
from grundy.core.nim_tower import tower_product, tower_square, tower_square_root, width_of
from grundy.core.nimbers import plain_product

NUMBERS = st.integers(0, 9).flatmap(lambda k: st.integers(0, 2 ** (2**k) - 1))
POSITIVE = NUMBERS.filter(bool)
SHORT = st.integers(1, 2**16 - 1)


@given(NUMBERS, NUMBERS)
def test_products_side_by_side_are_those_of_the_plain_recursion(a: int, b: int) -> None:
    a, b = a % 2**256, b % 2**256
    assert tower_product(a, b) == plain_product(a, b) == nim_product(a, b)


@given(NUMBERS)
def test_a_square_is_the_product_with_itself_and_its_root_leads_back(a: int) -> None:
    assert tower_square(a) == nim_product(a, a)
    assert nim_square_root(tower_square(a)) == tower_square(tower_square_root(a)) == a
    assert width_of(nim_square_root(a)) <= width_of(a)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_the_numbers_are_a_field(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(nim_product(a, b), c) == nim_product(a, nim_product(b, c))
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
    assert nim_product(a, 1) == a
    if a:
        assert nim_product(a, nim_inverse(a)) == 1
        assert nim_product(nim_product(b, a), nim_inverse(a)) == b


@given(POSITIVE)
def test_an_inverse_lies_in_the_same_field_and_is_its_own_inverse(a: int) -> None:
    inverse = nim_inverse(a)
    assert width_of(inverse) == width_of(a)
    assert nim_inverse(inverse) == a


@given(SHORT, st.integers(0, 40))
def test_a_power_is_a_product_of_equal_factors(a: int, exponent: int) -> None:
    assert nim_power(a, exponent) == reduce(nim_product, [a] * exponent, 1)
    assert nim_product(nim_power(a, exponent), nim_power(a, -exponent)) == 1


def test_zero_to_the_power_of_zero_is_one_and_zero_stays_zero() -> None:
    assert nim_power(0, 0) == 1
    assert nim_power(0, 5) == 0


@given(NUMBERS, NUMBERS)
def test_the_roots_of_a_quadratic_equation_solve_it_and_differ_by_its_coefficient(a: int, b: int) -> None:
    roots = nim_quadratic(a, b)
    assert all(tower_square(x) ^ nim_product(a, x) == b for x in roots)
    assert list(roots) == sorted(roots)
    assert reduce(int.__xor__, roots, 0) == (a or nim_square_root(b))
    assert len(roots) == (2 if a else 1)


def test_a_field_holds_the_roots_exactly_when_trying_all_its_numbers_finds_them() -> None:
    for bits in (1, 2, 4):
        for a in range(1 << bits):
            for b in range(1 << bits):
                tried = tuple(x for x in range(1 << bits) if nim_product(x, x) ^ nim_product(a, x) == b)
                assert nim_quadratic(a, b, bits=bits) == tried


@given(st.integers(0, 6).flatmap(lambda k: st.tuples(st.just(2**k), st.integers(0, 2 ** (2**k) - 1))))
def test_the_trace_of_a_number_is_its_highest_bit_and_decides_artin_schreier(field: tuple[int, int]) -> None:
    bits, c = field
    trace, power = 0, c
    for _ in range(bits):
        trace, power = trace ^ power, tower_square(power)
    assert trace == c >> (bits - 1)
    assert bool(nim_quadratic(1, c, bits=bits)) == (trace == 0)


def test_the_factors_of_the_fermat_numbers_multiply_to_them_and_pass_fermats_test() -> None:
    for j in range(12):
        factors = fermat_factors(j)
        assert reduce(int.__mul__, factors) == 2 ** (2**j) + 1
        assert list(factors) == sorted(factors)
        assert all(pow(3, p - 1, p) == 1 for p in factors if p > 3)
        assert all(p < 10**7 or isqrt(p) ** 2 != p for p in factors)


@pytest.mark.parametrize("a", [1, 2, 3, 4, 7, 13, 16, 100, 255])
def test_the_order_is_the_first_power_that_is_one(a: int) -> None:
    power, order = a, 1
    while power != 1:
        power, order = nim_product(power, a), order + 1
    assert nim_order(a) == order


@given(POSITIVE.filter(lambda a: a < 2**128))
def test_the_order_divides_the_order_of_the_field_and_no_smaller_divisor_does(a: int) -> None:
    order = nim_order(a)
    assert ((1 << width_of(a)) - 1) % order == 0
    assert nim_power(a, order) == 1
    for j in range(7):
        for p in fermat_factors(j):
            assert order % p or nim_power(a, order // p) != 1


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 2**64 - 1), st.integers(0, 2**70))
def test_the_logarithm_of_a_power_is_the_exponent_modulo_the_order(base: int, exponent: int) -> None:
    assert nim_log(base, nim_power(base, exponent)) == exponent % nim_order(base)


def test_logarithms_are_those_of_trying_all_exponents() -> None:
    for base in range(16):
        for a in range(20):
            first = next((n for n in range(16) if nim_power(base, n) == a), None)
            assert nim_log(base, a) == first, (base, a)


def test_a_logarithm_out_of_reach_is_refused_and_one_within_reach_of_a_large_field_is_found() -> None:
    large = 2**128 - 1
    with pytest.raises(LimitReached, match="modulo the prime 67280421310721 needs more than 1048576 steps"):
        nim_log(large, nim_power(large, 10**30))
    small = nim_power(large, 67280421310721)
    assert width_of(small) == 128
    assert nim_log(small, nim_power(small, 10**20)) == 10**20 % nim_order(small)
    with pytest.raises(LimitReached, match="field of 8192 bits is not factored"):
        nim_order(1 << 4096)


def test_a_meter_stops_a_long_power() -> None:
    with pytest.raises(LimitReached):
        nim_power(3 << 4000, 1 << 4000, Budget(Limits(positions=40)))
    with pytest.raises(LimitReached):
        nim_log(2**64 - 1, 12345678901234567891, Budget(Limits(positions=100)))


@pytest.mark.parametrize("a", [-1, 2.0, True, "3", None])
def test_an_invalid_nimber_is_refused(a: int) -> None:
    for function in (nim_inverse, nim_square_root, nim_order):
        with pytest.raises(InputError, match="expected a non-negative whole number"):
            function(a)
    for pair in ((a, 1), (1, a)):
        with pytest.raises(InputError, match="expected a non-negative whole number"):
            nim_quadratic(*pair)
        with pytest.raises(InputError, match="expected a non-negative whole number"):
            nim_log(*pair)


def test_the_errors_name_the_expected_text() -> None:
    with pytest.raises(InputError, match="0 has no nim inverse"):
        nim_inverse(0)
    with pytest.raises(InputError, match="0 has no nim inverse"):
        nim_power(0, -1)
    with pytest.raises(InputError, match=r"expected a whole number as exponent, found 0\.5"):
        nim_power(2, 0.5)  # type: ignore[arg-type]
    for bits in (3, 0, True, 2.0):
        with pytest.raises(InputError, match=f"expected the bits of a field, a power of 2, found {bits}"):
            nim_quadratic(1, 1, bits=bits)  # type: ignore[arg-type]
    assert nim_order(0) == 0


LONG = st.integers(2**4095, 2**4096 - 1)


@pytest.mark.nightly
@settings(max_examples=2, deadline=None)
@given(LONG, LONG)
def test_numbers_of_4096_bits_have_inverses_roots_and_quadratic_equations(a: int, b: int) -> None:
    assert nim_product(a, nim_inverse(a)) == 1
    assert tower_square(nim_square_root(a)) == a
    for x in nim_quadratic(a, b):
        assert tower_square(x) ^ nim_product(a, x) == b
    assert nim_power(a, 5) == nim_product(tower_square(tower_square(a)), a)
