"""The misere quotient of one code, as a line of a sweep in misere play."""

from __future__ import annotations

from ... import misere
from ...core import LimitReached, Limits, Meter
from ...notation import read_ruleset
from ...storage import Line
from .misere import FAR, find_quotient

WORK = 20_000
"""Sums that are judged for one code, unless something else is asked for."""
SECONDS, MEMORY = 120.0, 1 << 30
"""Time and memory that end the work on a code in any case; the reason names them then."""
MOST_LOST, MOST_SINGLE = 64, 100
"""Lost elements, and the last single heap, of which a line tells."""


def quotient_line(text: str, most: int = FAR, work: int = WORK) -> Line:
    """Return the line of one code: its misere quotient, of all heaps or of those to `to`.

    The status is "proved" where the images of the heaps are proved to repeat: the quotient is that of the whole game.
    It is "none" when all heaps to `most` are in it and prove no period, and "limit" when larger heaps need more than
    `work` sums or a quotient too large, as `reason` says. `seen` is a period that the images show, without a proof.
    `lost` has the lightest sum of heaps of each lost element, the first 64 of `p_portion`, and `p_heaps` the lost
    single heaps.

    >>> line = quotient_line("0.77")
    >>> line["status"], line["order"], line["preperiod"], line["period"], line["tame"], line["p_heaps"][:5]
    ('proved', 40, 71, 12, False, [1, 4, 9, 12, 20])
    """
    line: Line = {"ruleset": text, "play": "misere"}
    listing = Meter(Limits(SECONDS))
    try:
        found = find_quotient(read_ruleset(text), most, Meter(Limits(SECONDS, work, MEMORY)), listing, proved=True)
    except LimitReached as error:
        return line | {"status": "limit", "to": 0, "order": None, "period": None, "reason": error.message}
    told = quotient_told(found.quotient, "limit" if found.reason else "none")
    return line | told | ({"reason": found.reason} if found.reason else {})


def quotient_told(quotient: misere.Quotient, unproved: str = "none") -> Line:
    """Return what a line says of a quotient, with the status `unproved` where no period is proved."""
    q, proved = quotient, quotient.period is not None
    seen = None if proved else misere.seen_period(q.images)
    line: Line = {"status": "proved" if proved else unproved, "to": q.bound, "order": q.order}
    line |= {"tame": misere.is_tame(q), "preperiod": q.preperiod if proved else None, "period": q.period}
    line |= {"seen": None if seen is None else list(seen), "p_portion": len(q.p_portion)}
    line |= {"lost": [list(q.words[x]) for x in q.p_portion[:MOST_LOST]]}
    return line | {"p_heaps": [n for n, x in enumerate(q.images[: MOST_SINGLE + 1]) if q.is_lost(x)]}
