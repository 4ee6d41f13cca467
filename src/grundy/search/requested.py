"""Requested values: search a component only as far as its value may lie in a set that matters, in plain Python.

For the value to be one of the set, up to its greatest, all options count, so an option is asked for the values up to
that one that no option has shown yet. The answer is the exact value, or the proof that it is not in the set. With r
options still open a value v is possible only when at most r of the numbers below v were not shown: the search ends as
soon as no possible value is requested, or only one is possible and the options were asked about it. In a sum all
components but the heaviest are valued first, and the request is shifted by their nim-sum (after P. Beling and M.
Rogalski, "On pruning search trees of impartial games", Artificial Intelligence 283, 2020). An exact value is asked for
number by number, the least first. Sets of values are the bits of a number. Cost: one visit for every request.
"""

from __future__ import annotations

from typing import Any

from ..core import MAX_OPTIONS
from .couples import CouplesSolver
from .plain import Task


class RequestedSolver(CouplesSolver):
    """Values of components, searched as far as they matter."""

    def _has(self, number: int, n: int) -> bool:
        return n <= MAX_OPTIONS and self._answer(self._ask(number, 1 << n)) == n

    def _is(self, number: int, n: int) -> Task[Any]:
        return self._ask(number, 1 << n)

    def _ask(self, number: int, wanted: int) -> Task[int | None]:
        """Return the value of a component, or None: it is proved that it is not in the set `wanted`."""
        known = self.components
        self.visited += 1
        self.meter.passed(1)
        if known.value[number] is not None or not wanted & ~known.excluded[number]:
            return known.value[number]
        options = known.expand(number).open
        self._enter(number)
        hoped, below = wanted, -1
        for left in range(len(options), -1, -1):
            shown = known.excluded[number]
            possible = _possible(shown, left)
            hoped &= possible
            if possible & possible - 1 == 0 and possible & below:
                known.value[number] = possible.bit_length() - 1
                break
            if not hoped:
                known.excluded[number] |= wanted
                break
            below = (1 << hoped.bit_length()) - 1
            option = yield self._single(options[-left])
            value = 0
            if option.others:
                value = yield self._ask(option.others[0], _shifted(below & ~shown, option.total))
            if value is not None:
                known.exclude(number, value ^ option.total)
        del self._path[number]
        return known.value[number]


def _possible(excluded: int, left: int) -> int:
    """Return the set of values that are possible when `left` options are open: the first left + 1 not excluded.

    >>> bin(_possible(0b1011, 2))
    '0b110100'
    """
    found = 0
    for _ in range(left + 1):
        least = ~excluded & excluded + 1
        found |= least
        excluded |= least
    return found


def _shifted(values: int, x: int) -> int:
    """Return the set of the nim-sums with x, without those that no component can have, as it has not so many options.

    >>> bin(_shifted(0b110, 1))
    '0b1001'
    """
    found = 0
    while values:
        low = values & -values
        values ^= low
        value = low.bit_length() - 1 ^ x
        if value <= MAX_OPTIONS:
            found |= 1 << value
    return found
