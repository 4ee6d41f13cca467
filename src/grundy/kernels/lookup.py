"""Chooses the processor instructions that look up many bytes in a small table at once.

There are several methods, of which newer processors have faster ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

from .compiled import host_features

Lookup = Literal["vbmi", "bw", "avx2", "portable"]
"""How bytes are looked up: vpermb, pshufb on 512 bits, pshufb on 256 bits, or selections alone."""


def best_lookup(has: Callable[[str], bool]) -> Lookup:
    """Return the name of the fastest method, on some processor, of looking up bytes in a table.

    `has` returns whether the processor has a feature, given its LLVM name, such as "avx2".
    """
    if has("avx512vbmi") and has("avx512bw"):
        return "vbmi"
    if has("avx512bw"):
        return "bw"
    return "avx2" if has("avx2") else "portable"


@cache
def host_lookup() -> Lookup:
    """Return the name of the fastest method, on this processor, of looking up bytes in a table."""
    return best_lookup(host_features().__contains__)
