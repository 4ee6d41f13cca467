"""Lets a second thread compute covers of the next group of heaps while the first thread generates a group.

An option (d, g) with d of at least two groups needs codes only from before the group that is being generated. A mark
for every group shows its state: free, taken, or written. The generating thread never waits long: it writes itself
what nobody has begun. The reference implementation is the same loop with one thread.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from .. import vectors as v
from ..typed import NUMBERS, kernel, named, njit, types
from .planes import COVER, cover, word_function
from .shapes import BLOCKS, Cover, Shared, Words

_FREE, _TAKEN, _WRITTEN = 0, 1, 2
_PATIENCE = 1 << 15
"""Looks at a mark, about as long as a cover takes; then what somebody else has begun is written once more."""


SHARED = named(Shared, types.uint64[:, ::1], types.uint64[:, :, ::1], NUMBERS)


@word_function(types.intp, 1)
def read_mark(build: Any, place: Any) -> Any:  # no types in llvmlite
    """Write code that reads the state of a group; data that another thread wrote before it is visible afterwards.

    Args:
        build: The builder of the function.
        place: The address of the mark.

    Returns:
        The mark.
    """
    return build.load_atomic(build.inttoptr(place, v.WORD.as_pointer()), "acquire", 8)


@word_function(types.void, 2)
def write_mark(build: Any, place: Any, value: Any) -> None:
    """Write code that sets the state of a group after all earlier writes.

    Args:
        build: The builder of the function.
        place: The address of the mark.
        value: The mark.
    """
    build.store_atomic(value, build.inttoptr(place, v.WORD.as_pointer()), "release", 8)


@word_function(types.intp, 1)
def take_mark(build: Any, place: Any) -> Any:
    """Write code that reserves a group for this thread if no other thread has done so.

    Args:
        build: The builder of the function.
        place: The address of the group's mark.

    Returns:
        1, or 0 if another thread was quicker.
    """
    marks = build.inttoptr(place, v.WORD.as_pointer())
    found = build.cmpxchg(marks, v.word(_FREE), v.word(_TAKEN), "acq_rel", "acquire")
    return build.zext(build.extract_value(found, 1), ir.IntType(64))


@njit(nogil=True)
def covered_ahead(plan: Cover, shared: Shared, group: int) -> Any:  # no types in numba
    """Return the cover of a group by the options that a second thread can process; all earlier groups must be done.

    Args:
        plan: The options that are written ahead.
        shared: The arrays that the threads share.
        group: The number of the group.

    Returns:
        One row of words for each code.
    """
    mark = shared.marks.ctypes.data + 8 * (1 + group)
    write_mark(shared.marks.ctypes.data, group)
    if not take_mark(mark):
        for _ in range(_PATIENCE):
            if read_mark(mark) == _WRITTEN:
                return shared.covered[group]
    own = shared.covered[len(shared.marks) - 1]
    _write(plan, shared, group, own)
    return own


@kernel(COVER, SHARED)
def assist(plan: Cover, shared: Shared) -> None:
    """Compute the cover of the group after the current one, if no other thread has begun it.

    Args:
        plan: The options that are written ahead.
        shared: The arrays that the threads share.
    """
    ahead = read_mark(shared.marks.ctypes.data) + 1
    if ahead < len(shared.marks) - 1:
        mark = shared.marks.ctypes.data + 8 * (1 + ahead)
        if read_mark(mark) == _FREE and take_mark(mark):
            _write(plan, shared, ahead, shared.covered[ahead])
            write_mark(mark, _WRITTEN)


@njit(nogil=True)
def _write(plan: Cover, shared: Shared, group: int, rows: Words) -> None:
    at = shared.planes.ctypes.data + 8 * (plan.reach // 64 + group * BLOCKS)
    for y in range(len(plan.starts)):
        for k in range(BLOCKS + 1):
            rows[y, k] = 0
        cover(at, plan.offsets.ctypes.data, plan.starts[y].ctypes.data, rows[y].ctypes.data)
