"""Periods of heap games: proved if a theorem covers the rules, else observed in the computed values.

The table `data/octal_periods.csv`, computed by sweeps, has proved periods of octal codes. Every row is a theorem about
one code (R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956), with minimal preperiod and period.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import sequences
from ...core import Budget, Code, HeapRuleset, Knowledge, LimitReached, Ruleset, Structure, facet
from ...games import code_of
from .values import heap_values, require_heaps, room, too_many

if TYPE_CHECKING:
    from ...cluster import Workers
    from .period_journal import PeriodJournal

PROVED_TO = 1 << 20
"""The default last heap for a proof."""
OBSERVED_TO = 2000
"""The default last heap to observe a period if none is proved."""

STAGE = 1 << 20
"""The last heap of the first stage of a long observation; every further stage is eight times as long."""


def find_period(
    ruleset: Ruleset[Any],
    most: int | None = None,
    budget: Budget | None = None,
    *,
    workers: Workers = 1,
    journal: PeriodJournal | None = None,
) -> sequences.Period | None:
    """Find the period of the Grundy values of heaps, with minimal preperiod and saltus.

    The period of a take-and-break code or a finite subtraction set is proved if a theorem applies. The period of any
    other ruleset is only observed in computed values.

    Args:
        ruleset: A ruleset on single heaps.
        most: The largest heap to examine, or None for a default.
        budget: Counts and limits the work.
        workers: The number of threads for a long search, or "ray" for a cluster.
        journal: A file that records the progress of a long search, which continues from it; or None.

    Returns:
        The period with its status, or None if none was found, which does not exclude one.

    Raises:
        PositionError: If positions are not heaps.
        LimitReached: If a limit was reached; the error contains the values computed so far.
        StoreMismatch: If the journal belongs to another search.
        CorruptStore: If the journal is damaged.
    """
    require_heaps(ruleset, f"grundy explore {ruleset.name}")
    budget = budget or Budget()
    proof = _proof(ruleset, PROVED_TO if most is None else most, budget, workers, journal)
    if isinstance(proof, sequences.Period):
        return proof
    last, fit = looked_to(ruleset, most), room(budget)
    values: list[int] = []
    stop = min(STAGE, last, fit)
    while len(values) <= min(
        last, fit
    ):  # in stages, so that the values of the previous stage remain if a limit is reached
        try:
            values = heap_values(ruleset, stop, budget=budget)
        except LimitReached as error:
            error.partial = values if len(values) > len(error.partial) else error.partial
            raise
        stop = min(8 * stop, last, fit)
    period = None if facet(ruleset, Knowledge).value_course else seen_in(ruleset, values)
    if period is not None and period.status == "observed":
        lacking = "the theorem needs more heaps" if 0 <= proof.looked <= last else "no theorem covers this rule"
        period = replace(period, obstacle=proof.obstacle or lacking)
    if last > fit and (period is None or period.status != "proved"):
        raise too_many(fit, values)
    return period


def seen_in(ruleset: Ruleset[Any], values: Sequence[int]) -> sequences.Period | None:
    """Return the period that some computed values show: proved if these values prove it, otherwise only observed.

    Args:
        ruleset: A ruleset on single heaps.
        values: The values from heap 0 on.

    Returns:
        The period with its status, or None if the values show no period.
    """
    rule = rule_of(ruleset)
    return (sequences.shown_period(rule, values) if isinstance(rule, Code) else None) or sequences.observed_period(
        values
    )


def no_period(ruleset: Ruleset[Any]) -> str:
    """Describe why no period is proved for a ruleset whose computed values show none.

    Args:
        ruleset: A ruleset on single heaps.

    Returns:
        The obstacle in words.

    Example:
        >>> from grundy import read_ruleset
        >>> no_period(read_ruleset("0.9"))
        'these values neither repeat nor grow by a fixed number, and no theorem decides the further ones'
    """
    stated = facet(ruleset, Knowledge)
    if stated.value_course is not None and stated.theory is not None:
        start, period, _ = stated.value_course
        return f"a theorem gives period {period} from heap {start} on, which needs more heaps ({stated.theory.source})"
    if rule_of(ruleset) is None:
        return "these values show none, and no theorem covers this rule"
    return "these values neither repeat nor grow by a fixed number, and no theorem decides the further ones"


def looked_to(ruleset: Ruleset[Any], most: int | None = None) -> int:
    """Return the largest heap in which `find_period` looks for a period if no theorem can prove one.

    Args:
        ruleset: A ruleset on single heaps.
        most: The largest heap that the user requested, or None.

    Returns:
        `most` if it is given, otherwise a default that depends on the ruleset.
    """
    if most is not None:
        return most
    rule = facet(ruleset, Structure).sequence()
    return sequences.MANY if isinstance(rule, Code) and max(rule.plain or (0,)) > 7 else OBSERVED_TO


def proved_period(
    ruleset: Ruleset[Any],
    most: int,
    budget: Budget | None = None,
    *,
    workers: Workers = 1,
    journal: PeriodJournal | None = None,
) -> sequences.Period | None:
    """Return the proved period of the values of a take-and-break code, a subtraction set, or alternatives of these.

    Args:
        ruleset: A ruleset on single heaps.
        most: The largest heap to examine.
        budget: Counts and limits the work.
        workers: The number of threads for a long search, or "ray" for a cluster.
        journal: A file that records the progress of a long search, which continues from it; or None.

    Returns:
        The period, or None if none is proved.
    """
    found = _proof(ruleset, most, budget, workers, journal)
    return found if isinstance(found, sequences.Period) else None


def rule_of(ruleset: Ruleset[Any]) -> Code | tuple[int, ...] | None:
    """Return the finite subtraction set of a ruleset, or else the code with the same moves; None for other rules.

    >>> from grundy import read_ruleset
    >>> rule_of(read_ruleset("take {1, 3}")), str(rule_of(read_ruleset("take 1..2 or split")))
    ((1, 3), '4.33')
    """
    return facet(ruleset, Structure).sequence() or (code_of(ruleset) if isinstance(ruleset, HeapRuleset) else None)


def _proof(
    ruleset: Ruleset[Any], most: int, budget: Budget | None, workers: Workers, journal: PeriodJournal | None
) -> sequences.Period | sequences.Unproved:
    rule = rule_of(ruleset)
    if rule is None:
        return _stated(ruleset, most) or sequences.Unproved(-1)
    unusual = workers != 1 or journal is not None
    way = _way(workers, journal) if unusual and sequences.has_numpy() else None
    found = sequences.rule_proof(rule, most, budget, way=way)
    if journal is not None:
        journal.finish(found if isinstance(found, sequences.Period) else None)
    return found


def _way(workers: Workers, journal: PeriodJournal | None) -> sequences.Way:
    runner: sequences.Runner
    if workers == "ray":
        from .segments import SegmentRun

        runner = partial(SegmentRun, workers=workers)
    else:
        runner = partial(sequences.CodeCourse, workers=workers)
    return sequences.Way(runner, journal)


def _stated(ruleset: Ruleset[Any], most: int) -> sequences.Period | None:
    """Return the period that a theorem states for the ruleset, after a test on the values of two whole periods.

    The result is None if there is no such theorem, if the test fails, or if it needs heaps larger than `most`.
    """
    stated = facet(ruleset, Knowledge)
    course, theory = stated.value_course, stated.theory
    if course is None or theory is None or course.preperiod + 2 * course.period > most + 1:
        return None
    start, period, saltus = course
    values = [stated.known_value(n) for n in range(start + 2 * period)]
    known = tuple(value for value in values if value is not None)
    if len(known) < len(values) or any(known[n + period] != known[n] + saltus for n in range(start, start + period)):
        return None
    return sequences.least_period(sequences.Period(start, period, len(known) - 1, str(theory), known, saltus))


class KnownPeriod(NamedTuple):
    """A proved period from the table of known periods.

    Attributes:
        preperiod: The first heap from which on the values are periodic.
        period: The length of the period.
        max_value: The largest value of all heaps.
    """

    preperiod: int
    period: int
    max_value: int


def known_period(code: Code) -> KnownPeriod | None:
    """Return the period of a take-and-break code from the table of known periods, or None if it is not there.

    >>> from grundy.core import read_code
    >>> known_period(read_code("0.77"))
    KnownPeriod(preperiod=71, period=12, max_value=8)
    """
    return known_periods().get(str(code))


@cache
def known_periods() -> dict[str, KnownPeriod]:
    """Return the table of known periods by code, read once from `data/octal_periods.csv`."""
    from importlib.resources import files

    text = files("grundy").joinpath("data", "octal_periods.csv").read_text(encoding="ascii")
    rows = (row.split(",") for row in text.split("\n")[1:-1])
    return {code: KnownPeriod(*map(int, numbers)) for code, *numbers in rows}
