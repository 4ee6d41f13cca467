"""tests/golden/claims.json: every statement, written here as Python, with its smallest counterexample."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle

import grundy
from grundy.core import Outcome, Ruleset, Sum, nim_sum
from grundy.games.heaps.bash import Bash
from grundy.games.heaps.divisors import Divisors
from grundy.games.heaps.nim import BoundedNim, Nim

CASES: list[dict[str, Any]] = golden("claims")["cases"]


def valuation(n: int) -> int:
    return 0 if n % 2 else 1 + valuation(n // 2)


HEAP: dict[str, Callable[[int], int]] = {
    "not (n%4<=2)": lambda n: not n % 4 <= 2,
    "n%5<2": lambda n: n % 5 < 2,
    "not (1<=n%8<=5)": lambda n: not 1 <= n % 8 <= 5,
    "1<=n%8<=3": lambda n: 1 <= n % 8 <= 3,
    "3<=n%8<6": lambda n: 3 <= n % 8 < 6,
    "v2(n)": valuation,
}
PILES: dict[str, Callable[[Sequence[int]], bool]] = {
    "X(p)%3==0": lambda p: nim_sum(p) % 3 == 0,
    "X(x%3 for x in p)==0": lambda p: nim_sum(x % 3 for x in p) == 0,
    "(X(p)==0) if max(p)>1 else sum(p)%2==1": lambda p: (nim_sum(p) == 0) if max(p) > 1 else sum(p) % 2 == 1,
    "X(p)==0": lambda p: nim_sum(p) == 0,
}


def ruleset_of(game: dict[str, Any]) -> tuple[Ruleset[int], bool]:
    """The ruleset of a claim, and whether it is played misere."""
    family = game["family"]
    if family == "bash_sm_end":
        end = {"a": "stuck", "c": "rest", "d": "rest-loses", "e": "stuck"}[game["convention"]]
        return Bash(game["s"], game["m"], end), game["convention"] in "de"
    if family == "nim_at_most":
        return BoundedNim(game["m"]), False
    return {"nim_misere": (Nim(), True), "divisor": (Divisors(), False)}[family]


def heap_counterexample(case: dict[str, Any]) -> dict[str, Any] | None:
    rule, misere = ruleset_of(case["game"])
    oracle, claimed = Oracle(rule), HEAP[case["expr"]]
    for n in range(case.get("from", 0), case["checked_to"] + 1):
        outcome = oracle.misere(Sum(n)) if misere else oracle.outcome(n)
        if case["kind"] == "heap_grundy" and claimed(n) != oracle.value(n):
            return {"n": n, "truth": oracle.value(n)}
        if case["kind"] == "heap_P" and bool(claimed(n)) != (outcome is Outcome.P):
            return {"n": n, "truth": str(outcome)}
    return None


def piles_counterexample(case: dict[str, Any]) -> dict[str, Any] | None:
    rule, misere = ruleset_of(case["game"])
    oracle, claimed = Oracle(rule), PILES[case["expr"]]
    for size in range(1, case["max_piles"] + 1):
        boards = combinations_with_replacement(range(case["max_pile"] + 1), size)
        for board in sorted(boards, key=lambda board: (sum(board), board)):
            parts = Sum.of(board)
            outcome = oracle.misere(parts) if misere else Outcome.of_value(oracle.sum_value(parts))
            if claimed(board) != (outcome is Outcome.P):
                return {"piles": list(board), "truth": str(outcome)}
    return None


def sequence_counterexample(case: dict[str, Any]) -> dict[str, Any] | None:
    shift = case["period"] if case["kind"] == "period" else case["shift"]
    other = case.get("other", case["game"])
    right = grundy.game(other["code"]).values(case["checked_to"] + shift)
    left = grundy.game(case["game"]["code"]).values(case["checked_to"] + shift)
    for n in range(case.get("preperiod", 0), case["checked_to"] + 1):
        if left[n + shift] != right[n]:
            pair = [right[n], left[n + shift]] if case["kind"] == "period" else [left[n + shift], right[n]]
            return {"n": n, "values": pair}
    return None


EVALUATE = {"heap_P": heap_counterexample, "heap_grundy": heap_counterexample, "piles_P": piles_counterexample}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["statement"]))
def test_a_claim_holds_or_fails_first_at_its_smallest_counterexample(case: dict[str, Any]) -> None:
    found = EVALUATE.get(case["kind"], sequence_counterexample)(case)
    assert found == case.get("smallest_counterexample")
    assert (found is None) == case["holds"]
