"""Claims about rules that take vectors, proved from one box: against tables made by definition far beyond the box."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples

from grundy.core import mex
from grundy.core.evaluation import compile_node
from grundy.notation import read_ruleset
from grundy.patterns import Comparison, ProvedFacts, Unsettled, read_claim
from grundy.patterns.box_induction import box_induction
from grundy.workflows.claims.claim import check_claim

Table = dict[tuple[int, ...], int]


def by_definition(steps: set[tuple[int, ...]], stop: int, *, misere: bool) -> Table:
    """The values of all positions below a size."""
    values: Table = {}
    for x in product(range(stop), repeat=len(next(iter(steps)))):
        options = {
            values[tuple(heap - taken for heap, taken in zip(x, step, strict=True))]
            for step in steps
            if all(heap >= taken for heap, taken in zip(x, step, strict=True))
        }
        values[x] = mex(options) if options else int(misere)
    return values


def first_wrong(text: str, values: Table) -> tuple[int, ...] | None:
    """The least position in the order of size where a claim differs from a table."""
    claim = read_claim(text)
    assert isinstance(claim, Comparison)
    claimed = compile_node(claim.node, claim.names)
    wrong = [
        x
        for x, value in values.items()
        if (
            (claimed(x) != value)
            if claim.kind == "value"
            else bool(claimed(x)) != ((value == 0) == (claim.kind == "P"))
        )
    ]
    return min(wrong, key=lambda x: (sum(x), x), default=None)


TRUE: list[tuple[set[tuple[int, ...]], str, bool]] = [
    ({(1, 0), (0, 1), (1, 1)}, "P iff a % 2 == 0 and b % 2 == 0", False),
    ({(1, 0), (2, 0), (0, 1), (0, 2)}, "value == a % 3 ^ b % 3", False),
    ({(1, 0, 0), (0, 1, 0), (0, 0, 1)}, "value == (a + b + c) % 2", False),
    ({(1, 0, 0), (0, 1, 0), (0, 0, 1)}, "N iff (a + b + c) % 2 == 0", True),
    ({(1,), (2,)}, "P iff n % 3 == 1", True),
    ({(2,), (3,)}, "value == n % 5 // 2", False),
]


@pytest.mark.parametrize(("steps", "text", "misere"), TRUE)
def test_claims_are_proved_in_the_play_in_which_they_are_true(
    steps: set[tuple[int, ...]], text: str, misere: bool
) -> None:
    for play in (False, True):
        found = box_induction(read_claim(text), ProvedFacts(misere=play, steps=frozenset(steps)), 0)
        assert found is not None
        assert found.counterexample == first_wrong(text, by_definition(steps, 14, misere=play))
        assert (found.counterexample is None) == (play == misere)


def test_a_claim_about_large_heaps_only_is_proved_when_it_is_true_of_all() -> None:
    known = ProvedFacts(steps=frozenset({(1, 0), (0, 1)}))
    found = box_induction(read_claim("P iff (a + b) % 2 == 0 from 3"), known, 3)
    assert found is not None
    assert found.counterexample is None
    assert box_induction(read_claim("P iff (a + b) % 2 == 0 and b > 0 from 3"), known, 3) is None


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("P iff a % 2 == 0", {(1, 0)}),
        ("P iff a % 2 == b % 2", {(0, 0), (1, 1)}),
        ("P iff a % 2 == b % 2", {(2, -1)}),
        ("value == a + b", {(1, 0), (0, 1)}),
        ("value <= a % 2 + b % 2", {(1, 0), (0, 1)}),
        ("P iff a % 999 == b % 999", {(1, 0), (0, 1)}),
        ("periodic 2", {(1,)}),
    ],
)
def test_where_a_hypothesis_fails_nothing_is_said(text: str, steps: set[tuple[int, ...]]) -> None:
    assert box_induction(read_claim(text), ProvedFacts(steps=frozenset(steps)), 0) is None


@pytest.mark.parametrize(
    ("rule", "text", "misere"),
    [
        ("vectors(steps={(1,0),(0,1),(1,1)})", "P iff a % 2 == 0 and b % 2 == 0", False),
        ("vectors(steps={(1,1)})", "value == min(a, b) % 2", False),
        ("vectors(steps={(1,0,0),(0,1,0),(0,0,1)})", "N iff (a + b + c) % 2 == 0", True),
        ("take {1, 3}", "P iff (a + b) % 2 == 1", True),
    ],
)
def test_what_a_ruleset_is_made_of_proves_its_claims(rule: str, text: str, misere: bool) -> None:
    assert check_claim(read_ruleset(rule), text, 8, misere=misere).verdict == "proved"


@pytest.mark.parametrize(
    "rule", ["vectors(steps={(1,0),(0,1)}, rays={(1,1)})", "vectors(rays={(1,0),(0,1)})", "wythoff"]
)
def test_a_rule_with_rays_is_none_of_finitely_many_vectors(rule: str) -> None:
    assert check_claim(read_ruleset(rule), "N iff a % 2 >= 0 and b > 0 or a > 0", 0).verdict != "proved"


STOP = 26
FORMS = ["a % {p} ^ b % {q}", "(a + b) % {p}", "(a + {q} * b) % {p} // 2", "(a // 2 + b) % {p}"]
FORMS += ["min(a, 2) + b % {q}", "(a * b) % {p}"]
VECTORS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any), min_size=1, max_size=4)


@pytest.mark.nightly
@settings(max_examples=examples(150), deadline=None)
@given(VECTORS, st.booleans(), st.integers(1, 5), st.integers(1, 5), st.sampled_from(FORMS))
def test_a_periodic_value_is_judged_as_the_definition_judges_it(
    steps: set[tuple[int, ...]], misere: bool, p: int, q: int, form: str
) -> None:
    text = f"value == {form.format(p=p, q=q)} + 0 * b"
    try:
        found = box_induction(read_claim(text), ProvedFacts(misere=misere, steps=frozenset(steps)), 0)
    except Unsettled:
        assert "a * b" in form
        return
    assert found is not None
    assert found.counterexample == first_wrong(text, by_definition(steps, STOP, misere=misere))


def stated(values: Table, kind: str, period: tuple[int, int], preperiod: tuple[int, int]) -> str:
    """The claim that a table goes on with periods from preperiods on."""
    (p, q), (m, n) = period, preperiod
    cells = []
    for a, b in product(range(m + p), range(n + q)):
        side = [f"{name} == {x}" if x < n0 else f"{name} >= {n0} and {name} % {p0} == {x % p0}"
                for name, x, n0, p0 in (("a", a, m, p), ("b", b, n, q))]  # fmt: skip
        cells.append((values[a, b], f"({side[0]} and {side[1]})"))
    lost = " or ".join(text for value, text in cells if not value) or "a < 0"
    return f"P iff {lost} or b < 0" if kind == "P" else f"N iff not ({lost}) or b < 0"


@pytest.mark.nightly
@settings(max_examples=examples(250), deadline=None)
@given(
    VECTORS, st.booleans(), st.sampled_from("PN"), st.tuples(st.integers(1, 4), st.integers(1, 4)), st.integers(0, 1)
)
def test_a_periodic_claim_is_judged_as_the_definition_judges_it(
    steps: set[tuple[int, ...]], misere: bool, kind: str, period: tuple[int, int], preperiod: int
) -> None:
    values = by_definition(steps, STOP, misere=misere)
    text = stated(values, kind, period, (preperiod, preperiod))
    if len(text) > 2000:
        return
    found = box_induction(read_claim(text), ProvedFacts(misere=misere, steps=frozenset(steps)), 0)
    assert found is not None
    assert found.counterexample == first_wrong(text, values)
