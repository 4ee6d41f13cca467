"""Periods of heap games with proof: g(n + p) = g(n) for every n >= n0, both numbers minimal.

Codes that leave at most h heaps: if the equation holds for n0 <= n < h n0 + (h-1) p + k, where n0 >= 1 and k is the
largest take, then it holds for ever, because the largest heap that a move from n + p leaves is at least n0 + p and p
can be taken out of it (Guy and Smith, "The G-values of various games", 1956, for h = 2). Finite subtraction sets: g(n)
depends on the last max S values only, so a window of that length that repeats does so for ever (Golomb 1966).

Codes with few rare heaps in their sparse space: a state that comes again, with every value verified
(`state_repeat` has the theorem and its proof); that takes about half as many values as Guy and Smith's.

What these theorems do not cover can only be observed: g(n + p) = g(n) + s over all computed values
from n0 on, over more than half of them and three times at least. Seen is not proved, and the status says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..core import Code, Drawable, Meter
from ..kernels import can_run
from .digits import SEED, Octal, splits_of
from .octals import kernels_for, octal_pieces
from .values import code_values, subtraction_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .series import Series
    from .state_repeat import Way

Seen = Literal["proved", "observed"]
"""Proved holds for ever; observed holds as far as the values were computed."""

FIRST = 128
"""Values computed before the first look for a period."""
MANY = 400
"""Heaps of a code that leaves three heaps or more that are searched; the work grows faster than their square."""
NEAR = 4096
"""Heaps of a code that are searched by definition before the sparse space is tried."""
QUICK_REACH, QUICK_WORK, QUICK_TAKES = 1 << 20, 300_000_000, 5_000_000
"""Of a quick search, about a second: its last heap, heaps times rare heaps of a code, heaps times takes of a set."""
PLAIN_REACH = 1 << 14
"""The last heap of a search for a code where nothing can be compiled."""
FAR = 1 << 20
"""Heaps behind which a code with few rare heaps is searched by kernels made for it."""
RUN = 16
"""A run behind that goes on until there are so many times as many heaps."""

GUY_SMITH = "Guy and Smith, The G-values of various games, 1956"
STATE_REPEAT = "state repeat with every value verified: no rare heap appears, so a window of values decides the next"
WINDOW = (
    "the theorem that a block of max(S) consecutive values, once repeated, repeats forever: Golomb, A mathematical "
    "investigation of games of take-away, 1966"
)


class Evidence(NamedTuple):
    """The sparse space in which a state came again, and how far the proof looked.

    A search that was resumed took its journal's word for the heaps below `resumed_at` (0: it never stopped).

    A value v is of common type at heap n when popcount(v & mask) + flag * (n - tau) is odd; `rares` are the heaps of
    the other type, `window` is W and `depth` is A of the theorem in `state_repeat`, `seed` how many values were exact
    from the start, and for every prime l that divides the period `witnesses` has a heap where the period / l fails.
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
    """A period: g(n + period) == g(n) + saltus for every n >= preperiod; neither number can be smaller.

    `status` is "proved" for ever, by `theorem`, or "observed" up to heap `checked_to`. `values` are g(0)
    to g(preperiod + period - 1); when they are many they are computed again as they are asked for. `evidence` is what a
    proof by a repeated state rests on.
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
        """Return g(heap) for a heap of any size (for an observed period: what it would be).

        >>> observed_period([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]).value(101)
        50
        """
        if heap < len(self.values):
            return self.values[heap]
        rounds, place = divmod(heap - self.preperiod, self.period)
        return self.values[self.preperiod + place] + rounds * self.saltus


class Unproved(NamedTuple):
    """A search that proved no period: the last heap that it looked at (-1: no theorem), first values that it found."""

    looked: int
    values: Series | Sequence[int] = ()


def code_period(
    code: Code, most: int, meter: Meter | None = None, work: int | None = None, way: Way | None = None
) -> Period | None:
    """Return the proved period of a code, looking at no more than heaps 0 to `most`; None when none shows there.

    `work` bounds the search further: heaps times rare heaps, where it goes through the sparse space. A search
    beyond `FAR` heaps goes the `way` it is told: by several workers, for instance, noting how far it is.
    Only codes without suffixes and without an endless tail are covered by the theorems.
    """
    found = code_search(code, most, meter, work, way)
    return found if isinstance(found, Period) else None


def code_search(
    code: Code, most: int, meter: Meter | None = None, work: int | None = None, way: Way | None = None
) -> Period | Unproved:
    """Return what `code_period` does, or in place of None what was looked at."""
    digits = code.plain
    if digits is None:
        return Unproved(-1)
    reach = _reach(digits)
    if max(digits, default=0) > 7:
        most = min(most, MANY)
    compiled = can_run(*kernels_for(most))
    if not compiled:
        most = min(most, PLAIN_REACH)
    near = NEAR if most >= SEED and compiled else most
    found = _search(lambda stop, known: code_values(code, stop, meter, known), reach, 1, near, GUY_SMITH)
    if isinstance(found, Period) or most <= near or max(digits) > 7 or not any(digit & 4 for digit in digits):
        return found
    return _search_far(digits, most, meter or Meter(), work, way)


def shown_period(code: Code, values: Sequence[int]) -> Period | None:
    """Return the period of a code that its first values prove, or None.

    >>> from ..core import read_code
    >>> shown_period(read_code("0.33"), [0, 1, 2, 0, 1, 2, 0, 1, 2]).period
    3
    """
    reach = None if code.plain is None else _reach(code.plain)
    found = reach and _proved(values, reach, 1)
    if not reach or not found:
        return None
    n0, p = found
    return Period(n0, p, reach(max(n0, 1), p) + p - 1, GUY_SMITH, tuple(values[: n0 + p]))


def _reach(digits: Sequence[int]) -> Callable[[int, int], int]:
    heaps = max(1, *(digit.bit_length() - 1 for digit in digits)) if any(digits) else 1
    return lambda n0, p: heaps * n0 + (heaps - 1) * p + len(digits) - 1


def quick_period(rule: Code | tuple[int, ...], meter: Meter | None = None, most: int = QUICK_REACH) -> Period | None:
    """Return the period of a code or of a finite set of takes that is proved within about a second, or None."""
    found = quick_search(rule, meter, most)
    return found if isinstance(found, Period) else None


def quick_search(
    rule: Code | tuple[int, ...], meter: Meter | None = None, most: int = QUICK_REACH
) -> Period | Unproved:
    """Return what `quick_period` does, or in place of None what was looked at."""
    if isinstance(rule, Code):
        return code_search(rule, most, meter, QUICK_WORK)
    return _take_search(rule, min(most, QUICK_TAKES // max(1, len(rule))), meter)


def _search_far(
    digits: tuple[int, ...], most: int, meter: Meter, work: int | None, way: Way | None
) -> Period | Unproved:
    """Go on through the sparse space, further at every look; from `FAR` on at full speed where that is possible."""
    from .checkpoints import LongValues
    from .long_periods import long_search, proved_repeat
    from .sparse import GOOD, MOST_VALUES, best_mask
    from .state_repeat import Way

    rule, reach = Octal(digits), _reach(digits)
    course = _Course(rule, most, meter)
    stop, far = SEED - 1, FAR
    while True:
        values = course.values_to(stop)
        if int(values.max()) >= MOST_VALUES // 2:
            break
        if (found := proved_repeat(values, reach, 1)) is not None:
            n0, p = found
            return Period(n0, p, reach(max(n0, 1), p) + p - 1, GUY_SMITH, tuple(values[: n0 + p].tolist()))
        if len(values) >= far:
            far = 4 * len(values)
            search = long_search(digits, values, most, meter, way or Way())
            if search is not None:
                repeat, few, checkpoints = search
                if repeat is None:
                    return Unproved(most, values)
                n0, p, end, proof = repeat.preperiod, repeat.period, repeat.checked_to - 1, repeat.witnesses
                mask, looked = few.coding.mask, (repeat.window, repeat.depth)
                evidence = Evidence(*mask, few.rares, few.start, *looked, proof, repeat.resumed_at)
                return Period(n0, p, end, STATE_REPEAT, LongValues(checkpoints, n0 + p), evidence=evidence)
        rares = len(best_mask(values, splits_of(digits)).rares(values))
        if stop == most:
            break
        stop = min(4 * len(values) if len(values) < FAR else 5 * len(values) // 4, most + 1) - 1
        if rares > GOOD * len(values) if work is None else stop * rares > work:
            break
    return Unproved(len(values) - 1, values)


class _Course:
    """The values of a code, more at every look.

    Far out one run goes on over several looks, as it takes long to begin; it ends where it should learn anew.
    """

    def __init__(self, rule: Octal, most: int, meter: Meter) -> None:
        import numpy as np

        self.rule, self.most, self.meter = rule, most, meter
        self._known = np.zeros(0, np.uint16)
        self._pieces: Iterator[Any] = iter(())

    def values_to(self, stop: int) -> NDArray[np.uint16]:
        """Return the values of heaps 0 to `stop`, which is at most `most`."""
        import numpy as np

        parts, count = [self._known], len(self._known)
        while count <= stop:
            piece = next(self._pieces, None)
            if piece is None:
                parts = [np.concatenate(parts)]
                end = stop if count < FAR else min(self.most, RUN * count)
                self._pieces = octal_pieces(self.rule, parts[0], end, self.meter)
            else:
                parts.append(piece)
                count += len(piece)
        self._known = np.concatenate(parts)
        return self._known[: stop + 1]


def subtraction_period(takes: Sequence[int], most: int, meter: Meter | None = None) -> Period | None:
    """Return the proved period of a finite subtraction set, looking at heaps 0 to `most`."""
    found = _take_search(takes, most, meter)
    return found if isinstance(found, Period) else None


def _take_search(takes: Sequence[int], most: int, meter: Meter | None) -> Period | Unproved:
    largest = max(takes, default=1)
    return _search(
        lambda stop, known: subtraction_values(takes, stop, meter, known), lambda n0, _: n0 + largest, 0, most, WINDOW
    )


def observed_period(values: Sequence[int]) -> Period | None:
    """Return the smallest period with its saltus that more than the second half of the values shows, three times over.

    >>> found = observed_period([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    >>> (found.preperiod, found.period, found.saltus, found.status)
    (0, 2, 1, 'observed')
    """
    steps = [after - before for before, after in pairwise(values)]
    found = _proved(steps, lambda n0, p: 2 * n0 + 3 * p, 0)
    if found is None:
        return None
    n0, p = found
    saltus = values[-1] - values[-1 - p]
    return Period(n0, p, len(values) - 1, None, tuple(values[: n0 + p]), saltus, "observed")


def _search(
    compute: Callable[[int, Sequence[int]], list[int]],
    reach: Callable[[int, int], int],
    least: int,
    most: int,
    theorem: str,
) -> Period | Unproved:
    """Double the values until a period fits them and the theorem's window, `reach(n0, p)`, lies inside."""
    if reach(least, 1) > most:
        return Unproved(most)
    values, stop = list[int](), min(FIRST, most)
    while True:
        values = compute(stop, values)
        found = _proved(values, reach, least)
        if found is not None:
            n0, p = found
            end = reach(max(n0, least), p) + p - 1
            return Period(n0, p, end, theorem, tuple(values[: n0 + p]))
        if stop >= most:
            return Unproved(stop, values)
        stop = min(2 * stop, most)


def _proved(values: Sequence[int], reach: Callable[[int, int], int], least: int) -> tuple[int, int] | None:
    """Return the minimal (preperiod, period) that the values prove, or None.

    Going up through p, the first that is proved is the minimal period: a proved multiple has the
    same preperiod and needs a longer window. For all p together the values are read about twice:
    runs[p], how many values from the end on equal those p places before them, is the Z-function of
    the values read backwards (Main and Lorentz, "An O(n log n) algorithm for finding all repetitions
    in a string", 1984).
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
