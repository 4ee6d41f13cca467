"""Pointers to arrays inside kernels, which avoid numba's counting of references.

numba counts references to every array that is passed from function to function. In a search this counting took two
thirds of the time, because it synchronizes all cores. Bounds of arrays are not checked. Compiled functions, such as
those of a game's rule, are given by their addresses, too, and are called by C's convention.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, get_type_hints

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numpy.typing import NDArray

from .typed import types

KINDS = {NDArray[np.int64]: types.int64, NDArray[np.int32]: types.int32, NDArray[np.int8]: types.int8}
"""Arrays in a named tuple -> what their items are."""
WORD = ir.IntType(64)


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


def written(signature: Callable[..., Any], arguments: int) -> Callable[[Callable[..., Any]], Any]:
    """Make a decorator: it turns a function that writes LLVM code into one that kernels can call.

    The function that writes the code receives LLVM's builder and the arguments as LLVM values. It returns the LLVM
    value of the result, or None if there is no result.

    Args:
        signature: Returns numba's signature of a call, given the numba types of the arguments.
        arguments: The number of arguments.

    Returns:
        A decorator.
    """

    def make(write: Callable[..., Any]) -> Any:
        def typed(_context: object, *given: Any) -> tuple[Any, Callable[..., Any]]:
            def generate(context: Any, build: Any, _signature: object, values: Any) -> Any:
                found = write(build, *values)
                return context.get_dummy_value() if found is None else found

            return signature(*given), generate

        names = ["context", *(f"value{k}" for k in range(arguments))]
        kind = Parameter.POSITIONAL_OR_KEYWORD
        setattr(typed, "__signature__", Signature([Parameter(name, kind) for name in names]))  # noqa: B010  # for numba
        typed.__name__ = write.__name__
        typed.__doc__ = write.__doc__
        return intrinsic(typed)

    return make


def word_function(result: Any, arguments: int) -> Callable[[Callable[..., Any]], Any]:  # no types in numba
    """Make a decorator as `written` does, for arguments that are all 64-bit integers, which may be addresses.

    Args:
        result: The numba type of the result.
        arguments: The number of arguments.

    Returns:
        A decorator.
    """
    return written(lambda *_: result(*[types.int64] * arguments), arguments)


def calling(*kinds: Any) -> Any:
    """Make a function that calls a compiled function, given its address and its arguments.

    `kinds` are the numba types of the arguments of the compiled function, which returns a 64-bit integer.
    """

    def call(build: Any, target: Any, *given: Any) -> Any:
        kind = ir.FunctionType(WORD, [each.type for each in given])
        return build.call(build.inttoptr(target, kind.as_pointer()), given)

    return written(lambda *_: types.int64(types.int64, *kinds), 1 + len(kinds))(call)


def _items(kind: Any) -> Any:
    """Make a function that converts the address of an array to a pointer to its items, which have the type `kind`."""
    item = ir.DoubleType() if kind == types.float64 else ir.IntType(kind.bitwidth)
    convert = written(lambda _: types.CPointer(kind)(types.int64), 1)
    return convert(lambda build, address: build.inttoptr(address, item.as_pointer()))


words_at, smalls_at, tinies_at, prices_at = map(_items, (types.int64, types.int32, types.int8, types.float64))
bytes_at = _items(types.uint8)
WORDS = types.CPointer(types.int64)
write_words, rate_words = calling(WORDS, WORDS), calling(WORDS)
"""Call a rule's function, given its address, a state, and for `write_words` also an array that receives states."""


def _at_place(result: Callable[[Any], Any], write: Callable[..., Any], values: int = 0) -> Any:
    """Make a function for kernels whose arguments are a pointer, an index and `values` numbers.

    `write` writes its code. It receives LLVM's builder, the address of the item with that index, and the numbers.
    `result` returns the numba type of the result for the type of the pointer.
    """

    def signature(start: Any, *_: Any) -> Any:
        return result(start)(start, types.int64, *[start.dtype] * values)

    def place(build: Any, start: Any, index: Any, *given: Any) -> Any:
        return write(build, build.gep(start, [index]), *given)

    return written(signature, 2 + values)(place)


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
    return _at_place(_word, lambda builder, at, value: builder.atomic_rmw(change, at, value, "monotonic"), 1)


prefetch = _at_place(_word, _prefetched)
"""Asks for the item of a pointer at an index, to read and write it soon; nothing is read yet."""
moved = _at_place(lambda start: start, lambda _builder, address: address)
"""Returns the pointer to the item of a pointer at an index."""
seen = _at_place(_word, lambda builder, address: builder.load_atomic(address, "acquire", 8))
"""Reads a number that another thread publishes; what that thread wrote before is seen, too."""
claim = _at_place(lambda _start: types.boolean, _claimed, 1)
"""Writes a value where a 0 is; returns whether this thread did."""
publish = _at_place(_word, _published, 1)
"""Writes a number for other threads, who then see what this one wrote before."""
count_up, set_bits = _changed("add"), _changed("or")
"""Change a number by a value and return its old value."""
