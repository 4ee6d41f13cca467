"""Machine code of a packed rule: kept code is placed into memory, and what is not kept LLVM alone makes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compiled import code_level, digest, has_kept, host_name, kept_code
from ..object_files import LoadedObject, can_place
from ..sealed import has_compiler
from .rule_digest import RuleData

if TYPE_CHECKING:
    from ..machine import Machine


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


class NotReady(ModuleNotFoundError):
    """A rule was not compiled with the package, and there is not a compiler."""


def machine_code(words: int, functions: Mapping[str, Any], *, alone: bool = False) -> dict[str, RuleFunction]:
    """Return the machine code of a rule.

    What functions find in their closures is handed to the code as data, so that boards of all sizes share it. It is
    kept under a digest of all else that they refer to, of this package and of the level of the processor; that of the
    games of this package is ready (`build_kernels.py`). Where code cannot be placed, or is for one board alone, the
    data is part of it: it is compiled for each board, and is then up to a tenth faster.

    Args:
        words: The words of a state.
        functions: The functions by their names.
        alone: Whether the code is for this board alone.

    Returns:
        The compiled functions by their names.

    Raises:
        Untranslatable: If a function uses more of Python than is translated.
        NotReady: If the code is not ready, and there is not a compiler.
    """
    data = RuleData(functions)

    def made(*, inside: bool) -> bytes:
        def make() -> bytes:
            if not has_compiler():
                raise NotReady("the rule is not compiled, and llvmlite is not installed", name="llvmlite")
            from .translated import rule_object

            return rule_object(functions, data, one_word=words == 1, inside=inside)

        return kept_code(_name(words, functions, data, inside=inside), make) if data.shape else make()

    placed: LoadedObject | Machine
    try:
        placed = LoadedObject(made(inside=True)) if alone else LoadedObject(made(inside=False), outside=data.placed())
    except ValueError:
        from ..lookup import host_lookup
        from ..machine import Machine

        placed = Machine(made(inside=True), host_lookup())
    return {name: RuleFunction(placed.address(name), placed) for name in functions}


def has_code(words: int, functions: Mapping[str, Any]) -> bool:
    """Return whether the code of a rule can be loaded here and was compiled before.

    Args:
        words: The number of words of a state.
        functions: The functions of the rule by name.

    Returns:
        Whether no compiler is needed.
    """
    data = RuleData(functions)
    return can_place() and data.shape != "" and has_kept(_name(words, functions, data, inside=False))


def _name(words: int, functions: Mapping[str, Any], data: RuleData, *, inside: bool) -> str:
    """Return the name under which the code of a rule is kept, with its data inside or without."""
    told = [data.shape, data.numbers, data.tables] if inside else [data.shape]
    known = [words == 1, *told, sorted(functions), digest(), code_level() or host_name()]
    return f"rule-{sha256(repr(known).encode()).hexdigest()}"
