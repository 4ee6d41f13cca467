"""Compiled conditions allow what the interpreter allows, and leave to it whatever it refuses."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.golden.reading import golden
from tests.unit.core.test_expressions import CONDITIONS, NAMES, condition, joined

from grundy.core import Budget, LimitReached, Limits, RuleError, Ruleset, mex, nim_sum
from grundy.core import as_sum as summed
from grundy.core.evaluation import compile_node
from grundy.core.expressions import Node
from grundy.kernels.heaps.conditions import filler, prime_table
from grundy.notation import read_ruleset
from grundy.search import heap_values
from grundy.sequences.conditions import WORK, Alternative, _neutral, conditional_values
from grundy.workflows.solving.parts import DIRECT, PartSolver, alternatives

TROUBLE = "trouble"


def compiled(node: Node, heap: int) -> list[bool] | str:
    """What the compiled condition allows from a heap, or that it leaves the heap to the definition."""
    out, primes = np.zeros(heap, np.uint8), prime_table()
    bad = filler(_neutral(node, NAMES)).function("fill", 3, result=True)(heap, out.ctypes.data, primes.ctypes.data)
    return TROUBLE if bad else out.astype(bool).tolist()


def defined(node: Node, heap: int) -> list[bool] | str:
    """What the interpreter says of every take, or that it refuses one."""
    holds = compile_node(node, NAMES)
    try:
        return [bool(holds((heap, k))) for k in range(1, heap + 1)]
    except RuleError:
        return TROUBLE


def asks_for_primes(node: Node) -> bool:
    return node.op == "is_prime" or any(map(asks_for_primes, node.args))


@settings(max_examples=examples(60), deadline=None)
@given(CONDITIONS, st.integers(1, 25))
def test_random_conditions_allow_what_the_interpreter_allows(node: Node, heap: int) -> None:
    found, right = compiled(node, heap), defined(node, heap)
    assert found == right or (found == TROUBLE and asks_for_primes(node))


SHORT = st.sampled_from([
    "n % k == 0", "n % (k - 3) != 1", "n // (2 - k) < -2", "-n % (k + 1) == 2", "-n // k < -3", "k ** k > n",
    "(k - 2) ** n > 5", "2 ** (k - 1) <= n", "(-2) ** k < n", "(k - 2) ** (10 ** 17 + k) == 1", "is_power(k, 2)",
    "is_power(n - k, k - 3)", "is_power(k - 5, -2)", "is_power(n, 0 * k)", "is_square(n - 2 * k)",
    "is_square(k ** 2 + n)", "is_square(3037000499 ** 2 - 1 + k)", "is_prime(n - 2 * k)", "gcd(n - 9, 6 - k) > 1",
    "popcount(-n ^ k) % 2 == 1", "abs(n - 3 * k) <= 4", "min(k, n - k, 5) > 2", "max(-k, k - n) > -3",
    "1 < k < n < 20", "10 ** 17 * k * 9 > n", "(k - 4) * 9 * 10 ** 17 < 0", "-(2 ** 62) - 2 ** 62 + k < n",
    "n & -k == k", "n | k == n",
]).map(condition)  # fmt: skip
"""Every operator and function near its edges: zero and negative arguments, numbers about 2^63."""


@pytest.mark.nightly
@settings(max_examples=examples(60), deadline=None)
@given(st.recursive(SHORT, joined, max_leaves=4), st.integers(1, 40))
def test_edge_cases_and_skipped_operands_agree_with_the_interpreter(node: Node, heap: int) -> None:
    assert compiled(node, heap) == defined(node, heap), str(node)


RULES = [
    "take k where n % k == 0 and k < n",
    "take k where gcd(n, k) == 1",
    "take k where is_prime(k) or is_power(k, 4)",
    "take k where popcount(n ^ k) <= 2",
    "take k where k ** 2 <= n or split",
    "split a, b where a != b",
    "split a, b where a * 2 == b or is_square(a + 1)",
    "split a, b where a % 2 == 1 and b > n // 3 or take {2, 5}",
    "take 1..2 or split a, b where a == b",
    "take squares or take k where n % (k + 1) == 1",
    "split or take any",
]


def by_options(ruleset: Ruleset[Any], asked: list[int]) -> Any:
    def value(heap: int, values: Any) -> int:
        asked.append(heap)
        return mex(nim_sum(int(values[piece]) for piece in summed(option)) for option in ruleset.options(heap))

    return value


@pytest.mark.parametrize("text", RULES)
def test_values_of_compiled_rules_are_those_of_the_definition(text: str) -> None:
    ruleset, asked = read_ruleset(text), list[int]()
    right = heap_values(ruleset, 200)
    for known in (0, 77, 200, 201):
        found = conditional_values(alternatives(ruleset, 200), 200, Budget(), by_options(ruleset, asked), right[:known])
        assert found == right
    assert not asked


def test_unequal_splits_have_the_golden_values_of_grundys_game() -> None:
    right = golden("heap_sequences")["grundys_game"]["values"]
    ruleset = read_ruleset("split a, b where a != b")
    found = conditional_values(alternatives(ruleset, len(right) - 1), len(right) - 1, Budget(), by_options(ruleset, []))
    assert found == right


def test_taking_a_proper_divisor_leaves_the_twos_of_the_heap() -> None:
    """A heap of n = odd * 2^i has value i: the catalogue's divisor game, through the whole journey."""
    values = PartSolver(read_ruleset("take k where n % k == 0 and k < n")).values(DIRECT + 500)
    assert values[1:] == [(n & -n).bit_length() - 1 for n in range(1, DIRECT + 501)]


