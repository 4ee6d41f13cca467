"""What stands for values that are not kept: checkpoints, anchors, and the values of a far period."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.cases import few
from tests.kernels.sequences.exact import SEED, digits_of, exact, kernels_of, learnt, module, near_far, small_chunks

from grundy.core import Budget, read_code
from grundy.sequences import Period, Unproved, Verified, Way, rule_period
from grundy.sequences.anchors import SHORT, Again, Anchors
from grundy.sequences.checkpoints import Checkpoints, LongValues
from grundy.sequences.sparse import Mask


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch)


@pytest.mark.nightly
@pytest.mark.parametrize("text", few(["0.106", "0.454"], "0.106"))
def test_values_from_checkpoints_are_those_of_the_definition(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint = module("checkpoints")
    monkeypatch.setattr(checkpoint, "FIRST_SPACING", 1000)
    monkeypatch.setattr(checkpoint, "MOST_BYTES", 5 * kernels_of(text).reach)
    values, kernels = exact(text, 30_000), kernels_of(text)
    codes = kernels.rule.coding.encode(values)
    kept = Checkpoints(kernels, values[:SEED])
    offered = [at for at in range(SEED + 300, 30_000, 300) if kept.offer(at, codes[:at][-2000:])]
    assert len(offered) > 4
    assert len(kept.heaps) <= 5
    assert kept.heaps == sorted(kept.heaps)
    random = Random(8)
    for _ in range(40):
        low = random.randrange(30_000)
        high = random.randrange(low, 30_001)
        assert np.array_equal(kept.values_of(low, high), values[low:high])
    for heap in (SEED, SEED + 2000, 29_000):
        before = kept.history(heap)
        assert len(before) == kernels.history
        assert np.array_equal(before, codes[heap - len(before) : heap])


def test_long_values_are_a_sequence() -> None:
    values, kernels = exact("0.106", 30_000), kernels_of("0.106")
    found, expected = LongValues(Checkpoints(kernels, values[:SEED]), 20_000), values[:20_000].tolist()
    assert len(found) == 20_000
    for place in (0, 1, SEED - 1, SEED, SEED + 1, 19_999, -1, -20_000):
        assert found[place] == expected[place]
    for part in (
        slice(3, 9),
        slice(SEED - 5, SEED + 5),
        slice(None, 7),
        slice(-4, None),
        slice(9, 3),
        slice(8000, 9000, 7),
    ):
        assert found[part] == tuple(expected[part])
    for part in (slice(None, None, -1), slice(9000, 8000, -7), slice(-1, -20_001, -999)):
        assert found[part] == tuple(expected[part])
    for place in (20_000, -20_001):
        with pytest.raises(IndexError):
            found[place]


@pytest.fixture(scope="module")
def far() -> Period:
    """The period of 0.7577, found far out by small constants."""
    with pytest.MonkeyPatch.context() as patch:
        near_far(patch, 1 << 14)
        found = rule_period(read_code("0.7577"), 10**6)
    assert found is not None
    return found


@pytest.mark.nightly
def test_a_far_period_has_its_evidence_and_its_values(far: Period) -> None:
    values, n0, p = exact("0.7577", 36_000), 16204, 255
    assert (far.preperiod, far.period, far.status) == (n0, p, "proved")
    assert far.theorem is not None
    assert far.theorem.startswith("state repeat")
    assert far.evidence is not None
    evidence = far.evidence
    mask = Mask(evidence.mask, evidence.flag, evidence.tau)
    assert list(evidence.rares) == mask.rares(values[:30_000]).tolist()
    assert (evidence.seed, evidence.window) == (1 << 14, max(evidence.rares[-1] + 4, 4))
    assert n0 + p < far.checked_to < 2 * n0
    for prime, heap in evidence.witnesses:
        assert heap >= n0
        assert values[heap] != values[heap + p // prime]
    assert far.values[:] == tuple(values[: n0 + p].tolist())


@pytest.mark.nightly
def test_the_value_of_a_huge_heap_is_that_of_its_remainder(far: Period) -> None:
    values = exact("0.7577", 36_000)
    assert [far.value(n) for n in range(16_000, 16_900)] == values[16_000:16_900].tolist()
    for heap in (10**100, 10**100 + 1, 10**9):
        assert far.value(heap) == values[16204 + (heap - 16204) % 255]


def test_a_search_that_may_look_less_far_finds_the_same_or_nothing(
    monkeypatch: pytest.MonkeyPatch, far: Period
) -> None:
    near_far(monkeypatch, 1 << 14)
    for most in (far.checked_to - 1, far.checked_to, far.checked_to + 1):
        found = rule_period(read_code("0.7577"), most)
        assert (found is None) == (most < far.checked_to)
        if found is not None:
            assert (found.preperiod, found.period, found.evidence) == (far.preperiod, far.period, far.evidence)


@pytest.mark.nightly
def test_a_rare_heap_after_the_seed_restarts_the_search_after_more_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "0.53303"
    near_far(monkeypatch, 1 << 11, 1 << 18)
    search, values = module("state_repeat").long_search, exact(text, 1 << 11)
    found = search(digits_of(text), values, 300_000, Budget(), Way())
    assert isinstance(found, Unproved)
    assert len(found.values) == 1 << 18
    near_far(monkeypatch, 1 << 11)
    assert search(digits_of(text), values, 300_000, Budget(), Way()) is None


def anchors_of(heaps: int) -> Anchors:
    """The states of 0.106 that were met before a heap, with anchors that are not so rare."""
    rule, codes = replace(learnt("0.106"), anchor=9), learnt("0.106").coding.encode(exact("0.106", 30_000))
    anchors = Anchors(rule)
    for heap in range(SEED, heaps, 4096):
        part = codes[heap : heap + 4096]
        assert anchors.seen(Verified(heap, part, np.flatnonzero(part >= 9).tolist()), codes[:heap]) is None
    return anchors


def test_when_there_are_too_many_states_those_that_stay_are_chosen_by_content(monkeypatch: pytest.MonkeyPatch) -> None:
    every = anchors_of(28_000)
    monkeypatch.setattr(module("anchors"), "MOST_STATES", 50)
    few = anchors_of(28_000)
    assert len(every.states) > 200
    assert 10 < len(few.states) <= 50
    assert few.states == {state: at for state, at in every.states.items() if not int.from_bytes(state[:4]) & few._sieve}
    every.thin()
    assert every.states == few.states


def test_the_states_since_a_heap_are_those_that_were_met_from_there_on() -> None:
    anchors = anchors_of(28_000)
    assert list(anchors.since(0)) == [(heap, state) for state, heap in anchors.states.items()]
    for heap in (SEED, 12_345, 27_999, 30_000):
        assert anchors.since(heap) == tuple(pair for pair in anchors.since(0) if pair[0] >= heap)


@pytest.mark.parametrize("p", [1, 7, 300, 999])
def test_the_end_of_a_chunk_that_occurs_earlier_in_it_gives_the_period_of_its_codes_or_twice_that(p: int) -> None:
    """At places of one parity only codes stand for the same values, where types alternate."""
    codes = np.tile(np.random.default_rng(p).integers(0, 9, p), 4096 // p + 1)[:4096].astype(np.uint8)
    for text, times in (("0.356", 1), ("0.106", 1 + p % 2)):
        rule = replace(learnt(text), rares=())
        found = Anchors(rule).short(Verified(SEED, codes, []))
        assert found == Again(SEED + 4095, times * p)
        broken = codes.copy()
        broken[-rule.window - SHORT] ^= 1
        assert Anchors(rule).short(Verified(SEED, broken, [])) is None
    assert Anchors(learnt("0.356")).short(Verified(SEED, codes[:100], [])) is None


def test_the_ends_of_chunks_1_2_4_8_and_so_on_are_looked_at() -> None:
    anchors, chunk = Anchors(learnt("0.356")), Verified(SEED, np.zeros(4096, np.uint8), [])
    assert [at for at in range(1, 40) if anchors.short(chunk)] == [1, 2, 4, 8, 16, 32]
