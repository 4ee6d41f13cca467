"""Compiled loops over arrays; each has a reference implementation in `sequences` or `search` that defines its results.

There are two kinds of machine code: loops that numba compiles once and saves, and code for a single rule, which LLVM
compiles at run time (`machine`, `vectors`). Saved code needs neither numba nor LLVM.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from warnings import warn


def can_run(*modules: str) -> bool:
    """Return whether the kernels (compiled functions) of some modules can be called; warn once if not.

    Args:
        modules: Modules below `grundy.kernels`, by name, such as "heaps.bitsets". Their kernels must be compiled
            already, or a compiler must be installed. Without modules, return whether a compiler is installed.
    """
    if not _installed("numpy"):
        _warn_missing("numpy")
        return False
    if _installed("numba") and _installed("llvmlite"):
        return True
    if modules:
        from .ready import are_ready

        if are_ready(*modules):
            return True
    _warn_missing("numba", "llvmlite")
    return False


@cache
def _installed(package: str) -> bool:
    return sys.modules.get(package, sys) is not None and (package in sys.modules or find_spec(package) is not None)


@cache
def _warn_missing(*packages: str) -> None:
    """Warn once which of the packages are not installed, and how much slower the answers are without them."""
    missing = " ".join(name for name in packages if not _installed(name))
    warn(f"plain Python answers, 10 to 100 times slower than compiled; help: pip install {missing}", stacklevel=3)
