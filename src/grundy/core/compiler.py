"""Whether kernels can be compiled here."""

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
        if sys.modules.get(name, sys) is None or (name not in sys.modules and find_spec(name) is None):
            warn(f"plain methods answer, more slowly: pip install {name}", stacklevel=2)
            return False
    return True
