"""Periods of heap games: proved where a theorem covers the rule, else observed as far as the values go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core import Meter, PositionError, Ruleset
from .values import heap_values, is_heap_ruleset

if TYPE_CHECKING:
    from ..cluster import Workers
    from ..sequences import Period, Runner
    from .period_journal import PeriodJournal

OBSERVED_TO = 2000
"""Heaps that are computed to observe a period where nothing is proved."""


def find_period(
    ruleset: Ruleset[Any],
    most: int,
    meter: Meter | None = None,
    *,
    workers: Workers = 1,
    journal: PeriodJournal | None = None,
) -> Period | None:
    """Return the minimal preperiod, period and saltus with its grade, looking at heaps 0 to `most` at most.

    Codes and finite subtraction sets are proved where their theorem applies; anything else is observed to
    `looked_to`. None: no period shows, which does not mean that there is none. A search that goes far uses
    `workers` and notes in the file `journal` how far it is; `resume` goes on from there. Raises `PositionError`
    when positions are no heaps, `LimitReached` when it was stopped before it was done, `StoreMismatch` and
    `CorruptStore` when the journal is another's or damaged.
    """
    if not is_heap_ruleset(ruleset):
        raise PositionError(f"periods are for games on single heaps; a position of {ruleset.name} is something else")
    meter = meter or Meter()
    found = proved_period(ruleset, most, meter, workers=workers, journal=journal)
    if found is not None:
        return found
    from ..sequences import observed_period

    return observed_period(heap_values(ruleset, min(most, looked_to(ruleset)), meter=meter))


def looked_to(ruleset: Ruleset[Any]) -> int:
    """Return the last heap that is computed to observe a period."""
    from ..sequences import MANY

    rule = ruleset.sequence()
    many = rule is not None and not isinstance(rule, tuple) and max(rule.plain or (0,)) > 7
    return MANY if many else OBSERVED_TO


def period_data(ruleset: str, found: Period | None, looked: int) -> dict[str, Any]:
    """Return the JSON of `grundy period --json`; `looked` is how far was looked where nothing was found."""
    answer: dict[str, Any] = {
        "schema": 1,
        "ruleset": ruleset,
        "status": found.grade if found else "none",
        "preperiod": found.preperiod if found else None,
        "period": found.period if found else None,
        "saltus": found.saltus if found else None,
        "checked_to": found.checked_to if found else looked,
        "theorem": found.theorem if found else None,
    }
    if found is not None and found.evidence is not None:
        answer["evidence"] = found.evidence._asdict()
    return answer


def proved_period(
    ruleset: Ruleset[Any],
    most: int,
    meter: Meter | None = None,
    *,
    workers: Workers = 1,
    journal: PeriodJournal | None = None,
) -> Period | None:
    """Return the proved period of a code or a finite subtraction set, or None when no theorem covers the rule."""
    from ..sequences import Way, code_period, subtraction_period

    rule = ruleset.sequence()
    if isinstance(rule, tuple):
        return subtraction_period(rule, most, meter)
    if rule is None:
        return None
    found = code_period(rule, most, meter, way=Way(_runner(workers), journal))
    if journal is not None:
        journal.finish(found)
    return found


def _runner(workers: Workers) -> Runner:
    """Return how a long run is worked on: by threads of this process, or on Ray."""
    from functools import partial

    from ..sequences import Course

    if workers == "ray":
        from .segments import SegmentRun

        return partial(SegmentRun, workers=workers)
    return partial(Course, workers=workers)
