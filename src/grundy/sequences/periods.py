"""Periods of heap games with proof: g(n + p) = g(n) for every n >= n0, where both numbers are minimal.

Codes that leave at most h heaps: let k be the largest number of tokens that a move takes. If the equation holds for n0
<= n < h n0 + (h-1) p + k with n0 >= 1, it holds forever, because the largest heap that a move from n + p leaves is at
least n0 + p, and p tokens can be removed from it (R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956,
for h = 2).

Finite subtraction sets S: g(n) depends only on the last max(S) values, so a block of this length that is repeated once
is repeated forever (S. W. Golomb, "A mathematical investigation of games of take-away", 1966).

Codes with few rare heaps in their sparse space: a repeated state, with every value verified (theorem and proof in
`state_repeat`). This needs about half as many values as the theorem of Guy and Smith.

Codes that repeat digits or leave three heaps: `cofinite` and `induction` prove periods with a saltus.

If no theorem applies, a period can only be observed: g(n + p) = g(n) + s for all computed values from n0 on, for more
than half of them and at least three periods. The status distinguishes observed and proved periods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..core import Budget, Code, LimitReached
from ..kernels import can_run
from .digits import SEED, Octal, splits_of
from .octals import WORTH_COMPILING, kernels_for, octal_pieces
from .period import Period, Unproved
from .values import code_values, subtraction_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .state_repeat import Way

FIRST = 128
"""The number of values computed before the first search for a period."""
MANY = 400
"""The largest heap of the search for a code that leaves three or more heaps; the work grows faster than its square."""
NEAR = 4096
"""The largest heap that is computed by definition before the sparse space is tried."""
QUICK_REACH, QUICK_WORK, QUICK_TAKES = 1 << 20, 300_000_000, 5_000_000
"""Limits of a quick search, which takes about a second.

