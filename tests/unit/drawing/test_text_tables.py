from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.drawing import columns, fit, grid_table, tables, value_table


def test_a_table_may_begin_anywhere_and_values_may_be_unknown() -> None:
    assert value_table([3, None, "inf", 12], start=98).split("\n") == [
        "      |   0    1    2    3    4    5    6    7    8    9",
        "------+-------------------------------------------------",
        "   90 |                                           3    ?",
        "  100 | inf   12",
    ]


def test_wide_values_are_in_shorter_rows() -> None:
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


def test_a_table_that_is_wider_than_the_terminal_gets_another_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["nim: 3", "take any number of tokens from one heap"], ["kayles: 7", "one pin or two"]]
    monkeypatch.setattr(fit, "NARROW", [36])
    monkeypatch.setattr(tables, "NARROW", fit.NARROW)
    assert columns(rows, ["example", "rule"]).split("\n") == [
        "example    rule",
        "---------  -------------------------",
        "nim: 3     take any number of tokens",
        "           from one heap",
        "kayles: 7  one pin or two",
    ]
    fit.NARROW[:] = [30]
    assert columns(rows, ["example", "rule"]).split("\n") == [
        "nim: 3",
        "  take any number of tokens",
        "    from one heap",
        "kayles: 7",
        "  one pin or two",
    ]
    fit.NARROW[:] = [17]
    assert columns([["heap 1", "nim: 10", 10]], ["", "position", "value"]).split("\n") == [
        "heap 1",
        "  position: nim:",
        "    10",
        "  value: 10",
    ]
