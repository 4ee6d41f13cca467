from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_box_induction import Table, by_definition, first_wrong

from grundy.patterns import ProvedFacts, Unsettled, read_claim
from grundy.patterns.box_induction import box_induction

STOP = 26
FORMS = ["a % {p} ^ b % {q}", "(a + b) % {p}", "(a + {q} * b) % {p} // 2", "(a // 2 + b) % {p}"]
FORMS += ["min(a, 2) + b % {q}", "(a * b) % {p}"]
VECTORS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any), min_size=1, max_size=4)


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
