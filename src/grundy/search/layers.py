"""Every position from the bottom up, in an order in which options come first: nothing is hashed, nothing is searched.

Where the positions are few enough to have a place in a table each, this gives all values and all outcomes, and so
all winning moves, at millions of positions a second. Two kinds of rule say how they are numbered: `Packed.states`
(options are smaller numbers; sets of which moves take elements, heaps) and `Packed.diagram` (`diagrams`). The plain
twins, `plain_outcomes` and `plain_values`, are the definition in the same order. Source: R. Sprague, "Über
mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and games", 1939.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import xor
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from ..core import InputError, LimitReached, Meter, Packed, RuleError, mex
from .deep import compiled_rule
from .slices import MEMORY, Pace
from .solver import Report, Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUIET = 1.0
"""Seconds before the first report."""


class Tables(Protocol):
    """The tables of one rule, filled from the bottom as far as they are asked for."""

    def value(self, position: Any, /) -> int:  # noqa: ANN401  # any position
        """Return the Grundy value of a position."""

    def lost(self, position: Any, /) -> bool:  # noqa: ANN401
        """Return whether a position is P."""


class Slices:
    """Runs kernels over numbers in a row, each slice of about the same time; between two the meter is asked."""

    def __init__(self, meter: Meter, memory: int | None = None) -> None:
        """Take at most `memory` bytes for the tables together."""
        self.meter = meter
        self.report: Report | None = None
        self.visited = 0
        self.limit = memory or MEMORY
        self._held = 0
        self._pace = Pace()

    def zeros(self, count: int, kind: type[np.unsignedinteger[Any]]) -> NDArray[Any]:
        """Return a table of zeros. Raises `LimitReached` when it would take too much memory."""
        import numpy as np

        size = count * np.dtype(kind).itemsize
        if self._held + size > self.limit:
            text = f"a table of {count} positions needs {size} bytes, more than the memory limit of {self.limit} bytes"
            raise LimitReached(text, kind="memory", visited=self.visited)
        self._held += size
        return np.zeros(count, kind)

    def run(self, kernel: Callable[[int, int], int], start: int, stop: int) -> Iterator[int]:
        """Yield how far the kernel came after each slice; it ends at `stop`, or where the kernel stays behind."""
        first, before = monotonic(), self.visited
        while start < stop:
            end, begin = min(stop, start + self._pace.steps), monotonic()
            reached = kernel(start, end)
            self._pace.took(monotonic() - begin)
            self.visited += max(0, reached - start)
            yield reached
            if reached != end:
                return
            self.meter.passed(end - start)
            start = end
            if self.report is not None and monotonic() - first > QUIET:
                self._tell(self.report, (self.visited - before) / (monotonic() - first))

    def _tell(self, report: Report, rate: float) -> None:
        """Report how many positions are done."""
        from ..kernels.proof_search import Progress

        report(Progress(self.visited, rate, self.visited, 0, 0, 0))


class Lattice:
    """All positions 0, 1, ... of a rule over one word whose options are smaller numbers, compiled.

    Positions are asked for by their words. Raises `RuleError` where an option is not smaller.
    """

    def __init__(self, name: str, packed: Packed[Any] | None, slices: Slices) -> None:
        """Compile the rule."""
        import numpy as np

        if packed is None or packed.words != 1 or packed.states <= 0:
            raise InputError(f"{name}: its positions are not numbered such that options are smaller numbers")
        self.name = name
        self.packed = packed
        self.slices = slices
        self._options = compiled_rule(name, packed).options
        self._word, self._out = np.zeros(1, np.int64), np.zeros(packed.most, np.int64)
        self._lost = self._values = np.zeros(0, np.uint8)
        self._judged = self._valued = 0

    def value(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the Grundy value of a position."""
        state = self._state(position)
        return int(self.values(state + 1)[state])

    def lost(self, position: Any) -> bool:  # noqa: ANN401
        """Return whether a position is P."""
        state = self._state(position)
        if state < self._valued:
            return int(self._values[state]) == 0
        return bool(self.outcomes(state + 1)[state >> 3] >> (state & 7) & 1)

    def outcomes(self, stop: int | None = None) -> NDArray[Any]:
        """Return the table of outcomes, done up to `stop`: bit s & 7 of byte s >> 3 is 1 when position s is P."""
        import numpy as np

        from ..kernels.lattice import outcomes

        stop = self.packed.states if stop is None else stop
        if not len(self._lost):
            self._lost = self.slices.zeros((self.packed.states + 7) // 8, np.uint8)

        def kernel(start: int, end: int) -> int:
            return int(outcomes(self._lost, start, end, self._options, self._word, self._out))

        for reached in self.slices.run(kernel, self._judged, stop):
            self._judged = self._smaller(reached)
        return self._lost

    def values(self, stop: int | None = None) -> NDArray[Any]:
        """Return the table of Grundy values, done up to `stop`: bytes, or words of two where a value needs them."""
        import numpy as np

        from ..kernels.lattice import values

        stop = self.packed.states if stop is None else stop
        if not len(self._values):
            self._values = self.slices.zeros(self.packed.states, np.uint8)
        while self._valued < stop:
            fit = 1 << 8 * self._values.itemsize
            marks = np.full(min(self.packed.most + 2, fit), -1, np.int64)

            def kernel(start: int, end: int, marks: NDArray[Any] = marks) -> int:
                return int(values(self._values, start, end, self._options, self._word, self._out, marks))

            for reached in self.slices.run(kernel, self._valued, stop):
                self._valued = self._smaller(reached)
            if self._valued < stop:
                self._widen()
        return self._values

    def _widen(self) -> None:
        """Take two bytes a value. Raises `LimitReached` when these do not hold the next value either."""
        import numpy as np

        if self._values.dtype == np.uint16:
            text = f"{self.name}: position {self._valued} has a value that does not fit into two bytes"
            raise LimitReached(text, kind="size", visited=self.slices.visited)
        table = self.slices.zeros(self.packed.states, np.uint16)
        table[: self._valued] = self._values[: self._valued]
        self._values = table

    def _state(self, position: Any) -> int:  # noqa: ANN401
        """Return the number of a position."""
        return int(self.packed.pack(position)[0])

    def _smaller(self, reached: int) -> int:
        """Return how far a kernel came; raise `RuleError` where it found an option that is not smaller."""
        if reached < 0:
            state = -1 - reached
            option = next(word for (word,) in self.packed.options_of((state,)) if not 0 <= word < state)
            raise _not_smaller(self.name, state, option)
        return reached


class LayersSolver:
    """Values and outcomes from tables; the first question fills them as far as it needs."""

    def __init__(
        self, name: str, packed: Packed[Any] | None, *, meter: Meter | None = None, memory: int | None = None
    ) -> None:
        """Choose the tables that the rule can be numbered in; `memory` bounds their bytes."""
        self.packed = packed
        self.slices = Slices(meter or Meter(), memory)
        self._store: Store | None = None
        self._known: dict[bytes, int] = {}
        self._new: dict[bytes, int] = {}
        self.tables: Tables
        if packed is not None and packed.diagram is not None:
            from .diagrams import Diagrams

            self.tables = Diagrams(name, packed, self.slices)
        else:
            self.tables = Lattice(name, packed, self.slices)

    @property
    def meter(self) -> Meter:
        """What keeps the limits."""
        return self.slices.meter

    @meter.setter
    def meter(self, meter: Meter) -> None:
        self.slices.meter = meter

    @property
    def report(self) -> Report | None:
        """What hears from time to time how far the tables are."""
        return self.slices.report

    @report.setter
    def report(self, report: Report | None) -> None:
        self.slices.report = report

    @property
    def visited(self) -> int:
        """Positions that were judged or valued until now."""
        return self.slices.visited

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of positions side by side."""
        return reduce(xor, map(self._value, positions), 0)

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether positions side by side have value n; of one position and 0 the outcome is enough."""
        listed = list(positions)
        if len(listed) == 1 and n == 0:
            return self.tables.lost(listed[0])
        return self.value(listed) == n

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return 0: what is not in the tables yet is not known at all."""
        return 0

    def keep_in(self, store: Store) -> int:
        """Learn all values of a store, hand it those that are asked for, and return how many it had."""
        self._store = store
        self._known = dict(store.load())
        return len(self._known)

    def save(self) -> None:
        """Hand the values that were asked for to the store: the tables are filled quicker than they are read."""
        if self._store is not None and self._new:
            self._store.add([*self._new], [*self._new.values()])
            self._new = {}

    def _value(self, position: Any) -> int:  # noqa: ANN401
        """Return the value of a position that the store had, else from the tables."""
        key = self._key(position) if self._store is not None else b""
        if key in self._known:
            return self._known[key]
        value = self.tables.value(position)
        if key:
            self._new[key] = self._known[key] = value
        return value

    def _key(self, position: Any) -> bytes:  # noqa: ANN401
        """Return the canonical words of a position; nothing where it may be several components, or none."""
        packed = self.packed
        if packed is None or packed.split is not None:
            return b""
        words = packed.canon_of(tuple(packed.pack(position)))
        return b"".join(word.to_bytes(8, "little") for word in words) if any(words) else b""


def plain_outcomes(packed: Packed[Any], stop: int) -> list[bool]:
    """Return whether each position 0..stop-1 is P, interpreted. Raises `RuleError` where an option is not smaller.

    >>> def take(state, out):
    ...     out[0], out[1] = state - 1, state - 2
    ...     return min(state, 2)
    >>> game = Packed(1, 2, take, pack=lambda heap: [heap], unpack=lambda words: words[0], states=9)
    >>> [heap for heap, lost in enumerate(plain_outcomes(game, 9)) if lost]
    [0, 3, 6]
    """
    lost: list[bool] = []
    for state in range(stop):
        lost.append(not any(lost[option] for option in _smaller_options(packed, state)))
    return lost


def plain_values(packed: Packed[Any], stop: int) -> list[int]:
    """Return the Grundy value of each position 0..stop-1, interpreted; as `plain_outcomes`."""
    values: list[int] = []
    for state in range(stop):
        values.append(mex(values[option] for option in _smaller_options(packed, state)))
    return values


def _smaller_options(packed: Packed[Any], state: int) -> list[int]:
    """Return the options of a position, all smaller numbers."""
    options = [word for (word,) in packed.options_of((state,))]
    for option in options:
        if not 0 <= option < state:
            raise _not_smaller("this rule", state, option)
    return options


def _not_smaller(name: str, state: int, option: int) -> RuleError:
    """Return the error for a rule whose positions cannot be taken in increasing order."""
    return RuleError(
        f"{name}: position {state} has the option {option}; from the bottom up, options are smaller numbers"
    )
