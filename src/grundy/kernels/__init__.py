"""Compiled loops over arrays; each has a plain twin in `sequences` or `search` that defines it.

Two ways to machine code: loops that numba compiles once and keeps, and kernels made for one rule at run time through
LLVM (`machine`, `vectors`).
"""

import sys
from importlib.util import find_spec

for needed in ("numpy", "numba", "llvmlite"):
    if sys.modules.get(needed, sys) is None or (needed not in sys.modules and find_spec(needed) is None):
        raise ModuleNotFoundError(f"work at speed needs {needed}: pip install {needed}", name=needed)