def test_a_rule_is_evaluated_only_beyond_its_table() -> None:
    ruleset, asked = read_ruleset("take k where is_prime(k * 50000 + 1)"), list[int]()
    found = conditional_values(alternatives(ruleset, 120), 120, Budget(), by_options(ruleset, asked))
    assert found == heap_values(ruleset, 120)
    assert asked == list(range(84, 121))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("take k where n // (k - 900) < 5", "n // (k - 900) < 5: division by zero at n = 900, k = 900"),
        ("take 1 or take k where k ** 7 < n", "k ** 7 < n: a number of 2^63 or more at n = 512, k = 512"),
        (
            "split a, b where (a - 7) ** (b - a) == 1",
            "(a - 7) ** (b - a) == 1: a negative exponent at n = 3, a = 2, b = 1",
        ),
    ],
)
def test_errors_are_those_of_the_definition(text: str, message: str) -> None:
    for stop in (DIRECT + 1, DIRECT):  # compiled, and by definition
        with pytest.raises(RuleError) as caught:
            PartSolver(read_ruleset(text)).values(stop)
        assert caught.value.message == message


def test_rules_that_nobody_stated_in_clauses_have_no_alternatives() -> None:
    assert alternatives(read_ruleset("kayles"), 10) == []
    assert [one.kind for one in alternatives(read_ruleset("take 1..2 or split"), 10)] == ["set", "split"]


@pytest.mark.nightly
def test_the_code_of_a_condition_stays_as_long_as_values_are_computed_with_it() -> None:
    def by_hand(heap: int, _: Any) -> int:
        filler.cache_clear()
        gc.collect()
        for number in range(30):  # other conditions want the room
            filler(("compare", ("==",), ("number", number), ("number", 0)))
        return heap % 3

    takes = Alternative(
        "take", condition("is_prime(1000000 * n) or k == 2")
    )  # from heap 5 on beyond the table of primes
    found = conditional_values([takes], 40, Budget(), by_hand)
    assert found == [0, 0, 1, 1, 0, *(heap % 3 for heap in range(5, 41))]


def test_a_limit_stops_the_work_with_the_first_values() -> None:
    ruleset = read_ruleset("take k where n % k == 0")
    with pytest.raises(LimitReached) as caught:
        PartSolver(ruleset, Budget(Limits(positions=500))).values(DIRECT + 500)
    assert caught.value.partial == heap_values(ruleset, len(caught.value.partial) - 1)


def test_the_clock_is_looked_at_also_while_the_first_heaps_are_valued() -> None:
    pieces: list[int] = []

    class Counting(Budget):
        def charge(self, positions: int = 1, partial: Any = ()) -> None:
            pieces.append(positions)
            super().charge(positions, partial)

    rule = read_ruleset("take k where n % k == 0 and k < n")
    conditional_values(alternatives(rule, 4000), 4000, Counting(), lambda *_: mex(()))
    first = 0
    for count in pieces:
        assert sum(range(first, first + count)) <= 2 * WORK
        first += count
