"""The period of a heap game with its proof, or how far a search for it went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..core import Drawable

if TYPE_CHECKING:
    from .arrays import Series

Seen = Literal["proved", "observed"]
"""Proved: true forever. Observed: true for all computed values."""


class Evidence(NamedTuple):
    """The evidence for a period proved by a repeated state: the sparse space of the code, and the heaps examined.

    Attributes:
        mask: A value v is of common type at heap n if popcount(v & mask) + flag * (n - tau) is odd.
        flag: 1 if the type of a value also depends on the parity of the heap, else 0; see `mask`.
        tau: A number with the parity of the heaps at which `flag` changes nothing; see `mask`.
        rares: The rare heaps: those whose values are not of common type.
        seed: The number of exact values at the beginning.
        window: The number of consecutive values that determine the next one.
        depth: A bound: in every split that the verification used, the smaller heap is at most this large.
        witnesses: For every prime l that divides the period, l and a heap at which period / l is not a period.
        resumed_at: The search relied on its journal for the heaps below this one; 0 if it was not interrupted.
    """

    mask: int
    flag: int
    tau: int
    rares: tuple[int, ...]
    seed: int
    window: int
    depth: int
    witnesses: tuple[tuple[int, int], ...]
    resumed_at: int = 0


@dataclass(frozen=True, slots=True)
class Period(Drawable):
    """A period of Grundy values: g(n + period) == g(n) + saltus for n >= preperiod; both numbers are minimal.

    Attributes:
        preperiod: The first heap of the periodic part.
        period: The period.
        checked_to: The last heap whose value was computed.
        theorem: The theorem that proves the period, or None.
        values: g(0) to g(preperiod + period - 1); if they are many, they are recomputed when they are used.
        saltus: The increase per period.
        status: "proved" or "observed".
        evidence: The evidence of a proof by a repeated state.
        obstacle: What prevents a proof of an observed period, in words, or "".

    Example:
        >>> import grundy
        >>> found = grundy.game("kayles").period()
        >>> found.preperiod, found.period, found.status
        (71, 12, 'proved')
    """

    preperiod: int
    period: int
    checked_to: int
    theorem: str | None
    values: Sequence[int]
    saltus: int = 0
    status: Seen = "proved"
    evidence: Evidence | None = None
    obstacle: str = ""

    def value(self, heap: int) -> int:
        """Return the value of a heap of any size; for an observed period, the value that it predicts.

        Args:
            heap: The size of the heap, at least 0.

        Returns:
            The value g(heap).

        Example:
            >>> import grundy
            >>> grundy.game("kayles").period().value(10**30)
            1
        """
        if heap < len(self.values):
            return self.values[heap]
        rounds, place = divmod(heap - self.preperiod, self.period)
        return self.values[self.preperiod + place] + rounds * self.saltus


def least_period(found: Period) -> Period:
    """Return a period with the least length and preperiod, given a correct one of any length.

    All periods of a sequence are multiples of the least one, and the saltus is divided in the same proportion.

    >>> least_period(Period(2, 4, 9, None, (0, 1, 2, 3, 4, 5), 4)).period
    1
    """
    start, stop = found.preperiod, found.preperiod + found.period
    steps = [found.value(n + 1) - found.value(n) for n in range(stop)]
    p = next(
        p
        for p in range(1, found.period + 1)
        if found.period % p == 0 and all(steps[n] == steps[n - p] for n in range(start + p, stop))
    )
    grown = found.value(start + p) - found.value(start)
    while start and found.value(start - 1) + grown == found.value(start - 1 + p):
        start -= 1
    values = tuple(found.value(n) for n in range(start + p))
    return replace(found, preperiod=start, period=p, saltus=grown, values=values)


class Unproved(NamedTuple):
    """The result of a search that proved no period.

    Attributes:
        looked: The last heap that was examined; -1 if no theorem on periods applies to the game.
        values: The values that were computed.
        obstacle: What prevents a proof of the period that these values show, or "".
    """

    looked: int
    values: Series | Sequence[int] = ()
    obstacle: str = ""
