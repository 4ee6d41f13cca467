from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_decided import is_true

from grundy.core import mex
from grundy.patterns import Comparison, Proved, ProvedFacts, judge, read_claim, window_course

TAKES = st.sets(st.integers(1, 9), min_size=0, max_size=4).map(sorted)


def plain(takes: list[int], stop: int, *, misere: bool) -> list[int]:
    """(Misere) Grundy values by definition."""
    values: list[int] = []
    for n in range(stop + 1):
        options = {values[n - k] for k in takes if k <= n}
        values.append(mex(options) if options else int(misere))
    return values


@settings(max_examples=examples(150))
@given(TAKES, st.booleans())
def test_a_window_that_comes_again_gives_the_values_for_ever(takes: list[int], misere: bool) -> None:
    found = window_course(takes, misere=misere)
    assert found is not None
    assert [found.at(n) for n in range(600)] == plain(takes, 599, misere=misere)
    n0, p, saltus = found.course
    assert all(found.at(n + p) == found.at(n) + saltus for n in range(n0, 300))


CLAIMS = [
    "P iff n % {p} in {{{r}, {q}}}",
    "N iff n % {p} >= {q}",
    "value == n % {p} // {q}",
    "value <= {q}",
    "value >= n % {p} - {q}",
    "value != {q}",
    "value == n - n // {p}",
    "P iff n > {q} and n % {p} == {r}",
]


@st.composite
def claims(draw: st.DrawFn) -> str:
    numbers = {"p": draw(st.integers(1, 12)), "q": draw(st.integers(1, 5)), "r": draw(st.integers(0, 5))}
    return draw(st.sampled_from(CLAIMS)).format(**numbers)


@settings(max_examples=examples(150))
@given(TAKES, claims(), st.integers(0, 3))
def test_one_heap_is_judged_as_plain_evaluation_judges_it(takes: list[int], text: str, least: int) -> None:
    fact = window_course(takes, misere=False)
    claim = read_claim(text)
    assert fact is not None
    assert isinstance(claim, Comparison)
    found = judge(claim, ProvedFacts(values=(fact,), value=fact, lost=fact.marks(0)), least)
    values = plain(takes, 600, misere=False)
    by_definition = Proved(values.__getitem__, fact.course, "the definition")
    first = next((n for n in range(least, 601) if not is_true(claim, (by_definition,), (n,))), None)
    if found is not None:
        assert found.counterexample == (None if first is None else (first,))


@settings(max_examples=examples(150))
@given(TAKES, st.integers(1, 30), st.integers(0, 12))
def test_repetition_is_judged_as_the_values_repeat(takes: list[int], period: int, preperiod: int) -> None:
    fact = window_course(takes, misere=False)
    assert fact is not None
    found = judge(read_claim(f"periodic {period} from {preperiod}"), ProvedFacts(value=fact), 0)
    values = plain(takes, 700, misere=False)
    first = next((n for n in range(preperiod, 600) if values[n] != values[n + period]), None)
    assert found is not None
    assert found.counterexample == (None if first is None else (first,))


TERMS = ["{x} % {p}", "{x} // {q} % {p}", "{x} % {p} // {q}", "min({x}, {q})", "{q}", "({x} + {y}) % {p}", "{x}"]


@st.composite
def sums(draw: st.DrawFn) -> str:
    def term() -> str:
        x, y = draw(st.permutations("ab"))
        return draw(st.sampled_from(TERMS)).format(x=x, y=y, p=draw(st.integers(1, 6)), q=draw(st.integers(1, 3)))

    left, right, tail = term(), term(), draw(st.sampled_from(["", " or a == b", " and a % 2 == b % 2", " and b >= 0"]))
    sign = draw(st.sampled_from(["==", "!=", "<="]))
    return draw(st.sampled_from([f"P iff {left} {sign} {right}{tail}", f"value {sign} ({left}) ^ ({right}) + 0 * b"]))


@settings(max_examples=examples(150))
@given(TAKES, sums(), st.booleans(), st.integers(0, 2))
def test_boards_are_judged_as_plain_evaluation_judges_them(
    takes: list[int], text: str, misere: bool, least: int
) -> None:
    fact, claim = window_course(takes, misere=False), read_claim(text)
    assert fact is not None
    assert isinstance(claim, Comparison)
    found = judge(claim, ProvedFacts(misere=misere, values=(fact,) * len(claim.names)), least)
    if found is None or len(claim.names) < 2:
        return
    boards = sorted(product(range(least, 45), repeat=2), key=lambda board: (sum(board), board))
    first = next((board for board in boards if not is_true(claim, (fact, fact), board, misere=misere)), None)
    assert found.counterexample == first
