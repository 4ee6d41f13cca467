"""Series are the same with and without numpy."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.sequences import arrays
from grundy.sequences.arrays import Series

NUMBERS = st.lists(st.integers(0, 70_000), max_size=30)
SIGNED = st.lists(st.integers(-1, 300), max_size=30)


def kinds() -> Iterator[None]:
    """Repeat the body of a loop for arrays of numpy and for those of the standard library."""
    yield
    with patch.object(arrays, "np", None):
        yield


def shown(found: Series) -> list[int]:
    return found.tolist()


@given(SIGNED)
def test_a_series_has_its_numbers_and_knows_where_it_is_zero(numbers: list[int]) -> None:
    for _ in kinds():
        found = arrays.series(iter(numbers))
        assert (shown(found), len(found)) == (numbers, len(numbers))
        assert shown(arrays.zeros(found)) == [place for place, number in enumerate(numbers) if number == 0]
        assert shown(arrays.is_zero(found)) == [int(number == 0) for number in numbers]
        assert shown(arrays.marked(arrays.zeros(found), len(numbers))) == shown(arrays.is_zero(found))


@given(st.lists(NUMBERS, min_size=1, max_size=4))
def test_series_of_both_kinds_are_narrowed_joined_and_written_in_the_same_way(pieces: list[list[int]]) -> None:
    whole = [number for piece in pieces for number in piece]
    width = 1 if max(whole, default=0) < 256 else 2 if max(whole) < 1 << 16 else 4
    for _ in kinds():
        parts = [arrays.narrow(piece) for piece in pieces]
        assert arrays.joined(parts).itemsize == width
        assert shown(arrays.joined(parts)) == whole
        assert arrays.largest(arrays.joined(parts)) == max(whole, default=0)
        written = arrays.little_endian(arrays.joined(parts), width)
        assert written == b"".join(number.to_bytes(width, "little") for number in whole)
        assert shown(arrays.read(b"head" + written, width, len(whole), 4)) == whole
        assert shown(arrays.read(b"head" + written, width, len(whole) // 2, 4)) == whole[: len(whole) // 2]
        if width > 1:
            with pytest.raises(OverflowError):
                arrays.little_endian(arrays.joined(parts), width // 2)


def test_a_number_of_more_than_32_bits_is_refused() -> None:
    for _ in kinds():
        with pytest.raises(OverflowError, match=r"^expected numbers of at most 32 bits, found one of 33$"):
            arrays.narrow([1 << 32])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(0, 3), st.integers(0, 20), st.integers(0, 20))
def test_a_period_is_repeated_with_its_saltus(period: list[int], saltus: int, start: int, stop: int) -> None:
    expected = [period[n % len(period)] + n // len(period) * saltus for n in range(start, stop)]
    for _ in kinds():
        assert shown(arrays.repeated(period, saltus, start, stop)) == expected
        assert shown(arrays.repeated(arrays.series(period), saltus, start, stop)) == expected


@given(NUMBERS, st.data())
def test_the_first_difference_is_found(numbers: list[int], data: st.DataObject) -> None:
    other = data.draw(st.lists(st.integers(0, 70_000), min_size=len(numbers), max_size=len(numbers)))
    expected = next((i for i, pair in enumerate(zip(numbers, other, strict=True)) if pair[0] != pair[1]), None)
    for _ in kinds():
        assert arrays.first_difference(arrays.narrow(numbers), arrays.series(other)) == expected
        assert arrays.first_difference(arrays.narrow(numbers), arrays.series(numbers)) is None


@given(NUMBERS, NUMBERS)
def test_boards_of_two_heaps_are_row_by_row(one: list[int], other: list[int]) -> None:
    for _ in kinds():
        left, right = arrays.series(one), arrays.series(other)
        sums, most = arrays.nim_sums(left, right), arrays.maxima(left, right)
        assert shown(sums) == [x ^ y for x in one for y in other]
        assert shown(most) == [max(x, y) for x in one for y in other]
        assert shown(arrays.lost_in_misere(sums, most)) == [
            int((x ^ y == 0) != (max(x, y) <= 1)) for x in one for y in other
        ]


@given(st.lists(st.integers(0, 40), min_size=1, max_size=90), st.integers(1, 9), st.integers(1, 9), st.integers(1, 100))
def test_every_point_is_counted_in_its_cell(values: list[int], heaps: int, tall: int, most: int) -> None:
    rows, columns = max(values) // tall + 1, -(-len(values) // heaps)
    expected = [0] * (rows * columns)
    for heap, value in enumerate(values):
        expected[value // tall * columns + heap // heaps] += 1
    for _ in kinds():
        found = arrays.counts(arrays.narrow(values), heaps, tall, rows, columns, most)
        assert shown(found) == [min(count, most) for count in expected]
