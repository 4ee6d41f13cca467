from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.core import nim_inverse, nim_power, nim_product, nim_quadratic, nim_square_root
from grundy.core.nim_tower import tower_square

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
