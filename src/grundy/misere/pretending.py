"""The pretending function of a heap game: which element each heap is, and the theorem that it goes on for ever.

Theorem (T. Plambeck, "Taming the wild in impartial combinatorial games", 2005; Plambeck and Siegel, 2008, section
6; for values Guy and Smith, 1956). Let a move take at most k tokens and leave at most h heaps, let the quotient
of the heaps to h(n0 + p) + k - 1 be proved, n0 >= 1, and let image(n + p) = image(n) for n0 <= n wherever both are
known. Then that quotient, continued with period p, is the misere quotient of the whole game.

Proof. Let n be the first heap beyond, so that n - p >= hn0 + (h - 1)p + k. A move from n leaves at least
h(n0 + p) tokens in at most h heaps, one of them at least n0 + p; p less there is a move from n - p to the same
element. A move from n - p leaves at least hn0 tokens, one heap at least n0, and p more there is a move from n to
the same element. So heap n, given the image of n - p, has the pair (x, E) of heap n - p: the transition algebra
does not change, and with it stands the proof that every answer is right.
"""

from __future__ import annotations

from dataclasses import replace

from ..core import Code
from .quotient import Quotient

THEOREM = "Plambeck 2005, Plambeck and Siegel 2008: a repeated window of images repeats for ever"

Reach = tuple[int, int]
"""The most heaps a move leaves, and the largest take."""


def reach_of(rule: Code | tuple[int, ...] | None) -> Reach | None:
    """Return what the theorem asks of a rule, or None when it does not cover it.

    >>> reach_of((1, 3, 4))
    (1, 4)
    """
    if isinstance(rule, tuple):
        return 1, max(rule, default=0)
    digits = None if rule is None else rule.plain
    if digits is None:
        return None
    return max(1, *(digit.bit_length() - 1 for digit in digits)), len(digits) - 1


def seen_period(images: tuple[int, ...], least: int = 1) -> tuple[int, int] | None:
    """Return (preperiod, period) of images with at least two periods behind the preperiod, or None; period >= `least`.

    >>> seen_period((0, 3, 1, 2, 1, 2, 1, 2))
    (2, 2)
    """
    bound = len(images) - 1
    for period in range(least, bound // 2 + 1):
        start = bound - period + 1
        while start and images[start - 1] == images[start - 1 + period]:
            start -= 1
        if start + 2 * period <= bound + 1:
            return start, period
    return None


def window_end(preperiod: int, period: int, reach: Reach) -> int:
    """Return the last heap of the window that proves a period."""
    heaps, take = reach
    return heaps * (max(preperiod, 1) + period) + take - 1


def with_proved_period(quotient: Quotient, reach: Reach | None) -> Quotient | None:
    """Return the quotient continued for ever, when the window of the theorem repeats; else None."""
    found = None if reach is None else seen_period(quotient.images)
    while reach is not None and found is not None:
        if window_end(*found, reach) <= quotient.bound:
            return replace(quotient, preperiod=found[0], period=found[1])
        found = seen_period(quotient.images, found[1] + 1)
    return None


def is_tame(quotient: Quotient) -> bool:
    """Return whether a quotient is one of nim, with 1, 2 or 2^n + 2 elements (Plambeck and Siegel, 2008).

    Beside the identity and an element of order two, both fickle, there is a group in which every square is its
    identity z; lost are the fickle element that is not the identity, and z.
    """
    times, order = quotient.times, quotient.order
    if order <= 2:
        return quotient.lost == (0, 0b10)[order - 1]
    ends = [x for x in range(1, order) if times[x][x] == x]
    if len(ends) != 1:
        return False
    group = set(times[ends[0]])
    fickle = [x for x in range(1, order) if x not in group]
    return (
        len(fickle) == 1
        and times[fickle[0]][fickle[0]] == 0
        and all(times[x][x] == ends[0] for x in group)
        and quotient.lost == 1 << fickle[0] | 1 << ends[0]
    )
