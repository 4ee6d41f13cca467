from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks, labels

from grundy.core import HeapRuleset, LimitReached, Ruleset, Sum
from grundy.games.heaps.clauses import HeapRule
from grundy.notation import read_ruleset
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

P_SQUARES = (0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119, 124, 127, 130)


def heap_rule(text: str) -> HeapRule:
    rule = read_ruleset(text)
    assert isinstance(rule, HeapRule)
    return rule


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def is_prime_power(n: int) -> bool:
    return n == 1 or sum(is_prime(d) for d in range(2, n + 1) if n % d == 0) == 1


SETS: dict[str, Callable[[int], bool]] = {
    "take 1..3": lambda k: 1 <= k <= 3,
    "take 4..7": lambda k: 4 <= k <= 7,
    "take 3": lambda k: k == 3,
    "take {1, 3, 4}": lambda k: k in {1, 3, 4},
    "take {7, 2}": lambda k: k in {2, 7},
    "take any": lambda k: k > 0,
    "take squares": lambda k: any(i * i == k for i in range(1, k + 1)),
    "take primes": is_prime,
    "take prime-powers": is_prime_power,
    "take powers(2)": lambda k: k & (k - 1) == 0,
    "take powers(3)": lambda k: k in {1, 3, 9, 27, 81},
    "take powers(4)": lambda k: k in {1, 4, 16, 64},
    "take powers(10)": lambda k: k in {1, 10, 100},
    "take all-but {2, 5}": lambda k: k not in {2, 5},
}
"""Every kind of set, with what it means."""


@pytest.mark.parametrize("text", SETS)
def test_every_set_means_what_it_says(text: str) -> None:
    rule = heap_rule(text)
    for n in range(70):
        assert list(rule.options(n)) == [n - k for k in range(1, n + 1) if SETS[text](k)]


@pytest.mark.parametrize("text", [*SETS, "split", "take k where n % k == 0", "take 1..2 or split", "split or take any"])
def test_every_hook_agrees_with_the_definition(text: str) -> None:
    check_hooks(heap_rule(text), range(40))
    check_ruleset(heap_rule(text), range(24))


def test_of_1_and_the_primes_a_heap_is_lost_iff_4_divides_it() -> None:
    rule = heap_rule("take {1} or primes")
    oracle = Oracle(rule)
    assert heap_rule(rule.name) == rule == heap_rule("take {1} or take primes")
    assert sorted(rule.options(12)) == [1, 5, 7, 9, 10, 11]
    assert all(oracle.value(n) == n % 4 for n in range(200))


def test_the_primes_begin_with_2_and_have_no_theorem() -> None:
    rule = heap_rule("take primes")
    assert list(rule.options(12)) == [10, 9, 7, 5, 1]
    assert rule.theory is None
    assert rule.known_value(12) is None


@pytest.mark.parametrize("base", range(2, 12))
def test_powers_of_a_base_have_a_theorem_exactly_where_it_is_one(base: int) -> None:
    rule, oracle = heap_rule(f"take powers({base})"), Oracle(heap_rule(f"take powers({base})"))
    values = [oracle.value(n) for n in range(250)]
    assert [rule.known_value(n) for n in range(250)] in (values, [None] * 250)
    if base == 2:
        assert values == [n % 3 for n in range(250)]
    elif base % 2:
        assert values == [n % 2 for n in range(250)]
    else:
        assert rule.known_value(100) is None


@pytest.mark.parametrize("case", golden("subtraction")["all_but"], ids=lambda case: str(case["excluded"]))
def test_all_but_a_set_is_arithmetic_periodic(case: dict[str, Any]) -> None:
    text = "take all-but {" + ", ".join(map(str, case["excluded"])) + "}"
    oracle = Oracle(heap_rule(text))
    values = [oracle.value(n) for n in range(301)]
    assert values[: len(case["values"])] == case["values"]
    start, period, saltus = case["arithmetic_preperiod_period_saltus"]
    assert all(values[n + period] == values[n] + saltus for n in range(start, 301 - period))


def test_square_nim_has_the_values_and_the_lost_heaps_of_the_catalogue() -> None:
    classics = golden("classics")["square_nim"]
    rule, oracle = heap_rule("take squares"), Oracle(heap_rule("take squares"))
    assert sorted(rule.options(11), reverse=True) == classics["moves_from_11"] == [10, 7, 2]
    assert [oracle.value(n) for n in range(31)] == classics["SG_0_30"]
    assert tuple(n for n in range(131) if oracle.value(n) == 0) == P_SQUARES
    assert [n for n in range(201) if oracle.value(n) == 0] == classics["P_upto_200"]
    values = golden("heap_sequences")["square_nim"]["values"]
    assert [oracle.value(n) for n in range(len(values))] == values


def test_the_square_nim_board_is_won_only_by_taking_1_from_the_4() -> None:
    solution = solve("take squares: 1 2 3 4 6")
    assert solution.value == 3
    assert [(move.part, move.move) for move in solution.winning_moves] == [(3, "take 1")]


@pytest.mark.parametrize("case", golden("subtraction")["cases"], ids=lambda case: str(case["set"]))
def test_golden_subtraction_sets(case: dict[str, Any]) -> None:
    rule = heap_rule("take {" + ", ".join(map(str, case["set"])) + "}")
    oracle = Oracle(rule)
    assert [oracle.value(n) for n in range(301)] == case["values"]
    assert rule.sequence() == tuple(case["set"])


