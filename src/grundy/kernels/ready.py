"""Kernels that are ready to be called, and those that are compiled first.

An installed package has all kernels. In a checkout they are compiled into the cache (`compiled`) when they are first
called, and a mark records which modules are done. This file does not change compiled code, so it is not part of the
digest of the kernels.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from warnings import warn

from .compiled import FEATURES, OBJECT, READY, cache_folder, code_level, digest, read_code, remedy, target
from .object_files import can_place
from .sealed import has_compiler

PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}"
STORE = ("boards.component_store", "boards.components")
"""Kernels of components, which every search over them calls."""
CALLED = {
    "boards.proof_numbers": (*STORE, "boards.proof_path"),
    "boards.misere_sums": (*STORE, "boards.misere_forms"),
    "boards.proof_parts": (*STORE, "boards.proof_path"),
}
"""Modules of kernels -> other modules whose kernels are called together with theirs."""

_ready: set[str] = set()


def are_ready(*modules: str) -> bool:
    """Return whether all kernels of these modules, named below `grundy.kernels`, can be called without compiling."""
    for module in modules:
        if module not in _ready and (is_placeable(module) or (has_compiler() and _is_done(module))):
            _ready.add(module)
    return _ready.issuperset(modules)


def compile_missing(*modules: str) -> None:
    """Compile the kernels of these modules and save them, unless they are ready, after a warning that it takes time."""
    missing = [module for module in modules if not are_ready(module)]
    if not missing:
        return
    warn(f"compiling {', '.join(missing)}, once, for some seconds; help: {remedy()} compiles all", stacklevel=2)
    for module in missing:
        import_module(f"grundy.kernels.{module}")
        for kernel, arguments in import_module("grundy.kernels.typed").TYPED:
            kernel.compile(arguments)
        with suppress(OSError):  # without a mark it is looked up again
            _mark(module).parent.mkdir(parents=True, exist_ok=True)
            _mark(module).touch()
    _ready.update(missing)


@cache
def came_ready(module: str) -> bool:
    """Return whether the kernels of a module came with the package, as `is_placeable` does, but checked only once."""
    return is_placeable(module)


def is_placeable(module: str) -> bool:
    """Return whether all kernels that a module needs came with the package, are intact and can be loaded here.

    Then no compiler is needed.
    """
    if not can_place() or find_spec("numpy") is None:
        return False
    folder = READY / digest() / (code_level() or "none")
    names = [name.rpartition(".")[2] for name in (module, *CALLED.get(module, ()))]
    files = [sorted(folder.glob(f"{name}.*.{OBJECT}")) for name in names]
    if module.startswith("heaps."):
        files.append([folder / f"array_memory.array_memory.{OBJECT}"])
    if not all(files) or not all(read_code(path) is not None for found in files for path in found):
        return False
    calls = vars(import_module(f"grundy.kernels.{module.partition('.')[0]}.calls")).values()
    called = [kernel.name for kernel in calls if getattr(kernel, "module", None) == module]
    return {f"{names[0]}.{name}.{OBJECT}" for name in called} <= {path.name for path in files[0]}


def _is_done(module: str) -> bool:
    """Return whether numba has compiled code for all kernels of a module, from the package or saved earlier."""
    level, features = target()
    if features == FEATURES.get(level, ""):
        name = module.rpartition(".")[2]
        told = bytes([len(_numba())]) + _numba().encode()  # numba's own files begin with its version, pickled
        for path in (READY / digest() / level).glob(f"{name}.*.{PYTHON}.nbi"):
            return told in (read_code(path) or b"")[:64]
    return _mark(module).exists()


@cache
def _numba() -> str:
    """Return the version of numba without importing it, if possible."""
    if (loaded := sys.modules.get("numba")) is not None:
        return str(loaded.__version__)
    spec = find_spec("numba")
    for folder in () if spec is None else spec.submodule_search_locations or ():
        with suppress(OSError):
            text = (Path(folder) / "_version.py").read_text(encoding="utf-8")
            if found := re.search(r'"version": "([^"]+)"', text):
                return found[1]
    return str(import_module("numba").__version__)


def _mark(module: str) -> Path:
    """Return the file that records that a module was compiled from these sources, by this numba for this processor."""
    key = sha256(repr([digest(), _numba(), PYTHON, *target()]).encode()).hexdigest()[:16]
    return cache_folder(os.environ.get("NUMBA_CACHE_DIR", "")) / "grundy-kernels" / f"{module}-{key}.ready"
