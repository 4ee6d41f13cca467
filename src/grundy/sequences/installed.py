"""Finds whether numpy is installed, without the time that importing it takes."""

import sys
from functools import cache
from importlib.util import find_spec


@cache
def has_numpy() -> bool:
    """Return whether numpy is installed; without it, series of numbers are arrays of the standard library."""
    return sys.modules.get("numpy", sys) is not None and ("numpy" in sys.modules or find_spec("numpy") is not None)
