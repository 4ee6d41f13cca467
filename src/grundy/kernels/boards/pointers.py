"""Arrays without owners: a kernel gets addresses, inside it a pointer is enough, and nobody counts who holds it.

numba counts references to every array that is handed from function to function, with an instruction that all cores
must agree on; in a search that took two thirds of the time. Nothing checks how far a pointer reaches. A function of a
rule is an address, too, and is called as C calls it.
"""

from __future__ import annotations

from typing import Any, get_type_hints

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numpy.typing import NDArray

from ..typed import types

KINDS = {NDArray[np.int64]: types.int64, NDArray[np.int32]: types.int32, NDArray[np.int8]: types.int8}
"""Arrays in a named tuple -> what their items are."""
WORD = ir.IntType(64)
WORDS = types.int64[::1]


def _pointer(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.bitcast(made.data, context.get_value_type(signature.return_type))

    return types.CPointer(array.dtype)(array), generate


pointer: Any = intrinsic(_pointer)


def view(shape: Any) -> Any:
    """Return a function: the address of a table of addresses -> the named tuple of pointers to the arrays there."""
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
    """Return a function: the address of an array -> a pointer to its items."""

    def typed(_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(address), generate

    return intrinsic(typed)


words_at, smalls_at, tinies_at, prices_at = map(_items, (types.int64, types.int32, types.int8, types.float64))
bytes_at, pairs_at = map(_items, (types.uint8, types.uint16))


def _called(builder: Any, address: Any, arguments: Any) -> Any:
    """Call the function of C at an address, which takes pointers to words and returns a word."""
    kind = ir.FunctionType(WORD, [WORD.as_pointer()] * len(arguments))
    return builder.call(builder.inttoptr(address, kind.as_pointer()), arguments)


def _write_words(_context: Any, function: Any, state: Any, out: Any) -> Any:
    """Call a function of a rule that reads a state and writes states."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _called(builder, arguments[0], arguments[1:])

    return types.int64(function, state, out), generate


def _rate_words(_context: Any, function: Any, state: Any) -> Any:
    """Call a function of a rule that reads a state."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _called(builder, arguments[0], arguments[1:])

    return types.int64(function, state), generate


write_words: Any = intrinsic(_write_words)
rate_words: Any = intrinsic(_rate_words)


def _prefetch(_context: Any, start: Any, index: Any) -> Any:
    """Ask for the item of a pointer at an index, to read and write it soon; nothing is read yet."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        bytes_at = ir.IntType(8).as_pointer()
        flag = ir.IntType(32)
        ask = builder.module.declare_intrinsic(
            "llvm.prefetch", [bytes_at], ir.FunctionType(ir.VoidType(), [bytes_at, flag, flag, flag])
        )
        address = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), bytes_at)
        builder.call(ask, [address, flag(1), flag(3), flag(1)])
        return _context.get_dummy_value()

    return types.none(start, index), generate


prefetch: Any = intrinsic(_prefetch)


def _moved(_context: Any, start: Any, index: Any) -> Any:  # noqa: ARG001  # numba reads the names
    """Return the pointer to the item of a pointer at an index."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return start(start, types.int64), generate


moved: Any = intrinsic(_moved)


def _claim(_context: Any, start: Any, index: Any, value: Any) -> Any:  # noqa: ARG001  # numba reads the names
    """Write a value where a 0 is; return whether this thread did."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        at = builder.gep(arguments[0], [arguments[1]])
        found = builder.cmpxchg(at, arguments[2].type(0), arguments[2], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(start, types.int64, start.dtype), generate


def _change(operation: str) -> Any:
    """Return the maker of a function that changes a number and returns its old value."""

    def typed(_context: Any, start: Any, index: Any, value: Any) -> Any:  # noqa: ARG001
        """Change a number by a value and return its old value."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            at = builder.gep(arguments[0], [arguments[1]])
            return builder.atomic_rmw(operation, at, arguments[2], "monotonic")

        return types.int64(start, types.int64, types.int64), generate

    return intrinsic(typed)


def _seen(_context: Any, start: Any, index: Any) -> Any:  # noqa: ARG001  # numba reads the names
    """Read a number that another thread publishes; what that thread wrote before is seen, too."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(builder.gep(arguments[0], [arguments[1]]), "acquire", 8)

    return types.int64(start, types.int64), generate


def _publish(_context: Any, start: Any, index: Any, value: Any) -> Any:  # noqa: ARG001
    """Write a number for other threads, who then see what this one wrote before."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], builder.gep(arguments[0], [arguments[1]]), "release", 8)
        return context.get_dummy_value()

    return types.none(start, types.int64, types.int64), generate


claim: Any = intrinsic(_claim)
seen: Any = intrinsic(_seen)
publish: Any = intrinsic(_publish)
count_up: Any = _change("add")
set_bits: Any = _change("or")
