from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import GrundyError, InputError
from grundy_learn.problems import PROBLEMS, problem
from grundy_learn.problems.judge_input import InputField, JudgeInput, _slowly

REFUSED = [
    ("cf705b", b"", "line 1: expected the number of piles, found nothing"),
    ("cf705b", b"3\n", "line 2: expected a pile, found the end of the input"),
    ("cf705b", b"3\n1 2\n", "line 2: expected a pile (number 3 of 3), found nothing"),
    ("cf705b", b"3\n1 2 3 4\n", "line 2: expected 3 numbers, found more"),
    ("cf705b", b"3\n1 0 3\n", "line 2: expected a pile from 1 to 1000000000000000000, found 0"),
    ("cf705b", b"3\n1 -2 3\n", "line 2: expected a pile (number 2 of 3), found '-2' (negative)"),
    ("cf705b", b"3\n1 +2 3\n", "line 2: expected a pile (number 2 of 3), found '+2'"),
    ("cf705b", b"3\n1 1_000 3\n", "line 2: expected a pile (number 2 of 3), found '1_000'"),
    ("cf705b", b"3\n1 02 3\n", "line 2: expected a pile (number 2 of 3), found '02' (no leading zero)"),
    ("cf705b", b"3\n1 2.0 3\n", "line 2: expected a pile (number 2 of 3), found '2.0'"),
    (
        "cf705b",
        "3\n1 ٣ 3\n".encode(),
        "line 2: expected a pile (number 2 of 3), found '٣' (only the digits 0 to 9 count)",
    ),
    ("cf705b", b"3\n1 \xff 3\n", "line 2: expected a pile (number 2 of 3), found '\ufffd' (only the digits"),
    ("cf705b", b"3\n1 2\x0b3 4\n", "line 2: expected a pile (number 2 of 3), found '2\\x0b3'"),
    ("cf705b", b"3\n1 2 3\n4\n", "line 3: expected the end of the input, found '4'"),
    ("cf705b", b"3\n1 2 3\n \n4 5\n", "line 4: expected the end of the input, found '4 5'"),
    ("cf705b", b"3\n\n1 2 3\n", "line 2: expected a pile (number 1 of 3), found nothing"),
    ("cf705b", b"3 3\n1 2 3\n", "line 1: expected 1 number, found more"),
    ("cf705b", b"0\n\n", "line 1: expected the number of piles from 1 to 1000000, found 0"),
    ("cf705b", b"1000001\n1\n", "line 1: expected the number of piles from 1 to 1000000, found 1000001"),
    ("cf705b", b"1\n" + b"9" * 19, "line 2: expected a pile from 1 to 1000000000000000000, found 9999999999999999999"),
    ("cf705b", b"1\n" + b"9" * 300, "line 2: expected a pile from 1 to 1000000000000000000, found a longer number"),
    ("cf705b", b"1\n" + b"9" * 5000, "line 2: expected a pile, found a number of 5000 digits (at most 4000)"),
    ("j163", b"1\n3\n4\n", "line 1: expected the number of targets (number 2 of 2), found nothing"),
    ("j163", b"1 2\n3\n4\n", "line 3: expected a target (number 2 of 2), found nothing"),
    ("chcoinsg", b"3\n5\n6\n", "line 4: expected a pile, found the end of the input"),
    ("chcoinsg", b"3\n5\nx\n7\n", "line 3: expected a pile, found 'x'"),
    ("chcoinsg", b"2\n5\n6 7\n", "line 3: expected 1 number, found more"),
    ("chcoinsg", b"2\n5\n0\n", "line 3: expected a pile from 1 to 1000000000000000000, found 0"),
    ("m23ba", b"five\n", "line 1: expected the number of cells, found 'five'"),
    ("cf36d", b"1 0\n3 3\n", "line 1: expected the length k of the diagonal step from 1 to"),
    ("cf36d", b"2 2\n3 3\n3\n", "line 3: expected the columns of a board (number 2 of 2), found nothing"),
    ("cf36d", b"2 2\n3 3\n3 0\n", "line 3: expected the columns of a board from 1 to"),
    ("cf1312f", b"1\n2 1 3 6\n7 6\n", "line 2: expected the hit z from 1 to 5, found 6"),
    ("cf1312f", b"1\n2 1 3\n7 6\n", "line 2: expected the hit z (number 4 of 4), found nothing"),
    ("cf1312f", b"2\n2 1 3 4\n7 6\n", "line 4: expected the number of castles, found the end of the input"),
    ("agc010d", b"3\n2 4 6\n", "line 2: expected numbers with greatest common divisor 1, found divisor 2"),
    ("cf2045f", b"1\n2 2 4\n1 1 3\n2 3 2\n", "line 4: expected a row from 1 to 2 and a column from 1 to the row, "),
    ("cf2045f", b"1\n2 2 4\n1 1 3\n3 1 2\n", "line 4: expected a row from 1 to 2 and a column from 1 to the row, "),
    ("cf2045f", b"1\n2 2 4\n2 1 3\n2 1 2\n", "line 4: expected a new cell, found (2, 1) of line 3 again"),
    ("cf2045f", b"1\n2 2 4\n1 1 3\n", "line 4: expected the row of a cell, found the end of the input"),
]


