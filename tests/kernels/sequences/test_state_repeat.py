"""Periods proved by a state that comes again: what is claimed is true, and every condition of the theorem is needed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cases import few
from tests.golden.reading import golden
from tests.kernels.sequences.exact import (
    SEED,
    Values,
    compiled_once,
    compute,
    digits_of,
    exact,
    kernels_of,
    small_chunks,
)

from grundy.core import Budget, LimitReached, Limits, read_code
from grundy.sequences import CodeCourse, Kernels, Period, Runner, Verified, Way, few_rares, rule_period
from grundy.sequences.anchors import Again, Anchors
from grundy.sequences.periods import _proved_repeat
from grundy.sequences.state_repeat import RepeatSearch, prime_factors

Codes = NDArray[np.uint8]
GOLDEN = golden("octal_periods")["games"]
NEAR = {"0.356": (7315, 142), "0.7015": (2532, 2029), "0.7577": (16204, 255)}
"""Code -> preperiod and period, which Guy and Smith's theorem shows within 36 000 heaps."""


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch)


def guy_smith(digits: tuple[int, ...], values: Values) -> tuple[int, int] | None:
    """The minimal preperiod and period by a theorem that needs twice as many values."""
    return _proved_repeat(values, lambda n0, p: 2 * n0 + p + len(digits) - 1, 1)


def found_by_state(digits: tuple[int, ...], values: Values, most: int = 1 << 20) -> Period | None:
    """The repeat that a search behind some exact values proves; None also when the rule does not fit."""
    rule = few_rares(digits, values)
    if rule is None:
        return None
    return RepeatSearch(compiled_once(rule, rule.coding.encode(values)), values, Way()).run(most, Budget())


def assert_true(found: Period, values: Values) -> None:
    n0, p = found.preperiod, found.period
    assert np.array_equal(values[n0:-p], values[n0 + p :])
    assert n0 == 0 or values[n0 - 1] != values[n0 - 1 + p]
    assert found.evidence is not None
    assert [prime for prime, _ in found.evidence.witnesses] == prime_factors(p)
    for prime, heap in found.evidence.witnesses:
        assert heap >= n0
        assert heap + p // prime >= len(values) or values[heap] != values[heap + p // prime]
    assert found.checked_to >= n0 + p


@pytest.mark.parametrize("text", few(NEAR, "0.356", "0.7015"))
def test_period_and_preperiod_are_those_of_guy_and_smith(text: str) -> None:
    values = exact(text, 36_000)
    expected = guy_smith(digits_of(text), values)
    found = found_by_state(digits_of(text), values[:SEED])
    assert expected == NEAR[text]
    assert found is not None
    assert (found.preperiod, found.period) == expected
    assert_true(found, values)


def short_codes(count: int, seed: int) -> list[str]:
    """Random codes of three digits at most that split and have a short period."""
    fits = [
        text
        for text, case in GOLDEN.items()
        if case["preperiod"] + case["period"] < 4000 and any(digit & 4 for digit in digits_of(text))
    ]
    return Random(seed).sample(fits, count)


@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=[pytest.mark.nightly] * (i > 3)) for i, text in enumerate(short_codes(8, 1))]
)
def test_short_periods_are_those_of_guy_and_smith_too(text: str) -> None:
    values = exact(text, SEED)
    found = found_by_state(digits_of(text), values[:4096])
    if found is not None:
        assert (found.preperiod, found.period) == guy_smith(digits_of(text), values)
        assert (found.preperiod, found.period) == (GOLDEN[text]["preperiod"], GOLDEN[text]["period"])
        assert_true(found, values)
    else:
        assert few_rares(digits_of(text), values[:4096]) is None


def random_code(random: Random) -> tuple[int, ...]:
    """A code with three to six digits of which one splits."""
    while True:
        digits = (random.choice((0, 0, 4)), *(random.randrange(8) for _ in range(random.randrange(3, 7))))
        if digits[-1] and any(digit & 4 for digit in digits):
            return digits


def judge_at_random(random: Random, most: int) -> str:
    """Search a random code behind a random seed, and hold the claim against values three periods further."""
    digits, seed = random_code(random), random.randrange(2000, 5000)
    values = compute(digits, seed)
    if values.max() >= 128:
        return "large"
    if few_rares(digits, values) is None:
        return "unfit"
    found = found_by_state(digits, values, most)
    if found is None:
        return "none"
    assert_true(found, compute(digits, min(found.checked_to + 3 * found.period, 2 * most)))
    return "true"


