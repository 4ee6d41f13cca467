"""Kernels over arrays that are called without numba are the same kernels, called with what they say they take."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from numba import types

from grundy.core import Budget
from grundy.kernels.boards import calls as boards
from grundy.kernels.compiled import host_features
from grundy.kernels.heaps import calls
from grundy.kernels.lookup import best_lookup, host_lookup
from grundy.kernels.machine import Machine, processor
from grundy.kernels.native_kernels import HANDED, ArrayKernel, NativeKernel
from grundy.kernels.object_files import can_place
from grundy.sequences import plain_code_values

placed = pytest.mark.skipif(not can_place(), reason="code is placed on Linux, x86-64, alone")
KERNELS = {
    each.name: each for door in (boards, calls) for each in vars(door).values() if isinstance(each, NativeKernel)
}
RESULTS = {"None": "", "int": "n", "tuple[int, int]": "nn", "tuple[int, int, int]": "nnn", "bool": "t"}
"""What a kernel returns -> its letters."""


def letters_of(kind: Any) -> str:
    """The letters of a type of numba's, with those of tuples in their places."""
    if isinstance(kind, types.Array):
        assert kind.layout == "C"
        dtype = np.dtype(str(kind.dtype)), kind.ndim
        return next(letter for letter, handed in HANDED.items() if handed == dtype)
    if hasattr(kind, "types"):
        return "".join(map(letters_of, kind.types))
    return {types.int64: "n", types.boolean: "t", types.none: ""}[kind]


@pytest.mark.parametrize("name", KERNELS)
def test_a_signature_states_the_arguments_and_the_result_of_its_kernel(name: str) -> None:
    call = KERNELS[name]
    import_module(f"grundy.kernels.{call.module}")
    function, signature = import_module("grundy.kernels.typed").KERNELS[name]
    assert call.result == RESULTS[function.__annotations__["return"]]
    if isinstance(call, ArrayKernel):
        assert call.arguments == "".join(map(letters_of, signature))
    else:
        assert len(call.arguments) == len(signature.args) == function.__code__.co_argcount


@placed
def test_what_a_kernel_does_not_take_is_refused_before_it_is_called() -> None:
    digits, values, stamps = np.array([0, 6], np.uint32), np.zeros(9, np.uint32), np.zeros(64, np.uint32)
    no = False
    calls.code_kernel(digits, values, stamps, 0, no)
    assert values.tolist() == plain_code_values((0, 6), 8, Budget())
    with pytest.raises(TypeError, match=r"^expected an array of uint32 with 1 indices$"):
        calls.code_kernel(digits.astype(np.int64), values, stamps, 0, no)
    with pytest.raises(TypeError, match=r"^expected an array of uint32 with 1 indices$"):
        calls.code_kernel(digits, values.reshape(3, 3), stamps, 0, no)
    with pytest.raises(TypeError, match=r"^expected an array in one piece$"):
        calls.code_kernel(digits, values[::2], stamps, 0, no)
    with pytest.raises(ValueError, match=r"shorter|longer|argument"):
        calls.code_kernel(digits, values, stamps, 0)


@pytest.mark.nightly
def test_where_code_cannot_be_placed_llvm_loads_the_same_files(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    codes, splits, distinct = rng.integers(0, 64, 500).astype(np.uint8), np.arange(2), False
    expected = [calls.has_split(codes, 0, 150, code, splits, distinct) for code in range(64)]
    monkeypatch.setattr("grundy.kernels.object_files.can_place", lambda: False)
    kernel = ArrayKernel(calls.has_split.name, calls.has_split.arguments, calls.has_split.result)
    assert [kernel(codes, 0, 150, code, splits, distinct) for code in range(64)] == expected
    assert {*expected} == {True, False}
    assert isinstance(kernel._called.code, Machine)  # type: ignore[attr-defined]


def test_the_processor_is_the_one_that_llvm_sees() -> None:
    assert host_lookup() == best_lookup(lambda name: processor().get(name, False))
    has = {name for name, on in processor().items() if on}
    assert {"avx2", "avx512bw", "avx512vbmi"} & has == {"avx2", "avx512bw", "avx512vbmi"} & host_features()


@pytest.mark.parametrize(("level", "way"), [("x86-64-v4", "bw"), ("x86-64-v3", "avx2"), ("x86-64-v2", "portable")])
def test_the_way_of_a_level_is_one_that_all_its_processors_have(level: str, way: str) -> None:
    assert calls.way_of(level) == way
    assert calls.way_of("") == calls.way_of("generic") == "portable"


@placed
def test_what_sifts_is_kept_for_the_level_that_is_built_for_whatever_machine_builds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[str] = []

    def keep(name: str, make: Callable[[], bytes]) -> bytes:
        kept.append(name)
        return make()

    monkeypatch.setattr(calls, "code_level", lambda: "x86-64-v4")
    monkeypatch.setattr(calls, "kept_code", keep)
    calls.sifter.__wrapped__("bw")
    assert kept == ["sift-bw"]


@pytest.mark.parametrize(
    ("compiler", "kept", "way"), [(True, False, "vbmi"), (False, True, "vbmi"), (False, False, "bw")]
)
def test_without_a_compiler_a_way_is_chosen_whose_code_is_there(
    compiler: bool, kept: bool, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "host_lookup", lambda: "vbmi")
    monkeypatch.setattr(calls, "code_level", lambda: "x86-64-v4")
    monkeypatch.setattr(calls, "has_compiler", lambda: compiler)
    monkeypatch.setattr(calls, "has_kept", lambda _: kept)
    assert calls.best_way() == way
