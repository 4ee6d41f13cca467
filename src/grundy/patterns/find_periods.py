"""Periods that are seen: g(n + p) = g(n) + s for every n from n0 on that was looked at.

The differences d(n) = g(n + 1) - g(n) of such values repeat with period p, and a sequence repeats from some place on
exactly when, read backwards, it agrees with itself moved by p. How far it does is found for every p at once by
the Z-function (D. Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997, section 1.3), in linear time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .evidence import is_enough
from .pattern import Pattern

SURPLUS = 16
"""Values that a period predicts beyond as many as describe it."""


class Seen(NamedTuple):
    """g(n + period) = g(n) + saltus for every n >= start that was looked at; neither number can be smaller."""

    start: int
    period: int
    saltus: int


def seen_period(values: Sequence[int], start: int = 0) -> Seen | None:
    """Return the period of the values of heaps `start`, `start` + 1, ..., or None.

    The preperiod and one period describe the sequence; at least as many values again, and `SURPLUS` more, must follow
    from them. Periods of the outcome are found in its zeros and ones.

    >>> seen_period([5, 0, 1, 0, 1, 2] + [0, 1, 0, 1, 2] * 8)
    Seen(start=1, period=5, saltus=0)
    >>> seen_period([n // 3 for n in range(40)])
    Seen(start=0, period=3, saltus=1)
    """
    differences = [int(after - before) for before, after in pairwise(values)]
    most = (len(values) - SURPLUS) // 2
    for period, agreed in enumerate(_agreements(differences[::-1], most)):
        first = len(differences) - period - agreed
        if period and first + period <= most:
            saltus = int(values[-1] - values[-1 - period])
            return Seen(start + first, period, saltus)
    return None


def _agreements(items: Sequence[int], most: int) -> list[int]:
    """Return for every move up to `most` how many items agree with those moved so far (the Z-function)."""
    agreed, left, right = [len(items)], 0, 0
    for i in range(1, min(len(items), most + 1)):
        length = max(0, min(right - i, agreed[i - left])) if i < right else 0
        while i + length < len(items) and items[length] == items[i + length]:
            length += 1
        if i + length > right:
            left, right = i, i + length
        agreed.append(length)
    return agreed


def find_periods(values: Sequence[int], start: int = 0) -> list[Pattern]:
    """Return the period of the values of heaps `start`, `start` + 1, ... as a pattern, if one is seen.

    Its cost counts the preperiod and the period, since all their values are needed. The criterion is that of
    `seen_period`, and that the values behind them are no accident (`evidence`).

    >>> [p.claim for p in find_periods([7, 7, *([0, 1, 2] * 20)])]
    ['periodic 3 from 2']
    """
    seen = seen_period(values, start)
    if seen is None or not _is_surprising(values, seen, start):
        return []
    first, period, saltus = seen
    claim = None if saltus else f"periodic {period} from {first}"
    text = claim or f"g(n + {period}) == g(n) + {saltus} from {first}"
    cost = 2 + period + first - min(start + 1, first)
    return [Pattern("period", text, cost, first, start + len(values) - 1, claim, None, seen)]


def _is_surprising(values: Sequence[int], seen: Seen, start: int) -> bool:
    """Return whether the values that follow from the preperiod and the first period have information."""
    predicted = values[seen.start - start + seen.period :]
    return is_enough(predicted if not seen.saltus else [n % seen.period for n in range(len(predicted))], 2)
