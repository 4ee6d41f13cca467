"""Machine code made at run time: called from Python, kept alive, and without what a way forbids itself."""

from __future__ import annotations

import gc
import platform
import threading
import time

import numpy as np
import pytest
from llvmlite import ir
from tests.kernels.ways import WAYS, assembly_of, registers

from grundy.kernels import machine
from grundy.kernels.heaps.few_generate import SCRATCH, SLACK, CodeGenerator
from grundy.kernels.lookup import Lookup, host_lookup
from grundy.kernels.machine import Machine, define
from grundy.kernels.vectors import BYTE, load, looked_up, store, word

FORBIDDEN: dict[Lookup, set[str]] = {
    "vbmi": set(),
    "bw": set(),
    "avx2": {"zmm", "k"},
    "portable": {"zmm", "k", "ymm", "vex"},
}


def test_arguments_and_results_are_whole_numbers_of_64_bits() -> None:
    module = ir.Module()
    build, (a, b, c) = define(module, "f", ["a", "b", "c"], result=True)
    build.ret(build.sub(build.mul(a, b), c))
    build, (a, address) = define(module, "g", ["a", "address"])
    store(build, a, address)
    build.ret_void()
    made = Machine(module, host_lookup())
    f, g = made.function("f", 3, result=True), made.function("g", 2)
    for a, b, c in ((3, 4, 5), (-3, 4, 5), (1 << 31, 1 << 31, 1), (-(1 << 32), 1 << 31, 0)):
        assert f(a, b, c) == a * b - c
    kept = np.zeros(1, np.int64)
    assert g(-(1 << 63), kept.ctypes.data) is None
    assert kept[0] == -(1 << 63)


@pytest.mark.nightly
def test_a_function_keeps_its_machine_alive() -> None:
    module = ir.Module()
    build, (a,) = define(module, "f", ["a"], result=True)
    build.ret(build.add(a, word(7)))
    run = Machine(module, host_lookup()).function("f", 1, result=True)
    for _ in range(3):
        gc.collect()
        CodeGenerator([(3, 1)], 16, host_lookup())
    assert run(35) == 42


def test_other_threads_have_their_turn_while_a_kernel_runs() -> None:
    kernel = CodeGenerator([(3, 1), (5, 2)], 16, host_lookup())
    blocks = (1 << 23) // kernel.block
    buffer = np.zeros(128 + blocks * kernel.block + SLACK, np.uint8)
    scratch = np.zeros(SCRATCH, np.uint8)
    calls = 6

    def work() -> None:
        for _ in range(calls):
            kernel.run(buffer.ctypes.data + 128, blocks, scratch.ctypes.data)

    def turns() -> int:
        count, thread = 0, threading.Thread(target=work)
        thread.start()
        while thread.is_alive():
            time.sleep(0.0005)
            count += 1
        return count

    assert any(turns() > 4 * calls for _ in range(10))  # a busy machine gives this thread few


@pytest.mark.skipif(platform.machine() not in {"x86_64", "AMD64"}, reason="registers of another processor")
@pytest.mark.parametrize("way", WAYS)
def test_machine_code_for_a_way_uses_no_instructions_that_the_way_does_without(
    way: Lookup, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = assembly_of(monkeypatch)
    module = ir.Module()
    build, (source, target) = define(module, "look", ["source", "target"])
    kind = ir.VectorType(BYTE, 64)
    store(build, looked_up(build, way, list(range(200, 136, -1)), load(build, source, kind)), target)
    build.ret_void()
    Machine(module, way)
    CodeGenerator([(4, 1), (40, 3), (100, 6)], 32, way)
    assert len(texts) == 2
    for text in texts:
        assert not registers(text) & FORBIDDEN[way]
    assert "xmm" in registers(texts[1])
    assert ("zmm" in registers(texts[0])) == (way in {"vbmi", "bw"})


def test_the_features_of_the_processor_are_read_once() -> None:
    assert machine.processor() is machine.processor()
    assert machine.processor()
