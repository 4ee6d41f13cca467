from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from grundy.core import (
    MAX_OPTIONS,
    FunctionRuleset,
    Knowledge,
    LimitReached,
    NotationError,
    PositionError,
    RuleError,
    Sum,
)


def rule(function: Callable[[Any], Any]) -> FunctionRuleset:
    return FunctionRuleset(function, "f")


def forever(_: int) -> Iterator[int]:
    yield from count()


def gives_up(n: int) -> Iterator[int]:
    yield n - 1
    raise KeyError("lost")


def two_lines(_: int) -> list[int]:
    raise ValueError("first line\nsecond\tline")


def recurses(n: int) -> Any:
    return recurses(n)


def leaves(_: int) -> Any:
    sys.exit(0)


MADE_OF = "a position is made of int, str, bytes, tuple and frozenset, not"
NEGATIVE = "a heap cannot be negative; take k only if k <= n"


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda n: [n - 0.5], f"f(3) gives 2.5: {MADE_OF} float"),
        (lambda _: [float("nan")], f"f(3) gives nan: {MADE_OF} float"),
        (lambda _: [2.0], f"f(3) gives 2.0: {MADE_OF} float"),
        (lambda _: [None], f"f(3) gives None: {MADE_OF} NoneType"),
        (lambda n: [[n - 1, 1]], f"f(3) gives [2, 1]: {MADE_OF} list"),
        (lambda n: [{n - 1}], f"f(3) gives {{2}}: {MADE_OF} set"),
        (lambda n: [{"n": n - 1}], f"f(3) gives {{'n': 2}}: {MADE_OF} dict"),
        (lambda _: [True], f"f(3) gives True: {MADE_OF} bool"),
        (lambda _: [(2, [1])], f"f(3) gives [1]: {MADE_OF} list"),
        (lambda _: [(2, (1, None))], f"f(3) gives None: {MADE_OF} NoneType"),
        (lambda _: [Sum(2, 1.5)], f"f(3) gives 1.5: {MADE_OF} float"),
        (lambda _: [Sum(2, Sum(1, 1))], f"f(3) gives Sum(1, 1): {MADE_OF} Sum"),
        (lambda _: [SimpleNamespace(a=1)], f"f(3) gives namespace(a=1): {MADE_OF} SimpleNamespace"),
        (lambda n: [n - 4], f"f(3) gives -1: {NEGATIVE}"),
        (lambda _: [Sum(-1, 2)], f"f(3) gives Sum(-1, 2): {NEGATIVE}"),
        (lambda _: None, "f(3) raised TypeError: it returned None, not the options"),
        (lambda _: "21", "f(3) raised TypeError: it returned '21', not the options"),
        (lambda _: b"21", "f(3) raised TypeError: it returned b'21', not the options"),
        (lambda _: Sum(1, 1), "f(3) raised TypeError: it returned Sum(1, 1), not the options"),
        (lambda _: 2, "f(3) raised TypeError: 'int' object is not iterable"),
        (lambda n: [n // 0], "f(3) raised ZeroDivisionError: integer division or modulo by zero"),
        (gives_up, "f(3) raised KeyError: 'lost'"),
        (two_lines, "f(3) raised ValueError: first line second line"),
        (recurses, "f(3) recurses too deeply"),
        (leaves, "f(3) raised SystemExit: 0"),
    ],
)
def test_what_no_rule_may_do_is_refused_by_name(function: Callable[[int], Any], message: str) -> None:
    with pytest.raises(RuleError) as error:
        rule(function).options(3)
    assert error.value.message == message
    assert str(error.value) == message


def test_a_rule_that_never_stops_yielding_is_capped() -> None:
    with pytest.raises(LimitReached) as error:
        rule(forever).options(3)
    assert error.value.message == "f(3) gives more than 100000 options"
    assert error.value.kind == "size"
    assert len(rule(lambda _: range(MAX_OPTIONS)).options(3)) == MAX_OPTIONS


def test_our_own_errors_pass_through_as_they_are() -> None:
    def refuses(_: int) -> list[int]:
        raise PositionError("odd heaps only")

    with pytest.raises(PositionError) as error:
        rule(refuses).options(3)
    assert error.value.message == "odd heaps only"


@pytest.mark.parametrize("word", [KeyboardInterrupt, GeneratorExit])
def test_an_interrupt_is_not_the_rules_mistake(word: type[BaseException]) -> None:
    def interrupted(_: int) -> list[int]:
        raise word

    with pytest.raises(word):
        rule(interrupted).options(3)


@pytest.mark.parametrize(
    ("function", "options"),
    [
        (lambda n: [n - 1, n - 2], [2, 1]),
        (lambda n: (n - 1, n - 2), [2, 1]),
        (range, [0, 1, 2]),
        (lambda n: {n - 1: "a key is an option"}, [2]),
        (lambda n: (k for k in range(n)), [0, 1, 2]),
        (lambda _: [], []),
        (lambda _: [Sum(1, 1), Sum(), 2], [Sum(1, 1), Sum(), 2]),
        (lambda _: [(1, 2), "a", b"b", frozenset({1})], [(1, 2), "a", b"b", frozenset({1})]),
    ],
)
def test_any_iterable_of_positions_is_a_list_of_options(function: Callable[[int], Any], options: list[Any]) -> None:
    assert rule(function).options(3) == options


def test_a_negative_number_is_a_heap_only_where_the_rule_began_below_zero() -> None:
    toward_zero = rule(lambda n: [n + 1] if n < 0 else [])
    assert toward_zero.options(-2) == [-1]
    assert toward_zero.read("-2") == Sum(-2)
    assert rule(lambda p: [(p[0] - 1,)] if p[0] > -3 else []).options((0,)) == [(-1,)]


@pytest.mark.parametrize("position", [1.5, True, None, [3]])
def test_a_start_that_is_not_a_position_is_refused(position: Any) -> None:
    with pytest.raises(RuleError) as error:
        rule(lambda _: []).check(position)
    assert error.value.message == f"f gives {position!r}: {MADE_OF} {type(position).__name__}"


def test_a_position_is_named_in_notation() -> None:
    def fails(_: object) -> list[object]:
        raise ValueError("no")

    named: list[tuple[Hashable, str]] = [((1, "a"), "(1, 'a')"), (frozenset({2, 1}), "{1, 2}"), ("x\ny", r"'x\x0ay'")]
    for position, shown in named:
        with pytest.raises(RuleError) as error:
            rule(fails).options(position)
        assert error.value.message == f"f({shown}) raised ValueError: no"


def test_the_name_is_the_functions_own_unless_it_is_given() -> None:
    assert FunctionRuleset(gives_up).name == "gives_up"
    assert FunctionRuleset(lambda _: []).name == "<lambda>"
    assert rule(gives_up).name == "f"


def test_two_rulesets_are_equal_when_their_functions_are() -> None:
    assert FunctionRuleset(gives_up) == FunctionRuleset(gives_up)
    assert FunctionRuleset(gives_up, "f") != FunctionRuleset(two_lines, "f")


def test_a_ruleset_that_states_theorems_is_another_one_than_its_function_alone() -> None:
    class Stated(FunctionRuleset, Knowledge[Any]):
        """The same function with a theorem, whose values must not be taken for those of the function."""

    assert Stated(gives_up) != FunctionRuleset(gives_up)
    assert FunctionRuleset(gives_up) != Stated(gives_up)


def test_positions_are_read_as_literals_only() -> None:
    assert rule(gives_up).read("3 (1, 'a')") == Sum(3, (1, "a"))
    with pytest.raises(NotationError):
        rule(gives_up).read("3.5")
