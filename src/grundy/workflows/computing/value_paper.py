"""Presents values of heaps as a document: shaded rows of values, with a proved or observed period bracketed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ...core import Budget, Knowledge, LimitReached, Limits, Ruleset, facet, has_misere_rule
from ...drawing.papers import Paper, ValueRows
from ...sequences import Period, observed_period
from .period import proved_period, seen_in

LOOKED_TO = 1000
"""The least last heap for the proof of a period."""
SEEN_TO = 100_000
"""The last heap searched for a period if none is proved."""


def values_paper(
    ruleset: Ruleset[Any] | None,
    values: Sequence[int],
    start: int = 0,
    *,
    misere: bool = False,
    limits: Limits | None = None,
) -> Paper:
    """Build a document from values of heaps: rows of values, with the period marked.

    Args:
        ruleset: The ruleset, or None if it is unknown; then only a period in these values is shown.
        values: The values of consecutive heaps.
        start: The first heap.
        misere: Whether the player who makes the last move loses.
        limits: The limits for the proof of a period.

    Returns:
        The document, to be written as LaTeX or HTML.

    Example:
        >>> from ...notation import read_ruleset
        >>> values_paper(read_ruleset("0.07"), [0, 0, 1]).blocks[0][:72]
        'The values of heaps 0 to 2. They have period 34 from heap 53 on, proved '
    """
    last = start + len(values) - 1
    what = "misère Grundy values" if misere else "values"
    text = f"The {what} of heaps {start} to {last}."
    rows, source = ValueRows(values, start), ""
    if ruleset is None or misere == has_misere_rule(ruleset):
        known = None if ruleset is None else facet(ruleset, Knowledge).value_course
        period = None if known is not None else _period(ruleset, values, start, limits)
        course = known or period
        if course is not None:
            source = "" if period is None else period.theorem or ""
            saltus = f" and saltus {course.saltus}" if course.saltus else ""
            grade = "proved"
            if period is not None and period.status != "proved":
                grade = f"observed up to heap {period.checked_to}"
            grade += f" ({source})" if source else ""
            text += f" They have period {course.period}{saltus} from heap {course.preperiod} on, {grade}."
            rows = ValueRows(values, start, course.preperiod, course.period)
    sources = (source,) if source else ()
    if ruleset is None:
        return Paper("Values of heaps", (text, rows), (), sources)
    theory = facet(ruleset, Knowledge).theory_of(last_loses=misere != has_misere_rule(ruleset))
    play = ", misère play" if misere else ""
    return Paper(f"{ruleset.name}{play}", (text, rows), () if theory is None else (theory,), sources)


def _period(ruleset: Ruleset[Any] | None, values: Sequence[int], start: int, limits: Limits | None) -> Period | None:
    first = () if start else values[:SEEN_TO]
    if ruleset is None:
        return observed_period(first)
    with suppress(LimitReached):
        period = proved_period(ruleset, max(start + len(values) - 1, LOOKED_TO), Budget(limits))
        if period is not None:
            return period
    return seen_in(ruleset, first)