CONDITIONS: list[tuple[str, Callable[[int, int], bool]]] = [
    ("n % k == 0 and k < n", lambda n, k: n % k == 0 and k < n),
    ("2 * k <= n + 1", lambda n, k: 2 * k <= n + 1),
    ("k <= n // 2 or k == n", lambda n, k: k <= n // 2 or k == n),
    ("not is_square(n - k) and k < 9", lambda n, k: int((n - k) ** 0.5 + 0.5) ** 2 != n - k and k < 9),
    ("n & k == k", lambda n, k: n & k == k),
    ("popcount(n ^ k) <= 2", lambda n, k: (n ^ k).bit_count() <= 2),
    ("abs(n - 2 * k) < 3", lambda n, k: abs(n - 2 * k) < 3),
    ("1 < k ** 2 <= n", lambda n, k: 1 < k**2 <= n),
    ("gcd(n, k) == 1", lambda n, k: __import__("math").gcd(n, k) == 1),
    ("min(k, n - k) > max(1, n // 4)", lambda n, k: min(k, n - k) > max(1, n // 4)),
    ("is_power(k, 3) or is_prime(k)", lambda _, k: k in {1, 3, 9, 27} or is_prime(k)),
]


@pytest.mark.parametrize(("text", "plain"), CONDITIONS, ids=[text for text, _ in CONDITIONS])
def test_conditions_mean_what_they_mean_in_python(text: str, plain: Callable[[int, int], bool]) -> None:
    rule = heap_rule(f"take k where {text}")
    for n in range(40):
        assert list(rule.options(n)) == [n - k for k in range(1, n + 1) if plain(n, k)]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a != b", lambda _, a, b: a != b),
        ("a * 2 == b", lambda _, a, b: a * 2 == b or b * 2 == a),
        ("a % 2 == 1 and b > n // 3", lambda n, a, b: any(x % 2 == 1 and y > n // 3 for x, y in ((a, b), (b, a)))),
    ],
)
def test_conditions_of_splits_are_tried_in_both_orders(text: str, plain: Callable[[int, int, int], bool]) -> None:
    rule = heap_rule(f"split a, b where {text}")
    for n in range(30):
        assert list(rule.options(n)) == [Sum(a, n - a) for a in range(1, n // 2 + 1) if plain(n, a, n - a)]


def test_unequal_splits_are_grundys_game_and_any_split_ends_after_n_minus_1_moves() -> None:
    unequal, any_split = Oracle(heap_rule("split a, b where a != b")), Oracle(heap_rule("split"))
    grundys = golden("heap_sequences")["grundys_game"]["values"][:60]
    assert [unequal.value(n) for n in range(60)] == grundys
    assert [any_split.value(n) for n in range(60)] == [0, *((n - 1) % 2 for n in range(1, 60))]


ALTERNATIVES = ["take 1..3", "take {2, 5}", "take squares", "take any", "split", "split a, b where a != b",
                "take k where n % k == 0", "take powers(2)", "take primes"]  # fmt: skip


@settings(max_examples=examples(60))
@given(st.lists(st.sampled_from(ALTERNATIVES), min_size=1, max_size=4), st.integers(0, 30))
def test_alternatives_never_list_an_option_twice_and_forget_none(clauses: list[str], heap: int) -> None:
    rule = heap_rule(" or ".join(clauses))
    options = list(rule.options(heap))
    assert len(set(options)) == len(options) == rule.count_moves(heap)
    assert set(options) == {option for clause in clauses for option in heap_rule(clause).options(heap)}
    moves = [move.label for move in rule.moves(heap)]
    assert len(set(moves)) == len(moves)


@given(st.sets(st.integers(1, 30), min_size=1, max_size=6), st.integers(0, 80))
def test_finite_sets_joined_by_or_are_one_finite_set(takes: set[int], heap: int) -> None:
    low, high = sorted(takes)[: len(takes) // 2 + 1], sorted(takes)[len(takes) // 2 :]
    joined = heap_rule(" or ".join("take {" + ", ".join(map(str, part)) + "}" for part in (low, high)))
    assert joined.sequence() == tuple(sorted(takes))
    assert set(joined.options(heap)) == {heap - k for k in takes if k <= heap}


def test_huge_heaps_answer_at_once_where_a_theorem_reaches_them() -> None:
    heap = 10**300 + 7
    for text, modulus in (
        ("take {1} or primes", 4),
        ("take prime-powers", 6),
        ("take powers(2)", 3),
        ("take 1..10", 11),
    ):
        assert heap_rule(text).known_value(heap) == heap % modulus
    assert heap_rule("take any").known_value(heap) == heap
    assert labels(heap_rule("take any").moves_to(heap, 7)) == [f"take {10**300}"]
    assert labels(heap_rule("take 1..10").moves_to(heap, 0)) == [f"take {heap % 11}"]
    assert heap_rule("take 1..10").count_moves(heap) == 10
    assert heap_rule("take any").count_moves(heap) == heap


@pytest.mark.parametrize("text", ["split", "split a, b where a < b", "take k where k < 3"])
def test_moves_that_must_be_tried_one_by_one_have_a_limit(text: str) -> None:
    with pytest.raises(LimitReached) as caught:
        list(heap_rule(text).options(10**9))
    assert "would take 1000000000 steps" in caught.value.message
    heap_rule(text).check(10**300)
    with pytest.raises(LimitReached, match="a heap of 301 digits"):
        list(heap_rule(text).options(10**300))


def test_a_rule_is_named_by_its_text_and_read_back_as_itself() -> None:
    for text in [*SETS, "take k where n % k == 0", "take 1..2 or split", "split a, b where a < b or a == 7"]:
        rule: Ruleset[int] = heap_rule(text)
        assert isinstance(rule, HeapRuleset)
        assert read_ruleset(rule.name) == rule
