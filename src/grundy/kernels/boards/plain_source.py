"""Plain Python functions compiled by numba, those that use more of Python than is translated.

numba keeps compiled code by the date of one file; the code of a rule is kept under its digest. It stands in the names
of all functions too: the linker joins functions of equal names, and code kept for two boards would otherwise meet under
one name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import CellType, FunctionType
from typing import Any
from uuid import uuid4

import numpy as np
from numba.core.caching import FunctionCache
from numba.core.errors import NumbaError

from ..typed import njit, types
from .rule_digest import globals_of, rule_digest
from .rule_machine import RuleFunction, Uncompilable

STATE = types.CPointer(types.int64)
WRITES, RATES = types.int64(STATE, STATE), types.int64(STATE)
"""Reads a state and writes states, or reads a state and returns a number."""

BARE: dict[str, Any] = {"no_cpython_wrapper": True}
"""Kernels call these functions, Python does not: a third of the time to compile them goes into its doors."""


class PlainSource:
    """Functions as numba takes them; those that several of them call are compiled once."""

    def __init__(self) -> None:
        self._known: dict[Callable[..., Any], Any] = {}

    def plain(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same function with what it refers to in the form that numba takes."""
        if not isinstance(function, FunctionType):
            return function
        scope = {name: self._taken(value) for name, value in globals_of(function).items()}
        cells = tuple(CellType(self._taken(cell.cell_contents)) for cell in function.__closure__ or ())
        made = FunctionType(
            function.__code__, {"__builtins__": __builtins__, **scope}, function.__name__, function.__defaults__, cells
        )
        made.__module__ = function.__module__
        made.__qualname__ = _named(function, rule_digest(function))
        return made

    def _taken(self, value: object) -> object:
        """Return a value as numba takes it: tuples of numbers as arrays, functions compiled."""
        if isinstance(value, FunctionType):
            if value not in self._known:
                self._known[value] = njit(self.plain(value), **BARE | {"no_cfunc_wrapper": True})
            return self._known[value]
        if isinstance(value, tuple | list) and value and all(type(item) is int for item in value):
            return np.array(value, np.int64)
        return value


class _DigestCache(FunctionCache):
    """Compiled code that is found by the signature, the processor and a digest of the whole rule."""

    def __init__(self, function: Callable[..., Any], digest: str) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._digest = digest

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._digest

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code that was kept, None where there is none or where it cannot be loaded here."""
        with suppress(Exception):  # damaged files, names that another version of the package had: compiled anew
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return None


def compiled_by_numba(words: int, functions: Mapping[str, Callable[..., Any]]) -> dict[str, RuleFunction]:
    """Return the functions of a rule by their names, on states of `words` words; raise `Uncompilable`."""
    source = PlainSource()
    found = {}
    for name, function in functions.items():
        door, said = {
            "canon": (_turns, WRITES),
            "weight": (_rates, RATES),
            "known": (_rates, RATES),
            "unknown": (_rates, RATES),
        }.get(name, (_writes, WRITES))
        try:
            inner = njit(source.plain(function), inline="always")
            found[name] = _kept(door(inner, words == 1), said, rule_digest(function))
        except NumbaError as error:
            raise Uncompilable(str(error).strip().splitlines()[-1]) from error
    return found


def _kept(function: Callable[..., Any], signature: Any, digest: str) -> RuleFunction:
    """Compile a function, or load what was compiled of a rule with the same digest; an empty digest keeps nothing."""
    function.__qualname__ = _named(function, digest)
    dispatcher: Any = njit(function, **BARE)
    if digest:
        with suppress(RuntimeError):  # nowhere to keep it
            dispatcher._cache = _DigestCache(function, digest)  # noqa: SLF001  # numba offers no other way
    dispatcher.compile(signature)
    (made,) = dispatcher.overloads.values()
    return RuleFunction(made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name), dispatcher)


def _named(function: Callable[..., Any], digest: str) -> str:
    return f"{function.__name__}-{digest or uuid4().hex}"


def _writes(inner: Any, one_word: bool) -> Callable[..., Any]:
    """Return a function of arrays from one of a state, which may be a single word, and an array."""

    def writes(state: Any, out: Any) -> Any:
        return inner(state[0] if one_word else state, out)

    return writes


def _turns(inner: Any, one_word: bool) -> Callable[..., Any]:
    """Return a function of arrays from one of a word that returns a word, or from one of two arrays."""

    def turns(state: Any, out: Any) -> int:
        if one_word:
            out[0] = inner(state[0])
        else:
            inner(state, out)
        return 1

    return turns


def _rates(inner: Any, one_word: bool) -> Callable[..., Any]:
    """Return a function of an array from one of a state, which may be a single word."""

    def rates(state: Any) -> Any:
        return inner(state[0] if one_word else state)

    return rates
