"""Every condition of the state-repeat theorem is asked for, shown on planted sequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.kernels.sequences.exact import Values

from grundy.core import Budget
from grundy.sequences import FewRares, Verified
from grundy.sequences.anchors import Again
from grundy.sequences.coding import Coding
from grundy.sequences.sparse import Mask
from grundy.sequences.state_repeat import Candidate, RepeatSearch, prime_factors

Codes = NDArray[np.uint8]


@dataclass
class Planted:
    """A sequence in the place of generated codes, and how far it is verified with which small parts."""

    values: Values
    heap: int = 0
    deepest: int = 0
    lost: int | None = None
    states: dict[bytes, int] = field(default_factory=dict)

    def values_of(self, low: int, high: int) -> Values:
        assert 0 <= low <= high <= len(self.values)
        return self.values[low:high]

    def offer(self, heap: int, codes: Codes) -> bool:
        return False

    def history(self, heap: int) -> Codes:
        return np.zeros(heap, np.uint8)


@dataclass
class Hint:
    """Anchors that saw a state again."""

    again: Again | None
    width: int = 64

    def seen(self, verified: Verified, before: Codes) -> Again | None:
        return self.again

    def short(self, verified: Verified) -> Again | None:
        return None


def planted_rule(rares: tuple[int, ...], flag: int = 0, start: int = 200) -> FewRares:
    """A rule whose window is its last rare heap + 3."""
    return FewRares((0, 0, 0, 7), Coding(Mask(0xFF0, flag, 3)), start, rares, ((3, 0),), (), (), 16, 1, 9)


def planted(values: Sequence[int] | Values, rule: FewRares, again: Again | None = None) -> RepeatSearch:
    """A search that has these values in front of it."""
    search = RepeatSearch.__new__(RepeatSearch)
    stub: Any = Planted(np.asarray(values, np.uint16))
    hint: Any = Hint(again)
    search.rule, search.checkpoints, search.course, search.anchors = rule, stub, stub, hint
    search.journal, search._noted, search._resumed_at = None, rule.start, 0
    return search


NOTHING = Verified(0, np.zeros(0, np.uint8), [])
EMPTY = np.zeros(0, np.uint8)


def judged(values: Sequence[int] | Values, rule: FewRares, heap: int, p: int) -> Candidate | None:
    return planted(values, rule, Again(heap, p))._candidate(NOTHING, EMPTY, Budget())


def by_definition(values: Values, rule: FewRares, heap: int, p: int) -> Candidate | None:
    """The candidate by condition (2) of the theorem, tried heap by heap."""
    first = heap - p + 1
    while first > 0 and values[first - 1] == values[first - 1 + p]:
        first -= 1
    m = max(first, rule.last_rare + 1)
    fits = m + rule.window <= heap - p + 1 and (rule.coding.mask.flag * p) % 2 == 0
    return Candidate(m, first, p) if fits else None


@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(0, 30), st.integers(0, 1), st.integers(0, 120))
def test_a_candidate_is_an_agreement_of_a_whole_window_after_the_rare_heaps(
    seed: int, p: int, last: int, flag: int, before: int
) -> None:
    rng = np.random.default_rng(seed)
    values = np.concatenate([rng.integers(0, 3, before), np.tile(rng.integers(0, 3, p), 200 // p + 2)]).astype(
        np.uint16
    )
    rule = planted_rule((last,) if last else (), flag)
    for heap in range(p, len(values), 7):
        assert judged(values, rule, heap, p) == by_definition(values, rule, heap, p)


def test_one_value_that_differs_within_the_window_refuses_the_candidate() -> None:
    rule, p = planted_rule((20,)), 11
    values = np.tile(np.arange(p, dtype=np.uint16), 30)
    heap = 199
    assert judged(values, rule, heap, p) == Candidate(21, 0, p)
    end = heap - p + 1
    for at in range(21, end):
        wrong = values.copy()
        wrong[at] = 99
        found = judged(wrong, rule, heap, p)
        assert (found is None) == (at + 1 > end - rule.window)
        if found is not None:
            assert found == Candidate(at + 1, at + 1, p)


def test_a_run_of_agreement_shorter_than_the_window_by_one_is_refused() -> None:
    rule, p = planted_rule((20,)), 11
    assert rule.window == 23
    for run, fits in ((rule.window, True), (rule.window - 1, False)):
        values = np.concatenate([np.full(60, 77), np.tile(np.arange(p), 10)]).astype(np.uint16)
        assert (judged(values, rule, 60 + run - 1 + p, p) is not None) == fits


def test_agreement_among_the_rare_heaps_does_not_count() -> None:
    """The window must lie behind the last rare heap, however far back the values agree."""
    p = 11
    values = np.tile(np.arange(p, dtype=np.uint16), 30)
    rule = planted_rule((100,))
    least = 101 + rule.window - 1 + p
    assert judged(values, rule, least, p) == Candidate(101, 0, p)
    assert judged(values, rule, least - 1, p) is None


def test_an_odd_period_is_refused_when_types_alternate() -> None:
    values = np.tile(np.arange(11, dtype=np.uint16), 60)
    for flag, fits in ((0, True), (1, False)):
        assert (judged(values, planted_rule((20,), flag), 400, 11) is not None) == fits
        assert judged(values, planted_rule((20,), flag), 400, 22) == Candidate(21, 0, 22)


@given(
    st.integers(1, 10**6), st.integers(1, 10**6), st.integers(0, 10**5), st.integers(0, 10**5), st.integers(1, 10**6)
)
def test_so_much_must_be_verified_that_every_witness_of_one_period_can_be_moved(
    m: int, p: int, last: int, deepest: int, start: int
) -> None:
    """L >= max(m + W, v) + p for v >= m + max(k, t + A), where only heaps behind the seed tell their small parts."""
    rule = planted_rule((last,) if last else (), start=start)
    search = planted([0], rule)
    search.course.deepest = deepest
    largest, split = 3, 3
    v = max(m + max(largest, split + deepest), start)
    window = max(last + split, largest, 1)
    assert search.needed(Candidate(m, m, p)) == max(m + window, v) + p


class Chunks(Planted):
    """A course of a planted sequence in chunks of 64 heaps."""

    def __iter__(self) -> Iterator[Verified]:
        while self.heap + 64 <= len(self.values):
            self.heap += 64
            yield Verified(self.heap - 64, np.zeros(64, np.uint8), [])


@pytest.mark.parametrize("deepest", [0, 64, 100, 500])
def test_nothing_is_claimed_before_that_much_is_verified(deepest: int) -> None:
    rule, p = planted_rule((20,), start=64), 22
    values = np.tile(np.arange(p, dtype=np.uint16), 60)
    candidate = Candidate(21, 0, p)
    for last in range(2, 20):
        search = planted(values, rule, Again(150, p))
        course: Any = Chunks(values[: 64 * last], 64, deepest)
        search.course = course
        found = search.run(10**6, Budget())
        enough = search.needed(candidate) <= 64 * last
        assert (found is not None) == enough
        if found is not None:
            assert course.heap - 64 < search.needed(candidate) <= course.heap
            assert (found.preperiod, found.period, found.checked_to) == (0, p, search.needed(candidate) - 1)
            assert found.evidence is not None
            assert (found.evidence.window, found.evidence.depth) == (rule.window, deepest)


def is_witness(values: Values, preperiod: int, period: int, prime: int, heap: int) -> bool:
    return heap >= preperiod and values[heap] != values[heap + period // prime]


@given(st.integers(0, 2**32), st.sampled_from([1, 2, 3, 4, 6, 9, 12, 15, 35]), st.integers(1, 12), st.integers(0, 9))
def test_a_multiple_of_the_period_is_reduced_to_it_and_every_witness_is_true(
    seed: int, period: int, times: int, before: int
) -> None:
    rng = np.random.default_rng(seed)
    whole = rng.integers(0, 2, period)
    least = next(p for p in range(1, period + 1) if period % p == 0 and (whole == np.roll(whole, p)).all())
    found = period * times
    values = np.concatenate([np.full(before, 7), np.tile(whole, 2 * times + 2)]).astype(np.uint16)
    search = planted(values, planted_rule(()))
    search.course.heap = 10**6
    repeat = search._proved(Candidate(before, before, found))
    assert (repeat.preperiod, repeat.period) == (before, least)
    assert repeat.evidence is not None
    assert [prime for prime, _ in repeat.evidence.witnesses] == prime_factors(least)
    assert all(is_witness(values, before, least, prime, heap) for prime, heap in repeat.evidence.witnesses)


@given(st.integers(1, 10**6))
def test_prime_factors_are_the_primes_that_divide(number: int) -> None:
    found, left = prime_factors(number), number
    assert found == sorted(set(found))
    for prime in found:
        assert all(prime % d for d in range(2, int(prime**0.5) + 1))
        while left % prime == 0:
            left //= prime
    assert left == 1
