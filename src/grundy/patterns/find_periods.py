"""Periods that are seen: g(n + p) = g(n) + s for every n from n0 on that was looked at.

Read backwards, the differences of such values agree with themselves moved by p; how far, the Z-function says for every
p at once (D. Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997, section 1.3), in linear time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .pattern import Pattern, is_enough

SURPLUS = 16
"""Values that a period predicts beyond as many as describe it."""


class SeenPeriod(NamedTuple):
    """g(n + period) = g(n) + saltus for every n >= start that was looked at; neither number can be smaller."""

    start: int
    period: int
    saltus: int


def seen_period(values: Sequence[int], start: int = 0) -> SeenPeriod | None:
    """Return the period of the values of heaps `start`, `start` + 1, ..., or None.

    The preperiod and one period describe the sequence; at least as many values again, and `SURPLUS` more, must follow
    from them. Periods of the outcome are found in its zeros and ones.

    >>> seen_period([5, 0, 1, 0, 1, 2] + [0, 1, 0, 1, 2] * 8)
    SeenPeriod(start=1, period=5, saltus=0)
    >>> seen_period([n // 3 for n in range(40)])
    SeenPeriod(start=0, period=3, saltus=1)
    """
    differences = [int(after - before) for before, after in pairwise(values)]
    most = (len(values) - SURPLUS) // 2
    for period, agreed in enumerate(_agreements(differences[::-1], most)):
        first = len(differences) - period - agreed
        if period and first + period <= most:
            saltus = int(values[-1] - values[-1 - period])
            return SeenPeriod(start + first, period, saltus)
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
    `seen_period`, and that the values behind them are no accident (`pattern`).

    >>> [p.claim for p in find_periods([7, 7, *([0, 1, 2] * 20)])]
    ['periodic 3 from 2']
    """
    seen = seen_period(values, start)
    if seen is None:
        return []
    first, period, saltus = seen
    predicted = values[first - start + period :]
    if not is_enough([n % period for n in range(len(predicted))] if saltus else predicted, 2):
        return []
    claim = None if saltus else f"periodic {period} from {first}"
    text = claim or f"g(n + {period}) == g(n) + {saltus} from {first}"
    cost = 2 + period + first - min(start + 1, first)
    return [Pattern("period", text, cost, first, start + len(values) - 1, claim, None, seen)]
