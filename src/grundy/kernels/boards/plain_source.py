"""Plain Python functions in the form that numba takes, and what they are made of as a digest.

numba keeps compiled code by the date of one file; a rule is put together from several and from numbers that were
computed, so its code is kept under a digest of everything it refers to. It stands in the names of all functions too:
the linker joins functions of equal names, and code kept for two boards would otherwise meet under one name.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from types import CellType, CodeType, FunctionType
from typing import Any
from uuid import uuid4

import numpy as np
from numba.core.caching import FunctionCache

from ..typed import njit

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
        scope = {name: self._taken(value) for name, value in _globals(function).items()}
        cells = tuple(CellType(self._taken(cell.cell_contents)) for cell in function.__closure__ or ())
        made = FunctionType(
            function.__code__, {"__builtins__": __builtins__, **scope}, function.__name__, function.__defaults__, cells
        )
        made.__module__ = function.__module__
        made.__qualname__ = _named(function, self.digest(function))
        return made

    def digest(self, function: Callable[..., Any]) -> str:
        """Return a digest of a function with everything it refers to; empty where something is not understood."""
        pieces: list[str] = []
        try:
            _describe(function, pieces, set())
        except TypeError:
            return ""
        return sha256("\n".join(pieces).encode()).hexdigest()

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


def kept(function: Callable[..., Any], signature: Any, digest: str) -> Any:
    """Compile a function, or load what was compiled of a rule with the same digest; an empty digest keeps nothing."""
    function.__qualname__ = _named(function, digest)
    dispatcher: Any = njit(function, **BARE)
    if digest:
        with suppress(RuntimeError):  # nowhere to keep it
            dispatcher._cache = _DigestCache(function, digest)  # noqa: SLF001  # numba offers no other way
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


def _named(function: Callable[..., Any], digest: str) -> str:
    return f"{function.__name__}-{digest or uuid4().hex}"


def _globals(function: FunctionType) -> dict[str, Any]:
    """Return the values of the names outside that a function refers to."""
    return {
        name: function.__globals__[name] for name in sorted(_names(function.__code__)) if name in function.__globals__
    }


def _names(code: CodeType) -> set[str]:
    """Return the names that a function and the functions inside it refer to."""
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)


def _describe(value: object, pieces: list[str], met: set[int]) -> None:
    """Write down what a value is; raise `TypeError` for what is neither code nor numbers."""
    if isinstance(value, FunctionType):
        if id(value) in met:
            pieces.append("met")
            return
        met.add(id(value))
        pieces.append(value.__module__)  # what is kept asks for it by name
        _describe(value.__code__, pieces, met)
        pieces.append(repr(value.__defaults__))
        for name, item in _globals(value).items():
            pieces.append(name)
            _describe(item, pieces, met)
        for cell in value.__closure__ or ():
            _describe(cell.cell_contents, pieces, met)
    elif isinstance(value, CodeType):
        pieces += [value.co_code.hex(), repr(value.co_names), repr(value.co_varnames), repr(value.co_freevars)]
        for constant in value.co_consts:
            _describe(constant, pieces, met)
    elif isinstance(value, int | str | bytes | float | None) or value is np or isinstance(value, type):
        pieces.append(repr(value))
    elif isinstance(value, tuple | list):
        pieces.append(f"{type(value).__name__} of {len(value)}")
        for item in value:
            _describe(item, pieces, met)
    else:
        raise TypeError
