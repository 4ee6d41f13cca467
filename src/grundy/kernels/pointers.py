"""Arrays without owners: inside a kernel a pointer is enough, and nobody counts who holds it.

numba counts references to every array that is handed from function to function, with an instruction that all cores
must agree on; in a search that took nine tenths of the time. A kernel takes its arrays as they are, keeps the
caller's reference, and lets its own functions see pointers only. Nothing checks how far a pointer reaches: lengths
stand beside it.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


def _pointer(_context: Any, array: Any) -> Any:
    """Return a pointer to the first item of an array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.bitcast(made.data, context.get_value_type(signature.return_type))

    return types.CPointer(array.dtype)(array), generate


pointer: Any = intrinsic(_pointer)
