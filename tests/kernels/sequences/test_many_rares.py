"""The method for many rare heaps gives the values of the definition, whatever it has learnt and however it is run."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from llvmlite import binding
from numba import njit
from numpy.typing import NDArray
from tests.cases import few

from grundy.core import Budget, LimitReached, Limits, read_code
from grundy.kernels.heaps.calls import generate, has_split, verify
from grundy.kernels.heaps.planes_ahead import assist
from grundy.kernels.heaps.planes_generate import CODES
from grundy.kernels.heaps.shapes import BLOCKS, IDLE, ROWS, Items, shared_block
from grundy.sequences import code_values, many_rares, rare_plan
from grundy.sequences.coding import Coding
from grundy.sequences.digits import LEAST_KNOWN
from grundy.sequences.many_rares import ORIGIN, many_rare_pieces
from grundy.sequences.rare_plan import GROUP, CodeSample, RarePlan, make_plan
from grundy.sequences.sparse import Mask, best_mask

STOP = 90_000
GRUNDY = "4!.0"
SPLITTING = ["0.644", "0.56", "0.376", "4.066", "0.74", "0.014", "0.36", "0.172", "4.44", "0.356", "0.44", "0.37"]
GOLDEN = {"0.6": 0x50A3B032FE722459, GRUNDY: 0x06B7AECA5BCE40FA}
LATE_RARES = [
    (82860, 108), (47461861, 261), (47482266, 258), (47595779, 259), (47844890, 260), (47846178, 260),
    (47850055, 260), (47879108, 261), (47912346, 258), (48042117, 258), (48046310, 261), (48142092, 258),
    (48142376, 265), (48399022, 259),
]  # fmt: skip


Values = NDArray[np.uint16]
Codes = NDArray[np.uint8]


@njit(cache=False)
def fill(values: Values, taken: int, distinct: bool) -> None:
    """The definition for a code with one split digit and no other moves but plain takes of as many tokens."""
    seen = np.zeros(1 << 12, np.uint32)
    for n in range(1, len(values)):
        rest = n - taken
        if rest > 0:
            if taken:
                seen[values[rest]] = n
            half = (rest - 1) // 2 if distinct else rest // 2
            low, high = values[1 : half + 1], values[rest - half : rest][::-1]
            for i in range(half):
                seen[low[i] ^ high[i]] = n
        least = 0
        while seen[least] == n:
            least += 1
        values[n] = least


@cache
def by_definition(text: str) -> Values:
    if text in GOLDEN:
        values = np.zeros(STOP + 1, np.uint16)
        fill(values, 0 if text == GRUNDY else 1, text == GRUNDY)
        return values
    return np.array(code_values(read_code(text), STOP), np.uint16)


def pieces(
    text: str, known: Values, stop: int, workers: int = 2, budget: Budget | None = None
) -> Iterator[Values] | None:
    digits = (4,) if text == GRUNDY else read_code(text).plain
    assert digits is not None
    return many_rare_pieces(digits, text == GRUNDY, known, stop, budget or Budget(), workers)


def run(text: str, known: Values, stop: int, workers: int = 2) -> Values:
    found = pieces(text, known, stop, workers)
    assert found is not None
    return np.concatenate([known, *found])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "workers"),
    few([("0.6", 1), ("0.6", 2), (GRUNDY, 1), (GRUNDY, 2)], (GRUNDY, 2)),
)
def test_officers_and_grundys_game_have_the_values_of_the_definition(text: str, workers: int) -> None:
    values = by_definition(text)
    assert np.array_equal(run(text, values[:LEAST_KNOWN], STOP, workers), values)


@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=[pytest.mark.nightly] * (i > 1)) for i, text in enumerate(SPLITTING)]
)
def test_every_code_that_fits_has_the_values_of_the_scalar_kernel(text: str) -> None:
    values = by_definition(text)
    assert np.array_equal(run(text, values[: LEAST_KNOWN + 77], STOP - 1), values[:-1])


@pytest.mark.parametrize("text", few(["0.106", "0.142", "0.007", "0.06", "0.137", "0.8"], "0.106", "0.137", "0.8"))
def test_codes_with_a_positional_mask_or_without_a_useful_one_are_left_to_other_methods(text: str) -> None:
    digits = read_code(text).plain
    assert digits is not None
    known = np.array(code_values(read_code(text), LEAST_KNOWN), np.uint16) if text != "0.8" else np.zeros(1 << 16, "u2")
    assert many_rare_pieces(digits, distinct=False, known=known, stop=STOP, budget=Budget()) is None


def test_pieces_follow_each_other_and_end_at_the_last_heap() -> None:
    values = by_definition("0.644")
    for stop in (LEAST_KNOWN, LEAST_KNOWN + 1, LEAST_KNOWN + GROUP, LEAST_KNOWN + GROUP + 1):
        assert np.array_equal(run("0.644", values[:LEAST_KNOWN], stop), values[: stop + 1])
    found = pieces("0.644", values, STOP)
    assert found is not None
    assert not list(found)


@pytest.mark.parametrize(
    ("text", "changed"),
    few([(GRUNDY, 0), ("0.376", 128), ("0.376", 0), ("0.56", 64)], (GRUNDY, 0), ("0.376", 128)),
)
def test_late_rare_heaps_of_good_and_bad_masks_are_found_and_the_run_continues_after_them(
    text: str, changed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = by_definition(text)
    mask = best_mask(values[:LEAST_KNOWN], [1])
    mask = Mask(mask.bits ^ changed, mask.flag, mask.tau)
    late: list[int] = []
    write = many_rares._Run._write_rare

    def written(self: many_rares._Run, heap: int, code: int) -> None:
        late.append(heap)
        write(self, heap, code)

    monkeypatch.setattr(many_rares._Run, "_write_rare", written)
    monkeypatch.setattr(many_rares, "best_mask", lambda *_: mask)
    monkeypatch.setattr(many_rares, "MOST_LATE", STOP)
    assert np.array_equal(run(text, values[:LEAST_KNOWN], STOP), values)
    rares = mask.rares(values)
    assert late == rares[rares >= LEAST_KNOWN].tolist() != []


def test_pieces_that_end_early_are_right_as_far_as_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    values = by_definition(GRUNDY)
    monkeypatch.setattr(many_rares, "MOST_RARES", 1272)
    found = run(GRUNDY, values[:LEAST_KNOWN], STOP)
    assert np.array_equal(found, values[: LATE_RARES[0][0] + 1])


@pytest.mark.nightly
def test_a_limit_stops_between_blocks_and_hands_out_what_is_known() -> None:
    values = by_definition("0.6")
    found = pieces("0.6", values[:LEAST_KNOWN], 10**7, budget=Budget(Limits(positions=400_000)))
    assert found is not None
    with pytest.raises(LimitReached, match="the limit of 400000 positions") as stopped:
        list(found)
    assert stopped.value.partial is not None
    assert list(stopped.value.partial[: STOP + 1]) == values.tolist()


@pytest.mark.nightly
def test_rare_partners_are_considered_for_heaps_made_of_two_rare_heaps_or_of_one() -> None:
    run_ = many_rares._Run(
        (0, 6),
        distinct=False,
        coding=Coding(best_mask(by_definition("0.6"), [1])),
        known=by_definition("0.6"),
        stop=STOP,
    )
    rares = sorted(run_.rares)
    assert max(run_.rares.values()) + len(run_.plan.generate.near.starts) > 255
    assert run_._careful(rares[-1] + 1, rares[-1] + 2)
    assert run_._careful(rares[-1] + rares[-2] + 1, rares[-1] + rares[-2] + 2)
    assert run_._careful(2 * rares[-1] + 1, 2 * rares[-1] + 2)
    assert not run_._careful(2 * rares[-1] + 2, STOP)


def random_history(seed: int, heaps: int, most: int) -> Codes:
    rng = np.random.default_rng(seed)
    codes = np.full(2 * ORIGIN + heaps + rare_plan.BLOCK, 255, np.uint8)
    codes[ORIGIN + 1 : ORIGIN + heaps] = np.minimum(rng.geometric(0.1, heaps - 1), most) - 1
    codes[ORIGIN + rng.integers(1, heaps, heaps // 20)] = 255
    return codes


def random_plan(
    codes: Codes, heaps: int, seed: int, items: int, nearness: float = 0.003
) -> tuple[RarePlan, list[tuple[int, int]], Codes]:
    rng = np.random.default_rng(seed)
    distances = np.unique(rng.geometric(nearness, items))
    partners = rng.integers(0, 40, len(distances)).astype(np.uint8)
    limits = np.arange(256, dtype=np.uint8)
    limits[255] = 0
    plan = make_plan(CodeSample(codes, ORIGIN, heaps), limits, [0, 3], distances, partners)
    return plan, list(zip(distances.tolist(), partners.tolist(), strict=True)), limits


@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize("items", [3, 60, 700])
def test_generated_codes_are_the_least_that_no_item_forbids_even_where_partners_are_rare(
    items: int, careful: bool
) -> None:
    heaps = LEAST_KNOWN + 500
    codes = random_history(items, heaps, 30)
    plan, pairs, _ = random_plan(codes, heaps, items, items)
    end = heaps + GROUP + 100
    expected = codes.copy()
    for heap in range(heaps, end):
        forbidden = {int(expected[ORIGIN + heap - d]) ^ g for d, g in pairs if expected[ORIGIN + heap - d] != 255}
        expected[ORIGIN + heap] = next(code for code in range(256) if code not in forbidden)
    assert generated(codes, heaps, end, plan, careful) >= end
    assert np.array_equal(codes[: ORIGIN + end], expected[: ORIGIN + end])


def generated(codes: Codes, start: int, end: int, plan: RarePlan, careful: bool, helpers: int = 0) -> int:
    """Generate codes while so many other threads write covers ahead as often as they can."""
    groups = -((start - end) // GROUP)
    shared, over = shared_block(plan.generate.near, groups), threading.Event()

    def helper() -> None:
        while not over.is_set():
            assist(plan.generate.ahead, shared)

    threads = [threading.Thread(target=helper) for _ in range(helpers)]
    for thread in threads:
        thread.start()
    found = generate(codes, ORIGIN, start, end, plan.generate, shared, plan.far, plan.near, plan.stages, careful)
    over.set()
    for thread in threads:
        thread.join()
    return int(found)


def test_heaps_that_test_a_plan_are_others_than_those_on_which_it_was_chosen_and_all_are_known() -> None:
    for heaps in (LEAST_KNOWN, 10 * LEAST_KNOWN):
        chosen, tests = CodeSample(np.zeros(0, np.uint8), ORIGIN, heaps).words()
        first = np.concatenate([tests, chosen]) - ORIGIN
        assert np.array_equal(np.diff(first), np.full(len(first) - 1, 64))
        assert first[0] >= rare_plan.REACH
        assert first[-1] + 64 == heaps


@pytest.mark.parametrize("seed", range(6))
def test_the_codes_do_not_depend_on_who_writes_the_covers(seed: int) -> None:
    heaps = LEAST_KNOWN + 500
    alone = random_history(seed, heaps + 12 * GROUP, 30)
    plan, *_ = random_plan(alone, heaps, seed, 700, nearness=0.0002)
    assert plan.generate.ahead.starts[:, 8].max() > 0
    helped = alone.copy()
    careful = False
    end = generated(alone, heaps, heaps + 12 * GROUP, plan, careful)
    assert generated(helped, heaps, heaps + 12 * GROUP, plan, careful, helpers=2) == end
    assert np.array_equal(helped[: ORIGIN + end], alone[: ORIGIN + end])


def test_nothing_is_written_ahead_before_the_planes_are_drawn_nor_for_groups_that_are_under_way() -> None:
    codes = random_history(3, LEAST_KNOWN, 30)
    plan, *_ = random_plan(codes, LEAST_KNOWN, 3, 700)
    shared = shared_block(plan.generate.near, 5)
    written = []
    for generated_groups in (IDLE, 0, 0, 1, 3, 4, 5, IDLE):
        shared.marks[0] = generated_groups
        assist(plan.generate.ahead, shared)
        written.append([k for k, mark in enumerate(shared.marks[1:]) if mark])
    assert written == [[], [1], [1], [1, 2], [1, 2, 4], [1, 2, 4], [1, 2, 4], [1, 2, 4]]


def test_a_heap_whose_code_would_be_240_or_more_stops_the_generation() -> None:
    heaps = LEAST_KNOWN
    codes = random_history(1, heaps, 30)
    plan, *_ = random_plan(codes, heaps, 1, 3)
    codes[ORIGIN + 1 : ORIGIN + heaps] = 0
    distances = np.arange(1000, 1000 + CODES)
    full = rare_plan.items(distances, np.arange(CODES).astype(np.uint8))
    most = Items(full.distances[:-2], full.codes[:-2])
    careful = False
    found = [generated(codes, heaps, heaps + 1, plan._replace(far=far), careful) for far in (full, most)]
    assert found == [heaps, heaps + GROUP]
    assert codes[ORIGIN + heaps] == CODES - 2


def splits_of_heap(codes: Codes, heap: int, splits: list[int], distinct: bool) -> set[int]:
    found: set[int] = set()
    for taken in splits:
        rest = heap - taken
        small = np.arange(1, ((rest - 1) // 2 if distinct else rest // 2) + 1)
        left, right = codes[ORIGIN + small], codes[ORIGIN + rest - small]
        found.update(((left ^ right)[(left != 255) & (right != 255)]).tolist())
    return found


def test_verification_finds_exactly_the_codes_that_no_split_gives() -> None:
    heaps = LEAST_KNOWN + 3000
    codes = random_history(5, heaps, 12)
    codes[ORIGIN + 1 : ORIGIN + heaps] |= 16 * (np.arange(1, heaps) % 997 == 0).astype(np.uint8)
    codes[ORIGIN + heaps - 2500 : ORIGIN + heaps] |= 64  # these need all smaller codes, some of which are no options
    plan, _, limits = random_plan(codes, LEAST_KNOWN, 5, 50)
    start, splits, distinct = heaps - 2400, [0, 3], True
    missing = np.empty((ROWS, 2), np.int64)
    idle = plan.generate.ahead, shared_block(plan.generate.near, 0)
    planes = np.empty((len(plan.verify.planes), plan.verify.words), np.uint64)
    memory = planes, np.empty(GROUP, np.uint8), np.empty(BLOCKS + 1, np.uint64)
    needs = limits, plan.verify, np.array(splits, np.int64), missing
    count, end = verify(codes, ORIGIN, start, start + 300, *needs, *idle, *memory)
    assert end == start + 300
    rows = set(map(tuple, missing[:count].tolist()))
    for heap in range(start, start + 300, 7):
        own = int(codes[ORIGIN + heap])
        needed = set(range(own)) if own != 255 else set()
        given = splits_of_heap(codes, heap, splits, distinct)
        exact = {y for y in needed if not has_split(codes, ORIGIN, heap, y, np.array(splits, np.int64), distinct)}
        assert exact == needed - given
        assert exact <= {code for at, code in rows if at == heap}
        assert {code for at, code in rows if at == heap} <= needed
    assert rows


@pytest.mark.parametrize("distinct", [False, True])
def test_two_equal_heaps_count_as_a_split_unless_they_must_differ(distinct: bool) -> None:
    codes = np.full(2 * ORIGIN + 1000, 255, np.uint8)
    codes[ORIGIN + 1 : ORIGIN + 400] = np.arange(399) % 251
    for heap in (2, 3, 100, 127, 128, 129, 130, 200, 250):
        found = {y for y in range(240) if has_split(codes, ORIGIN, heap, y, np.array([0], np.int64), distinct)}
        assert found == {y for y in splits_of_heap(codes, heap, [0], distinct) if y < 240}
        assert (0 in found) == (not distinct and heap % 2 == 0)


PATHS = ["", "+sse4.2,+ssse3,+popcnt,+avx,+avx2", "+sse4.2,+popcnt,+avx,+avx2,+avx512f,+avx512bw,+avx512vl"]


@pytest.mark.nightly
@pytest.mark.parametrize("features", PATHS)
def test_every_instruction_set_gives_the_same_values(features: str, tmp_path: object) -> None:
    here = binding.get_host_cpu_features()
    if not all(here.get(name[1:], False) for name in filter(None, features.split(","))):
        pytest.skip("this processor has no such instructions")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import numpy as np; import test_many_rares as t; "
        "v = t.by_definition(sys.argv[2]); w = t.run(sys.argv[2], v[: 1 << 16], t.STOP); "
        "assert np.array_equal(v, w); print('same')"
    )
    environment = os.environ | {
        "NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": features, "NUMBA_CACHE_DIR": str(tmp_path),
    }  # fmt: skip
    for text in ("0.6", GRUNDY):
        command = [sys.executable, "-c", program, str(Path(__file__).parent), text]
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert found.stdout == "same\n"


@pytest.mark.nightly
@pytest.mark.parametrize("text", list(GOLDEN))
def test_the_first_million_values_have_the_known_hash(text: str) -> None:
    number = 1469598103934665603
    for value in run(text, by_definition(text)[:LEAST_KNOWN], 999_999).tolist():
        number = ((number ^ value) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    assert number == GOLDEN[text]


@pytest.mark.nightly
def test_grundys_game_has_its_late_rare_heaps() -> None:
    values = run(GRUNDY, by_definition(GRUNDY)[:LEAST_KNOWN], 52_000_000)
    odd = np.bitwise_count(values >> np.uint16(1)) & 1
    late = np.nonzero(odd == 0)[0]
    late = late[late >= LEAST_KNOWN]
    assert [(int(heap), int(values[heap])) for heap in late] == LATE_RARES
