from __future__ import annotations

from functools import cache

import pytest

from grundy.core import NotationError, read_code
from grundy.core.codes import partitions


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (".137", "0.137"),
        ("0.77", "0.77"),
        ("4.007", "4.007"),
        ("0.3F", "0.3F"),
        ("0.3f", "0.3F"),
        ("0.770", "0.77"),
        ("0.", "0.0"),
        ("0.000", "0.0"),
        ("0.7[0]", "0.7"),
        ("0.[3]", "0.[3]"),
        ("0.3003330[3]", "0.3003330[3]"),
        ("4!.0", "4!.0"),
        ("{2!}.0", "4!.0"),
        ("0.{1,0}", "0.3"),
        ("0.{1!,0=}", "0.3"),
        ("0.{0,0!}", "0.1"),
        ("0.{1,2!}", "0.6!"),
        ("0.{2!,3}", "0.{2!,3}"),
        ("0.{2,3}", "0.C"),
        ("0.{2+}", "0.{2+}"),
        ("0.{0+}", "0.*"),
        ("0.*", "0.*"),
        ("0.{0,1,2,3,4}", "0.V"),
        ("0.{5}", "0.{5}"),
        ("{2+}.3", "{2+}.3"),
    ],
)
def test_codes_are_written_in_their_shortest_form(text: str, shown: str) -> None:
    code = read_code(text)
    assert str(code) == shown
    assert read_code(shown) == code


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("", 0, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found nothing"),
        ("077", 1, "expected \".\" after the first digit, found '77'"),
        ("3.77", 0, "expected 0 or a digit that only splits (4, 8, C) before the point, found '3.77'"),
        ("*.7", 0, "expected 0 or a digit that only splits (4, 8, C) before the point, found '*.7'"),
        ("6.7", 0, "expected 0 or a digit that only splits (4, 8, C) before the point, found '6.7'"),
        ("0.7W", 3, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found 'W'"),
        ("0.7-", 3, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found '-'"),
        ("0.٣", 2, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found '٣'"),
        ("0..7", 2, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found '.7'"),
        ("0.7 7", 3, "expected a code without blanks, found one"),
        ("0.3!", 3, "expected a suffix only after a digit that splits (4 or more), found '!'"),
        ("0.{}", 3, "expected a number of heaps, found '}'"),
        ("0.{2", 4, 'expected "," or "}", found nothing'),
        ("0.{2;3}", 4, 'expected "," or "}", found \';3\''),
        ("0.{-2}", 3, "expected a number of heaps, found '-2' (negative)"),
        ("0.{02}", 3, "expected a number of heaps, found '02' (no leading zero)"),
        ("0.{65}", 5, "expected at most 64 heaps, found '}'"),
        ("0.{2,}", 5, "expected a number of heaps, found '}'"),
        ("0.[3", 4, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found nothing"),
        ("0.[]", 3, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found ']'"),
        ("0.[3]3", 5, "expected the end of the code after ], found '3'"),
        ("0.3]", 3, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found ']'"),
    ],
)
def test_an_invalid_code_is_refused_at_its_place(text: str, at: int, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read_code(text)
    assert error.value.message == message
    assert error.value.at == at


@cache
def naive_partitions(total: int, parts: int, least: int = 1) -> tuple[tuple[int, ...], ...]:
    if parts == 0:
        return ((),) if total == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(least, total + 1)
        for rest in naive_partitions(total - first, parts - 1, first)
    )


def test_partitions_are_all_of_them_once_and_ascending() -> None:
    for total in range(15):
        for parts in range(total + 3):
            assert tuple(partitions(total, parts)) == naive_partitions(total, parts)


def test_a_digit_without_suffix_is_a_number_and_one_with_is_not() -> None:
    assert read_code("0.77").plain == (0, 7, 7)
    assert read_code("4.3F").plain == (4, 3, 15)
    assert read_code("4!.0").plain is None
    assert read_code("0.{2+}").plain is None
    assert read_code("0.[3]").plain is None
    assert (read_code("0.77").most_taken(1), read_code("0.77").most_taken(9)) == (1, 2)
    assert read_code("0.[3]").most_taken(9) == 9
