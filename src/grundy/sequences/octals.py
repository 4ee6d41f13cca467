"""Values of codes with digits 0-7 and of Grundy's game: compiled where that is possible, else in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..core import Meter, can_compile
from .digits import Octal
from .plain_series import Series


def octal_pieces(
    rule: Octal, known: Series | Sequence[int], stop: int, meter: Meter, workers: int = 1
) -> Iterator[Any]:
    """Return the values of heaps `len(known)` to `stop`, both included, in order, in pieces.

    `known` are the values of heaps 0, 1, ..., and are only read. Raises `LimitReached` between pieces.
    """
    if not can_compile():
        from .plainly import split_values

        return split_values(rule, known, stop, meter)
    import numpy as np

    from .octal_stages import compiled_pieces

    return compiled_pieces(rule, np.asarray(known, np.uint32), stop, meter, workers)