@pytest.mark.parametrize(("name", "data", "message"), REFUSED)
def test_bad_input_ends_in_one_error_that_names_the_line_and_what_was_expected(
    name: str, data: bytes, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        list(problem(name).solve(data))
    assert caught.value.message.startswith(message)
    assert caught.value.exit_code == 2


def test_the_place_of_the_mistake_is_marked() -> None:
    with pytest.raises(InputError) as caught:
        list(problem("cf705b").solve(b"3\n1 2x 3\n"))
    assert caught.value.place() == ["  1 2x 3", "    ^"]


@pytest.mark.parametrize(
    "data",
    [b"3\n1 2 3", b"3\n1 2 3\n\n \n\t\n", b" 3 \n\t1  2\t3 \n", b"3\r\n1 2 3\r\n\r\n"],
    ids=["no last line end", "blank lines behind", "blanks", "CR LF"],
)
def test_blanks_and_line_ends_do_not_matter(data: bytes) -> None:
    assert list(problem("cf705b").solve(data)) == ["2", "1", "1"]


LINES = st.lists(
    st.sampled_from([b"0", b"1", b"7", b"10", b"07", b"+1", b"x", b"", b" ", b"\t", b"\r", b"999", b"\n", b"  "]),
    max_size=8,
).map(b" ".join)
FIELDS = st.lists(
    st.builds(InputField, st.just("a number"), st.integers(0, 2), st.integers(5, 1000)), min_size=1, max_size=3
)


def told(read: object) -> object:
    assert callable(read)
    try:
        return read()
    except InputError as error:
        return error.message, error.at


@given(LINES.map(lambda line: line.replace(b"\n", b"")), st.integers(1, 4))
def test_the_pattern_of_a_list_agrees_with_reading_number_by_number(line: bytes, length: int) -> None:
    field, data = InputField("a number", 1, 50), line.rstrip(b" \t\r\n")
    assert told(lambda: JudgeInput(line).numbers(length, field)) == told(lambda: _slowly(data, 1, [field] * length))


@given(LINES, FIELDS)
def test_the_pattern_of_rows_agrees_with_reading_line_by_line(text: bytes, fields: list[InputField]) -> None:
    lines = text.rstrip(b" \t\r\n").split(b"\n")
    assert told(lambda: JudgeInput(text).rows(len(lines), *fields)) == told(
        lambda: [tuple(_slowly(line, i, fields)) for i, line in enumerate(lines, 1)]
    )


@given(st.sampled_from(list(PROBLEMS)), st.text("0123456789 \n-+x\r\t", max_size=40))
def test_whatever_is_typed_is_answered_or_refused(name: str, text: str) -> None:
    try:
        answer: object = list(problem(name).solve(text.encode()))
    except GrundyError as error:
        answer = (error.exit_code, error.message[:5])
    assert answer == (2, "line ") or (isinstance(answer, list) and answer)
