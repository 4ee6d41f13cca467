"""Periods of heap games: proved where a theorem covers the rule, else observed as far as the values go.

The table `data/octal_periods.csv`, built from sweeps, has those of octal codes that were proved before: every row is a
theorem about one code (Guy and Smith, "The G-values of various games", 1956), preperiod and period both minimal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import sequences
from ...core import Code, LimitReached, Meter, Ruleset, has_numpy
from .values import heap_values, require_heaps, room, too_many

if TYPE_CHECKING:
    from ...cluster import Workers
    from .period_journal import PeriodJournal

PROVED_TO = 1 << 20
"""Heaps among which a proof is looked for, unless the user says how far."""
OBSERVED_TO = 2000
"""Heaps that are computed to observe a period where nothing is proved, unless the user says how far."""

STAGE = 1 << 20
"""The last heap of the first stage of a long observation; every other goes eight times as far."""


def find_period(
    ruleset: Ruleset[Any],
    most: int | None = None,
    meter: Meter | None = None,
    *,
    workers: Workers = 1,
    journal: PeriodJournal | None = None,
) -> sequences.Period | None:
    """Return the minimal preperiod, period and saltus with its status, looking at all heaps to `most`.

    Codes and finite subtraction sets are proved where their theorem applies; anything else is observed to
    `looked_to`. None: no period shows, which does not mean that there is none. A search that goes far uses
    `workers` and notes in the file `journal` how far it is; `resume` goes on from there. Raises `PositionError`
    when positions are no heaps, `LimitReached` with the values that were found when it was stopped before it was
    done, `StoreMismatch` and `CorruptStore` when the journal is another's or damaged.
    """
    require_heaps(ruleset, f"grundy explore {ruleset.name}")
    meter = meter or Meter()
    found = proved_period(ruleset, PROVED_TO if most is None else most, meter, workers=workers, journal=journal)
    if found is not None:
        return found
    last, fit = looked_to(ruleset, most), room(meter)
    values: list[int] = []
    stop = min(STAGE, last, fit)
    while len(values) <= min(last, fit):  # in stages, so that a limit leaves the values of the stage before
        try:
            values = heap_values(ruleset, stop, meter=meter)
        except LimitReached as error:
            error.partial = values if len(values) > len(error.partial) else error.partial
            raise
        stop = min(8 * stop, last, fit)
    found = seen_in(ruleset, values)
    if last > fit and (found is None or found.status != "proved"):
        raise too_many(fit, values)
    return found


def seen_in(ruleset: Ruleset[Any], values: Sequence[int]) -> sequences.Period | None:
    """Return the period that the values of heaps from 0 on prove, or else show."""
    rule = ruleset.sequence()
    return (sequences.shown_period(rule, values) if isinstance(rule, Code) else None) or sequences.observed_period(
        values
    )


def looked_to(ruleset: Ruleset[Any], most: int | None = None) -> int:
    """Return the last heap that is computed to observe a period."""
    if most is not None:
        return most
    rule = ruleset.sequence()
    return sequences.MANY if isinstance(rule, Code) and max(rule.plain or (0,)) > 7 else OBSERVED_TO


def proved_period(
    ruleset: Ruleset[Any],
    most: int,
    meter: Meter | None = None,
    *,
    workers: Workers = 1,
    journal: PeriodJournal | None = None,
) -> sequences.Period | None:
    """Return the proved period of a code or a finite subtraction set, or None when no theorem covers the rule."""
    rule = ruleset.sequence()
    if isinstance(rule, tuple):
        return sequences.subtraction_period(rule, most, meter)
    if rule is None:
        return None
    found = sequences.code_period(rule, most, meter, way=_way(workers, journal) if has_numpy() else None)
    if journal is not None:
        journal.finish(found)
    return found


def _way(workers: Workers, journal: PeriodJournal | None) -> sequences.Way:
    """Return how a search goes far: by whom, and noting where."""
    runner: sequences.Runner
    if workers == "ray":
        from .segments import SegmentRun

        runner = partial(SegmentRun, workers=workers)
    else:
        runner = partial(sequences.CodeCourse, workers=workers)
    return sequences.Way(runner, journal)


class KnownPeriod(NamedTuple):
    """A proved period and the largest value of any heap."""

    preperiod: int
    period: int
    max_value: int


def known_period(code: Code) -> KnownPeriod | None:
    """Return the period of a code from the table, None when the code is not in it.

    >>> from grundy.core import read_code
    >>> known_period(read_code("0.77"))
    KnownPeriod(preperiod=71, period=12, max_value=8)
    """
    return known_periods().get(str(code))


@cache
def known_periods() -> dict[str, KnownPeriod]:
    """Return the whole table, read once."""
    from importlib.resources import files

    text = files("grundy").joinpath("data", "octal_periods.csv").read_text(encoding="ascii")
    rows = (row.split(",") for row in text.split("\n")[1:-1])
    return {code: KnownPeriod(*map(int, numbers)) for code, *numbers in rows}
