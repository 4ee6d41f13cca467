"""Every course that is claimed of an expression is compared with the expression itself, far behind its preperiod."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.core.test_expressions import UNARY, comparisons, joined, number_nodes

from grundy.core import Course, RuleError, Scanner
from grundy.core.evaluation import compile_node
from grundy.core.expressions import Node, read_condition, read_number
from grundy.patterns import Unsettled, course_of

FAR = 40
"""Periods that are compared."""


def outcome(node: Node, n: int) -> int | str:
    """The value, or that there is none; a number that is too large only for 63 bits ends the comparison."""
    try:
        return int(compile_node(node, ("n",))((n,)))
    except RuleError as error:
        return "too large" if "2^63" in error.message else "undefined"


def check(node: Node) -> bool:
    """Whether a course was found, after comparing it with the expression."""
    try:
        n0, p, saltus = course_of(node, "n")
    except (Unsettled, RuleError):
        return False
    for n in [n0 + i * max(1, p // 7) for i in range(FAR)]:
        here, there = outcome(node, n), outcome(node, n + p)
        if "too large" in (here, there):
            return True
        assert there == (here + saltus if isinstance(here, int) else here), (str(node), n, n0, p, saltus)
    return True


FOUND = {
    "n % 4": Course(0, 4, 0),
    "3 * n + n // 2": Course(0, 2, 7),
    "n * 6 // 4 - n % 2": Course(0, 2, 3),
    "(n & 5) + (n | 6) - (n ^ 9)": Course(0, 16, 0),
    "gcd(n, 12)": Course(0, 12, 0),
    "abs(n - 100)": Course(101, 1, 1),
    "min(n, 5)": Course(6, 1, 0),
    "max(0, n + n % 4 // 3 - 1 + (n % 4 + 3) // 4)": Course(8, 4, 4),
    "2 ** (n % 3)": Course(0, 3, 0),
    "popcount(n % 8)": Course(0, 8, 0),
}


@pytest.mark.parametrize("text", FOUND)
def test_the_course_of_common_expressions_is_found(text: str) -> None:
    node = read_number(Scanner(text), ("n",))
    assert course_of(node, "n") == FOUND[text]
    assert check(node)


@pytest.mark.parametrize(
    "text", ["n * n", "2 ** n", "popcount(n)", "n // (n + 1)", "n % (n + 1)", "n ^ (2 * n)", "n // 0"]
)
def test_what_no_rule_covers_is_left_unsettled(text: str) -> None:
    with pytest.raises(Unsettled):
        course_of(read_number(Scanner(text), ("n",)), "n")


def test_a_course_in_one_heap_holds_whatever_the_others_are() -> None:
    node = read_condition(Scanner("(a - b) % 6 in {0, 5} and b % 2 == a % 2"), ("a", "b"))
    evaluate = compile_node(node, ("a", "b"))
    for place, name in enumerate("ab"):
        n0, p, saltus = course_of(node, name)
        assert not saltus
        for a in range(n0, 30):
            for b in range(30):
                board = [b, b]
                board[place] = a
                after = board.copy()
                after[place] += p
                assert evaluate(board) == evaluate(after)


@pytest.mark.parametrize("text", ["a < b", "a * b % 2 == 0", "a ^ b == 0", "max(a, b) > 1"])
def test_what_depends_on_the_size_of_the_others_is_left_unsettled(text: str) -> None:
    with pytest.raises(Unsettled):
        course_of(read_condition(Scanner(text), ("a", "b")), "a")


def test_long_periods_are_left_unsettled_at_once() -> None:
    with pytest.raises(Unsettled):
        course_of(read_number(Scanner("n % 99991 + n % 99989"), ("n",)), "n")
    deep = "abs(" * 38 + "n - 3" + ")" * 38
    assert course_of(read_number(Scanner(deep), ("n",)), "n").saltus == 1


NUMBERS = number_nodes(("n",), 9, (*UNARY, "v2"), 9)


@pytest.mark.nightly
@settings(max_examples=examples(200))
@given(NUMBERS)
def test_an_expression_continues_as_its_course_says(node: Node) -> None:
    check(node)


@pytest.mark.nightly
@settings(max_examples=examples(200))
@given(st.recursive(comparisons(NUMBERS), joined, max_leaves=3))
def test_a_condition_continues_as_its_course_states(node: Node) -> None:
    check(node)
