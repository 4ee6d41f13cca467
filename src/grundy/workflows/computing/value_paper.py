"""Values of heaps as a paper: rows of values, shaded, the period bracketed where one is proved or seen."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ...core import LimitReached, Limits, Meter, Ruleset
from ...drawing.papers import Paper, ValueRows
from .period import proved_period, seen_in

LOOKED_TO = 1000
"""Heaps among which the proof of a period is looked for when fewer are written."""
SEEN_TO = 100_000
"""Heaps among which a period is looked for where none is proved."""


def values_paper(
    ruleset: Ruleset[Any], values: Sequence[int], *, misere: bool = False, limits: Limits | None = None
) -> Paper:
    """Return values of heaps 0, 1, ... as a paper; under `limits` the proof of a period is looked for.

    >>> from ...notation import read_ruleset
    >>> values_paper(read_ruleset("0.07"), [0, 0, 1]).blocks[0][:72]
    'The values of heaps 0 to 2. They have period 34 from heap 53 on, proved '
    """
    found = None
    if misere == ruleset.last_loses:
        with suppress(LimitReached):
            found = proved_period(ruleset, max(len(values) - 1, LOOKED_TO), Meter(limits))
        found = found or seen_in(ruleset, values[:SEEN_TO])
    what = "misere Grundy values" if misere else "values"
    told = f"The {what} of heaps 0 to {len(values) - 1}."
    rows, sources = ValueRows(values), tuple[str, ...]()
    if found is not None:
        saltus = f" and saltus {found.saltus}" if found.saltus else ""
        sources = (found.theorem or "",)
        status = f"proved ({found.theorem})" if found.status == "proved" else f"observed to heap {found.checked_to}"
        where = f"period {found.period}{saltus} from heap {found.preperiod} on, {status}"
        told += f" They have {where}."
        rows = ValueRows(values, 0, found.preperiod, found.period)
    known = ruleset.theory_of(last_loses=misere != ruleset.last_loses)
    play = ", misere play" if misere else ""
    return Paper(f"{ruleset.name}{play}", (told, rows), () if known is None else (known,), sources)
