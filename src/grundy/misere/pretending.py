"""The pretending function of a heap game, which maps heaps to elements of a misère quotient, and proofs of its period.

Theorem. Let a move take at most k tokens and leave at most h heaps, let the quotient of the heaps up to h(n0 + p) + k -
1 be proved, with n0 >= 1, and let image(n + p) = image(n) for all n >= n0 for which both are known. Then this quotient,
continued with period p, is the misère quotient of the whole game.

Proof. Let n be the first heap beyond, so that n - p >= h n0 + (h - 1)p + k. A move from n leaves at least h(n0 + p)
tokens in at most h heaps, so one of them is at least n0 + p. If this heap is smaller by p, we get a move from n - p to
the same element. A move from n - p leaves at least h n0 tokens, so one heap is at least n0. If this heap is larger by
p, we get a move from n to the same element. So heap n, with the image of n - p, has the same pair (x, E) as heap n - p
(`transitions` defines these pairs). The transition algebra does not change, and its proof that every outcome is right
remains valid.

Sources: T. E. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T. E. Plambeck and A. N. Siegel,
"Misère quotients for impartial games", 2008, section 6; for Grundy values R. K. Guy and C. A. B. Smith, "The G-values
of various games", 1956.
"""

from __future__ import annotations

from dataclasses import replace

from ..core import Code
from .quotient import Quotient

THEOREM = "Plambeck 2005, Plambeck and Siegel 2008: a block of images, once repeated, repeats forever"

Reach = tuple[int, int]
"""The largest number of heaps that a move leaves, and the largest number of tokens that it takes."""


def reach_of(rule: Code | tuple[int, ...] | None) -> Reach | None:
    """Return how many heaps a move of a rule leaves at most, and how many tokens it takes at most.

    The result is None if the theorem on periods does not apply to the rule.

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
    """Find the shortest period of the last images of heaps in a misère quotient.

    Args:
        images: The elements of the quotient that represent heaps 0, 1, ...
        least: The least period to consider.

    Returns:
        (preperiod, period), or None if no period occurs at least twice at the end of the images.

    Example:
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
    """Return the last heap whose image in the misère quotient must be known to prove a period.

    Args:
        preperiod: The preperiod.
        period: The period.
        reach: The largest number of heaps that a move leaves, and the largest number of tokens that it takes.

    Returns:
        The size of the heap.
    """
    heaps, take = reach
    return heaps * (max(preperiod, 1) + period) + take - 1


def with_proved_period(quotient: Quotient, reach: Reach | None) -> Quotient | None:
    """Return the quotient with a proved period of the images of heaps, so that it covers the whole game, or None.

    Args:
        quotient: A partial quotient.
        reach: The largest number of heaps that a move leaves, and the largest number of tokens that it takes. None if
            the theorem on periods does not apply.

    Returns:
        The quotient with the period, or None if none is proved.
    """
    found = None if reach is None else seen_period(quotient.images)
    while reach is not None and found is not None:
        if window_end(*found, reach) <= quotient.bound:
            return replace(quotient, preperiod=found[0], period=found[1])
        found = seen_period(quotient.images, found[1] + 1)
    return None


def is_tame(quotient: Quotient) -> bool:
    """Return whether a misère quotient has the structure of one of nim, with 1, 2 or 2^n + 2 elements.

    Such a quotient consists of the identity, an element of order two (both are fickle), and a group in which every
    square is the group's identity z. The P-portion contains the fickle element that is not the identity, and z (T. E.
    Plambeck and A. N. Siegel, "Misère quotients for impartial games", 2008).
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
