from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pace import spent

from grundy.core import NotationError, read_integer, read_integers
from grundy.core.integers import MAX_DIGITS

TRAPS = [
    ("", "nothing"),
    ("٣", "'٣' (only the digits 0 to 9 count)"),
    ("3٣", "'3٣' (only the digits 0 to 9 count)"),
    ("²", "'²' (only the digits 0 to 9 count)"),
    ("\uff13", "'\uff13' (only the digits 0 to 9 count)"),
    ("1_000", "'1_000'"),
    (" 7", "' 7'"),
    ("7 ", "'7 '"),
    ("3\n", r"'3\n'"),
    (" 7\n", r"' 7\n'"),
    ("\t7", r"'\t7'"),
    ("7\u00a0", r"'7\xa0' (only the digits 0 to 9 count)"),
    ("+5", "'+5'"),
    ("-5", "'-5' (negative)"),
    ("-0", "'-0' (negative)"),
    ("--5", "'--5'"),
    ("007", "'007' (no leading zero)"),
    ("00", "'00' (no leading zero)"),
    ("1e3", "'1e3'"),
    ("1.0", "'1.0'"),
    ("0x10", "'0x10'"),
    ("True", "'True'"),
    ("NaN", "'NaN'"),
    ("Infinity", "'Infinity'"),
    ("\x00", r"'\x00'"),
    ("1" * 30 + "x", "'111111111111111111111...'"),
    ("9" * 4001, "a number of 4001 digits (at most 4000)"),
    ("0" * 4001, "a number of 4001 digits (at most 4000)"),
]


@pytest.mark.parametrize(("text", "found"), TRAPS, ids=[repr(text[:12]) for text, _ in TRAPS])
def test_what_python_would_take_for_a_number_is_refused_by_name(text: str, found: str) -> None:
    with pytest.raises(NotationError) as error:
        read_integer(text)
    assert error.value.message == f"expected a whole number, found {found}"
    assert (error.value.text, error.value.at) == (text, 0)


@given(st.integers(0, 10**40))
def test_every_number_reads_back(number: int) -> None:
    assert read_integer(str(number)) == number


def test_4000_digits_are_read_and_4001_refused() -> None:
    assert MAX_DIGITS == 4000
    assert read_integer("9" * 4000) == 10**4000 - 1
    assert read_integers("1 " + "9" * 4000) == [1, 10**4000 - 1]
    with pytest.raises(NotationError) as error:
        read_integers("1, " + "9" * 4001)
    assert error.value.message == "expected a heap size, found a number of 4001 digits (at most 4000)"
    assert error.value.at == 3


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("5", [5]), ("10 12 5", [10, 12, 5]), ("10,12,5", [10, 12, 5]), ("10, 12 , 5", [10, 12, 5]), ("  0   0 ", [0, 0])],
)
def test_heaps_are_separated_by_spaces_or_commas(text: str, numbers: list[int]) -> None:
    assert read_integers(text) == numbers


@pytest.mark.parametrize(
    ("text", "at", "found"),
    [
        ("", 0, "nothing"),
        ("   ", 3, "nothing"),
        ("3, 5,", 4, "a comma"),
        (",3", 0, "a comma"),
        ("  , 3", 2, "a comma"),
        (",", 0, "a comma"),
        ("3 x 5", 2, "'x'"),
        ("3 -5", 2, "'-5' (negative)"),
        ("3 5 07", 4, "'07' (no leading zero)"),
        ("3 ٣", 2, "'٣' (only the digits 0 to 9 count)"),
        ("3\t5", 0, r"'3\t5'"),
        ("3;5", 0, "'3;5'"),
        ("3 5\n", 2, r"'5\n'"),
        ("3 + 5", 2, "'+'"),
        ("1_0 2", 0, "'1_0'"),
    ],
)
def test_the_first_thing_that_is_not_a_heap_is_pointed_at(text: str, at: int, found: str) -> None:
    with pytest.raises(NotationError) as error:
        read_integers(text)
    assert error.value.message == f"expected a heap size, found {found}"
    assert (error.value.at, error.value.text) == (at, text)


def test_the_reader_names_the_expected_text() -> None:
    with pytest.raises(NotationError) as error:
        read_integer("x", "a number for k")
    assert error.value.message == "expected a number for k, found 'x'"
    assert error.value.expected == "a number for k"


def naive(text: str) -> list[int] | None:
    """A reader that is too simple to be wrong, and knows no places."""
    stripped = text.strip(" ")
    if not stripped or (stripped + " ").replace(" ", "").strip(",") != stripped.replace(" ", ""):
        return None
    if ",," in stripped.replace(" ", ""):
        return None
    tokens = [token for token in text.replace(",", " ").split(" ") if token]
    good = all(set(t) <= set("0123456789") and (t == "0" or t[0] != "0") and len(t) <= 4000 for t in tokens)
    return [int(token) for token in tokens] if good else None


@given(st.text(alphabet="0123 ,-x٣\t", max_size=20))
def test_the_reader_agrees_with_a_naive_one(text: str) -> None:
    check_against_naive(text)


@given(st.text(alphabet="012 ,", min_size=5, max_size=9), st.sampled_from(["", "x", "00", " ", ","]))
def test_long_texts_take_another_road_to_the_same_answer(piece: str, end: str) -> None:
    check_against_naive((piece + " ") * 2000 + end)


def check_against_naive(text: str) -> None:
    expected = naive(text)
    if expected is not None:
        assert read_integers(text) == expected
        return
    with pytest.raises(NotationError) as error:
        read_integers(text)
    assert error.value.at is not None
    assert 0 <= error.value.at <= len(text)


def test_powers_are_read_up_to_the_largest_number_of_digits() -> None:
    assert read_integers("10^100 2^4, 7") == [10**100, 16, 7]
    assert read_integers("10^3999") == [10**3999]
    for text in ("10^4000", "10^", "^3", "2^3^2", "2^03", "9^999999999999999999", "2 ^3", "-2^2"):
        with pytest.raises(NotationError, match="expected a heap size, found"):
            read_integers(text)


@pytest.mark.nightly
def test_a_million_heaps_are_read_within_seconds_and_right() -> None:
    numbers = [i * i % 1_000_003 for i in range(10**6)]
    text = " ".join(map(str, numbers))
    start = process_time()
    assert read_integers(text) == numbers
    assert spent(start) < 5


@pytest.mark.nightly
def test_a_mistake_after_a_million_heaps_is_still_found() -> None:
    with pytest.raises(NotationError) as error:
        read_integers("12 " * 10**6 + "x")
    assert error.value.at == 3 * 10**6
