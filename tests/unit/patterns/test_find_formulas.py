"""Closed forms and periods: what is found gives every value, is short, and is not found in noise."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from tests.cases import few

import grundy
from grundy.core import Scanner
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, Node, read_number
from grundy.patterns import (
    Comparison,
    Pattern,
    clear_period,
    find_formulas,
    find_progressions,
    is_enough,
    rank,
    read_claim,
    seen_period,
)
from grundy.patterns.find_formulas import FormulaTable
from grundy.patterns.formula_terms import WINDOWS, bank, evaluate, is_sayable, symbols
from grundy.workflows.claims.claim import check_claim

UNSAYABLE: dict[str, Callable[[int], int]] = {
    "value == log2(n)": lambda n: len(bin(n)) - 3,
    "value == digit_sum(n, 3)": lambda n: n % 3 + n // 3 % 3 + n // 9 % 3 + n // 27 % 3 + n // 81 % 3 + n // 243,
    "value == v(n, 3)": lambda n: (
        (n % 3 == 0) + (n % 9 == 0) + (n % 27 == 0) + (n % 81 == 0) + (n % 243 == 0) if n else 9
    ),
    "value == sqrt(n)": lambda n: max(k for k in range(40) if k * k <= n),
    "value == 2 ** log2(n)": lambda n: 1 << len(bin(n)) - 3,
}


def given(text: str, heaps: Sequence[int]) -> list[int]:
    node = read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS)
    function = compile_node(node, ("n",))
    return [function((n,)) for n in heaps]


def check(pattern: Pattern, values: Sequence[int], start: int = 0) -> None:
    """The pattern, its claim and its expression give every value from its start on."""
    heaps = range(pattern.start, start + len(values))
    assert pattern.checked_to == heaps[-1]
    rest = list(values[pattern.start - start :])
    if isinstance(pattern.detail, Node):
        assert list(evaluate(pattern.detail, heaps)) == rest
    if pattern.claim is not None:
        claim = read_claim(pattern.claim)
        assert isinstance(claim, Comparison)
        assert (1 if claim.least is None else claim.least) == pattern.start
        assert given(str(pattern.expression), heaps) == rest == given(str(claim.node), heaps)


@pytest.mark.parametrize("text", UNSAYABLE)
def test_a_pattern_that_no_claim_expresses_is_shown_without_one(text: str) -> None:
    values = [UNSAYABLE[text](n) for n in range(1, 700)]
    first, *_ = find_formulas(values, 1)
    assert first.text.startswith(text)
    assert first.claim is None
    assert first.expression is None
    check(first, values, 1)


@pytest.mark.parametrize(
    "rule", ["take squares", "grundy", "0.77", "0.137", "0.6", "0.007", "take k where is_prime(k)"]
)
@pytest.mark.parametrize("count", [40, 100, 400])
def test_values_without_a_closed_form_get_none(rule: str, count: int) -> None:
    assert find_formulas(list(grundy.game(rule).values(count))) == []


def test_a_found_claim_is_proved_where_a_theorem_knows_the_rule() -> None:
    for rule in ("divisors", "split", "take {1, 3, 4}", "take 1..3"):
        first, *_ = find_formulas(list(grundy.game(rule).values(100)))
        assert check_claim(grundy.game(rule).ruleset, str(first.claim)).verdict == "proved"


def plain_period(values: Sequence[int]) -> tuple[int, int, int] | None:
    """The definition: the least p whose preperiod leaves 16 values more behind than it needs."""
    for p in range(1, len(values)):
        saltus = values[-1] - values[-1 - p]
        n0 = len(values) - p
        while n0 and values[n0 - 1 + p] == values[n0 - 1] + saltus:
            n0 -= 1
        if 2 * (n0 + p) + 16 <= len(values):
            return n0, p, saltus
    return None


@pytest.mark.parametrize("seed", range(400))
def test_a_seen_period_is_that_of_the_definition(seed: int) -> None:
    rng = random.Random(seed)
    preperiod, period, saltus = rng.randint(0, 20), rng.randint(1, 12), rng.choice([0, 0, 1, 3])
    values = [rng.randint(0, 2) for _ in range(preperiod + period)]
    while len(values) < rng.randint(20, 160):
        values.append(values[-period] + saltus)
    assert seen_period(values) == plain_period(values)


def test_a_table_too_large_for_a_claim_is_reported_without_one() -> None:
    values = [n // 31 + (7 * n * n) % 31 for n in range(600)]
    first, *_ = find_formulas(values)
    assert (first.claim, first.expression) == (None, None)
    assert isinstance(first.detail, FormulaTable)
    assert [first.detail.evaluate(n) for n in range(600)] == values


@pytest.mark.parametrize(("rule", "preperiod", "period"), [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34)])
def test_a_clear_period_is_minimal(rule: str, preperiod: int, period: int) -> None:
    values = list(grundy.game(rule).values(2000))
    assert clear_period(values) == clear_period(values[3:], 3) == (preperiod, period, 0)


def test_a_rank_drops_what_a_simpler_pattern_of_the_same_kind_implies() -> None:
    short = Pattern("formula", "value == n % 4 from 3", 5, 3, 99)
    long = Pattern("formula", "value == (3, 1, 2, 3)[n % 4] from 3", 9, 3, 99)
    early = Pattern("formula", "value == min(n, n % 4 + 2)", 10, 0, 99)
    other = Pattern("automaton", "2 states", 12, 3, 99)
    assert rank([other, long, early, short, short]) == [short, early, other]


def test_formulas_of_the_list_give_their_columns_and_are_counted_right() -> None:
    known = bank(WINDOWS[2])
    for term in random.Random(1).sample(list(known.terms()), 500):
        assert term.cost == symbols(term.node)
        assert tuple(evaluate(term.node, known.window)) == term.column
        if is_sayable(term.node):
            assert given(str(term.node), known.window) == list(term.column)


def test_few_values_are_never_enough() -> None:
    for count in range(20):
        assert not is_enough([n % 4 for n in range(count)], 3)
        assert find_formulas([n % 4 for n in range(count)]) == []
        assert find_formulas([0] * count) == find_progressions([0] * count) == []
        assert clear_period([0] * count) is None


SAMPLES: dict[str, Callable[[int], int]] = {
    "n": lambda n: n,
    "n % 4": lambda n: n % 4,
    "(n - 1) % 2": lambda n: (n - 1) % 2,
    "n // 3": lambda n: n // 3,
    "n % 5 // 2": lambda n: n % 5 // 2,
    "n ^ 1": lambda n: n ^ 1,
    "n ^ n // 2": lambda n: n ^ n >> 1,
    "popcount(n) % 2": lambda n: n.bit_count() % 2,
    "v2(n)": lambda n: len(bin(n)) - len(bin(n).rstrip("0")) if n else 7,
    "v2(n) + 1": lambda n: len(bin(n)) - len(bin(n).rstrip("0")) + 1 if n else 0,
    "n & -n": lambda n: n & -n,
    "n // (n & -n)": lambda n: n // (n & -n) if n else 0,
    "2 * n + (popcount(n) - 1) % 2": lambda n: next(k for k in (2 * n, 2 * n + 1) if k.bit_count() % 2),
    "3 * (n // 6) + n % 3": lambda n: n // 6 * 3 + (0, 1, 2, 0, 1, 2)[n % 6],
}
"""What is found in the values on the right."""


@pytest.mark.parametrize("text", SAMPLES)
@pytest.mark.parametrize("count", [100, 2500])
def test_a_known_formula_is_found_in_its_values(text: str, count: int) -> None:
    values = [SAMPLES[text](n) for n in range(count)]
    first, *_ = find_formulas(values)
    assert first.expression == text
    check(first, values)


def random_formula(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return rng.choice(["n", "n", "popcount(n)", "v2(n)"])
    inner = random_formula(rng, depth - 1)
    if rng.random() < 0.3:
        return f"({inner}) {rng.choice('+^')} ({random_formula(rng, 0)})"
    return f"({inner}) {rng.choice(['%', '%', '//', '+', '^'])} {rng.randint(2, 4)}"


@pytest.mark.nightly
@pytest.mark.parametrize("seed", few(range(60), *range(15)))
def test_values_of_a_random_formula_have_one_that_is_no_longer(seed: int) -> None:
    rng = random.Random(seed)
    text = random_formula(rng, rng.randint(1, 2))
    node = read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS)
    values = given(text, range(1, 1200))
    first, *_ = find_formulas(values, 1)
    assert first.cost <= symbols(node)
    check(first, values, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", few(range(40), *range(15)))
def test_a_formula_found_after_exceptions_begins_at_the_least_heap(seed: int) -> None:
    rng = random.Random(seed)
    exceptions = rng.randint(1, 8)
    values = [n % 4 for n in range(300)]
    values[exceptions - 1] += rng.randint(4, 9)
    starts = [pattern.start for pattern in find_formulas(values)]
    assert starts == [exceptions]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", few(range(60), *range(15)))
def test_the_table_of_a_random_period_is_a_claim_that_gives_every_value(seed: int) -> None:
    rng = random.Random(seed)
    period, saltus = rng.randint(2, 9), rng.choice([0, 0, 1, 2, 5])
    values = [rng.randint(0, 12) for _ in range(period)]
    while len(values) < 400:
        values.append(values[-period] + saltus)
    first, *_ = find_formulas(values)
    assert first.start == 0
    assert first.claim is not None
    check(first, values)


@pytest.mark.parametrize("seed", few(range(150), *range(30)))
def test_nothing_is_found_in_noise(seed: int) -> None:
    rng = random.Random(seed)
    count, most = rng.choice([24, 40, 64, 200, 1100]), rng.choice([1, 1, 2, 3, 8])
    rare = rng.choice([0.0, 0.0, 0.5])
    values = [0 if rng.random() < rare else rng.randint(0, most) for _ in range(count)]
    assert find_formulas(values) == []
    assert clear_period(values) is None
    assert find_progressions(values) == []
