"""Code that is ready is placed into memory without a compiler and does what it does under LLVM, or is refused."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from llvmlite import ir

from grundy.kernels import object_files
from grundy.kernels.compiled import LEVELS, host_level, host_name, level_of, told_by_linux
from grundy.kernels.lookup import host_lookup
from grundy.kernels.machine import Machine, define, object_code, processor
from grundy.kernels.native_kernels import NativeKernel
from grundy.kernels.object_files import LoadedObject, can_place
from grundy.kernels.vectors import word

placed = pytest.mark.skipif(not can_place(), reason="code is placed on Linux, x86-64, alone")
SQUARES = [n * n for n in range(9)]
SEARCH = """
import sys
from grundy.core import Bits, facet
from grundy.notation import read_game
from grundy.search import DeepSearch
ruleset, parts = read_game("cram: 5x6").summands[0]
search = DeepSearch(ruleset.name, facet(ruleset, Bits).packed(parts[0]))
print(search.value(parts), *sorted({"numba", "llvmlite"} & sys.modules.keys()))
"""


def table_code(*, fill: bool = False, call: str = "") -> bytes:
    """An object file of `look(place)`, which reads a table; it may fill 64 words and add what stands there."""
    module = ir.Module()
    kind = ir.ArrayType(ir.IntType(64), len(SQUARES))
    table = ir.GlobalVariable(module, kind, "squares")
    table.initializer, table.global_constant, table.linkage = ir.Constant(kind, SQUARES), True, "internal"
    build, (place,) = define(module, "look", ["place"], result=True)
    if call:
        build.call(ir.Function(module, ir.FunctionType(ir.VoidType(), []), call), [])
    found = build.load(build.gep(table, [word(0), place]))
    if fill:
        room = build.alloca(ir.ArrayType(ir.IntType(64), 64))
        begin = build.bitcast(room, ir.IntType(8).as_pointer())
        outside = ir.FunctionType(begin.type, [begin.type, ir.IntType(32), ir.IntType(64)])
        build.call(ir.Function(module, outside, "memset"), [begin, ir.Constant(ir.IntType(32), 1), word(512)])
        found = build.add(found, build.load(build.gep(room, [word(0), place])))
    build.ret(found)
    return object_code(module, host_lookup())


def placed_function(code: bytes) -> Callable[[int], int]:
    loaded = LoadedObject(code)
    found: Any = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(loaded.address("look"))
    found.code = loaded
    call: Callable[[int], int] = found
    return call


@placed
def test_placed_code_returns_the_same_as_the_code_of_llvm() -> None:
    code = table_code()
    here, there = placed_function(code), Machine(code, host_lookup()).function("look", 1, result=True)
    assert [here(n) for n in range(9)] == [there(n) for n in range(9)] == SQUARES
    assert LoadedObject(code).address("look") != LoadedObject(code).address("look"), "each is placed anew"


@placed
def test_placed_code_calls_the_memory_functions_of_c_and_nothing_else() -> None:
    look = placed_function(table_code(fill=True))
    assert look(5) == 25 + 0x0101010101010101
    with pytest.raises(ValueError, match=r"^PyErr_Clear is not here$"):
        LoadedObject(table_code(call="PyErr_Clear"))


@placed
@pytest.mark.parametrize("length", [0, 3, 40, 64, 200, -1])
def test_a_file_that_was_cut_short_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="object file"):
        LoadedObject(table_code()[:length])


@placed
def test_code_for_another_machine_or_without_the_function_is_refused() -> None:
    code = bytearray(table_code())
    code[18] = 183  # AArch64
    with pytest.raises(ValueError, match=r"^no object file for x86-64$"):
        LoadedObject(bytes(code))
    with pytest.raises(ValueError, match=r"^no function 'lost'$"):
        LoadedObject(table_code()).address("lost")


def test_code_is_refused_where_it_cannot_be_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_files, "can_place", lambda: False)
    with pytest.raises(ValueError, match="Linux, x86-64, alone"):
        LoadedObject(b"")


def test_what_linux_says_of_the_processor_is_what_llvm_says() -> None:
    assert host_level() == level_of({name for name, has in processor().items() if has}, os.uname().machine)
    assert host_name() == host_name() != ""
    if host_level() in LEVELS:
        assert "flags" in told_by_linux()


def test_a_door_hands_on_arrays_of_its_own_kinds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[int] = []

    def kernel(result: Any, _error: object, *given: int) -> int:
        handed.extend(given)
        result[0] = 7
        return 0

    numbers = ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
    monkeypatch.setattr(NativeKernel, "_called", ctypes.CFUNCTYPE(ctypes.c_int32, *numbers)(kernel))
    door, some, small = NativeKernel("boards.none", "qn"), np.zeros(4, np.int64), np.zeros(4, np.int32)
    assert door(some, np.int32(3)) == 7
    assert handed == [some.ctypes.data, 3]
    wrong: list[Any] = [small, some[::2], [1, 2], 5]
    for each in wrong:
        with pytest.raises(TypeError, match=r"^expected an array in one piece, of int64$"):
            door(each, 3)
    with pytest.raises(ValueError, match=r"shorter|argument"):
        door(some)


@pytest.mark.nightly
@placed
def test_a_search_whose_kernels_and_rule_are_ready_loads_no_compiler() -> None:
    told = [subprocess.run([sys.executable, "-c", SEARCH], capture_output=True, text=True, check=True) for _ in "12"]
    assert told[1].stdout == "2\n", "a kernel is not ready: python build_kernels.py host"
