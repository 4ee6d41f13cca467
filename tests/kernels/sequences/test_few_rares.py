"""Sequences with few rare heaps: what is learnt from a seed, and the values that the kernels made for it give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from tests.cases import few
from tests.kernels.plain_few_rares import plain_codes, plain_missing
from tests.kernels.sequences.exact import (
    SEED,
    Values,
    compute,
    digits_of,
    exact,
    kernels_of,
    learnt,
    module,
    small_chunks,
)

from grundy.core import Budget, LimitReached, Limits
from grundy.sequences import CodeCourse, Octal, few_rares, octal_pieces
from grundy.sequences.few_course import few_rare_pieces

CODES = ["0.77", "0.104", "0.106", "0.156", "0.356", "0.454", "0.61303", "4.17237"]
LATE = {"0.71021": (1 << 10, 2600), "0.53303": (1 << 11, 2870)}
"""Code -> a seed, and the first rare heap behind it: in the seed the last one lies in its first quarter."""
STOP = 20_000


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch)


def is_rare(text: str, heap: int, value: int) -> bool:
    bits, flag, tau = learnt(text).coding.mask
    return ((value & bits).bit_count() + flag * (heap - tau)) % 2 == 0


@pytest.mark.parametrize("text", CODES)
def test_what_is_learnt_are_the_rare_heaps_and_the_partners_that_generate(text: str) -> None:
    rule, values, digits = learnt(text), exact(text, SEED), digits_of(text)
    codes = rule.coding.encode(values)
    splits = [taken for taken, digit in enumerate(digits) if digit & 4]
    plain = {taken for taken, digit in enumerate(digits) if taken and digit & 2}
    keep = {taken for taken in plain if not (rule.coding.mask.flag and taken % 2)}
    rares = [heap for heap in range(1, SEED) if is_rare(text, heap, int(values[heap]))]
    assert (rule.digits, rule.start, list(rule.rares), rule.splits) == (digits, SEED, rares, splits)
    assert rule.last_rare == rares[-1]
    assert set(rule.items) == {(r + t, int(codes[r])) for r in rares for t in splits} | {(t, 0) for t in keep}
    assert set(rule.takes) == plain - keep
    assert rule.window == max(rares[-1] + splits[-1], len(digits) - 1)
    assert all(codes[d - t] == c for d, c in rule.options for t in splits if len(splits) == 1)
    assert codes.max() < rule.bits - rule.bits // 8
    assert codes[SEED // 2 :].max() >= rule.anchor


@pytest.mark.parametrize("text", few(CODES, "0.77", "0.106", "0.356", "4.17237"))
def test_the_items_generate_the_values_and_the_options_verify_them(text: str) -> None:
    rule, values = learnt(text), exact(text, STOP)
    assert np.array_equal(plain_codes(rule, rule.coding.encode(values[:SEED]), 9000), rule.coding.encode(values[:9000]))
    for heap in range(SEED, SEED + 20):
        assert not plain_missing(rule, values, heap, heap // 2 - 4)
        assert rule.coding.common_heaps(values)[heap]


def test_codes_without_splits_with_larger_digits_or_with_many_late_or_large_values_are_left_to_others() -> None:
    for text in ("0.333", "0.6", "0.007", "0.16", "0.152", "0.4444"):
        assert few_rares(digits_of(text), exact(text, SEED)) is None, text
    values = exact("0.104", SEED)
    assert few_rares((0, 8, 4), values) is None
    for large in (512, 2 * 56 + 1):
        tampered = values.copy()
        tampered[5000] = large
        assert few_rares(digits_of("0.104"), tampered) is None
    assert few_rares(digits_of("0.104"), values) == learnt("0.104")


def test_a_rare_heap_after_the_first_quarter_of_the_seed_is_too_late() -> None:
    digits, last = digits_of("0.104"), learnt("0.104").last_rare
    values = exact("0.104", SEED).copy()
    for heap, fits in ((SEED // 4, True), (SEED // 4 + 1, False)):
        rare = values.copy()
        wanted = next(v for v in range(8) if is_rare("0.104", heap, v))
        rare[heap] = wanted
        found = few_rares(digits, rare)
        assert (found is not None) == fits
        if found is not None:
            assert last < found.last_rare == heap


def test_a_seed_of_odd_length_is_shortened_by_one() -> None:
    rule = few_rares(digits_of("0.106"), exact("0.106", SEED + 1))
    assert rule == learnt("0.106")


def values_of(course: CodeCourse, text: str, count: int) -> Values:
    """The values that a course hands out until there are so many."""
    found, at = [exact(text, STOP)[: course.heap]], course.heap
    for verified in course:
        assert verified.heap == at
        at += len(verified.codes)
        assert course.heap == at
        large = np.flatnonzero(verified.codes >= learnt(text).anchor)
        assert verified.anchors == large.tolist()
        found.append(learnt(text).coding.decode(verified.codes, verified.heap))
        if at >= count:
            break
    return np.concatenate(found)[:count]


@pytest.mark.parametrize("text", few(CODES, "0.77", "0.106", "4.17237"))
def test_a_course_hands_out_the_values_of_the_definition_whoever_works_on_it(text: str) -> None:
    values, kernels = exact(text, STOP), kernels_of(text)
    codes = kernels.rule.coding.encode(values)
    for workers in (1, 2, 3):
        for start in (SEED, SEED + 1234):
            course = CodeCourse(kernels, codes[:start], start, workers)
            assert np.array_equal(values_of(course, text, STOP), values)
            assert course.lost is None


@pytest.mark.nightly
def test_a_course_goes_round_in_its_two_buffers() -> None:
    """What lies many chunks further on is the same as from the exact values there."""
    text, far = "0.356", 60 * (1 << 12)
    kernels = kernels_of(text)
    n0, p = 7315, 142
    course = CodeCourse(kernels, kernels.rule.coding.encode(exact(text, SEED)), SEED, 2)
    for verified in course:
        heaps = n0 + (np.arange(verified.heap, verified.heap + len(verified.codes)) - n0) % p
        assert np.array_equal(kernels.rule.coding.decode(verified.codes, verified.heap), exact(text, STOP)[heaps])
        if course.heap > far:
            break


def pieces(text: str, known: Values, stop: int, workers: int = 1, budget: Budget | None = None) -> Iterator[Values]:
    found = few_rare_pieces(digits_of(text), known, stop, budget or Budget(), workers)
    assert found is not None
    return found


@pytest.mark.parametrize("text", CODES[:4])
def test_pieces_continue_from_any_known_values_also_an_odd_number_and_end_at_the_last_heap(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module("few_course"), "LEARNT", SEED)
    values = exact(text, STOP)
    for known, stop in ((SEED, STOP - 1), (SEED + 1, SEED + 1), (SEED + 777, SEED + 5000), (STOP - 1, STOP - 1)):
        found = np.concatenate(list(pieces(text, values[:known], stop, 1 + known % 3)))
        assert found.dtype == np.uint16
        assert np.array_equal(found, values[known : stop + 1])


@pytest.mark.nightly
@pytest.mark.parametrize("workers", few([1, 2, 3], 2))
@pytest.mark.parametrize("text", ["0.106", "0.356", "4.17237"])
def test_values_piece_by_piece_are_those_of_the_definition(
    text: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, wanted in (("LEARNT", SEED), ("WORTH_KERNELS", 2000)):
        monkeypatch.setattr(module("octal_stages"), name, wanted)
    monkeypatch.setattr(module("few_course"), "LEARNT", SEED)
    asked: list[int] = []
    monkeypatch.setattr(module("few_course"), "few_rare_pieces", watched(asked))
    values = exact(text, STOP)
    for known in (0, 3001, SEED, SEED + 5):
        found = list(octal_pieces(Octal(digits_of(text)), values[:known], STOP - 1, Budget(), workers))
        assert np.array_equal(np.concatenate([values[:known], *found]), values)
    assert asked == [SEED, SEED, SEED, SEED + 5]


def watched(asked: list[int]) -> object:
    """Return `few_rare_pieces`, with a note of how much was known when it was asked."""

    def noted(digits: tuple[int, ...], known: Values, *more: object) -> Iterator[Values] | None:
        asked.append(len(known))
        return few_rare_pieces(digits, known, *more)  # type: ignore[arg-type]

    return noted


@pytest.mark.parametrize("workers", few([1, 2, 3], 2))
@pytest.mark.parametrize("text", LATE)
def test_a_rare_heap_that_appears_later_ends_a_course_where_the_definition_has_it(text: str, workers: int) -> None:
    seed, late = LATE[text]
    kernels = kernels_of(text, seed)
    values = exact(text, STOP)
    rares = kernels.rule.coding.mask.rares(values)
    assert late == rares[rares >= seed][0]
    course = CodeCourse(kernels, kernels.rule.coding.encode(values[:seed]), seed, workers)
    found = [kernels.rule.coding.decode(verified.codes, verified.heap) for verified in islice(course, 9)]
    assert (course.lost, course.heap) == (late, late)
    assert np.array_equal(np.concatenate([values[:seed], *found]), values[:late])
    assert list(course) == []


@pytest.mark.parametrize("text", LATE)
def test_the_values_after_a_late_rare_heap_are_right(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, late = LATE[text]
    for name, wanted in (("LEARNT", seed), ("WORTH_KERNELS", 100)):
        monkeypatch.setattr(module("octal_stages"), name, wanted)
    monkeypatch.setattr(module("few_course"), "LEARNT", seed)
    values = exact(text, STOP)
    given_ = few_rare_pieces(digits_of(text), values[:seed], STOP - 1, Budget(), 1)
    assert given_ is not None
    assert np.array_equal(np.concatenate(list(given_)), values[seed:late])
    found = list(octal_pieces(Octal(digits_of(text)), values[:0], STOP - 1, Budget()))
    assert np.array_equal(np.concatenate(found), values)
    for known in (late - 1, late, late + 1, STOP - 3):
        found = list(octal_pieces(Octal(digits_of(text)), values[:known], STOP - 1, Budget()))
        assert np.array_equal(np.concatenate(found), values[known:])


def test_known_values_with_a_rare_heap_or_a_code_too_large_that_was_not_learnt_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "0.104"
    monkeypatch.setattr(module("few_course"), "LEARNT", SEED)
    values, coding, bits = exact(text, STOP), learnt(text).coding, learnt(text).bits
    assert few_rare_pieces(digits_of(text), values, STOP + 10, Budget(), 1) is not None
    for heap in (SEED, STOP - 1):
        common = [coding.value(code, heap) for code in (bits, 200)]
        for wrong in (values[heap] ^ (1 << coding.bit), *common, 4095, 60_000):
            known = values.astype(np.uint32)
            known[heap] = wrong
            assert few_rare_pieces(digits_of(text), known, STOP + 10, Budget(), 1) is None, (heap, wrong)  # type: ignore[arg-type]


def test_a_limit_stops_a_course_between_its_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module("few_course"), "LEARNT", SEED)
    found = pieces("0.106", exact("0.106", SEED), 10**9, 2, Budget(Limits(positions=30_000)))
    got: list[Values] = []
    with pytest.raises(LimitReached, match="the limit of 30000 positions"):
        got.extend(found)
    assert np.array_equal(
        np.concatenate([exact("0.106", SEED), *got]), exact("0.106", 40_000)[: SEED + len(np.concatenate(got))]
    )


def test_a_course_that_is_left_early_ends_its_threads() -> None:
    import threading

    before = threading.active_count()
    course = CodeCourse(kernels_of("0.106"), kernels_of("0.106").rule.coding.encode(exact("0.106", SEED)), SEED, 3)
    running = iter(course)
    assert len(list(islice(running, 3))) == 3
    assert threading.active_count() > before
    running.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def test_small_parts_are_never_so_deep_that_a_partner_could_be_rare_or_before_the_first_heap() -> None:
    for text in CODES:
        for start in range(SEED - 200, SEED + 200, 7):
            rule = replace(learnt(text), start=start)
            deepest = 64 * rule.depth_rows()
            assert start - max(rule.splits) - deepest > rule.last_rare
    for text in ("0.77", "4.17237", "4.22"):  # the last has no rare heap and splits without taking
        assert kernels_of(text).history <= SEED


def test_games_whose_heaps_must_differ_are_never_given_to_these_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, wanted in (("LEARNT", SEED), ("WORTH_KERNELS", 100)):
        monkeypatch.setattr(module("octal_stages"), name, wanted)
    asked: list[int] = []
    monkeypatch.setattr(module("few_course"), "few_rare_pieces", watched(asked))
    for digits in ((4,), (0, 7, 7), (0, 1, 0, 4)):
        values = compute(digits, 12_000, distinct=True)
        for known in (0, SEED + 3):
            found = list(octal_pieces(Octal(digits, distinct=True), values[:known], 11_999, Budget(), 2))
            assert np.array_equal(np.concatenate(found), values[known:])
    assert asked == []
