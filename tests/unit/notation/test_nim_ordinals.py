"""Transfinite nimbers are a field, and the tabulated numbers a(p) are those that the theorem of Lenstra demands."""

from __future__ import annotations

from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import InputError, LimitReached
from grundy.core import nim_product
from grundy.notation.nim_ordinals import (
    PRIMES,
    Ordinal,
    alpha,
    degree,
    finite,
    ordinal_inverse,
    ordinal_power,
    ordinal_product,
    ordinal_square,
    ordinal_square_root,
    ordinal_sum,
    show_ordinal,
)

W: Ordinal = {(1,): 1}
WW: Ordinal = {(0, 1): 1}
powers = st.tuples(st.integers(0, 8), st.integers(0, 4), st.integers(0, 1)).map(
    lambda power: power if power[2] else (power[:2] if power[1] else power[:1] if power[0] else ())
)
ordinals = st.dictionaries(powers, st.integers(1, 15), max_size=3)
small = st.dictionaries(st.integers(0, 8).map(lambda n: (n,) if n else ()), st.integers(1, 15), max_size=3)


@given(ordinals, ordinals, ordinals)
def test_the_axioms_of_a_commutative_ring(a: Ordinal, b: Ordinal, c: Ordinal) -> None:
    times, plus = ordinal_product, ordinal_sum
    assert times(a, b) == times(b, a)
    assert times(a, times(b, c)) == times(times(a, b), c)
    assert times(a, plus(b, c)) == plus(times(a, b), times(a, c))
    assert times(a, finite(1)) == a
    assert plus(a, a) == {}
    assert ordinal_square(a) == times(a, a)


@given(small)
def test_inverses_and_square_roots(a: Ordinal) -> None:
    root = ordinal_square_root(a)
    assert ordinal_square(root) == a
    if a:
        assert ordinal_product(a, ordinal_inverse(a)) == finite(1)
        assert ordinal_power(a, -3) == ordinal_inverse(ordinal_product(a, ordinal_product(a, a)))


@given(st.integers(0, 2**16 - 1), st.integers(0, 2**16 - 1))
def test_finite_nimbers_are_multiplied_as_before(a: int, b: int) -> None:
    assert ordinal_product(finite(a), finite(b)) == finite(nim_product(a, b))


@pytest.mark.parametrize(
    ("found", "known"),
    [
        (ordinal_power(W, 3), "2"),
        (ordinal_power(WW, 5), "4"),
        (ordinal_power({(3,): 1}, 3), "w"),
        (ordinal_power({(0, 0, 1): 1}, 7), "w + 1"),
        (ordinal_power({(0, 0, 0, 1): 1}, 11), "[w^w] + 1"),
        (ordinal_product(W, W), "[w^2]"),
        (ordinal_product(W, WW), "[w^(w + 1)]"),
        (ordinal_power({(0, 0, 0, 0, 1): 1}, 13), "w + 4"),
    ],
)
def test_known_values(found: Ordinal, known: str) -> None:
    assert show_ordinal(found) == known


@given(ordinals)
def test_a_written_ordinal_is_read_as_itself(a: Ordinal) -> None:
    from grundy.workflows.library.nim_algebra import calculate

    assert str(calculate(show_ordinal(a))) == show_ordinal(a)


def test_the_calculator_names_its_limit() -> None:
    from grundy.workflows.library.nim_algebra import calculate

    assert str(calculate("w * w / w + sqrt(w ^ -2)")) == show_ordinal(ordinal_sum(W, ordinal_inverse(W)))
    with pytest.raises(InputError, match=r"for an ordinal below w\^\(w\^w\), found 'w'"):
        calculate("w^(w^w)")
    with pytest.raises(InputError, match=r"^log is for finite nimbers, found an ordinal from w on$"):
        calculate("log(w, 2)")
    with pytest.raises(InputError, match=r"^0 has no nim inverse$"):
        calculate("1 / (w + w)")


def has_root(a: Ordinal, prime: int) -> bool:
    """Whether a nimber has a p-th root in every field that contains it and the p-th roots of unity, or none."""
    size = degree(a)
    order = next(f for f in range(1, prime) if pow(2, f, prime) == 1)
    size = size * order // gcd(size, order)
    return ordinal_power(a, (2**size - 1) // prime) == finite(1)


@pytest.mark.parametrize("prime", PRIMES)
def test_a_of_p_has_no_p_th_root_and_smaller_candidates_have_one(prime: int) -> None:
    found = alpha(prime)
    assert not has_root(found, prime)
    excess = found.get((), 0)
    if len(found) > 1:  # Lenstra: a(p) is k(f), a sum of certain k(q), plus a finite number
        for less in range(excess):
            assert has_root(ordinal_sum(found, finite(excess ^ less)), prime), (prime, less)


def test_products_that_need_unknown_numbers_are_refused() -> None:
    far: Ordinal = {(0,) * 13 + (1,): 1}
    assert ordinal_sum(far, far) == {}
    with pytest.raises(LimitReached, match=r"w\^\(w\^13\)"):
        ordinal_product(far, far)
