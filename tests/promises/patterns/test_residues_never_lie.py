from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_residue_induction import condition

from grundy.core import InputError
from grundy.core.evaluation import compile_node
from grundy.core.expressions import Node
from grundy.patterns import Comparison, ProvedFacts, Unsettled, read_claim
from grundy.patterns.residue_induction import residue_induction
from grundy.patterns.residues import Known, Residues

NUMBERS = st.recursive(
    st.sampled_from(["n", "k", "n", "k", "1", "2", "3", "4", "6"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*%&|^"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, st.sampled_from(["// 2", "% 2", "% 3", "% 4", "// 3", "% 12"])).map(
            lambda t: f"({' '.join(t)})"
        ),
        st.tuples(st.sampled_from(["gcd", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
    ),
    max_leaves=4,
)


ATOMS = st.one_of(
    st.tuples(NUMBERS, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), NUMBERS).map(" ".join),
    st.tuples(st.sampled_from(["is_prime({})", "is_square({})", "is_power({}, 3)"]), NUMBERS).map(
        lambda t: t[0].format(t[1])
    ),
    st.sampled_from(["n % k == 0", "k < n", "gcd(n, k) == 1", "n % k == 1", "k % 2 == 1", "k <= 3", "n % k != 0"]),
)


CONDITIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda t: f"({' '.join(t)})"),
        inner.map(lambda t: f"not ({t})"),
    ),
    max_leaves=3,
)


@settings(max_examples=examples(600), deadline=None)
@given(CONDITIONS, st.integers(1, 24), st.integers(0, 70), st.integers(1, 70), st.integers(0, 9), st.integers(0, 9))
def test_residues_and_bounds_never_deny_what_is_so(text: str, m: int, after: int, k: int, low: int, under: int) -> None:
    node, n = condition(text), after + k
    bounds = (max(0, after - low), max(1, k - under))
    far = Residues({"n": Known(n % m, m, (0, 1, 1)), "k": Known(k % m, m, (0, 0, 1))}, bounds)
    leaving = Residues(
        {"n": Known(n % m, m, (0, 1)), "k": Known(k % m, m, (-after, 1))}, (n - under if n - under > after else n,)
    )
    small = Residues({"n": Known(n % m, m, (0, 1)), "k": Known(k, 0, (k, 0))}, (n - min(low, after),))
    try:
        so = bool(compile_node(node, ("n", "k"))((n, k)))
        for residues in (far, leaving, small):
            assert residues.may(node)[0 if so else 1], (n, k)
    except InputError:
        return


def by_definition(node: Node, stop: int, *, misere: bool) -> list[bool]:
    allowed = compile_node(node, ("n", "k"))
    lost: list[bool] = []
    for n in range(stop):
        options = [lost[n - k] for k in range(1, n + 1) if allowed((n, k))]
        lost.append(not any(options) if options else not misere)
    return lost


def stated(lost: list[bool], preperiod: int, period: int) -> str:
    early = [f"n == {n}" for n in range(preperiod) if lost[n]]
    late = [
        f"n >= {preperiod} and n % {period} == {n % period}" for n in range(preperiod, preperiod + period) if lost[n]
    ]
    return f"P iff {' or '.join(early + late) or 'n < 0'}"


def first_wrong(text: str, lost: list[bool], least: int) -> int | None:
    claim = read_claim(text)
    assert isinstance(claim, Comparison)
    claimed = compile_node(claim.node, ("n",))
    return next((n for n in range(least, len(lost)) if bool(claimed((n,))) != (lost[n] == (claim.kind == "P"))), None)


@pytest.mark.nightly
@settings(max_examples=examples(40), deadline=None)
@given(CONDITIONS, CONDITIONS, st.booleans(), st.integers(0, 4), st.integers(1, 6), st.integers(0, 1))
def test_what_is_proved_of_takes_under_a_condition_is_true_far_beyond(
    one: str, other: str, misere: bool, preperiod: int, period: int, least: int
) -> None:
    node = condition(f"({one}) or ({other}) and k <= n")
    try:
        lost = by_definition(node, 100, misere=misere)
        text = stated(lost, preperiod, period)
        found = residue_induction(read_claim(text), ProvedFacts(misere=misere, takes=node), least)
    except (InputError, Unsettled):
        return
    if found is not None:
        assert (found.counterexample or (None,))[0] == first_wrong(text, lost, least)


TRUE = [
    ("n % k == 0 and k < n", "P iff n % 2 == 1", 1),
    ("n % k == 0", "N iff n >= 1", 0),
    ("n % k == 1", "P iff n <= 2", 1),
    ("gcd(n, k) == 1", "P iff n % 2 == 0", 0),
    ("gcd(n, k) == 1 and k < n", "P iff n % 2 == 1", None),
    ("k % 3 != 0", "P iff n % 3 == 0", 0),
    ("k == 1 or is_prime(k)", "P iff n % 4 == 0", 0),
    ("k == 1 or k == 4 and n % 2 == 0", "P iff n % 2 == 0", None),
    ("is_power(k, 4)", "P iff n % 5 in {0, 2}", 0),
    ("k <= 2 or k % 3 == 1 and k > 40", "P iff n % 3 == 0", 0),
    ("k <= 2 or k % 3 == 0 and k > 40", "P iff n % 3 == 0", None),
    ("k % 2 == 1 and k * k <= n", "P iff n % 2 == 0", 0),
]


@pytest.mark.parametrize(("rule", "text", "least"), TRUE)
def test_true_claims_are_proved_and_false_ones_never(rule: str, text: str, least: int | None) -> None:
    node = condition(rule)
    lost = by_definition(node, 300, misere=False)
    start = least or 0
    texts = [text, text.replace("P", "N"), text.replace("0", "1"), text.replace("%", "//"), f"{text} or n == 150"]
    for claimed in texts:
        found = residue_induction(read_claim(claimed), ProvedFacts(takes=node), start)
        assert found is None or (found.counterexample or (None,))[0] == first_wrong(claimed, lost, start)
    assert (residue_induction(read_claim(text), ProvedFacts(takes=node), start) is not None) >= (least is not None)
    wrong = first_wrong(text, lost, start)
    assert (wrong is None) == (least is not None)
