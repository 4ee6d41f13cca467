"""Lets a second thread prepare the next group of heaps while the first thread computes the values of a group.

An option (d, g) gives heap n the code g ^ code(n - d). If d is at least two groups, it needs no codes of the group that
is being computed. A mark for every group shows its state: free, reserved, or complete. The first thread seldom waits,
because it computes itself the groups that the other has not begun. The reference implementation is the same loop with
one thread.
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
    """Write instructions that read a mark: a number by which two threads coordinate their work.

    Everything that another thread wrote to memory before it set the mark is visible afterwards.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        place: The address of the mark.

    Returns:
        The mark.
    """
    return build.load_atomic(build.inttoptr(place, v.WORD.as_pointer()), "acquire", 8)


@word_function(types.void, 2)
def write_mark(build: Any, place: Any, value: Any) -> None:
    """Write instructions that set a mark (see `read_mark`) after everything that was written to memory before.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        place: The address of the mark.
        value: The new number.
    """
    build.store_atomic(value, build.inttoptr(place, v.WORD.as_pointer()), "release", 8)


@word_function(types.intp, 1)
def take_mark(build: Any, place: Any) -> Any:
    """Write instructions that reserve the work on a group of heaps for this thread, unless another thread has done so.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        place: The address of the mark of the group.

    Returns:
        1 if the group is now reserved, 0 if another thread reserved it earlier.
    """
    marks = build.inttoptr(place, v.WORD.as_pointer())
    found = build.cmpxchg(marks, v.word(_FREE), v.word(_TAKEN), "acq_rel", "acquire")
    return build.zext(build.extract_value(found, 1), ir.IntType(64))


@njit(nogil=True)
def covered_ahead(plan: Cover, shared: Shared, group: int) -> Any:  # no types in numba
    """Return, for each code, the heaps of a group that have an option with this code.

    An option (d, g) gives heap n the code (coded value) g ^ code(n - d). Only options with a large d are examined,
    which need no heaps of this group or the one before. If a second thread has computed the result, it is used;
    otherwise it is computed here. The codes of all earlier groups must be known.

    Args:
        plan: The options with a large d.
        shared: The arrays that the threads share.
        group: The index of the group of `GROUP` heaps in the block.

    Returns:
        For each code, one row: the heaps as a bitset.
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
    """Compute in a second thread what `covered_ahead` will return for the group of heaps after the current one.

    If another thread has begun this group, the function does nothing.

    Args:
        plan: The same options as in `covered_ahead`.
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
