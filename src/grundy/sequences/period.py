"""The period of a heap game with its proof, or how far a search for it went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
        depth: The largest smaller heap of a split that the verification used.
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


class Unproved(NamedTuple):
    """The result of a search that proved no period.

    Attributes:
        looked: The last heap that was examined; -1 if no theorem applies.
        values: The values that were computed.
    """

    looked: int
    values: Series | Sequence[int] = ()
