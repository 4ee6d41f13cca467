"""Machine code of a packed rule: kept code is placed into memory, and what is not kept LLVM alone makes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compiled import code_level, digest, host_name, kept_code
from ..object_files import PlacedCode
from .rule_digest import rule_digest


class Uncompilable(Exception):
    """Says why a function of a rule cannot be compiled."""


class RuleFunction(NamedTuple):
    """A function of a rule, called as C calls it: with pointers to words, and a word comes back."""

    address: int
    code: object
    """The code lives as long as this."""

    def called(self) -> Callable[..., int]:
        """Return the function as Python calls it, with arrays of words; nothing checks how long they are."""

        def call(*states: NDArray[np.int64]) -> int:
            kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * len(states))
            return int(kind(self.address)(*(state.ctypes.data for state in states)))

        return call


def machine_code(words: int, functions: Mapping[str, Any]) -> dict[str, RuleFunction]:
    """Return the functions of a rule by their names, on states of `words` words; raise `Untranslatable`.

    The code is kept under a digest of all that they refer to, of this package and of the level of the processor. Rules
    that are the same for every position are ready (`build_kernels.py`).
    """

    def make() -> bytes:
        from .translated import rule_object

        return rule_object(words, functions)

    told = {name: rule_digest(function) for name, function in functions.items()}
    name = sha256(repr([words, sorted(told.items()), digest(), code_level() or host_name()]).encode()).hexdigest()
    code = kept_code(f"rule-{name}", make) if all(told.values()) else make()
    placed = _placed(code)
    return {name: RuleFunction(placed.address(name), placed) for name in functions}


def _placed(code: bytes) -> Any:
    """Return code in memory: placed there, or where it cannot be by LLVM."""
    try:
        return PlacedCode(code)
    except ValueError:
        from ..lookup import host_lookup
        from ..machine import Machine

        return Machine(code, host_lookup())
