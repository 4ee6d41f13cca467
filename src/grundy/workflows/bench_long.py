"""Rates of long runs: the methods far from heap 0, where the kernels made for a rule are at home."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from ..core import Code, Meter, Ruleset

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG, GENERATED = "long run", "long run, only generated"
"""Values as they are handed out, every one verified; and codes that nobody has verified."""
BEGIN = 1 << 17
"""Heaps before the run that is timed."""
FURTHEST = 10**8
"""The run ends here and begins again."""
ROUNDS = 3
"""Rounds of a measurement, of which the median counts."""


def long_rates(ruleset: Ruleset[Any], seconds: float) -> dict[str, float]:
    """Return heaps per CPU second, measured for about so many seconds, of an octal code or a finite set of takes.

    Nothing for other rules. What is done once, learning and compiling, is not counted.
    """
    import numpy as np

    from ..sequences import octal, value_pieces

    rule = ruleset.sequence()
    if rule is None or (isinstance(rule, Code) and octal(rule) is None):
        return {}
    known = np.concatenate(list(value_pieces(rule, np.zeros(0, np.uint16), BEGIN - 1, Meter())))

    def pieces() -> Iterator[int]:
        while True:
            yield from map(len, value_pieces(rule, known, FURTHEST, Meter()))

    runs = {LONG: pieces()}
    generated = _generated(rule, known) if isinstance(rule, Code) else None
    if generated is not None:
        runs[GENERATED] = generated
    return {name: _rate(run, seconds / len(runs)) for name, run in runs.items()}


def _rate(run: Iterator[int], seconds: float) -> float:
    """Return the median rate of a run that yields how many heaps it did."""
    next(run)
    rates = []
    for _ in range(ROUNDS):
        heaps, begin = 0, process_time()
        while process_time() - begin < seconds / ROUNDS:
            heaps += next(run)
        rates.append(heaps / (process_time() - begin))
    return median(rates)


def _generated(rule: Code, known: NDArray[Any]) -> Iterator[int] | None:
    """Return what generates codes of a rule with few rare heaps, over and over."""
    import numpy as np

    from ..sequences import Kernels, few_rares, octal

    split = octal(rule)
    small = split is not None and not split.distinct and int(known.max()) < 1 << 16
    learnt = few_rares(split.digits, known.astype(np.uint16)) if split is not None and small else None
    if learnt is None:
        return None
    codes = learnt.coding.encode(known.astype(np.uint16))
    kernels = Kernels(learnt, codes)
    size = kernels.chunk(BEGIN)
    buffer = np.concatenate([codes[-kernels.reach :], np.zeros(size + 64, np.uint8)])

    def generate() -> Iterator[int]:
        while True:
            kernels.generate(int(buffer.ctypes.data) + kernels.reach, size)
            yield size

    return generate()