@pytest.mark.nightly
def test_claims_about_random_codes_after_random_seeds_are_true() -> None:
    random = Random(20)
    told = [judge_at_random(random, 16_000) for _ in range(10)]
    assert told.count("true") > 1, told


@pytest.mark.nightly
def test_what_is_claimed_of_three_thousand_random_codes_is_true() -> None:
    random = Random(31)
    told = [judge_at_random(random, 40_000) for _ in range(3000)]
    assert told.count("true") > 300


@pytest.mark.nightly
@pytest.mark.parametrize("text", ["0.104", "0.054", "0.454"])
def test_far_golden_periods_are_proved(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = rule_period(read_code(text), 10**9)
    assert found is not None
    assert found.evidence is not None
    assert found.status == "proved"
    assert (found.preperiod, found.period) == (GOLDEN[text]["preperiod"], GOLDEN[text]["period"])
    for prime, heap in found.evidence.witnesses:
        assert heap >= found.preperiod
        assert found.value(heap) != found.value(heap + found.period // prime)
    assert [prime for prime, _ in found.evidence.witnesses] == prime_factors(found.period)
    if found.preperiod:
        assert found.value(found.preperiod - 1) != found.value(found.preperiod - 1 + found.period)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_however_many_work_on_it_the_period_is_the_same(workers: int) -> None:
    values, kernels = exact("0.7015", SEED), kernels_of("0.7015")

    def runner(kernels: Kernels, codes: Codes, heap: int) -> CodeCourse:
        return CodeCourse(kernels, codes, heap, workers)

    alone = RepeatSearch(kernels, values, Way()).run(10**6, Budget())
    together = RepeatSearch(kernels, values, Way(runner)).run(10**6, Budget())
    assert alone is not None
    assert together is not None
    assert replace(together, values=alone.values) == alone
    assert (alone.preperiod, alone.period) == NEAR["0.7015"]


@pytest.mark.parametrize("text", ["0.7015", "0.356"])
def test_nothing_beyond_the_last_heap_that_may_be_looked_at_is_used(text: str) -> None:
    values, kernels = exact(text, SEED), kernels_of(text)
    found = RepeatSearch(kernels, values, Way()).run(10**6, Budget())
    assert found is not None
    again = RepeatSearch(kernels, values, Way()).run(found.checked_to, Budget())
    assert again is not None
    assert replace(again, values=found.values) == found
    assert RepeatSearch(kernels, values, Way()).run(found.checked_to - 1, Budget()) is None


def test_a_new_rare_heap_ends_the_search_without_a_claim() -> None:
    kernels = kernels_of("0.53303", 1 << 11)
    search = RepeatSearch(kernels, exact("0.53303", 1 << 11), Way())
    assert search.run(10**6, Budget()) is None
    assert search.course.lost == 2870


def test_a_limit_stops_the_search() -> None:
    search = RepeatSearch(kernels_of("0.106"), exact("0.106", SEED), Way())
    with pytest.raises(LimitReached, match="the limit of 30000 positions"):
        search.run(10**9, Budget(Limits(positions=30_000)))


@pytest.mark.nightly
def test_a_wrong_hint_is_never_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash is a hint only: whatever state is said to have been met before, the claim is true or there is none."""
    random, text = Random(3), "0.7577"
    values, kernels = exact(text, 36_000), kernels_of(text)

    def lie(_: Anchors, verified: Verified, __: Codes) -> Again | None:
        heap = verified.heap + random.randrange(len(verified.codes))
        return Again(heap, random.choice([*range(1, 300), heap // 2, heap - 1]))

    monkeypatch.setattr(Anchors, "seen", lie)
    claims = set()
    for _ in range(12):
        found = RepeatSearch(kernels, values[:SEED], Way()).run(36_000, Budget())
        if found is not None:
            assert (found.preperiod, found.period) == NEAR[text]
        claims.add(found is not None)
    assert False in claims


def test_a_runner_computes_a_course_from_the_seed_on() -> None:
    asked: list[tuple[int, int]] = []

    def runner(kernels: Kernels, codes: Codes, heap: int) -> CodeCourse:
        asked.append((len(codes), heap))
        return CodeCourse(kernels, codes, heap)

    way: Runner = runner
    RepeatSearch(kernels_of("0.356"), exact("0.356", SEED), Way(way)).run(10**6, Budget())
    assert asked == [(kernels_of("0.356").history, SEED)]
