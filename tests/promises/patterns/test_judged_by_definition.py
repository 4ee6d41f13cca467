from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.promises.patterns.test_box_induction_thoroughly import STOP, VECTORS
from tests.unit.patterns.test_box_induction import Table, by_definition, first_wrong

from grundy.patterns import ProvedFacts, read_claim
from grundy.patterns.box_induction import box_induction


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
