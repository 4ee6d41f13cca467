"""Compiles Python functions with numba to object files, for given types of arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numba
from numba import types as types  # noqa: PLC0414

from .compiled import check_sources, tell_numba_the_level

tell_numba_the_level()  # before anything is compiled

if TYPE_CHECKING:
    from numba import njit as njit  # noqa: PLC0414  # kernels take it from here
else:
    njit = partial(numba.njit, _nrt=False)  # functions allocate no arrays, so references to arrays are not counted

BYTES, SMALL, VALUES, WORDS = types.uint8[::1], types.uint16[::1], types.uint32[::1], types.uint64[::1]
INTS, NUMBERS = types.int32[::1], types.int64[::1]
NUMBER, TRUTH = types.int64, types.boolean


def named(shape: Any, *kinds: Any) -> Any:
    """Return numba's type of a named tuple whose fields have the given types.

    Args:
        shape: The class of the named tuple.
        *kinds: The numba types of the fields, in order.

    Returns:
        The numba type.
    """
    known: Any = types
    alike = len(set(kinds)) == 1
    return known.NamedUniTuple(kinds[0], len(kinds), shape) if alike else known.NamedTuple(kinds, shape)


KERNELS: dict[str, tuple[Callable[..., Any], Any]] = {}
"""The name of each kernel that was imported, with its module below `grundy.kernels` -> the function, its signature."""


def kernel(*arguments: Any) -> Callable[[Callable[..., Any]], Any]:
    """Make a decorator that declares a function as a kernel, to be compiled for arguments of these numba types."""
    return _kernel(arguments)


def native(arguments: int) -> Callable[[Callable[..., Any]], Any]:
    """Make a decorator that declares a function as a kernel with `arguments` arguments: integers or addresses."""
    return _kernel(NUMBER(*[NUMBER] * arguments))


def _kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    def make(function: Callable[..., Any]) -> Any:
        check_sources()
        name = f"{function.__module__.removeprefix('grundy.kernels.')}.{function.__name__}"
        KERNELS[name] = function, signature
        return njit(function)

    return make


def kernel_code(name: str) -> bytes:
    """Compile a kernel, given by its name such as `boards.ranked_table.values`, and return the code as bytes.

    The bytes are the symbol of the function, a line break, and the content of the object file.
    """
    import_module(f"grundy.kernels.{name.rpartition('.')[0]}")
    function, signature = KERNELS[name]
    bare: Any = njit  # numba's types do not know all that it takes
    (made,) = bare(signature, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function).overloads.values()
    *_, (code, _) = made.library.serialize_using_object_code()
    symbol: str = made.fndesc.llvm_func_name
    return symbol.encode() + b"\n" + bytes(code)
