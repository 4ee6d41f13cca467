from __future__ import annotations

from functools import cache

import pytest
from tests.golden.reading import golden

from grundy.core import NotationError, breaks, mex, read_code
from grundy.core.codes import partitions
from grundy.games.heaps.codes import lasker_value

TAKE_AND_BREAK = [(case["code"], case["values"]) for case in golden("take_and_break")["cases"]]
OCTAL = [(name.split()[0], case["values"]) for name, case in golden("heap_sequences")["octal"].items()]


def values(text: str, most: int) -> list[int]:
    """Values of heaps 0 to `most` by a naive mex over `breaks`, and over nothing else."""
    code, found = read_code(text), list[int]()
    for heap in range(most + 1):
        seen = set()
        for pieces in breaks(code, heap):
            value = 0
            for piece in pieces:
                value ^= found[piece]
            seen.add(value)
        found.append(mex(seen))
    return found


@pytest.mark.parametrize(("code", "expected"), TAKE_AND_BREAK, ids=[code for code, _ in TAKE_AND_BREAK])
def test_the_golden_codes_have_their_values(code: str, expected: list[int]) -> None:
    assert values(code, len(expected) - 1) == expected


@pytest.mark.parametrize(("code", "expected"), OCTAL, ids=[code for code, _ in OCTAL])
def test_the_golden_octal_sequences_are_reproduced(code: str, expected: list[int]) -> None:
    most = min(200, len(expected) - 1)
    assert values(code, most) == expected[: most + 1]


@pytest.mark.parametrize(("code", "name"), [("4!.0", "grundys_game"), ("4.[3]", "lasker_nim")])
def test_grundys_game_and_laskers_nim_are_codes(code: str, name: str) -> None:
    expected = golden("heap_sequences")[name]
    expected = expected["values"]
    assert values(code, len(expected) - 1) == expected


def test_the_code_of_nim_has_the_values_of_nim() -> None:
    assert values("0.[3]", 60) == list(range(61))


def test_the_code_of_laskers_nim_has_the_values_of_its_formula() -> None:
    assert values("4.[3]", 60) == [lasker_value(n) for n in range(61)]


def test_digits_with_holes_are_an_all_but_set() -> None:
    found: list[int] = []
    for n in range(120):
        found.append(mex(found[n - k] for k in range(1, n + 1) if k not in {2, 3, 7}))
    assert values("0.3003330[3]", 119) == found


def test_027_equals_026_to_400_and_differs_from_006() -> None:
    assert values("0.27", 400) == values("0.26", 400)
    assert values("0.27", 20) != values("0.06", 20)


def test_0161_and_036_first_differ_at_heap_519() -> None:
    one, other = values("0.161", 520), values("0.36", 520)
    assert next(n for n in range(521) if one[n] != other[n]) == 519
    assert (one[519], other[519]) == (2, 4)


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
