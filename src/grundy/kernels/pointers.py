"""Pointers to arrays inside kernels, which avoid numba's counting of references.

numba counts references to every array that is passed from function to function. In a search this counting took two
thirds of the time, because it synchronizes all cores. Bounds of arrays are not checked. The functions of a game's rule
are given by their addresses, too, and are called by C's convention.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numpy.typing import NDArray

from .typed import types

KINDS = {NDArray[np.int64]: types.int64, NDArray[np.int32]: types.int32, NDArray[np.int8]: types.int8}
"""Arrays in a named tuple -> what their items are."""
WORD = ir.IntType(64)
WORDS = types.int64[::1]


def view(shape: Any) -> Any:
    """Make a function for kernels that converts the address of a table of addresses to a tuple of pointers.

    `shape` is the class of the named tuple that the function returns.
    """
    kinds = [types.CPointer(KINDS[kind]) for kind in get_type_hints(shape).values()]
    made = types.NamedTuple(kinds, shape)

    def typed(_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            table = builder.inttoptr(arguments[0], WORD.as_pointer())
            found = [builder.load(builder.gep(table, [WORD(place)])) for place in range(len(kinds))]
            places = zip(found, kinds, strict=True)
            bare = [builder.inttoptr(word, context.get_value_type(kind)) for word, kind in places]
            return context.make_tuple(builder, made, bare)

        return made(address), generate

    return intrinsic(typed)


def _items(kind: Any) -> Any:
    """Make a function that converts the address of an array to a pointer to its items, which have the type `kind`."""

    def typed(_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(address), generate

    return intrinsic(typed)


words_at, smalls_at, tinies_at, prices_at = map(_items, (types.int64, types.int32, types.int8, types.float64))
bytes_at = _items(types.uint8)


def _called(builder: Any, arguments: Any) -> Any:
    """Write LLVM code that calls a C function; `arguments` are its address and its arguments, which are pointers.

    Return the LLVM value of the result, a word.
    """
    address, *pointers = arguments
    kind = ir.FunctionType(WORD, [WORD.as_pointer()] * len(pointers))
    return builder.call(builder.inttoptr(address, kind.as_pointer()), pointers)


def _write_words(_context: Any, function: Any, state: Any, out: Any) -> Any:
    """Define, for numba, the call of a rule's function that reads a state and writes states to the array `out`.

    `function` is the numba type of the function's address. Return the type of the call, and the function that writes
    it.
    """
    return types.int64(function, state, out), lambda _, builder, _signature, arguments: _called(builder, arguments)


def _rate_words(_context: Any, function: Any, state: Any) -> Any:
    """Define, for numba, the call of a rule's function that reads a state and returns a number, such as its weight.

    `function` is the numba type of the function's address. Return the type of the call, and the function that writes
    it.
    """
    return types.int64(function, state), lambda _, builder, _signature, arguments: _called(builder, arguments)


write_words: Any = intrinsic(_write_words)
rate_words: Any = intrinsic(_rate_words)


def _at_place(result: Callable[[Any], Any], build: Callable[[Any, Any], Any]) -> Any:
    """Make a function for kernels whose arguments are a pointer and an index.

    `build` writes its code. It receives LLVM's builder and the address of the item with that index. `result` returns
    the numba type of the result for the type of the pointer.
    """

    def typed(_context: Any, start: Any, index: Any) -> Any:  # noqa: ARG001  # numba reads the names
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return build(builder, builder.gep(arguments[0], [arguments[1]]))

        return result(start)(start, types.int64), generate

    return intrinsic(typed)


def _with_value(result: Callable[[Any], Any], build: Callable[[Any, Any, Any], Any]) -> Any:
    """Make a function for kernels whose arguments are a pointer, an index and a number.

    `build` writes its code. It receives LLVM's builder, the address of the item with that index, and the number.
    `result` returns the numba type of the result for the type of the pointer.
    """

    def typed(_context: Any, start: Any, index: Any, value: Any) -> Any:  # noqa: ARG001  # numba reads the names
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return build(builder, builder.gep(arguments[0], [arguments[1]]), arguments[2])

        return result(start)(start, types.int64, start.dtype), generate

    return intrinsic(typed)


def _prefetched(builder: Any, address: Any) -> Any:
    place, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [place, flag, flag, flag])
    ask = builder.module.declare_intrinsic("llvm.prefetch", [place], kind)
    builder.call(ask, [builder.bitcast(address, place), flag(1), flag(3), flag(1)])
    return WORD(0)


def _claimed(builder: Any, address: Any, value: Any) -> Any:
    found = builder.cmpxchg(address, value.type(0), value, "acq_rel", "acquire")
    return builder.extract_value(found, 1)


def _published(builder: Any, address: Any, value: Any) -> Any:
    builder.store_atomic(value, address, "release", 8)
    return WORD(0)


def _word(_start: Any) -> Any:
    return types.int64


def _changed(change: str) -> Any:
    return _with_value(_word, lambda builder, at, value: builder.atomic_rmw(change, at, value, "monotonic"))


prefetch = _at_place(_word, _prefetched)
"""Asks for the item of a pointer at an index, to read and write it soon; nothing is read yet."""
moved = _at_place(lambda start: start, lambda _builder, address: address)
"""Returns the pointer to the item of a pointer at an index."""
seen = _at_place(_word, lambda builder, address: builder.load_atomic(address, "acquire", 8))
"""Reads a number that another thread publishes; what that thread wrote before is seen, too."""
claim = _with_value(lambda _start: types.boolean, _claimed)
"""Writes a value where a 0 is; returns whether this thread did."""
publish = _with_value(_word, _published)
"""Writes a number for other threads, who then see what this one wrote before."""
count_up, set_bits = _changed("add"), _changed("or")
"""Change a number by a value and return its old value."""
