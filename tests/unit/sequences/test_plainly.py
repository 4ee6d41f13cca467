"""Without a compiler the values of long heaps are those of the definition: many heaps at once in one long number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Budget, LimitReached, Limits, read_code
from grundy.sequences import arrays, octals, periods, pieces, plainly, subtraction, values
from grundy.sequences.digits import Octal
from grundy.sequences.period import Period, Unproved
from grundy.sequences.values import plain_code_values, plain_subtraction_values

CODES = st.lists(st.integers(0, 7), min_size=1, max_size=5).map(lambda digits: (0, *digits))
TAKES = st.sets(st.integers(1, 40), min_size=1, max_size=8).map(sorted)
FROM = st.integers(0, 30)


@pytest.fixture(autouse=True)
def _no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (octals, pieces, subtraction, values, periods):
        monkeypatch.setattr(module, "can_run", lambda *_: False)


@given(CODES, FROM)
def test_codes_have_the_values_of_the_definition_wherever_they_are_begun(digits: tuple[int, ...], begun: int) -> None:
    expected = plain_code_values(digits, 400, Budget())
    found = octals.octal_pieces(Octal(digits), expected[:begun], 400, Budget())
    assert [value for piece in found for value in piece.tolist()] == expected[begun:]


@given(CODES, st.integers(1, 60))
def test_values_that_no_byte_holds_are_those_of_the_definition(digits: tuple[int, ...], begun: int) -> None:
    """Begun with values of no game, so that they are large soon."""
    known = [300 * (heap % 7) for heap in range(begun)]
    expected = plain_code_values(digits, 120, Budget(), known)
    found = octals.octal_pieces(Octal(digits), known, 120, Budget())
    assert [value for piece in found for value in piece.tolist()] == expected[begun:]


def test_values_grow_beyond_a_byte() -> None:
    """Whoever may take up to 300 and leave one heap plays bounded nim."""
    found = octals.octal_pieces(Octal((0, *[3] * 300)), [], 700, Budget())
    assert [value for piece in found for value in piece.tolist()] == [heap % 301 for heap in range(701)]


def test_grundys_game_splits_into_different_heaps() -> None:
    found = octals.octal_pieces(Octal((4,), distinct=True), [], 30, Budget())
    sequence = [value for piece in found for value in piece.tolist()]
    assert sequence == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3]


@given(TAKES, FROM)
def test_sets_of_takes_have_the_values_of_the_definition(takes: list[int], begun: int) -> None:
    expected = plain_subtraction_values(takes, 600, Budget())
    for found in (
        subtraction.set_pieces(takes, 600, Budget(), expected[:begun]),
        pieces.value_pieces(tuple(reversed(takes)), arrays.narrow(expected[:begun]), 600, Budget()),
    ):
        assert [value for piece in found for value in piece.tolist()] == expected[begun:]
    lost = [heap for heap, value in enumerate(expected) if value == 0]
    assert subtraction.p_positions(takes, 600).tolist() == lost


def test_the_period_of_0_156_is_proved() -> None:
    found = periods.quick_search(read_code("0.156"))
    assert isinstance(found, Period)
    assert (found.preperiod, found.period, found.status) == (3479, 349, "proved")


def test_a_quick_look_for_a_period_that_lies_far_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periods, "PLAIN_REACH", 2000)
    assert isinstance(periods.quick_search(read_code("0.106")), Unproved)


@pytest.mark.parametrize("way", ["split", "take", "level"])
def test_a_limit_hands_over_what_was_found(way: str) -> None:
    budget = Budget(Limits(positions=50))
    expected = plain_subtraction_values((1, 2), 100, Budget())
    found = {
        "split": plainly.split_values(Octal((0, 3, 3)), [], 100, budget),
        "take": pieces.value_pieces((1, 2), arrays.narrow([]), 100, budget),
        "level": subtraction._levelled((1, 2), 100, budget, 0),
    }[way]
    got = list[int]()
    with pytest.raises(LimitReached) as caught:
        got.extend(value for piece in found for value in piece.tolist())
    got = max(got, list(caught.value.partial), key=len)
    assert got == expected[: len(got)]
    assert len(got) >= (49 if way != "level" else 2)