They are the last heap, heaps times rare heaps of a code, and heaps times members of a subtraction set.
"""
PLAIN_REACH = 1 << 14
"""The last heap of a search for a code without a compiler."""
FAR = 1 << 20
"""The number of heaps from which on kernels for few rare heaps continue the search."""
TAIL = 512
"""The number of values that must be repeated before a candidate is examined."""
CANDIDATES = 16
"""The number of repetitions of the tail that are examined, nearest first."""
RUN = 16
"""A run that begins after `FAR` heaps continues until the number of heaps has grown by this factor."""

GUY_SMITH = "Guy and Smith, The G-values of various games, 1956"
WINDOW = (
    "the theorem that a block of max(S) consecutive values, once repeated, repeats forever: Golomb, A mathematical "
    "investigation of games of take-away, 1966"
)


def rule_period(
    rule: Code | tuple[int, ...],
    most: int,
    budget: Budget | None = None,
    work: int | None = None,
    way: Way | None = None,
) -> Period | None:
    """Search for a proved period of the Grundy values of a code or of a finite subtraction set.

    Args:
        rule: The code or the set.
        most: The last heap that may be examined.
        budget: Counts the heaps computed; may raise `LimitReached`.
        work: A bound, for octal codes, on the number of heaps times the number of rare heaps. A search that would
            exceed it ends without a result, unless a faster method for few rare heaps applies. If None, the search ends
            if too large a share of the heaps is rare.
        way: How a search beyond `FAR` (2^20) heaps is executed, for instance by several workers with a journal.

    Returns:
        The period, or None if none is proved up to `most` or before the search ends.
    """
    searched = rule_proof(rule, most, budget, work, way)
    return searched if isinstance(searched, Period) else None


def rule_proof(
    rule: Code | tuple[int, ...],
    most: int,
    budget: Budget | None = None,
    work: int | None = None,
    way: Way | None = None,
) -> Period | Unproved:
    """Search for a proved period by all methods: those of `rule_search`, a repeated state, and automata.

    Args:
        rule: The code or the set.
        most: The last heap that may be examined.
        budget: Counts the heaps computed; may raise `LimitReached`.
        work: A bound, for octal codes, on the number of heaps times the number of rare heaps; see `rule_period`.
        way: How a search beyond `FAR` (2^20) heaps is executed, for instance by several workers with a journal.

    Returns:
        The proved period, or else an `Unproved` with the last heap that was examined, and what prevents a proof of the
        period that the values show.

    Example:
        >>> from grundy.core import read_code
        >>> found = rule_proof(read_code("0.8"), 100)
        >>> found.preperiod, found.period, found.saltus
        (1, 3, 1)
    """
    budget = budget or Budget()
    searched = rule_search(rule, most, budget, work, way)
    if isinstance(searched, Period) or not isinstance(rule, Code):
        return searched
    from .cofinite import cofinite_period, excluded_by
    from .induction import THEOREM, obstacle

    if (excluded := excluded_by(rule)) is not None:
        return cofinite_period(excluded, most, budget)
    if not rule.tail and max(rule.plain or (0,)) <= 7:
        return searched
    values = list(searched.values) or code_values(rule, min(most, MANY), budget)
    seen = observed_period(values)
    if seen is None:
        return Unproved(len(values) - 1, values)
    try:
        reason = obstacle(rule, seen, budget)
    except LimitReached as error:
        error.partial = values
        raise
    if reason:
        return Unproved(len(values) - 1, values, reason)
    return replace(seen, status="proved", theorem=THEOREM)


def rule_search(
    rule: Code | tuple[int, ...],
    most: int,
    budget: Budget | None = None,
    work: int | None = None,
    way: Way | None = None,
) -> Period | Unproved:
    """Search for a proved period as `rule_period` does, or return how far the search went.

    Args:
        rule: The code or the set.
        most: The last heap that may be examined.
        budget: Counts the heaps computed; may raise `LimitReached`.
        work: A bound, for octal codes, on the number of heaps times the number of rare heaps; see `rule_period`.
        way: How a search beyond `FAR` (2^20) heaps is executed, for instance by several workers with a journal.

    Returns:
        The proved period, or else an `Unproved` with the last heap that was examined.
    """
    if not isinstance(rule, Code):
        largest = max(rule, default=1)
        return _search(
            lambda stop, known: subtraction_values(rule, stop, budget, known),
            lambda n0, _: n0 + largest,
            0,
            most,
            WINDOW,
        )
    digits = rule.plain
    if digits is None:
        return Unproved(-1)
    reach = _reach(digits)
    if max(digits, default=0) > 7:
        most = min(most, MANY)
    compiled = can_run(*kernels_for(most))
    if not compiled:
        most = min(most, PLAIN_REACH)
    near = NEAR if most >= SEED and compiled else most
    searched = _search(lambda stop, known: code_values(rule, stop, budget, known), reach, 1, near, GUY_SMITH)
    if isinstance(searched, Period) or most <= near or max(digits) > 7 or not any(digit & 4 for digit in digits):
        return searched
    return _search_far(digits, most, budget or Budget(), work, way)


def shown_period(code: Code, values: Sequence[int]) -> Period | None:
    """Return the period of a code that its first values prove, by the theorem of Guy and Smith.

    Args:
        code: The code.
        values: The values of heaps 0, 1, ...

    Returns:
        The period, or None if they prove none.

    Example:
        >>> from grundy.core import read_code
        >>> shown_period(read_code("0.33"), [0, 1, 2, 0, 1, 2, 0, 1, 2]).period
        3
    """
    reach = None if code.plain is None else _reach(code.plain)
    pair = reach and _proved(values, reach, 1)
    if not reach or not pair:
        return None
    n0, p = pair
    return Period(n0, p, reach(max(n0, 1), p) + p - 1, GUY_SMITH, tuple(values[: n0 + p]))


def _reach(digits: Sequence[int]) -> Callable[[int, int], int]:
    heaps = max(1, *(digit.bit_length() - 1 for digit in digits)) if any(digits) else 1
    return lambda n0, p: heaps * n0 + (heaps - 1) * p + len(digits) - 1


def quick_search(
    rule: Code | tuple[int, ...], budget: Budget | None = None, most: int = QUICK_REACH
) -> Period | Unproved:
    """Search for about a second for a proved period of a code or of a finite subtraction set.

    Args:
        rule: The code or the set.
        budget: Counts the heaps computed; may raise `LimitReached`.
        most: The last heap that may be examined.

    Returns:
        The proved period, or an `Unproved` with the last heap that was examined.
    """
    if not isinstance(rule, Code):
        return rule_search(rule, min(most, QUICK_TAKES // max(1, len(rule))), budget)
    from ..kernels.ready import are_ready

    if most >= WORTH_COMPILING and not are_ready(*kernels_for(most)):
        most = WORTH_COMPILING - 1
    return rule_search(rule, most, budget, QUICK_WORK)


def _proved_repeat(values: NDArray[np.uint16], reach: Callable[[int, int], int], least: int) -> tuple[int, int] | None:
    """Return the minimal (preperiod, period) that a theorem proves, or None; faster than `_proved` for many values.

    `reach` and `least` describe the theorem as in `_proved`. If the last values also occur some distance earlier, this
    distance is tried as the period, smaller distances first. The first period proved is minimal, because a multiple of
    a period has the same preperiod and needs more values.
    """
    import numpy as np

    data, width = values.tobytes(), values.itemsize
    tail = data[-TAIL * width :]
    at = len(data) - len(tail)
    for _ in range(CANDIDATES):
        at = data.rfind(tail, 0, at + len(tail) - 1)
        while at % width and at > 0:
            at = data.rfind(tail, 0, at + len(tail) - 1)
        if at < 0:
            return None
        p = (len(data) - len(tail) - at) // width
        differ = np.flatnonzero(values[:-p] != values[p:])
        n0 = int(differ[-1]) + 1 if len(differ) else 0
        if reach(max(n0, least), p) + p <= len(values):
            return n0, p
    return None


def _search_far(
    digits: tuple[int, ...], most: int, budget: Budget, work: int | None, way: Way | None
) -> Period | Unproved:
    from .sparse import GOOD, MOST_VALUES, best_mask

    rule, reach = Octal(digits), _reach(digits)
    course = _Course(rule, most, budget)
    stop, far = SEED - 1, FAR
    while True:
        values = course.values_to(stop)
        if int(values.max()) >= MOST_VALUES // 2:
            break
        if (pair := _proved_repeat(values, reach, 1)) is not None:
            n0, p = pair
            return Period(n0, p, reach(max(n0, 1), p) + p - 1, GUY_SMITH, tuple(values[: n0 + p].tolist()))
        if len(values) >= far:
            from .state_repeat import Way, long_search

            far = 4 * len(values)
            search = long_search(digits, values, most, budget, way or Way())
            if search is not None:
                return search
        rares = len(best_mask(values, splits_of(digits)).rares(values))
        if stop == most:
            break
        stop = min(4 * len(values) if len(values) < FAR else 5 * len(values) // 4, most + 1) - 1
        if rares > GOOD * len(values) if work is None else stop * rares > work:
            break
    return Unproved(len(values) - 1, values)


class _Course:
    """Computes the values of an octal code in steps.

    Beyond `FAR` (2^20) heaps, each call of `values_to` continues the computation of the previous call.
    """

    def __init__(self, rule: Octal, most: int, budget: Budget) -> None:
        import numpy as np

        self.rule, self.most, self.budget = rule, most, budget
        self._known = np.zeros(0, np.uint16)
        self._pieces: Iterator[Any] = iter(())

    def values_to(self, stop: int) -> NDArray[np.uint16]:
        import numpy as np

        parts, count = [self._known], len(self._known)
        while count <= stop:
            piece = next(self._pieces, None)
            if piece is None:
                parts = [np.concatenate(parts)]
                end = stop if count < FAR else min(self.most, RUN * count)
                self._pieces = octal_pieces(self.rule, parts[0], end, self.budget)
            else:
                parts.append(piece)
                count += len(piece)
        self._known = np.concatenate(parts)
        return self._known[: stop + 1]


def observed_period(values: Sequence[int]) -> Period | None:
    """Return the smallest period, perhaps with a saltus, that the last values show, or None.

    The periodic part must contain more than half of the values, and at least three full periods.

    >>> found = observed_period([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    >>> (found.preperiod, found.period, found.saltus, found.status)
    (0, 2, 1, 'observed')
    """
    steps = [after - before for before, after in pairwise(values)]
    pair = _proved(steps, lambda n0, p: 2 * n0 + 3 * p, 0)
    if pair is None:
        return None
    n0, p = pair
    saltus = values[-1] - values[-1 - p]
    return Period(n0, p, len(values) - 1, None, tuple(values[: n0 + p]), saltus, "observed")


def _search(
    compute: Callable[[int, Sequence[int]], list[int]],
    reach: Callable[[int, int], int],
    least: int,
    most: int,
    theorem: str,
) -> Period | Unproved:
    """Compute more and more values until a theorem proves a period, or until `most` is the last heap.

    The number of values is doubled each time. `compute(stop, known)` returns the values of heaps 0 to `stop`, given the
    known ones; `reach` and `least` are as in `_proved`.
    """
    if reach(least, 1) > most:
        return Unproved(most)
    values, stop = list[int](), min(FIRST, most)
    while True:
        values = compute(stop, values)
        pair = _proved(values, reach, least)
        if pair is not None:
            n0, p = pair
            end = reach(max(n0, least), p) + p - 1
            return Period(n0, p, end, theorem, tuple(values[: n0 + p]))
        if stop >= most:
            return Unproved(stop, values)
        stop = min(2 * stop, most)


def _proved(values: Sequence[int], reach: Callable[[int, int], int], least: int) -> tuple[int, int] | None:
    """Return the minimal (preperiod, period) that a theorem proves from the first values, or None.

    The theorem proves preperiod n0 >= `least` and period p if g(n + p) = g(n) for n0 <= n < `reach(n0, p)`.

    The periods p are tried in increasing order. The first period proved is minimal, because a multiple of a period has
    the same preperiod and needs more values. In this function, runs[p] is the number of values at the end that equal
    those p places before them. It is the Z-function of the reversed values, so that all p together take linear time (M.
    G. Main and R. J. Lorentz, "An O(n log n) algorithm for finding all repetitions in a string", 1984).
    """
    back = values[::-1]
    top = len(back)
    runs = [top] * (top // 2 + 1)
    left = right = 0
    for p in range(1, top // 2 + 1):
        if reach(least, p) + p > top:
            return None
        run = min(runs[p - left], right - p) if p < right else 0
        while p + run < top and back[run] == back[p + run]:
            run += 1
        if p + run > right:
            left, right = p, p + run
        runs[p] = run
        n0 = top - p - run
        if reach(max(n0, least), p) + p <= top:
            return n0, p
    return None
