"""The kernels made for rules with few rare heaps do what their plain twins say, on every way."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cases import few
from tests.kernels.plain_few_rares import plain_codes, plain_missing
from tests.kernels.sequences.exact import exact, learnt
from tests.kernels.ways import WAYS

from grundy.kernels.heaps.few_generate import SCRATCH, SLACK, CodeGenerator, Item
from grundy.kernels.heaps.few_verify import ABSENT, FIRST_LOOK, NEAR_ROWS, Exclusion, Verifier
from grundy.kernels.lookup import Lookup, host_lookup
from grundy.sequences import FewRares
from grundy.sequences.coding import Coding
from grundy.sequences.sparse import Mask

Codes = NDArray[np.uint8]
FAR = 12_000
"""Heaps of which the exact values are known here."""
CODES = [pytest.param(*way.values, "0.106", marks=way.marks) for way in WAYS]
CODES += [pytest.param(host_lookup(), "0.77"), pytest.param(host_lookup(), "4.36706", marks=pytest.mark.nightly)]


def with_items(items: list[Item], bits: int, start: int) -> FewRares:
    """A rule of which only the items matter."""
    return FewRares((0, 7), Coding(Mask(1, 0, 1)), start, (), tuple(sorted(items)), (), (), bits, 1, 0)


def generated(kernel: CodeGenerator, before: Codes, blocks: int) -> Codes:
    """Let the kernel go on behind some codes; what lies behind the last block is cut off."""
    buffer = np.full(len(before) + blocks * kernel.block + SLACK, 0xEE, np.uint8)
    buffer[: len(before)] = before
    scratch = np.zeros(SCRATCH, np.uint8)
    kernel.run(buffer.ctypes.data + len(before), blocks, scratch.ctypes.data)
    return buffer[: len(before) + blocks * kernel.block]


def random_items(rng: np.random.Generator, nearest: int, count: int, bits: int) -> list[Item]:
    distances = [nearest, *(nearest + rng.geometric(0.02, count - 1)).tolist()]
    return [(int(distance), int(rng.integers(0, bits))) for distance in distances]


@pytest.mark.parametrize("bits", [16, 32, 64])
@pytest.mark.parametrize("way", WAYS)
def test_generated_codes_are_the_least_that_no_item_gives(way: Lookup, bits: int) -> None:
    rng = np.random.default_rng(bits)
    items = [*random_items(rng, 6, 3, bits), (170, bits - 2), (171, 5)]
    before = rng.integers(0, bits, 600).astype(np.uint8)
    found = generated(CodeGenerator(items, bits, way), before, 8)
    assert np.array_equal(found, plain_codes(with_items(items, bits, 600), before, len(found)))


def test_distant_items_and_a_single_item_are_not_exceptions() -> None:
    rng = np.random.default_rng(1)
    for items in [(75, 3), (180, 1)], [(1, 0)], [(2, 1)], [(64, 9)]:
        before = rng.integers(0, 16, 300).astype(np.uint8)
        found = generated(CodeGenerator(items, 16, host_lookup()), before, 8)
        assert np.array_equal(found, plain_codes(with_items(items, 16, 300), before, len(found)))


@pytest.mark.parametrize("nearest", few([1, 2, 3, 7, 8], 2, 3, 8))
def test_groups_of_every_length_and_distances_at_the_edges_of_blocks_are_right(nearest: int) -> None:
    rng = np.random.default_rng(nearest)
    block = {1: 16, 2: 16, 3: 30, 7: 28, 8: 32}[nearest]
    edges = [nearest, *(edge + by for edge in (2 * nearest, block, 2 * block) for by in (-1, 0, 1))]
    items = [(max(distance, nearest), int(rng.integers(0, 16))) for distance in edges]
    before = rng.integers(0, 16, 300).astype(np.uint8)
    kernel = CodeGenerator(items, 16, host_lookup())
    found = generated(kernel, before, 9)
    assert kernel.block == block
    assert np.array_equal(found, plain_codes(with_items(items, 16, 300), before, len(found)))


@pytest.mark.parametrize(("way", "text"), CODES)
def test_the_codes_of_the_reference_implementation_and_of_the_kernel_belong_to_the_values(
    way: Lookup, text: str
) -> None:
    rule, codes = learnt(text), codes_of(text)
    found = generated(CodeGenerator(rule.items, rule.bits, way), codes[: rule.start], 50)
    assert np.array_equal(found, codes[: len(found)])
    assert np.array_equal(plain_codes(rule, codes, 9000), codes[:9000])


def test_a_run_in_pieces_gives_the_codes_of_one_run() -> None:
    bits, rng = 32, np.random.default_rng(4)
    items = random_items(rng, 3, 9, bits)
    before = rng.integers(0, bits, 600).astype(np.uint8)
    kernel = CodeGenerator(items, bits, host_lookup())
    whole, pieces = generated(kernel, before, 12), before
    for blocks in (1, 2, 4, 5):
        pieces = generated(kernel, pieces, blocks)
    assert np.array_equal(whole, pieces)


@pytest.mark.parametrize("bits", [16, 32])
def test_a_code_that_does_not_fit_is_written_as_the_number_of_codes(bits: int) -> None:
    kernel = CodeGenerator([(5, 0), *((100 + code, code) for code in range(bits))], bits, host_lookup())
    assert generated(kernel, np.zeros(600, np.uint8), 1)[600] == bits


@pytest.mark.parametrize("bits", [16, 64])
@pytest.mark.parametrize("way", WAYS)
def test_a_code_that_does_not_fit_is_lost(way: Lookup, bits: int) -> None:
    nothing = [0] * bits
    verifier = Verifier(Exclusion(bits, (nothing, nothing), (), (), (1,), bits // 8), way)
    for lane, code in (0, bits), (31, 255), (63, bits + 1):
        codes = np.zeros(128, np.uint8)
        codes[64 + lane :] = code
        assert verified(verifier, codes, 64, 1, no_parts())[0] == lane
    assert verified(verifier, np.full(128, bits - 1, np.uint8), 64, 1, no_parts())[0] == -1


def no_parts() -> Codes:
    return np.full((NEAR_ROWS, 64), ABSENT, np.uint8)


def verified(verifier: Verifier, codes: Codes, start: int, blocks: int, parts: Codes) -> tuple[int, int]:
    """Return the first lane that lacks a value, and the largest small part that was used."""
    deepest = np.zeros(1, np.int64)
    room = np.concatenate([np.full(64 * len(parts) + 2048, ABSENT, np.uint8), codes, np.zeros(SLACK, np.uint8)])
    address = room.ctypes.data + len(room) - SLACK - len(codes) + start
    return verifier.run(address, blocks, parts.ctypes.data, len(parts), deepest.ctypes.data), int(deepest[0])


def rows(codes: Codes, common: NDArray[np.bool_], depth: int) -> Codes:
    """Return the small parts as the kernel reads them: heaps 64 to 1, 128 to 65 and so on, without rare heaps."""
    size = 64 * depth + 1
    parts = np.where(common[:size], codes[:size], ABSENT)[1:].astype(np.uint8)
    return np.ascontiguousarray(parts.reshape(depth, 64)[:, ::-1])


def codes_of(text: str) -> Codes:
    return learnt(text).coding.encode(exact(text, FAR))


@cache
def verifier_of(text: str, way: Lookup) -> Verifier:
    rule = learnt(text)
    needs = [rule.coding.needs(rule.start + lane, rule.bits) for lane in (0, 1)]
    exclusion = Exclusion(rule.bits, (needs[0], needs[1]), rule.options, rule.takes, rule.splits, rule.planes)
    return Verifier(exclusion, way)


def parts_of(text: str, depth: int) -> Codes:
    return rows(codes_of(text), learnt(text).coding.common_heaps(exact(text, FAR)), depth)


def lacking(rule: FewRares, codes: Codes, values: NDArray[np.uint16], heap: int, depth: int) -> set[int]:
    """The codes of rare type that a heap needs and neither splits and takes nor, if low, the chosen options give."""
    if codes[heap] >= rule.bits:
        return {rule.bits}
    wanted = rule.coding.encode(np.array(sorted(plain_missing(rule, values, heap, 64 * depth)), np.uint16))
    options = {int(codes[heap - distance]) ^ code for distance, code in rule.options}
    return set(wanted.tolist()) - {code for code in options if code < 8 * rule.planes}


def first_lost(text: str, codes: Codes, start: int, depth: int) -> int:
    """The first lane of a block that lacks a value, by the definition."""
    rule, values = learnt(text), exact(text, FAR).copy()
    values[rule.start :] = rule.coding.decode(codes[rule.start :], rule.start)
    return next((lane for lane in range(64) if lacking(rule, codes, values, start + lane, depth)), -1)


@pytest.mark.parametrize(("way", "text"), CODES)
def test_the_first_lane_that_lacks_a_value_is_that_of_the_definition_also_in_tampered_codes(
    way: Lookup, text: str
) -> None:
    rule, parts, verifier = learnt(text), parts_of(text, NEAR_ROWS), verifier_of(text, way)
    rng = np.random.default_rng(len(text))
    seen = set()
    for _ in range(6):
        codes, start = codes_of(text), rule.start + 64 * int(rng.integers(0, 50))
        at = start + rng.integers(0, 64, 2)
        codes[at] = rng.integers(rule.anchor, rule.bits + 2, 2)
        found, _ = verified(verifier, codes, start, 1, parts)
        assert found == first_lost(text, codes, start, NEAR_ROWS)
        seen.add(found)
    assert len(seen) > 1


def test_a_rule_lacks_values_at_a_small_depth_and_none_at_the_depth_it_is_run_at() -> None:
    text, start = "4.36706", learnt("4.36706").start
    codes, verifier = codes_of(text), verifier_of(text, host_lookup())
    lost, _ = verified(verifier, codes, start, 50, parts_of(text, NEAR_ROWS))
    block = lost // 64
    assert lost >= 0
    assert lost % 64 == first_lost(text, codes, start + 64 * block, NEAR_ROWS)
    assert all(first_lost(text, codes, start + 64 * before, NEAR_ROWS) == -1 for before in range(block))
    assert verified(verifier, codes, start, 50, parts_of(text, 100))[0] == -1
    assert first_lost(text, codes, start + 64 * block, 100) == -1


@pytest.mark.parametrize("text", ["0.106", "4.36706"])
def test_no_value_that_is_needed_takes_a_small_part_above_the_deepest(text: str) -> None:
    rule, values, verifier = learnt(text), exact(text, FAR), verifier_of(text, host_lookup())
    lost, deepest = verified(verifier, codes_of(text), rule.start, 50, parts_of(text, 100))
    assert lost == -1
    assert deepest <= 6400
    largest = max(deepest, verifier.reach)
    top = np.argsort(values[rule.start : rule.start + 50 * 64])[-40:] + rule.start
    assert not any(plain_missing(rule, values, int(heap), largest) for heap in top)


def random_exclusion(rng: np.random.Generator, bits: int, planes: int, count: int) -> Exclusion:
    """Needs like those of a rule, all smaller codes or a few less, with some options and takes."""
    needs = [[((1 << code) - 1) & ~(1 << int(rng.integers(0, bits))) for code in range(bits)] for _ in range(2)]
    options = [(int(rng.integers(40, 90)), int(rng.integers(0, bits))) for _ in range(count)]
    return Exclusion(bits, (needs[0], needs[1]), options, (1, 5), (2, 3), planes)


EVERYWHERE = [pytest.param(*way.values, 16, 1, 4, marks=way.marks) for way in WAYS]
HERE = [(host_lookup(), *size) for size in ((16, 2, 2), (32, 3, FIRST_LOOK + 1), (64, 8, 5))]
BY_HAND = pytest.param(host_lookup(), 64, 3, 30, marks=pytest.mark.nightly)
SHARE = {16: 0.05, 32: 0.2, 64: 0.8}
"""Of the small heaps that are common here, so that some values are found and some are not."""


@pytest.mark.parametrize(("way", "bits", "planes", "options"), [*EVERYWHERE, *HERE, BY_HAND])
def test_any_sets_that_are_needed_are_judged_lane_by_lane_as_the_plain_search_does(
    way: Lookup, bits: int, planes: int, options: int
) -> None:
    rng = np.random.default_rng(bits + planes)
    rule = random_exclusion(rng, bits, planes, options)
    verifier = Verifier(rule, way)
    seen = set()
    for most in (bits // 3, bits // 2, bits):
        codes = (np.minimum(rng.geometric(5 / most, 2048), most) - 1).astype(np.uint8)
        common = rng.random(64 * NEAR_ROWS + 1) < SHARE[bits]
        parts = rows(codes, common, NEAR_ROWS)
        for start in range(1024, 1024 + 64 * 8, 64):
            lost = (lane for lane in range(64) if needed_in_vain(rule, codes, common, start + lane, lane & 1))
            found, _ = verified(verifier, codes, start, 1, parts)
            assert found == next(lost, -1)
            seen.add(found)
    assert len(seen) > 4
    assert -1 in seen


def needed_in_vain(rule: Exclusion, codes: Codes, common: NDArray[np.bool_], heap: int, parity: int) -> bool:
    """Whether a heap needs a code that no take, no option and no split with a common small part gives."""
    given = {int(codes[heap - taken]) for taken in rule.takes}
    options = {int(codes[heap - distance]) ^ code for distance, code in rule.options}
    given |= {code for code in options if code < 8 * rule.planes}
    small = np.flatnonzero(common[1:]) + 1
    for split in rule.splits:
        given |= set((codes[small] ^ codes[heap - split - small]).tolist())
    need = rule.needs[parity][int(codes[heap])]
    return any(need >> code & 1 for code in range(rule.bits) if code not in given)


@pytest.mark.parametrize("wanted", [3, 12])
def test_a_low_and_a_high_code_may_come_from_a_take_alone(wanted: int) -> None:
    needs = [0] * 15 + [1 << wanted]
    verifier = Verifier(Exclusion(16, (needs, needs), (), (5,), (2,), 1), host_lookup())
    for taken, lost in ((5, -1), (4, 30)):
        codes = np.zeros(1024, np.uint8)
        codes[960 + 30], codes[960 + 30 - taken] = 15, wanted
        assert verified(verifier, codes, 960, 1, no_parts())[0] == lost


@pytest.mark.nightly
def test_a_long_run_through_the_verifier_keeps_within_the_stack_of_a_thread() -> None:
    exclusion = Exclusion(64, ([1] * 64, [1] * 64), (), (), (1,), 8)
    codes = np.zeros(1 << 26, np.uint8)
    parts = np.zeros((NEAR_ROWS, 64), np.uint8)
    lost, deepest = verified(Verifier(exclusion, host_lookup()), codes, 1 << 12, (1 << 20) - 64, parts)
    assert (lost, deepest) == (-1, 64)
