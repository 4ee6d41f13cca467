from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from grundy.core import Budget, Code, Game, LimitReached, Limits, Ruleset, read_code
from grundy.notation import read_ruleset
from grundy.search import grundy_value
from grundy.sequences import code_values, plain_code_values
from grundy.testing import check_kernel, check_method
from grundy.workflows.solving import PartSolver


def by_parts(ruleset: Ruleset[Any], position: Any) -> int:
    return PartSolver(ruleset).value(position)


def test_the_method_of_solve_agrees_with_the_definition() -> None:
    check_method(
        by_parts,
        "nim: 9 4 + kayles: 14 + maze: ..#./.#../...@",
        "wythoff: 5 6",
        "take squares: 40",
        "graph: 2>1 3>2 4>1 4>2 @ 4",
        Game.of(read_ruleset("take 1..2 or split"), 12),
    )


def test_a_wrong_method_is_named_with_its_first_position() -> None:
    def wrong(ruleset: Ruleset[Any], position: Any) -> int:
        return 7 if position == 6 and ruleset.name == "kayles" else grundy_value(ruleset, position)

    with pytest.raises(AssertionError) as caught:
        check_method(wrong, "nim: 9", "kayles: 10 3")
    assert str(caught.value) == "kayles: 6 has value 3, the method gives 7"


def test_a_wrong_value_in_the_second_part_is_found() -> None:
    with pytest.raises(AssertionError, match="dawsons-chess: 2 has value 1, the method gives 2"):
        check_method(lambda _, position: position, "nim: 3 + dawsons-chess: 5")


def test_the_limits_of_a_check_are_kept() -> None:
    with pytest.raises(LimitReached):
        check_method(by_parts, "kayles: 50", limits=Limits(positions=20))


def plain(code: Code, stop: int) -> list[int]:
    return plain_code_values(code.plain or (), stop, Budget())


CODES = [read_code(text) for text in ("0.77", "0.137", "4.3")]


def test_a_kernel_that_agrees_is_accepted() -> None:
    check_kernel(code_values, plain, CODES, 60)


def test_one_wrong_value_of_one_rule_is_found() -> None:
    def flipped(code: Code, stop: int) -> list[int]:
        values = plain(code, stop)
        values[60] ^= code is CODES[1]
        return values

    with pytest.raises(AssertionError) as caught:
        check_kernel(flipped, plain, CODES, 60)
    value = plain(CODES[1], 60)[60]
    assert str(caught.value) == f"0.137: heap 60 has value {value}, the kernel gives {value ^ 1}"


@pytest.mark.parametrize("cut", [0, 59])
def test_missing_values_do_not_count_as_agreement(cut: int) -> None:
    def short(code: Code, stop: int) -> Sequence[int]:
        return plain(code, stop)[:cut]

    with pytest.raises(AssertionError, match=f"0.77: expected 61 values, found {cut} and 61"):
        check_kernel(short, plain, CODES, 60)
    with pytest.raises(AssertionError, match=f"0.77: expected 61 values, found {cut} and {cut}"):
        check_kernel(short, short, CODES, 60)
