"""Compiles the functions by which kernels allocate and free arrays; they call C's `malloc` and `free`.

A kernel that is loaded without numba calls these functions instead of numba's. The memory block of an array begins with
a header in numba's layout (numba, "Notes on the Numba runtime", MemInfo). It consists of a count of references, two
unused words, the address of the items, their size in bytes, and an unused word.
"""

from __future__ import annotations

from llvmlite import ir

from . import vectors as v
from .lookup import host_lookup
from .machine import define, object_code

TAKE, LEAVE = "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor"
"""The names by which compiled code knows them."""
HEAD = 64
"""Bytes before the items; they begin at a multiple of it, which is enough for every vector."""


def memory_object(level: str) -> bytes:
    """Compile the functions that allocate and free arrays, and return the bytes of their object file.

    `level` is the level of processors to compile for, such as "x86-64-v3".
    """
    module = ir.Module()
    build, (size, _) = define(module, TAKE, ["size", "alignment"], result=True)
    taken = v.function(build, "malloc", v.WORD, [v.WORD])
    place = build.call(taken, [build.add(size, v.word(2 * HEAD))])
    with build.if_then(build.icmp_unsigned("==", place, v.word(0))):
        build.ret(v.word(0))
    items = build.and_(build.add(place, v.word(2 * HEAD - 1)), v.word(-HEAD))
    for at, word in enumerate((v.word(1), v.word(0), v.word(0), items, size, v.word(0))):
        v.store(build, word, build.add(place, v.word(8 * at)))
    build.ret(place)
    build, (place,) = define(module, LEAVE, ["place"])
    build.call(v.function(build, "free", ir.VoidType(), [v.WORD]), [place])
    build.ret_void()
    return object_code(module, host_lookup(), level)
