"""Codes in standard form have the values of the codes asked for, some heaps earlier."""

from __future__ import annotations

from random import Random

import pytest

from grundy.core import Budget, read_code
from grundy.sequences import plain_code_values, standard_form

TO = 70


def values(code: str) -> list[int]:
    return [*plain_code_values(read_code(code).plain or (), TO, Budget())]


@pytest.mark.parametrize(
    ("code", "form", "shift"),
    [
        ("0.07", "0.137", 1),  # Dawson's Kayles and Dawson's Chess
        ("0.4", "0.137", 2),
        ("0.007", "0.11337", 2),  # Treblecross; all these in Berlekamp, Conway and Guy, "Winning Ways", chapter 4
        ("0.454", "0.1776", 1),
        ("0.054", "0.1077", 1),
        ("4.0", "0.7", 1),
        ("0.77", "0.77", 0),
        ("0.0", "0.0", 0),
        ("0.3F", "0.3F", 0),
        ("4!.0", "4!.0", 0),
        ("0.[3]", "0.[3]", 0),
    ],
)
def test_the_standard_form_of_a_code(code: str, form: str, shift: int) -> None:
    found = standard_form(read_code(code))
    assert (str(found.code), found.shift) == (form, shift)


def test_codes_have_the_values_of_their_standard_form_some_heaps_later() -> None:
    random = Random(4)
    shifts = set()
    for _ in range(300):
        code = f"{random.choice('04')}.{random.randrange(8**4):04o}"
        form, shift = standard_form(read_code(code))
        shifts.add(shift)
        assert values(code)[: shift + 1] == [0] * (shift + 1), code
        assert values(code)[shift:] == values(str(form))[: TO + 1 - shift], code
    assert shifts >= {0, 1, 2, 3}


def test_a_long_code_is_its_own_standard_form() -> None:
    code = read_code("0." + "0" * 40 + "7")
    assert standard_form(code) == (code, 0)
