"""Kernels whose types are said, so that they can be compiled before anybody calls them; numba as kernels use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit as njit  # noqa: PLC0414  # kernels take it from here
from numba import types as types  # noqa: PLC0414

from .compiled import adapt, check_sources

adapt()  # before anything is compiled

BYTES, SMALL, VALUES, WORDS = types.uint8[::1], types.uint16[::1], types.uint32[::1], types.uint64[::1]
INTS, NUMBERS = types.int32[::1], types.int64[::1]
NUMBER, TRUTH = types.int64, types.boolean


def named(shape: Any, *kinds: Any) -> Any:
    """Return numba's type of a named tuple.

    Args:
        shape: The class of the named tuple.
        *kinds: The types of the fields.

    Returns:
        The type.
    """
    known: Any = types
    alike = len(set(kinds)) == 1
    return known.NamedUniTuple(kinds[0], len(kinds), shape) if alike else known.NamedTuple(kinds, shape)


TYPED: list[tuple[Any, tuple[Any, ...]]] = []
"""All kernels that were imported, each with the types of its arguments."""


def kernel(*arguments: Any) -> Callable[[Callable[..., Any]], Any]:
    """Make a kernel of a function with these types of numba's; it lets other threads run and is kept (`compiled`).

    It is compiled, or loaded, when it is called for the first time.
    """

    def make(function: Callable[..., Any]) -> Any:
        check_sources()
        made = njit(function, cache=True, nogil=True)
        TYPED.append((made, arguments))
        return made

    return make


NATIVE: list[Any] = []
"""All kernels that were imported and are called by their addresses (`native_kernels`)."""


def native(arguments: int) -> Callable[[Callable[..., Any]], Any]:
    """Make a kernel of a function over so many whole numbers, addresses too, that returns one; it is compiled at once.

    It is called by its address alone: nothing of Python is in it.
    """

    def make(function: Callable[..., Any]) -> Any:
        check_sources()
        said = NUMBER(*[NUMBER] * arguments)
        made = njit(said, cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
        NATIVE.append(made)
        return made

    return make
