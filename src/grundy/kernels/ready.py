"""Finds which kernels have compiled code, and compiles those that have none.

An installed package has all kernels. In a checkout they are compiled and saved (`compiled`) when they are first called.
This file does not change compiled code, so it is not part of the digest of the kernels.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from warnings import warn

from .compiled import has_kept, kept_code, remedy
from .object_files import can_place
from .sealed import has_compiler

STORE = ("boards.component_store", "boards.components")
"""Kernels of components, which every search over them calls."""
CALLED = {
    "boards.proof_numbers": (*STORE, "boards.proof_path"),
    "boards.misere_proofs": (*STORE, "boards.proof_path", "boards.misere_forms", "boards.misere_sums"),
    "boards.proof_parts": (*STORE, "boards.proof_path"),
}
"""Modules of kernels -> other modules whose kernels are called together with theirs."""

_ready: set[str] = set()


def names_of(*modules: str) -> list[str]:
    """Return the names of the kernels (compiled functions) in some modules, and of other kernels that these need.

    Without modules, return the names of all kernels.
    """
    together = {*modules}.union(*(CALLED.get(module, ()) for module in modules))
    calls = [import_module(f"grundy.kernels.{part}.calls") for part in ("boards", "heaps")]
    kernels = [each for module in calls for each in vars(module).values() if hasattr(each, "module")]
    return [kernel.name for kernel in kernels if not modules or kernel.module in together]


def are_ready(*modules: str) -> bool:
    """Return whether all kernels of some modules, named below `grundy.kernels`, have compiled code."""
    if not (can_place() or has_compiler()) or find_spec("numpy") is None:
        return False
    for module in modules:
        if module not in _ready and all(map(has_kept, names_of(module))):
            _ready.add(module)
    return _ready.issuperset(modules)


def compile_missing(*modules: str) -> None:
    """Compile and save the kernels of some modules that have no compiled code, after a warning that it takes time."""
    missing = [module for module in modules if not are_ready(module)]
    if not missing:
        return
    warn(f"compiling {', '.join(missing)}, once, for some seconds; help: {remedy()} compiles all", stacklevel=2)
    from .typed import kernel_code

    for name in names_of(*missing):
        kept_code(name, partial(kernel_code, name))
    _ready.update(missing)
