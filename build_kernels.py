"""Kernels made ready before anybody calls them: `python build_kernels.py LEVELS`.

Run when the package is built (`hatch_build.py`); `grundy.kernels.compiled` finds what was made. LEVELS is `host`,
`all`, or levels with commas between them. numba compiles for one processor in one process, so each level has processes
of its own; what is ready already is loaded instead.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from grundy.core import Bits, Checked, Sum, facet
from grundy.kernels import compiled
from grundy.kernels.compiled import (
    FEATURES,
    LEVELS,
    READY,
    digest,
    keep_code,
    keep_runtime,
    level_of,
    object_name,
    read_code,
)
from grundy.kernels.object_files import LoadedObject, can_place
from grundy.kernels.sealed import has_compiler

_HEAPS = ["reference", "sparse", "bitsets", "stamps", "candidates", "planes_choice", "planes_verify"]
_TABLES = ["lattice", "chomp_table", "nimstring_table"]
SHARES = (
    [*(f"heaps.{name}" for name in _HEAPS), *(f"boards.{name}" for name in _TABLES), "boards.proof_numbers"],
    ["boards.misere_sums", "boards.proof_parts"],
)
"""Modules with kernels, in shares of about the same time."""
RULES = (
    *("arc-kayles: grid(3x3)", "arc-kayles: 0-1 1-2 2-0", "arc-kayles: grid(5x13)", "chomp: 3,3", "cram: 3x4"),
    *("geography: grid(3x4) @ 0", "geography(edges=true): grid(2x3) @ 0", "nimstring: 2x2", "nogo: 3x3"),
    *("node-kayles: grid(3x3)", "node-kayles: 0-1 1-2 2-0", "node-kayles: grid(5x13)", "poset: a<b", "queens: 4x4"),
    "sprouts: 5",
)
"""A position of each rule over words; one of any other size has the same code."""


def levels_of(words: str) -> list[str]:
    """Return the levels that `host`, `all` or names mean here; none for a processor without levels."""
    from llvmlite import binding

    features = {name for name, has in binding.get_host_cpu_features().items() if has}
    host = level_of(features, platform.machine())
    if words == "all" and host in LEVELS:
        return list(LEVELS)
    return [*filter(None, [host])] if words in {"all", "host"} else words.split(",")


def make(levels: Sequence[str]) -> None:
    """Compile all kernels for these levels into the package.

    As many processes as there are processors run side by side. Raises `subprocess.CalledProcessError` where one fails.
    """
    for old in READY.glob("*/"):
        if old.name != digest():
            shutil.rmtree(old, ignore_errors=True)  # another build may remove it at the same time
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done in [pool.submit(_make, level, share) for level in levels for share in SHARES]:
            done.result()


def _make(level: str, share: Sequence[str]) -> None:
    """Have a process compile a share, and move what it kept into the package."""
    with tempfile.TemporaryDirectory() as kept:
        told = {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": FEATURES.get(level, ""), "NUMBA_CACHE_DIR": kept}
        told["PYTHONHASHSEED"] = "0"  # built twice, the same bytes
        subprocess.run([sys.executable, __file__, "--share", *share], check=True, env=os.environ | told)  # noqa: S603  # ourselves
        folder = READY / digest() / level
        found = [path for path in Path(kept).rglob("*") if path.suffix in {".o", ".nbc", ".nbi"}]
        for path in sorted(found):  # code before the index that speaks of it
            if (code := read_code(path)) is None:
                raise OSError(f"{path.name} was changed while kernels were compiled")
            keep_code(folder / path.name, code)


def _compile(share: Sequence[str]) -> None:
    """Compile, or load, a share of the kernels; the runtime library of numba belongs to each."""
    for name in share:
        import_module(f"grundy.kernels.{name}")
    for kernel, arguments in import_module("grundy.kernels.typed").TYPED:
        kernel.compile(arguments)
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    keep_runtime(folder)
    if can_place():
        _keep_objects(folder)
    if list(share) == SHARES[-1]:
        _compile_rules()


def _compile_rules() -> None:
    """Compile, or load, the rules of games, and those of their certificates."""
    from grundy.notation.reader import read_game
    from grundy.search.deep import compiled_rule

    for text in RULES:
        ruleset, position = read_game(text).part(0)
        checked = facet(ruleset, Checked).checked(Sum.of([position]))
        words = None if checked is None else checked.words()
        for packed in (facet(ruleset, Bits).packed(position), None if words is None else words.packed):
            if packed is not None:
                compiled_rule(ruleset.name, packed)


def _keep_objects(folder: Path) -> None:
    """Keep the object files of what is called by addresses, and of what these kernels call."""
    from grundy.kernels import native_kernels, typed
    from grundy.kernels.array_memory import memory_object
    from grundy.kernels.compiled import code_level, host_level, ready_object
    from grundy.kernels.heaps import calls
    from grundy.kernels.lookup import host_lookup

    for kernel in typed.NATIVE:
        _keep_object(kernel, folder)
    if ready_object(native_kernels.MEMORY, native_kernels.MEMORY) is None:
        keep_code(folder / object_name(native_kernels.MEMORY, native_kernels.MEMORY), memory_object(code_level()))
    memory = LoadedObject(memory_object(code_level()))
    bare: Any = typed.njit  # numba's types do not know all that it takes
    arrays = [each for each in vars(calls).values() if isinstance(each, native_kernels.ArrayKernel)]
    wanted = {(each.module, each.name) for each in arrays}
    for kernel, arguments in typed.TYPED:
        function = kernel.py_func
        module, name = function.__module__.removeprefix("grundy.kernels."), function.__name__
        if (module, name) in wanted and ready_object(module, name) is None:
            (made,) = bare(arguments, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(
                function
            ).overloads.values()
            *_, (code, _) = made.library.serialize_using_object_code()
            LoadedObject(code, memory).address()  # it needs nothing else
            keep_code(folder / object_name(module, name), code)
    calls.sifter(calls.way_of(code_level()))
    if code_level() == host_level():  # the fastest way of this processor too
        calls.sifter(host_lookup())


def _keep_object(kernel: Any, folder: Path) -> None:  # noqa: ANN401  # numba's
    """Keep the object file of a kernel that was compiled here; one that was loaded has been kept."""
    (made,) = kernel.overloads.values()
    with suppress(RuntimeError):
        *_, (code, _) = made.library.serialize_using_object_code()
        LoadedObject(code).address()  # it needs nothing but what is there without numba
        function = kernel.py_func
        keep_code(folder / object_name(function.__module__, function.__name__), code)


if __name__ == "__main__":
    if sys.argv[1] == "--share":
        compiled.BUILDING = True
        _compile(sys.argv[2:])
    elif not has_compiler():
        sys.exit("the kernels cannot be compiled: numba and llvmlite are missing\nhelp: pip install numba llvmlite")
    else:
        make(levels_of(sys.argv[1]))
        print(f"kernels {digest()} ready in {READY}")  # noqa: T201
