"""Computes the misère quotient of one code, as a line of the file of a sweep over many codes.

The image of a heap is the element of the quotient that represents it.
"""

from __future__ import annotations

from ... import misere
from ...core import Budget, LimitReached, Limits
from ...notation import read_ruleset
from ...storage import Line
from .misere import FAR, find_quotient

WORK = 20_000
"""The default number of sums examined for one code."""
SECONDS, MEMORY = 120.0, 1 << 30
"""Limits of time and memory for one code; if reached, the reason names them."""
MOST_LOST, MOST_SINGLE = 64, 100
"""The largest number of P-portion elements, and the last single heap, in a line."""


def quotient_line(text: str, most: int = FAR, work: int = WORK) -> Line:
    """Compute the misère quotient of one code, as a line (a JSON object) of the file of a sweep over many codes.

    The main entries of the line are:

    - `status`: "proved" if the images of the heaps are proved to be periodic, so that the quotient is that of the whole
      game; "none" if all heaps up to `most` were included without such a proof; "limit" if a limit was reached before
    - `reason`: the limit that was reached, only if there was one
    - `preperiod`, `period`: the proved period of the images, or null
    - `seen`: preperiod and period that the images show without a proof, or null
    - `lost`: for each of the first 64 elements of the P-portion the smallest sum of heaps with this image, as a list
    - `p_heaps`: the single heaps up to 100 that are P-positions

    Args:
        text: The code, such as "0.77".
        most: The largest heap.
        work: The largest number of sums of heaps that are examined.

    Returns:
        The line, as a dictionary.

    Example:
        >>> line = quotient_line("0.77")
        >>> line["status"], line["order"], line["preperiod"], line["period"], line["tame"], line["p_heaps"][:5]
        ('proved', 40, 71, 12, False, [1, 4, 9, 12, 20])
    """
    line: Line = {"ruleset": text, "play": "misere"}
    listing = Budget(Limits(SECONDS))
    try:
        searched = find_quotient(read_ruleset(text), most, Budget(Limits(SECONDS, work, MEMORY)), listing, proved=True)
    except LimitReached as error:
        return line | {"status": "limit", "to": 0, "order": None, "period": None, "reason": error.message}
    fields = quotient_fields(searched.quotient, "limit" if searched.reason else "none")
    return line | fields | ({"reason": searched.reason} if searched.reason else {})


def quotient_fields(quotient: misere.Quotient, unproved: str = "none") -> Line:
    """Return the fields that describe a misère quotient in a line of a sweep.

    Args:
        quotient: The quotient.
        unproved: The status if no period of the images of heaps is proved.

    Returns:
        The fields, as a dictionary.
    """
    q, proved = quotient, quotient.period is not None
    seen = None if proved else misere.seen_period(q.images)
    line: Line = {"status": "proved" if proved else unproved, "to": q.bound, "order": q.order}
    line |= {"tame": misere.is_tame(q), "preperiod": q.preperiod if proved else None, "period": q.period}
    line |= {"seen": None if seen is None else list(seen), "p_portion": len(q.p_portion)}
    line |= {"lost": [list(q.words[x]) for x in q.p_portion[:MOST_LOST]]}
    return line | {"p_heaps": [n for n, x in enumerate(q.images[: MOST_SINGLE + 1]) if q.is_lost(x)]}
