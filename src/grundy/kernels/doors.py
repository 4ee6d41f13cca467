"""Doors of kernels: called with addresses and whole numbers, so that ready ones run without the compiler.

Where an object file of a kernel is ready and can be placed here (`object_files`) numba and LLVM are not imported: they
take 100 MB and half a second. Otherwise numba loads the kernel or compiles it. It is the same kernel, called the same
way; other threads run meanwhile.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from .compiled import ready_object
from .object_files import PlacedCode

WORD = ctypes.c_int64
ARRAYS = {"q": np.dtype(np.int64), "i": np.dtype(np.int32), "b": np.dtype(np.int8), "d": np.dtype(np.float64)}
"""Arrays among arguments, by letters; others are whole numbers (n) and tuples of arrays (t)."""


class KernelDoor:
    """A kernel over addresses and whole numbers."""

    def __init__(self, module: str, name: str, arguments: str) -> None:
        """Name a kernel of a module below `grundy.kernels`, and its arguments by letters; nothing is loaded yet."""
        self._module, self._name, self._arguments = module, name, arguments

    def __call__(self, *given: Any) -> int:
        """Call the kernel and return its number. It gets an array without its length, and a tuple of arrays as a table.

        Raises `TypeError` for arguments of other kinds: nothing checks them behind the door.
        """
        held = [_taken(each, kind) for each, kind in zip(given, self._arguments, strict=True)]
        found, error = WORD(), ctypes.c_void_p()
        if self._called(ctypes.byref(found), ctypes.byref(error), *map(address_of, held)):
            raise SystemError(f"{self._module}.{self._name} ended with an error")
        return found.value

    @cached_property
    def _called(self) -> Callable[..., int]:
        """The kernel as numba compiles functions: where to write the result and an error, then the arguments."""
        ready: Any = None
        with suppress(ValueError):
            if code := ready_object(self._module, self._name):
                ready = PlacedCode(code)
        address = self._compiled() if ready is None else ready.address()
        places = [ctypes.c_void_p] * 2
        found: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *places, *[WORD] * len(self._arguments))(address)
        found.code = ready
        call: Callable[..., int] = found
        return call

    def _compiled(self) -> int:
        """Return where the kernel begins that numba loads or compiles."""
        (made,) = getattr(import_module(f"grundy.kernels.{self._module}"), self._name).overloads.values()
        address: int = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
        return address


def address_of(given: Any) -> int:
    """Return the address of an array, or the number itself."""
    return int(given.__array_interface__["data"][0] if isinstance(given, np.ndarray) else given)


def _taken(given: Any, kind: str) -> Any:
    """Return an argument as it goes through a door."""
    if kind == "n":
        return int(given)
    if kind == "t":
        return np.array([address_of(array) for array in given], np.int64)
    if not isinstance(given, np.ndarray) or given.dtype != ARRAYS[kind] or not given.flags.c_contiguous:
        raise TypeError(f"expected an array in one piece, of {ARRAYS[kind]}")
    return given
