"""Claims about rulesets: proved, true as far as they are compared, or refuted at the smallest position."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.pace import quickest, spent
from tests.unit.core.test_expressions import CONDITIONS, NUMBERS
from tests.unit.games.oracle import Oracle

import grundy
from grundy.core import HeapRuleset, InputError, LimitReached, Limits, Outcome, PositionError, RuleError, Sum
from grundy.core.evaluation import compile_node
from grundy.core.expressions import Node
from grundy.notation import read_ruleset
from grundy.operations import served
from grundy.patterns import Comparison, Judgement, read_claim
from grundy.workflows.claims import claim as claim_module
from grundy.workflows.claims import scan
from grundy.workflows.claims.claim import check_claim
from grundy.workflows.claims.columns import Column, Unsafe, evaluated


def verdict(ruleset: str, claim: str, to: int | None = None, **options: Any) -> tuple[str, str | None]:
    found = check_claim(read_ruleset(ruleset), claim, to, **options)
    return found.verdict, found.counterexample and found.counterexample.position


MISERE = [
    ("take 1..3", "P iff n % 4 == 1"),
    ("nim", "P iff n == 1"),
    ("nim(max=4)", "P iff n % 5 == 1"),
    ("bash(max=5, min=3)", "P iff 3 <= n % 8 < 6"),
    ("nim(max=2)", "P iff max(a%3, b%3) > 1 and a % 3 == b % 3 or max(a%3, b%3) < 2 and (a%3 + b%3) % 2 == 1"),
]


@pytest.mark.parametrize(("ruleset", "claim"), MISERE)
def test_right_formulas_for_misere_play_are_proved_too(ruleset: str, claim: str) -> None:
    assert verdict(ruleset, claim, misere=True) == ("proved", None)


HOLDS = [
    ("wythoff", "P iff (2*min(a,b) - abs(a-b))**2 <= 5*(a-b)**2 < (2*min(a,b) + 2 - abs(a-b))**2"),
    ("circular-kayles", "P iff n >= 3"),
    ("circular-nim(k=2)", "P iff a == b and b == c"),
    ("circular-nim(k=2)", "P iff a == c and b == d"),
    ("schwenk(factor=1)", "P iff is_power(n, 2) from 2"),
]


@pytest.mark.parametrize(("ruleset", "claim"), HOLDS)
def test_what_no_theorem_covers_holds_and_is_not_called_proved(ruleset: str, claim: str) -> None:
    assert verdict(ruleset, claim, 12) == ("holds", None)


def test_values_that_grow_are_proved_by_a_repeated_state() -> None:
    assert verdict("take all-but {1}", "value == n // 2", 12) == ("proved", None)


def test_misere_nim_is_not_decided_by_the_nim_sum_on_the_empty_board() -> None:
    assert verdict("nim", "P iff a ^ b ^ c == 0", misere=True) == ("refuted", "0 0 0")
    assert verdict("nim", "P iff n == 0", misere=True) == ("refuted", "0")
    right = "P iff max(a, b) > 1 and a ^ b == 0 or max(a, b) < 2 and (a + b) % 2 == 1"
    assert verdict("nim", right, misere=True) == ("proved", None)


def test_a_theorem_refutes_beyond_what_was_to_be_compared() -> None:
    found = check_claim(read_ruleset("take 1..30"), "value == n", 10)
    assert (found.verdict, found.counterexample and found.counterexample.position) == ("refuted", "31")


FAR = [
    ("take 1..2", "P iff a % 3 == b % 3 and b < 20000", "0 20001", "N", "P"),
    ("take 1..1", "value == (a % 2) ^ (b % 2) ^ (b & 4096)", "0 4096", 4096, 0),
    ("take 1..2", "P iff n % 3 == 0 and n < 20003", "20004", "N", "P"),
    ("take 1..2", "periodic 20002 from 5", "5", 0, 2),
    ("take 1..2", "same as nim(max=2) shifted by 20002", "0", 0, 1),
    ("take k where n % k == 0 and k < n", "P iff n % 2 == 1 and n != 51 from 1", "51", "N", "P"),
]


@pytest.mark.every_case
@pytest.mark.parametrize(("ruleset", "text", "position", "claimed", "actual"), FAR)
def test_a_theorem_refutes_far_beyond_what_limits_let_compare(
    ruleset: str, text: str, position: str, claimed: str | int, actual: str | int
) -> None:
    found = check_claim(read_ruleset(ruleset), text, 20, limits=Limits(positions=100_000))
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert found.counterexample[:3] == (position, claimed, actual)
    assert "are as claimed" not in (found.theorem or "").replace("fewer tokens are as claimed", "")


def test_a_theorem_that_contradicts_the_definition_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim_module, "judge", lambda *_: Judgement("a wrong theorem", (8,), claimed=1, actual=0))
    with pytest.raises(RuleError, match=r"take 1\.\.3: a theorem and the definition differ at 8; please report this"):
        check_claim(read_ruleset("take 1..3"), "P iff n % 4 == 0")


def test_the_rule_of_a_function_is_called_with_numbers_or_with_tuples() -> None:
    @grundy.rule
    def countdown(n: int) -> list[int]:
        return [n - k for k in (1, 2, 3) if k <= n]

    @grundy.rule
    def corner(position: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = position
        return [(i, b) for i in range(a)] + [(a, j) for j in range(b)]

    assert countdown.claim("P iff n % 4 == 0", 100).verdict == "holds"
    assert countdown.claim("P iff a % 4 == b % 4", 20).verdict == "holds"
    assert corner.claim("P iff a == b", 8).verdict == "holds"
    assert corner.claim("value == a + b", 8).counterexample.position == "1 1"  # type: ignore[union-attr]


@settings(max_examples=examples(60))
@given(
    st.sets(st.integers(1, 8), min_size=1, max_size=4),
    st.sampled_from(
        ["P iff n % {p} in {{{q}, {r}}}", "value == n % {p} // {q}", "value <= {q}", "N iff n % {p} >= {q}"]
    ),
    st.integers(1, 14),
    st.integers(1, 4),
    st.integers(0, 4),
    st.booleans(),
)
def test_no_claim_is_proved_that_fails_and_no_counterexample_is_wrong(
    takes: set[int], form: str, p: int, q: int, r: int, misere: bool
) -> None:
    rule = read_ruleset(f"take {{{', '.join(map(str, sorted(takes)))}}}")
    text = form.format(p=p, q=q, r=r)
    if misere and text.startswith("value"):
        return
    oracle = Oracle(rule)
    outcomes = [oracle.misere(Sum(n)) if misere else oracle.outcome(n) for n in range(200)]
    claim = read_claim(text)
    assert isinstance(claim, Comparison)

    def fails(n: int) -> bool:
        claimed = compile_node(claim.node, ("n",))((n,))
        if claim.kind != "value":
            return bool(claimed) != (outcomes[n].value == claim.kind)
        return bool(oracle.value(n) > claimed if claim.sign == "<=" else oracle.value(n) != claimed)

    first = next((n for n in range(int(not misere), 200) if fails(n)), None)
    found = check_claim(rule, text, 25, misere=misere)
    if found.counterexample is not None:
        assert found.verdict == "refuted"
        assert found.counterexample.heaps == (first,)
    elif found.verdict == "proved":
        assert first is None
    else:
        assert first is None or first > 25


@pytest.mark.parametrize("ruleset", ["take {1, 4}", "split", "0.37", "take squares", "wythoff", "euclid", "moore(k=2)"])
@pytest.mark.parametrize(
    "claim", ["P iff (a + b) % 3 == 0", "P iff a == b", "N iff a + b > 2", "P iff a - b in {0, 1}"]
)
@pytest.mark.parametrize("misere", [False, True])
def test_boards_are_compared_in_the_order_of_size(ruleset: str, claim: str, misere: bool) -> None:
    rule, read = read_ruleset(ruleset), read_claim(claim)
    assert isinstance(read, Comparison)
    oracle: Oracle[Any] = Oracle(rule)

    def fails(board: tuple[int, ...]) -> bool:
        parts: Sum[Any] = Sum.of(board) if isinstance(rule, HeapRuleset) else Sum(board)
        outcome = oracle.misere(parts) if misere else Outcome.of_value(oracle.sum_value(parts))
        return bool(compile_node(read.node, ("a", "b"))(board)) != (outcome.value == read.kind)

    boards = sorted(product(range(8), repeat=2), key=lambda board: (sum(board), board))
    first = next((board for board in boards if fails(board)), None)
    found = check_claim(rule, claim, 7, misere=misere)
    if found.verdict != "refuted":
        assert first is None
    else:
        assert found.counterexample is not None
        assert found.counterexample.heaps == first


def test_an_expression_that_breaks_its_bounds_fails_where_the_definition_does() -> None:
    with pytest.raises(RuleError, match=r"^n \*\* n == 0: a number of 2\^63 or more at n = 16$"):
        verdict("nim", "P iff n ** n == 0")
    with pytest.raises(RuleError, match=r"^7 // \(n - 5\) == 9: division by zero at n = 5$"):
        verdict("nim", "P iff 7 // (n - 5) == 9")
    with pytest.raises(RuleError, match=r"^1 % \(a - b\) == 0: division by zero at a = 0, b = 0$"):
        verdict("nim", "P iff 1 % (a - b) == 0")
    assert verdict("nim", "P iff n ** n == 1") == ("refuted", "1")
    assert verdict("take 1..3", "P iff n % 4 == 0 and (n == 0 or 12 % n >= 0)") == ("holds", None)


HOSTILE = [
    "N iff n ** n > 0 and n % 4 > 0",
    "P iff 10 ** 10 ** 10 == n",
    "P iff n // 0 == 0",
    "P iff " + "(" * 500,
    "P iff " + "9" * 400 + " == n",
    "value == x",
    "value == " + " ^ ".join(["n"] * 400),
    "x" * 10**6,
    "P iff max(" + ",".join(["n"] * 300) + ") in {" + ",".join(["1"] * 101) + "}",
    "same as " + "(" * 1900,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_claims_end_in_a_typed_error_within_fifty_milliseconds(text: str) -> None:
    rule = read_ruleset("take 1..3")
    check_claim(rule, "P iff n % 4 == 0", 10)

    def refused() -> None:
        with pytest.raises((InputError, LimitReached)):
            check_claim(rule, text)

    assert quickest(refused) < 0.05


def test_positions_that_a_ruleset_has_not_are_refused() -> None:
    with pytest.raises(PositionError, match='wythoff has no positions "n" of whole numbers'):
        verdict("wythoff", "P iff n == 0")
    with pytest.raises(PositionError, match="wythoff positions are not heaps"):
        verdict("wythoff", "periodic 3 from 0")
    with pytest.raises(InputError, match="expected the largest heap to check"):
        verdict("nim", "value == n", -1)
    with pytest.raises(InputError, match="expected a claim in words, found 5"):
        check_claim(read_ruleset("nim"), 5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected the name of a ruleset, found 'nimm'") as caught:
        verdict("nim", "same as nimm")
    assert caught.value.place()[1].index("^") == 10


def test_ten_million_heaps_and_a_million_pairs_are_compared_within_five_seconds() -> None:
    for ruleset, claim, to in (("take {2, 5, 11}", "value <= 3", 10**7), ("nim", "value == (a | b) - (a & b)", 1000)):
        start = process_time()
        assert check_claim(read_ruleset(ruleset), claim, to).checked_to == to
        assert spent(start) < 5


@pytest.mark.parametrize(
    ("ruleset", "claim"),
    [
        ("nim", "P iff n == 0 and n % 1000000007 == 0"),
        ("nim", "P iff a % 1000003 == b % 1000003"),
        ("lasker", "P iff n % 1000000007 == 0"),
        ("4.1", "P iff n % 2 == 0 and n // 1000000007 % 4 == 0"),
        ("4.1", "P iff n == 0 or n // 1000000007 % 4 == 0 and n % 2 == 0"),
    ],
)
def test_claims_with_large_moduli_end_within_their_limits(ruleset: str, claim: str) -> None:
    start, before = process_time(), getrusage(RUSAGE_SELF).ru_maxrss
    found = verdict(ruleset, claim, limits=Limits(seconds=2, memory=100 << 20))[0]
    assert found in {"holds", "refuted"}
    assert spent(start) < 3
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 100 << 10


@pytest.mark.parametrize(
    ("ruleset", "claim", "heap"),
    [
        ("take all-but {2,4,5}", "periodic 1 from 7", "7"),
        ("take any or split a, b where a != b", "periodic 2 from 3", "3"),
        ("kayles", "value <= 2", "3"),
    ],
)
def test_little_time_refutes_what_fails_soon_in_misere_play(ruleset: str, claim: str, heap: str) -> None:
    assert verdict(ruleset, claim, misere=True, limits=Limits(seconds=1)) == ("refuted", heap)


@pytest.mark.parametrize("period", [1, 3, 16, 17])
def test_a_period_in_misere_play_is_compared_as_the_definition_says(period: int) -> None:
    ruleset, to = "take {1, 4} or split a, b where a == b", 12
    values = grundy.game(ruleset).values(to + period, misere=True)
    differ = [n for n in range(1, to + 1) if values[n] != values[n + period]]
    found = check_claim(read_ruleset(ruleset), f"periodic {period} from 1", to, misere=True)
    assert (found.counterexample and found.counterexample.heaps) == ((differ[0],) if differ else None)


@pytest.mark.parametrize("held", [0, scan.MOST_HELD])
@pytest.mark.parametrize("period", [11, 1000])
def test_a_period_is_compared_the_same_way_with_stored_and_recomputed_values(
    period: int, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "MOST_HELD", held)
    ruleset, to = "take 1..3 or take {7}", 40
    values = grundy.game(ruleset).values(to + period)
    differ = [n for n in range(1, to + 1) if values[n] != values[n + period]]
    found = check_claim(read_ruleset(ruleset), f"periodic {period} from 1", to)
    assert (found.counterexample and found.counterexample.heaps) == ((differ[0],) if differ else None)


@pytest.mark.parametrize("misere", [False, True])
def test_values_are_compared_in_the_play_that_is_really_played(misere: bool) -> None:
    one, other = "nim(max=3)", "bash(min=1, max=3, end=rest-loses)"  # here whoever takes the last token loses
    for rule, alike in ((one, other), (other, one)):
        assert check_claim(read_ruleset(rule), f"same as {alike}", 50, misere=misere).counterexample is None
    assert check_claim(read_ruleset(other), "same as nim", 50, misere=misere).counterexample is not None


def test_a_value_of_a_rule_with_blocked_moves_is_refused_as_such() -> None:
    with pytest.raises(InputError, match="positions with blocked moves have an outcome, but no Grundy value"):
        check_claim(read_ruleset("take k of a or take k of b blocking 1"), "value == a ^ b")


def test_the_verdict_is_printed_even_if_no_files_for_walnut_are_written(tmp_path: Path) -> None:
    found = served("claim")("take squares", claim="value <= 9", to=20, walnut=str(tmp_path / "walnut"))
    assert found.verdict == "holds"
    assert found.explain().endswith("No files for Walnut were written: the claim is not proved.")
    assert found.exit_code == InputError.exit_code


@pytest.mark.nightly
@settings(max_examples=examples(120))
@given(NUMBERS | CONDITIONS, st.integers(0, 100), st.integers(1, 60))
def test_columns_hold_what_the_expression_gives_at_every_position(node: Node, start: int, size: int) -> None:
    import numpy as np

    columns = {
        "n": Column(np.arange(start, start + 5)[:, None], start, start + 4),
        "k": Column(np.arange(size)[None, :], 0, size - 1),
    }
    evaluate = compile_node(node, ("n", "k"))
    try:
        found = evaluated(node, columns)
    except Unsafe:
        return
    assert found.shape == (5, size)
    for i, j in product(range(5), range(size)):
        assert int(found[i, j]) == int(evaluate((start + i, j)))
