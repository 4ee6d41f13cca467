from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_box_induction import by_definition, first_wrong

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
