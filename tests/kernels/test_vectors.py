"""Words for vector code mean what they say on every way of looking up bytes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llvmlite import ir
from tests.kernels.ways import ALL, WAYS

from grundy.kernels.lookup import Lookup, best_lookup
from grundy.kernels.machine import Machine, define
from grundy.kernels.vectors import (
    BYTE,
    BYTES,
    INT,
    WORD,
    Value,
    counted,
    every,
    load,
    looked_up,
    nonzero,
    population,
    shuffle,
    splat,
    store,
    word,
)

SIZES = [(lanes, size) for lanes in (32, 64) for size in (16, 32, 64)]
Body = Callable[[Value, list[Value]], Value | None]


def compiled(body: Body, arguments: int, way: Lookup = "portable") -> Callable[..., int]:
    """Compile a function of so many numbers from what `body` builds."""
    module = ir.Module()
    build, given_ = define(module, "f", [f"a{i}" for i in range(arguments)], result=True)
    answer = body(build, given_)
    build.ret(word(0) if answer is None else answer)
    return Machine(module, way).function("f", arguments, result=True)


def looked_up_bytes(way: Lookup, tables: dict[tuple[int, int], bytes], places: bytes) -> dict[tuple[int, int], bytes]:
    """Look up the places, each within its table, by compiled code; all tables in one module."""
    module = ir.Module()
    for (lanes, size), table in tables.items():
        build, (source, target) = define(module, f"look_{lanes}_{size}", ["source", "target"])
        kind = ir.VectorType(BYTE, lanes)
        store(build, looked_up(build, way, list(table), load(build, source, kind)), target)
        build.ret_void()
    machine, found = Machine(module, way), {}
    for lanes, size in tables:
        source = np.frombuffer(places, np.uint8)[:lanes] % size
        target = np.zeros(lanes, np.uint8)
        machine.function(f"look_{lanes}_{size}", 2)(source.ctypes.data, target.ctypes.data)
        found[lanes, size] = target.tobytes()
    return found


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=3, deadline=None)
@given(table=st.binary(min_size=64, max_size=64), places=st.binary(min_size=64, max_size=64))
def test_a_lookup_gives_the_byte_at_each_place_in_tables_of_16_32_and_64_bytes(
    way: Lookup, table: bytes, places: bytes
) -> None:
    tables = {(lanes, size): table[:size] for lanes, size in SIZES}
    expected = {(lanes, size): bytes(table[place % size] for place in places[:lanes]) for lanes, size in SIZES}
    assert looked_up_bytes(way, tables, places) == expected


@pytest.mark.parametrize("way", WAYS)
def test_every_place_of_a_table_without_equal_bytes_and_of_one_with_a_single_byte_is_found(way: Lookup) -> None:
    for table in (bytes(255 - 3 * place for place in range(64)), bytes(128 * (place == 41) for place in range(64))):
        tables = {(64, 64): table, (64, 32): table[16:48], (64, 16): table[32:48]}
        found = looked_up_bytes(way, tables, bytes(range(64)))
        assert found == {(64, size): bytes(part[i % size] for i in range(64)) for (_, size), part in tables.items()}


def test_the_fastest_way_is_chosen_that_the_features_of_the_processor_allow() -> None:
    features = ["avx512vbmi", "avx512bw", "avx2"]
    assert tuple(best_lookup(set(features[at:]).__contains__) for at in range(4)) == ALL
    assert best_lookup({"avx2", "avx512vbmi"}.__contains__) == "avx2"


def test_a_counted_loop_runs_through_0_to_count_minus_1_also_when_loops_lie_inside_each_other() -> None:
    def body(build: Value, arguments: list[Value]) -> Value:
        outer, inner, out = arguments
        with counted(build, outer, "outer") as i, counted(build, inner, "inner") as j:
            at = build.add(build.mul(i, inner), j)
            odd = build.icmp_unsigned("==", build.and_(j, word(1)), word(1))
            with build.if_then(odd):
                store(build, build.add(build.mul(i, word(100)), j), build.add(out, build.mul(at, word(8))))
        return None

    run = compiled(body, 3)
    for outer, inner in ((3, 5), (1, 1), (0, 5), (3, 0), (-1, 4)):
        found = np.full(20, -7, np.int64)
        run(outer, inner, found.ctypes.data)
        expected = [100 * i + j if j & 1 else -7 for i in range(outer) for j in range(inner)]
        assert found.tolist() == expected + [-7] * (20 - len(expected))


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("way", WAYS)
def test_the_population_of_a_lane_is_its_number_of_ones(way: Lookup, width: int) -> None:
    kind = ir.VectorType(ir.IntType(width), 8)

    def body(build: Value, arguments: list[Value]) -> None:
        store(build, population(build, load(build, arguments[0], kind)), arguments[1])

    run = compiled(body, 2, way)
    words = np.random.default_rng(width).integers(0, 1 << width, 8, dtype=np.uint64, endpoint=False)
    words[:3] = 0, 1, (1 << width) - 1
    lanes, counts = words.astype(f"u{width // 8}"), np.zeros(8, f"u{width // 8}")
    run(lanes.ctypes.data, counts.ctypes.data)
    assert counts.tolist() == [int(lane).bit_count() for lane in lanes]


@pytest.mark.parametrize("way", WAYS)
def test_a_vector_is_nonzero_when_any_single_bit_is_set(way: Lookup) -> None:
    def body(build: Value, arguments: list[Value]) -> Value:
        return build.zext(nonzero(build, load(build, arguments[0])), WORD)

    run, data = compiled(body, 1, way), np.zeros(64, np.uint8)
    assert run(data.ctypes.data) == 0
    for lane in range(64):
        data[lane] = 1 << lane % 8
        assert run(data.ctypes.data) == 1
        data[lane] = 0


def test_words_for_vectors_load_store_repeat_join_and_choose_lanes() -> None:
    kind = ir.VectorType(BYTE, 8)

    def body(build: Value, arguments: list[Value]) -> Value:
        source, target = arguments
        low, high = load(build, build.add(source, word(1)), kind), load(build, build.add(source, word(9)), kind)
        first = build.extract_element(low, ir.Constant(INT, 0))
        parts = [
            shuffle(build, low, high, [15, 0, 8, 7, 7, 3, 12, 1]),
            build.or_(build.or_(low, high), every(kind, 64)),
            splat(build, first, 8),
            low,
        ]
        for at, part in enumerate(parts):
            store(build, part, build.add(target, word(3 + 8 * at)))
        return word(-5)

    source = np.random.default_rng(3).integers(0, 64, 17).astype(np.uint8)
    target = np.zeros(40, np.uint8)
    assert compiled(body, 2)(source.ctypes.data, target.ctypes.data) == -5
    low, high = source[1:9], source[9:17]
    both = source[1:17]
    expected = [both[[15, 0, 8, 7, 7, 3, 12, 1]], low | high | 64, np.repeat(low[:1], 8), low]
    assert target.tobytes() == bytes(3) + np.concatenate(expected).astype(np.uint8).tobytes() + bytes(5)
    assert BYTES.count == 64
