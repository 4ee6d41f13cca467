"""Kernels called with addresses and integers, so that ready ones run without the compiler.

If the object file of a kernel is ready and can be loaded here (`object_files`), numba and LLVM, which take 100 MB and
half a second, are not imported. Otherwise numba loads or compiles the same kernel. Other threads run during a call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import numpy as np

from .compiled import ready_object, remedy
from .known_answers import gives_known_answer
from .object_files import LoadedObject
from .ready import compile_missing
from .sealed import warn_damaged

WORD = ctypes.c_int64
ARRAYS = {kind: np.dtype(kind) for kind in "qibdBH"}
"""Arrays among arguments, by letters; others are whole numbers (n) and tuples of arrays (t)."""
HANDED = {kind: (np.dtype(kind), 1) for kind in "BHIQiq"} | {"P": (np.dtype("q"), 2)}
HANDED |= {"D": (np.dtype("Q"), 2), "T": (np.dtype("Q"), 3)}
"""Arrays that are handed to kernels as they are, by letters: their items, and how many indices they have."""
MEMORY, LEAVE = "array_memory", "NRT_MemInfo_call_dtor"
"""The module whose two functions give kernels memory for arrays, and the one that takes it back."""
ROOM = 8
"""Words that hold whatever a kernel returns."""


class NativeKernel:
    """A kernel whose arguments are addresses of arrays and integers, loaded when it is first called."""

    def __init__(self, module: str, name: str, arguments: str) -> None:
        """Name a kernel of a module below `grundy.kernels`, with a letter for the type of each argument.

        Nothing is loaded yet.
        """
        self.module, self.name, self.arguments = module, name, arguments

    def __call__(self, *given: Any) -> int:
        """Call the kernel and return its integer result.

        It receives the address of an array without its length; a tuple of arrays is passed as a table of addresses.
        Compiled code does not check types, so `TypeError` is raised here for arguments of other types.
        """
        return self.run(self._called, given)

    def run(self, call: Callable[..., int], given: Sequence[Any]) -> int:
        """Pass arguments to compiled code and return its integer result.

        Args:
            call: The compiled code.
            given: The arguments, as `__call__` takes them.

        Returns:
            The result.

        Raises:
            SystemError: If the code ended with an error.
            TypeError: If arguments are of other kinds.
        """
        held = [_taken(each, kind) for each, kind in zip(given, self.arguments, strict=True)]
        found, error = WORD(), ctypes.c_void_p()
        if call(ctypes.byref(found), ctypes.byref(error), *map(address_of, held)):
            raise SystemError(f"{self.module}.{self.name} ended with an error")
        return found.value

    @cached_property
    def _called(self) -> Callable[..., int]:
        """The compiled code as a C function.

        Its arguments are the addresses for the result and for an error, then the arguments of the kernel.
        """
        with suppress(ValueError):
            if code := ready_object(self.module, self.name):
                placed = LoadedObject(code)
                ready = self._function(placed.address(), placed)
                if _is_right(self, ready):
                    return ready
        return self._function(self._compiled())

    def _function(self, address: int, code: LoadedObject | None = None) -> Callable[..., int]:
        found: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 2, *[WORD] * len(self.arguments))(address)
        found.code = code
        call: Callable[..., int] = found
        return call

    def _compiled(self) -> int:
        """Return the address of the kernel that numba loads or compiles."""
        compile_missing(self.module)
        (made,) = getattr(import_module(f"grundy.kernels.{self.module}"), self.name).overloads.values()
        address: int = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
        return address


class ArrayKernel:
    """A kernel whose arguments are arrays: it runs without numba if its code is ready, otherwise by numba."""

    def __init__(self, module: str, name: str, arguments: str, result: str = "") -> None:
        """Name a kernel of a module below `grundy.kernels`, with letters for the types; nothing is loaded.

        `arguments` has a letter of `HANDED` for each array (those of tuples one by one), n for an integer and t for a
        truth value. The `result` is nothing, integers (n, nn), a truth value (t) or an array of integers (q).
        """
        self.module, self.name, self.arguments, self.result = module, name, arguments, result

    def __call__(self, *given: Any) -> Any:
        """Call the kernel and return its result.

        Raises `TypeError` for arguments of other types, because compiled code does not check them.
        """
        call = self._called
        if call is None:
            compile_missing(self.module)
            return getattr(import_module(f"grundy.kernels.{self.module}"), self.name)(*given)
        return self.run(call, given)

    def run(self, call: Callable[..., int], given: Sequence[Any]) -> Any:
        """Pass arguments to compiled code and return its result.

        Args:
            call: The compiled code.
            given: The arguments, as `__call__` takes them.

        Returns:
            The result.

        Raises:
            SystemError: If the code ended with an error.
            TypeError: If arguments are of other kinds.
        """
        words: list[int] = []
        for leaf, kind in zip(_leaves(given), self.arguments, strict=True):
            words += _handed(leaf, kind)
        found, error = (WORD * ROOM)(), ctypes.c_void_p()
        if call(found, ctypes.byref(error), *words):
            raise SystemError(f"{self.module}.{self.name} ended with an error")
        return self._returned(found)

    @cached_property
    def _called(self) -> Callable[..., int] | None:
        """The compiled code as a C function, or None if it is not ready or cannot be loaded here."""
        code = ready_object(self.module, self.name)
        if code is None:
            return None
        try:
            placed = LoadedObject(code, memory())
        except ValueError:
            return None
        count = sum(1 if kind in "nt" else 5 + 2 * HANDED[kind][1] for kind in self.arguments)
        kind: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 2, *[WORD] * count)
        found = kind(placed.address())
        found.code = placed
        call: Callable[..., int] = found
        return call if _is_right(self, call) else None

    def _returned(self, found: Any) -> Any:
        """Return the result of a kernel as Python objects, given the words that it wrote."""
        if self.result == "q":  # who holds it, its owner, how many items of which size, where, and the layout
            held, _, count, _, items, *_ = found
            array = np.array((WORD * count).from_address(items), np.int64)
            ctypes.CFUNCTYPE(None, WORD)(memory().address(LEAVE))(held)
            return array
        if self.result == "t":
            return bool(found[0] & 1)
        numbers = tuple(found[: len(self.result)])
        return numbers if len(numbers) > 1 else numbers[0] if numbers else None


def _is_right(kernel: NativeKernel | ArrayKernel, call: Callable[..., int]) -> bool:
    """Return whether a kernel that was loaded gives its known answer; warn if it does not."""
    name = f"{kernel.module}.{kernel.name}"
    right = False
    with suppress(SystemError):
        right = gives_known_answer(name, lambda *given: kernel.run(call, given))
    if not right:
        warn_damaged(name, remedy())
    return right


@cache
def memory() -> LoadedObject:
    """Return the functions by which kernels allocate arrays; raise `ValueError` if they are not ready."""
    code = ready_object(MEMORY, MEMORY)
    if code is None:
        raise ValueError("no memory for arrays is ready")
    return LoadedObject(code)


def _leaves(given: Any) -> Iterator[Any]:
    """Yield arguments one by one, tuples replaced by their items."""
    for each in given:
        if isinstance(each, tuple):
            yield from _leaves(each)
        else:
            yield each


def _handed(given: Any, kind: str) -> tuple[int, ...]:
    """Return the words that pass an argument to compiled code; for an array they are owner, size and layout."""
    if kind in "nt":
        return (int(given),)
    dtype, indices = HANDED[kind]
    if not isinstance(given, np.ndarray) or given.dtype != dtype or given.ndim != indices:
        raise TypeError(f"expected an array of {dtype} with {indices} indices")
    if not given.flags.c_contiguous:
        raise TypeError("expected an array in one piece")
    return (0, 0, given.size, given.itemsize, address_of(given), *given.shape, *given.strides)


def address_of(given: Any) -> int:
    """Return the address of an array, or the number itself."""
    return int(given.__array_interface__["data"][0] if isinstance(given, np.ndarray) else given)


def _taken(given: Any, kind: str) -> Any:
    """Return an argument as it is passed to compiled code: an integer, an array, or a table of addresses."""
    if kind == "n":
        return int(given)
    if kind == "t":
        return np.array([address_of(array) for array in given], np.int64)
    if not isinstance(given, np.ndarray) or given.dtype != ARRAYS[kind] or not given.flags.c_contiguous:
        raise TypeError(f"expected an array in one piece, of {ARRAYS[kind]}")
    return given
