"""What is installed here: whether kernels can be compiled, and whether there are arrays of numpy."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from warnings import warn

from .errors import NEEDED


@cache
def can_compile() -> bool:
    """Return whether kernels can be compiled; where they cannot, warn once that plain methods answer."""
    for name in NEEDED:
        if not _installed(name):
            warn(f"plain methods answer, more slowly: pip install {name}", stacklevel=2)
            return False
    return True


@cache
def has_numpy() -> bool:
    """Return whether numpy is installed; without it series of numbers are arrays of the standard library."""
    return _installed("numpy")


def _installed(name: str) -> bool:
    return sys.modules.get(name, sys) is not None and (name in sys.modules or find_spec(name) is not None)
