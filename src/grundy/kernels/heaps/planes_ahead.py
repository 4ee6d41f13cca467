"""Lets a second thread prepare the next group of heaps while the first thread computes the values of a group.

An option (d, g) gives heap n the code g ^ code(n - d). If d is at least two groups, it needs no codes of the group that
is being computed. A mark for every group shows its state: free, reserved, or complete. The first thread seldom waits,
because it computes itself the groups that the other has not begun. The reference implementation is the same loop with
one thread.
"""

from __future__ import annotations

from ..pointers import claim, publish, seen, words_at
from ..typed import BYTES, NUMBERS, kernel, named, njit, types
from .planes import COVER, cover
from .shapes import BLOCKS, Cover, Shared, Words

_TAKEN, _WRITTEN = 1, 2
"""Marks of a group that a thread has begun, and of one that is complete; 0 if no thread has begun it."""
_PATIENCE = 1 << 15
"""Looks at a mark, about as long as a cover takes; then what somebody else has begun is written once more."""


SHARED = named(Shared, types.uint64[:, ::1], types.uint64[:, :, ::1], NUMBERS, BYTES)


@njit(nogil=True)
def covered_ahead(plan: Cover, shared: Shared, group: int) -> int:
    """Find, for each code, the heaps of a group that have an option with this code.

    An option (d, g) gives heap n the code (coded value) g ^ code(n - d). Only options with a large d are examined,
    which need no heaps of this group or the one before. If a second thread has computed the result, it is used;
    otherwise it is computed here. The codes of all earlier groups must be known.

    Args:
        plan: The options with a large d.
        shared: The arrays that the threads share.
        group: The index of the group of `GROUP` heaps in the block.

    Returns:
        The index in `shared.covered` of the result: for each code, one row with the heaps as a bitset.
    """
    marks = words_at(shared.marks.ctypes.data)
    publish(marks, 0, group)
    if not claim(marks, 1 + group, _TAKEN):
        for _ in range(_PATIENCE):
            if seen(marks, 1 + group) == _WRITTEN:
                return group
    own = len(shared.marks) - 1
    _write(plan, shared, group, shared.covered[own])
    return own


@kernel(COVER, SHARED)
def assist(plan: Cover, shared: Shared) -> None:
    """Compute in a second thread what `covered_ahead` will return for the group of heaps after the current one.

    If another thread has begun this group, the function does nothing.

    Args:
        plan: The same options as in `covered_ahead`.
        shared: The arrays that the threads share.
    """
    marks = words_at(shared.marks.ctypes.data)
    ahead = seen(marks, 0) + 1
    if ahead < len(shared.marks) - 1 and seen(marks, 1 + ahead) == 0 and claim(marks, 1 + ahead, _TAKEN):
        _write(plan, shared, ahead, shared.covered[ahead])
        publish(marks, 1 + ahead, _WRITTEN)


@njit(nogil=True)
def _write(plan: Cover, shared: Shared, group: int, rows: Words) -> None:
    at = shared.planes.ctypes.data + 8 * (plan.reach // 64 + group * BLOCKS)
    for y in range(len(plan.starts)):
        for k in range(BLOCKS + 1):
            rows[y, k] = 0
        cover(at, plan.offsets.ctypes.data, plan.starts[y].ctypes.data, rows[y].ctypes.data)
