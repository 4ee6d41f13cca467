"""Plain functions over words, made machine code with one signature for every game.

The search kernels are compiled once and kept; a game enters them as pointers to functions, so a rule that is
typed for the first time costs only its own few functions (a tenth of a second each). Tuples of numbers in a
closure become arrays, and functions called become compiled functions, so the source stays plain Python.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.core.errors import NumbaExperimentalFeatureWarning

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # said of functions as arguments

WORDS = types.int64[::1]
WRITES = types.int64(WORDS, WORDS)
"""Reads a state, writes states into the second array and returns how many."""
RATES = types.int64(WORDS)
"""Reads a state and returns a number."""
BARE: dict[str, Any] = {"no_cpython_wrapper": True}
"""Kernels call these functions, Python does not: a third of the time to compile them goes into its doors."""


class Code(NamedTuple):
    """The compiled functions of a packed rule."""

    options: Any
    split: Any
    canon: Any
    weight: Any
    known: Any


def compiled(
    words: int,
    options: Callable[..., Any],
    split: Callable[..., Any] | None = None,
    canon: Callable[..., Any] | None = None,
    weight: Callable[..., Any] | None = None,
    known: Callable[..., Any] | None = None,
) -> Code:
    """Return the functions of a rule on states of `words` words, compiled; see `core.Packed` for what each does.

    Raises numba's errors (`numba.core.errors.NumbaError`) where a function cannot be compiled.
    """
    single = words == 1
    source = _Source()
    return Code(
        njit(WRITES, **BARE)(source.writing(options) if single else source.plain(options)),
        keep if split is None else njit(WRITES, **BARE)(source.writing(split) if single else source.plain(split)),
        keep if canon is None else njit(WRITES, **BARE)(source.turning(canon) if single else source.placing(canon)),
        count_bits
        if weight is None
        else njit(RATES, **BARE)(source.rating(weight) if single else source.plain(weight)),
        unknown if known is None else njit(RATES, **BARE)(source.rating(known) if single else source.plain(known)),
    )


@njit(WRITES, cache=True)
def keep(state: Any, out: Any) -> int:
    """Write the state itself: its only component, or its own representative."""
    for i in range(len(state)):
        out[i] = state[i]
    return 1


@njit(RATES, cache=True)
def count_bits(state: Any) -> int:
    """Return how many bits of the state are set."""
    bits = 0
    for word in state:
        while word:
            word &= word - 1  # noqa: PLW2901
            bits += 1
    return bits


@njit(RATES, cache=True)
def unknown(state: Any) -> int:  # noqa: ARG001
    """Return -1: no theorem gives a value."""
    return -1


class _Source:
    """Functions in the form that numba takes; those that several of them call are compiled once."""

    def __init__(self) -> None:
        """Know no function yet."""
        self._known: dict[Callable[..., Any], Any] = {}

    def writing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function of arrays from one of a word and an array."""
        inner = njit(self.plain(function), inline="always")

        def writes(state: Any, out: Any) -> Any:
            return inner(state[0], out)

        return writes

    def turning(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function of arrays from one of a word that returns a word."""
        inner = njit(self.plain(function), inline="always")

        def writes(state: Any, out: Any) -> int:
            out[0] = inner(state[0])
            return 1

        return writes

    def placing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that returns a number from one that may return nothing."""
        inner = njit(self.plain(function), inline="always")

        def writes(state: Any, out: Any) -> int:
            inner(state, out)
            return 1

        return writes

    def rating(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function of an array from one of a word."""
        inner = njit(self.plain(function), inline="always")

        def rates(state: Any) -> Any:
            return inner(state[0])

        return rates

    def plain(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same function with what it refers to in the form that numba takes."""
        if not isinstance(function, FunctionType):
            return function
        code = function.__code__
        names = {name: function.__globals__[name] for name in _named(code) if name in function.__globals__}
        scope = {"__builtins__": __builtins__, **{name: self._taken(value) for name, value in names.items()}}
        cells = tuple(CellType(self._taken(cell.cell_contents)) for cell in function.__closure__ or ())
        made = FunctionType(code, scope, function.__name__, function.__defaults__, cells)
        made.__module__ = function.__module__
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


def _named(code: Any) -> set[str]:
    """Return the names that a function and the functions inside it refer to."""
    inner = [_named(constant) for constant in code.co_consts if hasattr(constant, "co_names")]
    return set(code.co_names).union(*inner)
