from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.search.naive import mex, values_of

from grundy.core import (
    MAX_OPTIONS,
    Budget,
    FunctionRuleset,
    HeapRuleset,
    LimitReached,
    Limits,
    LoopyGame,
    RuleError,
    Sum,
    as_sum,
)
from grundy.notation import read_ruleset
from grundy.search import grundy_value, heap_values


@pytest.mark.parametrize("text", ["nim", "0.77", "4!.0", "take squares", "take 1..2 or split", "divisors", "0.3F"])
def test_values_agree_with_the_definition_for_rulesets(text: str) -> None:
    rule = read_ruleset(text)
    assert heap_values(rule, 40) == [grundy_value(rule, n) for n in range(41)]


@pytest.mark.parametrize("stop", [0, 1, 255, 256, 257, 600])
def test_both_ends_are_included_wherever_the_pieces_of_work_end(stop: int) -> None:
    found = heap_values(read_ruleset("take {1, 3, 4}"), stop)
    assert found == [[0, 1, 0, 1, 2, 3, 2][n % 7] for n in range(stop + 1)]


def many(count: int, last: int) -> Callable[[int], Iterable[int]]:
    """A rule with `count` options from 9, all 0 but the last."""
    return lambda n: [0] * (count - 1) + [last] if n == 9 else range(min(n, 2))


def test_more_options_than_can_be_listed_are_never_cut_silently() -> None:
    assert heap_values(FunctionRuleset(many(MAX_OPTIONS, 1)), 9)[9] == mex([0, 1])
    with pytest.raises(LimitReached) as caught:
        heap_values(FunctionRuleset(many(MAX_OPTIONS + 1, 1)), 9)
    assert caught.value.kind == "size"
    with pytest.raises(LimitReached):
        heap_values(FunctionRuleset(many(150_000, 1)), 9)

    class Many(HeapRuleset):
        name = "many"

        def options(self, position: int) -> Iterable[int]:
            return many(150_000, 1)(position)

    assert heap_values(Many(), 9)[9] == mex([0, 1])


def test_options_that_go_up_are_followed_by_the_definition() -> None:
    rule = FunctionRuleset(lambda n: [n + 1] if n % 2 == 0 and n < 20 else ([n - 3] if n > 3 else []), "up")
    assert heap_values(rule, 20) == [grundy_value(rule, n) for n in range(21)]


@settings(max_examples=examples(60))
@given(st.lists(st.lists(st.integers(0, 11), max_size=3), min_size=12, max_size=12))
def test_any_rule_on_few_heaps_is_solved_or_refused_as_the_definition_does(options: list[list[int]]) -> None:
    rule = FunctionRuleset(options.__getitem__, "any")
    expected: list[int] | type[Exception] = []
    try:
        expected = [grundy_value(rule, n) for n in range(12)]
    except LoopyGame:
        expected = LoopyGame
    if isinstance(expected, list):
        assert heap_values(rule, 11) == expected
    else:
        with pytest.raises(LoopyGame):
            heap_values(rule, 11)


def test_a_loop_is_refused() -> None:
    with pytest.raises(LoopyGame) as caught:
        heap_values(FunctionRuleset(lambda n: [n + 1] if n % 2 == 0 else [n - 1], "swing"), 10)
    assert caught.value.cycle == ["0", "1"]
    with pytest.raises(LoopyGame):
        heap_values(FunctionRuleset(lambda n: [n], "stay"), 10)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (-1, "gives -1: a heap cannot be negative; take k only if k <= n"),
        (0.0, "gives 0.0: a position is made of int"),
        (True, "gives True: a position is made of int"),
        ("a", "leaves 'a', which is not a heap"),
        (Sum("a"), "leaves 'a', which is not a heap"),
        ((1, 2), r"leaves \(1, 2\), which is not a heap"),
        (Sum(1, -2), r"gives Sum\(1, -2\): a heap cannot be negative"),
    ],
)
def test_an_option_that_is_not_a_heap_is_named(option: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        heap_values(FunctionRuleset(lambda n: [option] if n == 5 else [], "odd"), 9)


def test_what_a_rule_raises_becomes_one_sentence() -> None:
    with pytest.raises(RuleError, match=r"^bad\(4\) raised ZeroDivisionError"):
        heap_values(FunctionRuleset(lambda n: [n // (n - 4)] if n == 4 else [], "bad"), 9)


@pytest.mark.parametrize("positions", [1, 100, 256, 300])
def test_a_limit_is_kept_between_pieces_of_work(positions: int) -> None:
    with pytest.raises(LimitReached) as caught:
        heap_values(read_ruleset("take 1..3"), 5000, Budget(Limits(positions=positions)))
    assert caught.value.kind == "steps"


STOP = 40


pieces = st.one_of(st.integers(0, STOP - 1), st.lists(st.integers(0, STOP - 1), max_size=3).map(Sum.of))


rules = st.lists(st.lists(pieces, max_size=6), min_size=STOP, max_size=STOP)


def cut(options: list[list[Any]]) -> list[list[Any]]:
    """Only options whose parts are smaller heaps."""
    return [[o for o in row if all(part < n for part in as_sum(o))] for n, row in enumerate(options)]


@pytest.mark.nightly
@settings(max_examples=examples(60))
@given(rules)
def test_values_agree_with_naive_recursion_for_random_rules(options: list[list[Any]]) -> None:
    downward = cut(options)
    value = values_of(lambda n: [tuple(as_sum(option)) for option in downward[n]])
    assert heap_values(FunctionRuleset(downward.__getitem__), STOP - 1) == [value(n) for n in range(STOP)]
