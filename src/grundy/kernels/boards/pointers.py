"""Arrays without owners: inside a kernel a pointer is enough, and nobody counts who holds it.

numba counts references to every array that is handed from function to function, with an instruction that all cores
must agree on; in a search that took two thirds of the time. Nothing checks how far a pointer reaches.
"""

from __future__ import annotations

from typing import Any, get_type_hints

from llvmlite import ir
from numba.extending import intrinsic

from ..typed import types


def _pointer(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.bitcast(made.data, context.get_value_type(signature.return_type))

    return types.CPointer(array.dtype)(array), generate


pointer: Any = intrinsic(_pointer)


def _pointers(_context: Any, arrays: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = [
            context.make_array(kind)(context, builder, builder.extract_value(arguments[0], place)).data
            for place, kind in enumerate(signature.args[0])
        ]
        places = zip(made, signature.return_type, strict=True)
        bare = [builder.bitcast(data, context.get_value_type(kind)) for data, kind in places]
        return context.make_tuple(builder, signature.return_type, bare)

    return types.NamedTuple([types.CPointer(kind.dtype) for kind in arrays], arrays.instance_class)(arrays), generate


pointers: Any = intrinsic(_pointers)
"""The same named tuple with a pointer for each of its arrays."""


def array_types(shape: Any, kinds: dict[Any, Any]) -> types.NamedTuple:
    """Return the type of a named tuple of arrays, given that of every annotation in it."""
    return types.NamedTuple([kinds[kind] for kind in get_type_hints(shape).values()], shape)


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
    """Write a value where a 0 stands; return whether this thread did."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        at = builder.gep(arguments[0], [arguments[1]])
        found = builder.cmpxchg(at, arguments[2].type(0), arguments[2], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(start, types.int64, start.dtype), generate


def _change(operation: str) -> Any:
    """Return the maker of a function that changes a number and returns what it was."""

    def typed(_context: Any, start: Any, index: Any, value: Any) -> Any:  # noqa: ARG001
        """Change a number by a value; return what it was before."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            at = builder.gep(arguments[0], [arguments[1]])
            return builder.atomic_rmw(operation, at, arguments[2], "monotonic")

        return types.int64(start, types.int64, types.int64), generate

    return intrinsic(typed)


claim: Any = intrinsic(_claim)
count_up: Any = _change("add")
set_bits: Any = _change("or")
