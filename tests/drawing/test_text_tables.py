from __future__ import annotations

from functools import reduce
from operator import xor

from hypothesis import given
from hypothesis import strategies as st

from grundy.drawing import binary_table, columns, grid_table, value_table


def test_values_stand_in_rows_of_ten() -> None:
    kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4]
    assert value_table(kayles).split("\n") == [
        "     | 0  1  2  3  4  5  6  7  8  9",
        "-----+-----------------------------",
        "   0 | 0  1  2  3  1  4  3  2  1  4",
        "  10 | 2  6  4  1  2  7  1  4  3  2",
        "  20 | 1  4",
    ]


def test_a_table_may_begin_anywhere_and_values_may_be_unknown() -> None:
    assert value_table([3, None, "inf", 12], start=98).split("\n") == [
        "      |   0    1    2    3    4    5    6    7    8    9",
        "------+-------------------------------------------------",
        "   90 |                                           3    ?",
        "  100 | inf   12",
    ]


def test_wide_values_stand_in_shorter_rows() -> None:
    assert value_table([10**11] * 6).split("\n") == [
        "    |            0             1             2             3             4",
        "----+---------------------------------------------------------------------",
        "  0 | 100000000000  100000000000  100000000000  100000000000  100000000000",
        "  5 | 100000000000",
    ]
    assert value_table([]) == "(no values)"


@given(st.lists(st.integers(0, 10**30), min_size=1, max_size=60), st.integers(0, 10**6))
def test_no_line_is_wider_than_asked(values: list[int], start: int) -> None:
    assert all(len(line) <= 80 for line in value_table(values, start).split("\n"))
    assert all(len(line) <= 80 for line in grid_table([values, values]).split("\n"))


def test_two_heaps_give_a_grid() -> None:
    assert grid_table([[a ^ b for b in range(4)] for a in range(2)]).split("\n") == [
        "    | 0  1  2  3",
        "----+-----------",
        "  0 | 0  1  2  3",
        "  1 | 1  0  3  2",
    ]
    assert grid_table([["P", "N"]], starts=(9, 10)) == "    | 10  11\n----+-------\n  9 |  P   N"
    assert grid_table([range(100)], width=30).split("\n")[-1] == "(6 of 100 columns)"
    assert grid_table([]) == grid_table([[]]) == "(no values)"


def test_words_are_set_to_the_left_and_numbers_to_the_right() -> None:
    assert columns([["nim: 10", 10], ["kayles: 5", None]], ["part", "value"]).split("\n") == [
        "part       value",
        "---------  -----",
        "nim: 10       10",
        "kayles: 5      ?",
    ]
    assert columns([["a"], ["b", "c\n"]], ["x"]) == "x\n-  --\na\nb  c?"
    assert columns([], ["x", "y"]) == "x  y\n-  -"


def test_nim_is_explained_in_binary() -> None:
    assert binary_table([10, 12, 5], mark=0, note="take 1, leave 9").split("\n") == [
        "           8  4  2  1",
        "     10    1  .  1  .   <- take 1, leave 9",
        "     12    1  1  .  .",
        "      5    .  1  .  1",
        "---------------------",
        "nim-sum    .  .  1  1   = 3",
        "                 ^  ^   odd columns: 2 and 1",
    ]


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


def test_too_large_numbers_are_refused_in_words() -> None:
    assert binary_table([2**64, 3], mark=1, note="here").split("\n") == [
        "18446744073709551616",
        "3   <- here",
        "nim-sum = 18446744073709551619",
        "(numbers of 65 bits: the table in binary is drawn up to 64 bits)",
    ]
    assert binary_table([2**64] * 100).split("\n")[30] == "... and 70 more heaps"


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=32))
def test_the_rows_are_the_numbers_in_binary(heaps: list[int]) -> None:
    lines = binary_table(heaps).split("\n")
    at = len(lines) - 3 - len(heaps)
    for line, heap in zip(lines[at:], [*heaps], strict=False):
        bits = "".join(line.split()[1:]).replace(".", "0")
        assert int(bits, 2) == heap
    assert lines[-2].endswith(f"= {reduce(xor, heaps)}")
    assert lines[-1].count("^") - lines[-1].count("2^") == reduce(xor, heaps).bit_count()
