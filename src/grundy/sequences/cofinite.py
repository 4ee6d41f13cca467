"""Periods of the rule "take any number except those of a finite set E", proved by a repeated state.

Let m be the largest number of E. A move from heap n can leave every heap below n - m. Let b be the least number that is
not the value of such a heap. Then g(n) - b depends only on a state. The state consists of two things: the differences v
- b for all values v > b of heaps below n - m, and the differences for the last m heaps. For values below b, which are
excluded in any case, the difference is replaced by -1. The next state depends only on the state too. So if the states
before heaps n and n + p are equal and b has grown by s, then g(k + p) = g(k) + s for all k >= n. A. A. Siegel proved
that a state always repeats (D. Sleator and M. Slusky, "Subtraction games with FES sets of size 3", 2012). The reference
implementation is the definition, `values.code_values`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core import Budget, Code
from .period import Period, Unproved, least_period

THEOREM = "a repeated state of the last values: Sleator and Slusky, Subtraction games with FES sets of size 3, 2012"


def excluded_by(code: Code) -> tuple[int, ...] | None:
    """Return the numbers that must not be taken if a code allows all others; None for other codes.

    >>> from grundy.core import read_code
    >>> excluded_by(read_code("0.303[3]")), excluded_by(read_code("0.[3]")), excluded_by(read_code("0.31[3]"))
    ((2,), (), None)
    """
    digits, tail = list(map(str, code.digits)), set(map(str, code.tail))
    if tail != {"3"} or digits[0] != "0" or not {"0", "3"}.issuperset(digits):
        return None
    return tuple(taken for taken, digit in enumerate(digits) if taken and digit == "0")


def cofinite_period(excluded: Sequence[int], most: int, budget: Budget) -> Period | Unproved:
    """Search for the period of the values if any number may be taken except some.

    Args:
        excluded: The numbers that must not be taken.
        most: The last heap that may be examined.
        budget: Counts the heaps computed; may raise `LimitReached`.

    Returns:
        The proved period, minimal with its preperiod, or an `Unproved` with the values up to heap `most`.

    Example:
        >>> found = cofinite_period((2, 5), 100, Budget())
        >>> found.preperiod, found.period, found.saltus, found.values
        (0, 4, 2, (0, 1, 0, 1))
    """
    near = [step for step in range(1, max(excluded, default=0) + 1) if step not in set(excluded)]
    window, values, base, above = max(excluded, default=0), list[int](), 0, set[int]()
    seen: dict[tuple[tuple[int, ...], frozenset[int]], tuple[int, int]] = {}
    for n in range(most + 1):
        last = values[max(0, n - window) :]
        if n >= window:
            state = tuple(max(v - base, -1) for v in last), frozenset(v - base for v in above)
            if (before := seen.setdefault(state, (n, base))) != (n, base):
                whole = Period(before[0], n - before[0], n - 1, THEOREM, tuple(values), base - before[1])
                return least_period(whole)
        budget.charge(1 + window // 64, values)
        values.append(_mex(base, above, {values[n - step] for step in near if step <= n}))
        if n >= window:
            above |= {value for value in values[n - window : n - window + 1] if value >= base}
            while base in above:
                above.remove(base)
                base += 1
    return Unproved(most, values)


def _mex(base: int, above: set[int], near: set[int]) -> int:
    value = base
    while value in above or value in near:
        value += 1
    return value
