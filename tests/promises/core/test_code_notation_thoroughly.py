from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.core.test_code_notation import naive_partitions

from grundy.core import Code, breaks, read_code
from grundy.core.codes import Digit, Item

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
