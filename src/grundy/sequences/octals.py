"""Values of codes with digits 0-7 and of Grundy's game: compiled if possible, else in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core import Meter
from ..kernels import can_run
from .digits import Octal
from .plain_series import Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


WORTH_KERNELS = 1 << 17
"""Fewer heaps are not worth kernels of their own."""


def kernels_for(heaps: int) -> tuple[str, ...]:
    """Return the modules of kernels that this number of values may need, except those compiled for one rule."""
    few = ("heaps.reference", "heaps.candidates", "heaps.sparse")
    return (*few, "heaps.planes_choice", "heaps.planes_verify") if heaps >= WORTH_KERNELS else few


def octal_pieces(
    rule: Octal, known: Series | Sequence[int], stop: int, meter: Meter, workers: int = 1
) -> Iterator[Any]:
    """Return the values of a code in pieces.

    Args:
        rule: The code.
        known: The values of heaps 0, 1, ..., which are only read.
        stop: The last heap.
        meter: Counts heaps; it may raise `LimitReached` between pieces.
        workers: The number of threads.

    Returns:
        An iterator of series with the values of heaps len(known) to `stop`, in order.
    """
    if not can_run(*kernels_for(stop - len(known))):
        from .plainly import split_values

        return split_values(rule, known, stop, meter)
    import numpy as np

    from ..kernels.beside import is_ready
    from .octal_stages import compiled_pieces

    if not is_ready(*kernels_for(stop - len(known))):
        return _until_ready(rule, known, stop, meter, workers)
    return compiled_pieces(rule, np.asarray(known, np.uint32), stop, meter, workers)


def _until_ready(
    rule: Octal, known: Series | Sequence[int], stop: int, meter: Meter, workers: int
) -> Iterator[NDArray[np.unsignedinteger[Any]]]:
    """Yield the values in plain Python while kernels are compiled, and by the kernels from then on."""
    import numpy as np

    from ..kernels.beside import is_ready
    from .octal_stages import compiled_pieces
    from .plainly import split_values

    needed = kernels_for(stop - len(known))
    found = [np.asarray(known, np.uint32)]
    for piece in split_values(rule, known, stop, meter):
        found.append(np.asarray(piece, np.uint32))
        yield found[-1]
        if is_ready(*needed):
            break
    whole = np.concatenate(found)
    if len(whole) <= stop:
        yield from compiled_pieces(rule, whole, stop, meter, workers)
