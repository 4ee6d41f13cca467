"""Compiled loops over arrays; each has a plain twin in `sequences` or `search` that defines it.

Two ways to machine code: loops that numba compiles once and keeps, and kernels made for one rule at run time through
LLVM (`machine`, `vectors`). A name is imported when it is asked for.
"""

import sys
from importlib import import_module
from importlib.util import find_spec

for needed in ("numpy", "numba", "llvmlite"):
    if sys.modules.get(needed, sys) is None or (needed not in sys.modules and find_spec(needed) is None):
        raise ModuleNotFoundError(f"work at speed needs {needed}: pip install {needed}", name=needed)

_MODULES = {
    "SCRATCH SLACK CodeGenerator Item": "heaps.few_generate",
    "ABSENT NEAR_ROWS Exclusion RareScanner Verifier": "heaps.few_verify",
    "code_kernel subtraction_kernel": "heaps.reference",
    "sparse_kernel": "heaps.sparse",
    "Machine define host_lookup": "machine",
}
_HOMES = dict(sorted((name, module) for names, module in _MODULES.items() for name in names.split()))
__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    """Import the module of a name (PEP 562)."""
    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __package__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
