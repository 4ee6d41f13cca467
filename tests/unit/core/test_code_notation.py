from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples

from grundy.core import Code, NotationError, breaks, read_code
from grundy.core.codes import Digit, Item, partitions


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


LIMITS = st.sampled_from(["", "!", "?", "="])


@st.composite
def items(draw: st.DrawFn, least: int = 0) -> Item:
    heaps, more = draw(st.integers(least, 9)), draw(st.booleans())
    return Item(heaps, draw(LIMITS) if heaps >= 2 or more else "", more)


def digits(least: int = 0) -> st.SearchStrategy[Digit]:
    several = st.lists(items(least), max_size=4)
    return several.map(lambda found: Digit(tuple(sorted(set(found)))))


@st.composite
def codes(draw: st.DrawFn) -> Code:
    first = draw(digits(2))
    behind, tail = draw(st.lists(digits(), max_size=5)), tuple(draw(st.lists(digits(), max_size=3)))
    if not any(digit.items for digit in tail):
        tail = ()
        while behind and not behind[-1].items:
            behind.pop()
    return Code((first, *behind), tail)


@settings(max_examples=examples(150))
@given(codes())
def test_every_code_reads_back_from_its_text(code: Code) -> None:
    assert read_code(str(code)) == code


@settings(max_examples=examples(100))
@given(codes(), st.integers(0, 12))
def test_every_break_is_allowed_by_its_digit_and_no_allowed_one_is_missing(code: Code, heap: int) -> None:
    found = list(breaks(code, heap))
    expected = []
    for taken in range(heap + 1):
        allowed = {
            pieces
            for heaps in range(heap - taken + 1)
            for pieces in naive_partitions(heap - taken, heaps)
            if any(fits(item, pieces) for item in code.digit(taken).items) and (taken or heaps > 1)
        }
        expected += [(taken, pieces) for pieces in sorted(allowed)]
    assert sorted((heap - sum(pieces), pieces) for pieces in found) == expected
    assert all(sum(one) >= sum(other) for one, other in pairwise(found))


def fits(item: Item, pieces: tuple[int, ...]) -> bool:
    right = len(pieces) >= item.heaps if item.more else len(pieces) == item.heaps
    different, equal = len(set(pieces)) == len(pieces), len(set(pieces)) <= 1
    limits = {"": True, "!": different, "?": not equal, "=": equal}
    return right and (len(pieces) < 2 or limits[item.limit])
