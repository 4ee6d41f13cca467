"""Grundy values of the heaps 0..N of a ruleset, in normal and in misere play, and their file formats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import InputError, LimitReached, Limits, Meter, PositionError, Ruleset
from .parts import PartSolver

FORMATS = ("text", "json", "csv", "bfile", "npy")
"""The formats in which values are written."""
MOST_HEAPS = 10**8
"""Heaps whose values are kept in memory at once."""
BYTES_PER_HEAP = 40
"""What one value costs in a list."""


def heap_values(
    ruleset: Ruleset[Any],
    stop: int,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    meter: Meter | None = None,
) -> list[int]:
    """Return the values of heaps 0 to `stop`, both included, under `limits` or by a `meter`.

    In misere play these are misere Grundy values: 0 exactly where the player to move loses, 1 at the
    end of play. Raises `PositionError` when the positions are no heaps, `LimitReached`, `LoopyGame`.

    >>> from grundy.notation import read_ruleset
    >>> heap_values(read_ruleset("take {1, 3, 4}"), 8)
    [0, 1, 0, 1, 2, 3, 2, 0, 1]
    """
    if not is_heap_ruleset(ruleset):
        raise PositionError(f"values are for games on single heaps; a position of {ruleset.name} is something else")
    meter = meter or Meter(limits)
    most = min(MOST_HEAPS, (meter.limits.memory or BYTES_PER_HEAP * MOST_HEAPS) // BYTES_PER_HEAP)
    if stop > most:
        raise LimitReached(f"values of more than {most} heaps do not fit into the memory allowed", kind="size")
    if misere != ruleset.last_loses:
        return _misere_values(ruleset, stop, meter)
    return PartSolver(ruleset, meter).values(stop)


def is_heap_ruleset(ruleset: Ruleset[Any]) -> bool:
    """Return whether positions are single heaps: heap rulesets, and functions, which may be about numbers."""
    from ..core import FunctionRuleset

    return ruleset.heaps or isinstance(ruleset, FunctionRuleset)


def _misere_values(ruleset: Ruleset[Any], stop: int, meter: Meter) -> list[int]:
    """Return misere Grundy values by search of whole positions, because they do not add."""
    from ..search import WholeSolver

    solver = WholeSolver([ruleset], misere=True, meter=meter)
    found: list[int] = []
    try:
        for heap in range(stop + 1):
            found.append(solver.solve([(0, heap)]).value)  # noqa: PERF401  # a limit says how far it came
    except LimitReached as error:
        error.partial = found
        raise
    return found


def write_values(values: Iterable[int], style: str, start: int = 0) -> str:
    """Return values as csv (n,value), as a b-file of the OEIS (n value) or as text, one row each.

    >>> print(write_values([0, 1, 2], "bfile"), end="")
    0 0
    1 1
    2 2
    """
    if style not in {"csv", "bfile"}:
        raise InputError(f"expected one of {', '.join(FORMATS)}, found {style!r}")
    between = "," if style == "csv" else " "
    head = "n,value\n" if style == "csv" else ""
    return head + "".join(f"{n}{between}{value}\n" for n, value in enumerate(values, start))
