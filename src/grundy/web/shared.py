"""Long sequences that several children read: files of shared memory that the server keeps and no disk knows.

A file begins with how many values it has and how many bytes each; a child that computes a longer sequence writes it to
a new file, so nobody reads what is being written.
"""

from __future__ import annotations

import mmap
import os
import struct
from typing import TYPE_CHECKING, Any

from ..core import Ruleset
from .task import Task

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

HEAD = struct.Struct("=QQ")
"""Number of values, and bytes of each; 0 values: nothing was written."""
WORTH_KEEPING = 1 << 16
"""Shorter sequences are computed again."""


def sequence(task: Task, ruleset: Ruleset[Any], stop: int, *, misere: bool) -> Values:
    """Return the values of heaps 0 to `stop`, from shared memory where they are, else computed and kept there.

    `task.shared` are up to two files: one that may be read, and an empty one; `task.stored` says that it was written.
    """
    from ..workflows.raster import sequence_to

    for number in task.shared[:-1]:
        known = _read(number)
        if known is not None and len(known) > stop:
            return known[: stop + 1]
    found = sequence_to(ruleset, stop, misere=misere, meter=task.meter)
    if task.shared and len(found) >= WORTH_KEEPING:
        task.stored = _write(task.shared[-1], found)
    return found


def _read(number: int) -> Values | None:
    """Return the values in a file, as a view of it."""
    import numpy as np

    if os.fstat(number).st_size < HEAD.size:
        return None
    memory = mmap.mmap(number, 0, access=mmap.ACCESS_READ)
    count, width = HEAD.unpack_from(memory)
    return np.frombuffer(memory, f"=u{width}", count, HEAD.size) if count else None


def _write(number: int, values: Values) -> bool:
    """Write values into an empty file, which has its size already; return whether they fit."""
    import numpy as np

    if HEAD.size + values.nbytes > os.fstat(number).st_size:
        return False
    memory = mmap.mmap(number, 0)
    np.frombuffer(memory, values.dtype, len(values), HEAD.size)[:] = values
    HEAD.pack_into(memory, 0, len(values), values.itemsize)
    return True
