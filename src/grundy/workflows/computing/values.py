"""Grundy values of the heaps 0..N of a ruleset, in normal and in misere play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import search
from ...core import LimitReached, Limits, Meter, PositionError, Ruleset, play_of
from ..solving import PartSolver

FORMATS = ("text", "json", "csv", "bfile", "npy")
"""The formats in which values are written."""
MOST_HEAPS = 10**8
"""Heaps whose values are kept in memory at once."""
BYTES_PER_HEAP = 40
"""What one value costs in a list."""


def heap_values(
    ruleset: Ruleset[Any], stop: int, *, misere: bool = False, limits: Limits | None = None, meter: Meter | None = None
) -> list[int]:
    """Return the values of heaps 0 to `stop`, both included, under `limits` or by a `meter`.

    In misere play these are misere Grundy values: 0 exactly where the player to move loses, 1 at the
    end of play. Raises `PositionError` when the positions are no heaps, `LimitReached`, `LoopyGame`.

    >>> from grundy.notation import read_ruleset
    >>> heap_values(read_ruleset("take {1, 3, 4}"), 8)
    [0, 1, 0, 1, 2, 3, 2, 0, 1]
    """
    require_heaps(ruleset, "values are for games on single heaps")
    play_of(misere)
    meter = meter or Meter(limits)
    if stop > room(meter):
        raise too_many(room(meter))
    found: list[int] = []
    try:
        with meter.heard():
            if misere == ruleset.last_loses:
                return PartSolver(ruleset, meter).values(stop)
            solver = search.WholeSolver([ruleset], misere=True, meter=meter)  # misere values do not add
            for heap in range(stop + 1):
                found.append(solver.solve([(0, heap)]).value)  # noqa: PERF401  # a limit says how far it came
    except LimitReached as error:
        error.partial = found or error.partial
        raise
    return found


def room(meter: Meter) -> int:
    """Return the last heap up to which values fit into the memory allowed."""
    return min(MOST_HEAPS, (meter.limits.memory or BYTES_PER_HEAP * MOST_HEAPS) // BYTES_PER_HEAP)


def too_many(most: int, partial: Sequence[int] = ()) -> LimitReached:
    """Return the error that says how many values fit, with those that were found."""
    error = LimitReached(f"values of more than {most} heaps do not fit into the memory allowed", kind="size")
    error.partial = list(partial)
    return error


def is_heap_ruleset(ruleset: Ruleset[Any]) -> bool:
    """Return whether positions are single heaps: heap rulesets, and functions, which may be about numbers."""
    from ...core import FunctionRuleset

    return ruleset.heaps or isinstance(ruleset, FunctionRuleset)


def require_heaps(ruleset: Ruleset[Any], what: str, hint: str | None = None) -> None:
    """Raise `PositionError` when positions are no single heaps; `what` says what is for such games only."""
    if not is_heap_ruleset(ruleset):
        raise PositionError(f"{what}; a position of {ruleset.name} is something else", hint=hint)
