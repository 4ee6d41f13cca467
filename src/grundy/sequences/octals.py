"""Values of codes with digits 0-7 and of Grundy's game: compiled if possible, else in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core import Budget
from ..kernels import can_run
from .digits import WORTH_KERNELS, Octal

if TYPE_CHECKING:
    from .arrays import Series

WORTH_COMPILING = 1 << 13
"""Fewer heaps are computed in plain Python unless the kernels are ready."""


def kernels_for(heaps: int) -> tuple[str, ...]:
    """Return the names of the modules of compiled functions that the values of heaps 0 to `heaps` - 1 may need."""
    few = ("heaps.candidates", "heaps.sparse")
    return (*few, "heaps.planes_choice", "heaps.planes_verify") if heaps >= WORTH_KERNELS else few


def octal_pieces(
    rule: Octal, known: Series | Sequence[int], stop: int, budget: Budget, workers: int = 1
) -> Iterator[Any]:
    """Return the Grundy values of a code in arrays, one after the other.

    Args:
        rule: The code.
        known: The values of heaps 0, 1, ..., which are only read.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached` between pieces.
        workers: The number of threads.

    Returns:
        An iterator of arrays with the values of heaps len(known) to `stop`, in order.
    """
    from ..kernels.ready import are_ready

    heaps = stop - len(known)
    needed = kernels_for(heaps)
    if not can_run(*needed) or (heaps < WORTH_COMPILING and not are_ready(*needed)):
        from .plainly import split_values

        return split_values(rule, known, stop, budget)
    import numpy as np

    from .octal_stages import compiled_pieces

    return compiled_pieces(rule, np.asarray(known, np.uint32), stop, budget, workers)
