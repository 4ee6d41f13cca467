"""Axes of plots: from numbers to px, linear or logarithmic, and the round numbers that are written beside them."""

from __future__ import annotations

from math import log2
from typing import NamedTuple


class Scale(NamedTuple):
    """Numbers from `low` to `high` as px from `start` to `end`; with `log` by the logarithm of 1 + the number."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def px(self, number: float) -> float:
        """Return the place of a number.

        >>> Scale(0, 10, 0, 100).px(5), Scale(0, 3, 0, 100, log=True).px(1)
        (50.0, 50.0)
        """
        low, high, number = (self._bent(n) for n in (self.low, self.high, number))
        return self.start + (self.end - self.start) * (number - low) / ((high - low) or 1.0)

    def _bent(self, number: float) -> float:
        """Return the logarithm where the scale has it."""
        return log2(max(0.0, number) + 1) if self.log else float(number)

    def ticks(self, most: int = 8) -> list[int]:
        """Return at most about `most` round numbers of the scale, ascending.

        >>> Scale(0, 100, 0, 1).ticks(), Scale(37, 61, 0, 1).ticks(4), Scale(0, 20, 0, 1, log=True).ticks()
        ([0, 20, 40, 60, 80, 100], [40, 50, 60], [0, 1, 3, 7, 15])
        """
        if self.log:
            powers = (2**k - 1 for k in range(70))
            found = [n for n in powers if self.low <= n <= self.high]
            return found[:: max(1, -(-len(found) // most))]
        step, factors = 1, (2, 5, 10)
        power, place = 1, 0
        while (self.high - self.low) / step > most:
            step = power * factors[place]
            place += 1
            if place == len(factors):
                place, power = 0, power * 10
        first = -int(-self.low // step)
        return [n * step for n in range(first, int(self.high // step) + 1)]
