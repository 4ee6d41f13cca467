from __future__ import annotations

from functools import reduce
from operator import xor

from hypothesis import given
from hypothesis import strategies as st

from grundy.workflows.explaining.values import binary_table


def test_even_columns_are_said_to_be_even() -> None:
    assert binary_table([0, 0]).split("\n") == [
        "           1",
        "      0    .",
        "      0    .",
        "------------",
        "nim-sum    .   = 0",
        "               every column is even",
    ]
    assert binary_table([]) == "(no heaps)"


def test_large_numbers_have_narrow_columns() -> None:
    assert binary_table([2**20 + 5, 3]).split("\n") == [
        "           21111111111",
        "           098765432109876543210   (the power of 2, read downwards)",
        "1048581    1.................1.1",
        "      3    ...................11",
        "--------------------------------",
        "nim-sum    1.................11.   = 1048582",
        "           ^                 ^^    odd columns: 2^20, 2^2 and 2^1",
    ]


def test_too_many_heaps_are_counted_and_the_marked_one_is_shown() -> None:
    lines = binary_table(range(50), mark=40, note="here").split("\n")
    assert len(lines) == 1 + 31 + 1 + 3
    assert lines[31].endswith("<- here")
    assert lines[32] == "    ...    (19 more heaps, counted below but not drawn)"
    assert lines[34].endswith("= 1")


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=32))
def test_the_rows_are_the_numbers_in_binary(heaps: list[int]) -> None:
    lines = binary_table(heaps).split("\n")
    at = len(lines) - 3 - len(heaps)
    for line, heap in zip(lines[at:], [*heaps], strict=False):
        bits = "".join(line.split()[1:]).replace(".", "0")
        assert int(bits, 2) == heap
    assert lines[-2].endswith(f"= {reduce(xor, heaps)}")
    assert lines[-1].count("^") - lines[-1].count("2^") == reduce(xor, heaps).bit_count()
