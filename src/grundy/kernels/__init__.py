"""Compiled loops over arrays; each has a plain twin in `sequences` that defines it.

Two ways to machine code: loops that numba compiles once and keeps (`reference`, `sparse` ...), and kernels made
for one rule at run time through LLVM (`machine`, `vectors`, `few_...`). A name is imported when it is asked
for, so that nobody waits for a compiler that is not needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .compiled import choose_cache

if TYPE_CHECKING:
    from .few_generate import SCRATCH, SLACK, Generator, Item
    from .few_scan import Scanner
    from .few_verify import ABSENT, NEAR_ROWS, Exclusion, Verifier
    from .machine import Machine, define, host_lookup
    from .reference import code_kernel, subtraction_kernel
    from .sparse import sparse_kernel

choose_cache()  # numba reads the folder when it is imported

_HOMES = {
    "reference": ("code_kernel", "subtraction_kernel"),
    "sparse": ("sparse_kernel",),
    "few_generate": ("SCRATCH", "SLACK", "Generator", "Item"),
    "few_verify": ("ABSENT", "NEAR_ROWS", "Exclusion", "Verifier"),
    "few_scan": ("Scanner",),
    "machine": ("Machine", "define", "host_lookup"),
}


def __getattr__(name: str) -> object:
    """Import the module of a name (PEP 562)."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __package__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ABSENT",
    "NEAR_ROWS",
    "SCRATCH",
    "SLACK",
    "Exclusion",
    "Generator",
    "Item",
    "Machine",
    "Scanner",
    "Verifier",
    "code_kernel",
    "define",
    "host_lookup",
    "sparse_kernel",
    "subtraction_kernel",
]
