"""Compiled functions ("kernels") as objects that Python can call; the first call loads or compiles the code.

The code is an object file (`typed.kernel_code`). If it was compiled before and can be loaded here (`object_files`),
numba and LLVM are not imported, which saves 100 MB and half a second. Other Python threads can run during a call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .compiled import kept_code, remedy
from .known_answers import gives_known_answer
from .object_files import LoadedObject
from .ready import compile_missing
from .sealed import warn_damaged

if TYPE_CHECKING:
    from .machine import Machine

WORD = ctypes.c_int64
ARRAYS = {kind: np.dtype(kind) for kind in "qibdBH"}
"""Arrays among arguments, by letters; others are whole numbers (n) and tuples of arrays (t)."""
HANDED = {kind: (np.dtype(kind), 1) for kind in "BHIQiq"} | {"P": (np.dtype("q"), 2)}
HANDED |= {"D": (np.dtype("Q"), 2), "T": (np.dtype("Q"), 3)}
"""Arrays that are handed to kernels as they are, by letters: their items, and how many indices they have."""
ROOM = 8
"""Words that hold whatever a kernel returns."""


class NativeKernel:
    """A kernel whose arguments are addresses of arrays and integers, and whose result is an integer."""

    def __init__(self, name: str, arguments: str, result: str = "n") -> None:
        """Describe a kernel by its name and the types of its arguments; the first call loads its code.

        Args:
            name: The name of the function and its module, such as "boards.ranked_table.values".
            arguments: One letter per argument: n for an integer, t for a tuple of arrays, or numpy's letter for the
                type of the items of an array, such as q for 64-bit integers.
            result: One letter for the type of each result; n is an integer.
        """
        self.name, self.arguments, self.result = name, arguments, result
        self.module = name.rpartition(".")[0]

    def __call__(self, *given: Any) -> int:
        """Call the kernel and return its result.

        The kernel receives the address of an array without its length; a tuple of arrays is passed as a table of
        addresses. Compiled code does not check types, so this method raises `TypeError` for an argument of a wrong
        type.
        """
        result: int = self.run(self._called, given)
        return result

    def run(self, call: Callable[..., int], given: Sequence[Any]) -> Any:
        """Pass arguments to the compiled code of the kernel and return its result.

        Args:
            call: The compiled code.
            given: The arguments, as `__call__` takes them.

        Returns:
            The result.

        Raises:
            SystemError: If the code ended with an error.
            TypeError: If arguments have other types than those of the kernel.
        """
        passed = self._passed(given)
        found, error = (WORD * ROOM)(), ctypes.c_void_p()
        if call(found, ctypes.byref(error), *map(address_of, passed)):
            raise SystemError(f"{self.name} ended with an error")
        return self._returned(found)

    @cached_property
    def _called(self) -> Callable[..., int]:
        """The compiled code of the kernel as a C function, loaded and tested at the first use.

        If the code fails its test with a known answer, it is compiled again. The arguments of the C function are the
        addresses for the result and for an error, then the arguments of the kernel.
        """
        compile_missing(self.module)
        call = self._load(kept_code(self.name, self._compiled))
        with suppress(SystemError):
            if gives_known_answer(self.name, lambda *given: self.run(call, given)):
                return call
        warn_damaged(self.name, remedy())
        return self._load(self._compiled())

    def _compiled(self) -> bytes:
        from .typed import kernel_code

        return kernel_code(self.name)

    def _load(self, code: bytes) -> Callable[..., int]:
        symbol, _, content = code.partition(b"\n")
        loaded = load_code(content)
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 2, *[WORD] * self._words())
        call: Any = prototype(loaded.address(symbol.decode()))
        call.code = loaded  # the function holds its own pages: another thread may load the kernel again
        return call  # type: ignore[no-any-return]

    def _words(self) -> int:
        """Return the number of machine words in which the arguments are passed."""
        return len(self.arguments)

    def _passed(self, given: Sequence[Any]) -> list[Any]:
        """Convert the arguments of a call to integers, and to arrays whose addresses are passed to the kernel."""
        return [_taken(each, kind) for each, kind in zip(given, self.arguments, strict=True)]

    def _returned(self, found: Any) -> Any:
        """Convert the words that a kernel wrote as its result to Python objects."""
        numbers = tuple(found[: len(self.result)])
        return numbers if len(numbers) > 1 else numbers[0] if numbers else None


class ArrayKernel(NativeKernel):
    """A kernel whose arguments are arrays in the memory layout of numba, and tuples of such arrays.

    Each argument has a letter: one of `HANDED` for an array, n for an integer, t for a truth value. A tuple has one
    letter for each of its items. The result has letters too: n for each integer, t for a truth value. There are no
    letters if nothing is returned.
    """

    def __call__(self, *given: Any) -> Any:
        """Call the kernel and return its result; raise `TypeError` for arguments of other types."""
        return self.run(self._called, given)

    def _words(self) -> int:
        return sum(1 if kind in "nt" else 5 + 2 * HANDED[kind][1] for kind in self.arguments)

    def _passed(self, given: Sequence[Any]) -> list[Any]:
        leaves = zip(_leaves(given), self.arguments, strict=True)
        return [word for leaf, kind in leaves for word in _handed(leaf, kind)]

    def _returned(self, found: Any) -> Any:
        return bool(found[0] & 1) if self.result == "t" else super()._returned(found)


def load_code(code: bytes) -> LoadedObject | Machine:
    """Load the code of an object file, given its content, into memory: by `LoadedObject` if it can, else by LLVM."""
    try:
        return LoadedObject(code)
    except ValueError:
        from .lookup import host_lookup
        from .machine import Machine

        return Machine(code, host_lookup())


def _leaves(given: Any) -> Iterator[Any]:
    """Yield the arguments of a call one by one; a tuple, also inside a tuple, is replaced by its items."""
    for each in given:
        if isinstance(each, tuple):
            yield from _leaves(each)
        else:
            yield each


def _handed(given: Any, kind: str) -> tuple[int, ...]:
    """Return the machine words by which an argument of the type `kind` (a letter) is passed to compiled code.

    The letter is n for an integer or t for a truth value, which take one word, or a letter for an array (`HANDED`). An
    array is passed as several words, which describe its owner, size, address and layout. Raise `TypeError` for an array
    of another type.
    """
    if kind in "nt":
        return (int(given),)
    dtype, indices = HANDED[kind]
    if not isinstance(given, np.ndarray) or given.dtype != dtype or given.ndim != indices:
        raise TypeError(f"expected an array of {dtype} with {indices} indices")
    if not given.flags.c_contiguous:
        raise TypeError("expected an array in one piece")
    return (0, 0, given.size, given.itemsize, address_of(given), *given.shape, *given.strides)


def address_of(given: Any) -> int:
    """Return the address of an array; return an integer unchanged."""
    return int(given.__array_interface__["data"][0] if isinstance(given, np.ndarray) else given)


def _taken(given: Any, kind: str) -> Any:
    """Check an argument of the type `kind`, and convert it for the call of a kernel.

    The letter `kind` is n for an integer or t for a tuple of arrays, which becomes an array of their addresses. For an
    array it is numpy's letter, and the array is returned unchanged. Raise `TypeError` for an array of another type.
    """
    if kind == "n":
        return int(given)
    if kind == "t":
        return np.array([address_of(array) for array in given], np.int64)
    if not isinstance(given, np.ndarray) or given.dtype != ARRAYS[kind] or not given.flags.c_contiguous:
        raise TypeError(f"expected an array in one piece, of {ARRAYS[kind]}")
    return given
