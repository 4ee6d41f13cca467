"""Theorems never prove a false claim, and refute only what is false; compared with plain evaluation far beyond."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_decided import is_true

from grundy.core import Course, mex
from grundy.patterns import THEOREMS, Comparison, Proved, ProvedFacts, Unsettled, judge, read_claim, window_course
from grundy.patterns.theorems import _nim_sum_of_heaps


def test_a_window_that_is_too_long_is_not_looked_for() -> None:
    assert window_course([5000], misere=False) is None


@settings(max_examples=examples(200))
@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.integers(0, 3), st.integers(0, 5), st.integers(-4, 9))
def test_marks_and_shifts_have_the_course_that_they_claim(
    values: list[int], saltus: int, marked: int, shift: int
) -> None:
    fact = Proved(lambda n: values[n % len(values)] + n // len(values) * saltus, Course(0, len(values), saltus), "")
    for made in (fact.marks(marked), fact.shifted(shift)):
        n0, p, step = made.course
        assert all(made.at(n + p) == made.at(n) + step for n in range(max(n0, -shift), n0 + 60))


NIM = Proved(int, Course(0, 1, 1), "nim")
NOTHING = Proved(lambda _: 0, Course(0, 1), "nothing")


@pytest.mark.parametrize(
    ("text", "facts", "proved"),
    [
        ("P iff a ^ b ^ c == 0", (NIM, NIM, NIM), True),
        ("P iff a ^ c == b", (NIM, NIM, NIM), True),
        ("N iff not a == b", (NIM, NIM), True),
        ("N iff a != b", (NIM, NIM), True),
        ("value == b ^ a", (NIM, NIM), True),
        ("value == b ^ d", (NOTHING, NIM, NOTHING, NIM), True),
        ("value == a // 3 * 3 + a % 3 ^ b", (NIM, NIM), True),
        ("N iff a == b", (NIM, NIM), False),
        ("P iff a ^ b == 1", (NIM, NIM), False),
        ("P iff a ^ b ^ c == 0", (NIM, NIM, NOTHING), False),
        ("P iff a ^ a ^ b == 0", (NIM, NIM), False),
        ("P iff a + b == 0", (NIM, NIM), False),
        ("P iff a == b == c", (NIM, NIM, NIM), False),
        ("value <= a ^ b", (NIM, NIM), False),
        ("P iff a == b or a > 100", (NIM, NIM), False),
    ],
)
def test_a_nim_sum_of_heaps_is_proved_exactly_when_each_term_is_the_value_of_its_heap(
    text: str, facts: tuple[Proved, ...], proved: bool
) -> None:
    try:
        found = _nim_sum_of_heaps(read_claim(text), ProvedFacts(values=facts), 0)
    except Unsettled:
        found = None
    assert (found is not None) == proved
    if found is not None:
        assert found.counterexample is None
        assert "Sprague" in found.theorem


def test_in_misere_play_no_nim_sum_is_proved() -> None:
    found = judge(read_claim("P iff a ^ b == 0"), ProvedFacts(misere=True, values=(NIM, NIM)), 0)
    assert found is not None
    assert found.counterexample == (0, 0)


@pytest.mark.parametrize(
    ("text", "misere", "counterexample"),
    [
        ("P iff a % 3 == b % 3", False, None),
        ("P iff (a - b) % 3 == 0", False, None),
        ("P iff (a + b) % 3 == 0", False, (1, 1)),
        ("P iff (a ^ b) % 3 == 0", False, (1, 2)),
        ("value <= 3 + 0 * b", False, None),
        ("value <= 2 + 0 * b", False, (1, 2)),
        ("value <= 3 + 0 * b", True, "unsettled"),
        (
            "P iff max(a % 3, b % 3) > 1 and a % 3 == b % 3 or max(a % 3, b % 3) < 2 and (a % 3 + b % 3) % 2 == 1",
            True,
            None,
        ),
        ("P iff a % 3 == b % 3", True, (0, 0)),
    ],
)
def test_claims_that_repeat_in_every_heap_are_judged_on_one_box(
    text: str, misere: bool, counterexample: tuple[int, ...] | str | None
) -> None:
    fact = window_course([1, 2], misere=False)
    assert fact is not None
    found = judge(read_claim(text), ProvedFacts(misere=misere, values=(fact, fact)), 0)
    assert (found.counterexample if found else "unsettled") == counterexample


def test_nothing_known_judges_nothing() -> None:
    for text in ("P iff n == 0", "value == n", "periodic 1", "same as nim", "P iff a == b"):
        assert judge(read_claim(text), ProvedFacts(), 0) is None
        assert all(theorem(read_claim(text), ProvedFacts(), 0) is None for theorem in THEOREMS)


def test_a_value_that_grows_too_slowly_is_refuted_however_it_begins() -> None:
    fact = Proved(lambda n: n % 50, Course(0, 50), "fifty")
    found = judge(read_claim("value == n"), ProvedFacts(value=fact), 0)
    assert found is not None
    assert found.counterexample == (50,)


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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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
