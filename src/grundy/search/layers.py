"""Evaluation of all positions bottom up, in an order in which options come first, without hashing or search.

Two kinds of rules number their positions: `BitRule.states` (options are smaller numbers) and `BitRule.diagram`
(`diagrams`). The reference implementations in the tests apply the definition in the same order (R. Sprague, "Über
mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and games", 1939).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from ..core import BitRule, Budget, InputError, LimitReached, RuleError
from .deep import compiled_rule
from .ordered_threads import InOrder
from .slices import Slices
from .solver import Store, ValueSolver, key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .diagrams import Diagrams
    from .ordered_threads import Kernel

PIECE = 12
"""The binary logarithm of the number of positions that a thread takes at once."""


class Lattice:
    """Tables of outcomes and Grundy values for compiled rules whose positions are numbered 0, 1, ...

    Options have smaller numbers, so the tables are filled in increasing order.
    Methods take positions of the ruleset. They raise `RuleError` if an option is not smaller.
    """

    def __init__(self, name: str, packed: BitRule[Any] | None, slices: Slices, threads: int = 1) -> None:
        import numpy as np

        if packed is None or packed.words != 1 or packed.states <= 0:
            raise InputError(f"{name}: its positions are not numbered so that options have smaller numbers")
        self.name = name
        self.packed = packed
        self.slices = slices
        self._options = compiled_rule(name, packed).options
        self._order = InOrder(slices, threads, PIECE)
        self._words = [np.zeros(1, np.int64) for _ in range(threads)]
        self._outs = [np.zeros(packed.most, np.int64) for _ in range(threads)]
        self._lost = self._values = np.zeros(0, np.uint8)
        self._judged = self._valued = 0

    def value(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the Grundy value of a position."""
        state = self._state(position)
        return int(self.values(state + 1)[state])

    def lost(self, position: Any) -> bool:  # noqa: ANN401
        """Return whether a position is a P-position."""
        state = self._state(position)
        if state < self._valued:
            return int(self._values[state]) == 0
        return bool(self.outcomes(state + 1)[state >> 3] >> (state & 7) & 1)

    def outcomes(self, stop: int | None = None) -> NDArray[Any]:
        """Return the table of outcomes: bit s & 7 of byte s >> 3 is 1 if position s is a P-position.

        It is computed for the positions below `stop`; if `stop` is None, for all.
        """
        import numpy as np

        from ..kernels.boards.calls import outcomes

        stop = self.packed.states if stop is None else stop
        if not len(self._lost):
            self._lost = self.slices.zeros((self.packed.states + 7) // 8, np.uint8)

        def kernel(start: int, end: int, turns: NDArray[Any], thread: int) -> int:
            word, out = self._words[thread], self._outs[thread]
            return outcomes(self._lost, start, end, self._options.address, word, out, turns, thread)

        for reached in self._order.run(kernel, self._judged, stop):
            self._judged = self._smaller(reached)
        return self._lost

    def values(self, stop: int | None = None) -> NDArray[Any]:
        """Return the table of Grundy values by position number, with one or two bytes each.

        It is computed for the positions below `stop`; if `stop` is None, for all.
        """
        import numpy as np

        stop = self.packed.states if stop is None else stop
        if not len(self._values):
            self._values = self.slices.zeros(self.packed.states, np.uint8)
        while self._valued < stop:
            for reached in self._order.run(self._values_kernel(), self._valued, stop):
                self._valued = self._smaller(reached)
            if self._valued < stop:  # the next value does not fit into one byte
                if self._values.dtype == np.uint16:
                    text = f"{self.name}: position {self._valued} has a value that does not fit into two bytes"
                    raise LimitReached(text, kind="size", visited=self.slices.visited)
                wide = self.slices.zeros(self.packed.states, np.uint16)
                wide[: self._valued] = self._values[: self._valued]
                self._values = wide
        return self._values

    def _values_kernel(self) -> Kernel:
        import numpy as np

        from ..kernels.boards.calls import values, wide_values

        table, write = self._values, values if self._values.itemsize == 1 else wide_values
        fit = min(self.packed.most + 2, 1 << 8 * table.itemsize)
        marks = np.full((self._order.threads, fit), -1, np.int64)

        def kernel(start: int, end: int, turns: NDArray[Any], thread: int) -> int:
            word, out, mine = self._words[thread], self._outs[thread], marks[thread]
            return write(table, start, end, self._options.address, word, out, mine, fit, turns, thread)

        return kernel

    def _state(self, position: Any) -> int:  # noqa: ANN401
        return int(self.packed.pack(position)[0])

    def _smaller(self, reached: int) -> int:
        """Return `reached`, the position that a compiled function reached; raise `RuleError` if it is negative.

        The number -1 - s means that position s has an option whose number is not smaller.
        """
        if reached < 0:
            state = -1 - reached
            option = next(word for (word,) in self.packed.options_of((state,)) if not 0 <= word < state)
            raise RuleError(f"{self.name}: position {state} has the option {option}; options must have smaller numbers")
        return reached


class LayersSolver(Slices, ValueSolver):
    """Computes Grundy values and outcomes by tables of all positions, which the rules must number 0, 1, ...

    Options have smaller numbers. So a table is filled in the order of numbers, as far as a position needs it.
    """

    def __init__(
        self,
        name: str,
        packed: BitRule[Any] | None,
        *,
        budget: Budget | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> None:
        """Create empty tables for all positions of the rules.

        Args:
            name: The name of the ruleset.
            packed: The rules on positions packed into machine words. `InputError` is raised if they do not number their
                positions, or if it is None.
            budget: Counts and limits the work.
            memory: The limit of the tables in bytes, or None for the default; a method that needs a larger table raises
                `LimitReached`.
            threads: The number of threads that fill them.
        """
        self.packed = packed
        super().__init__(budget or Budget(), memory)
        self._store: Store | None = None
        self._known: dict[bytes, int] = {}
        self._new: dict[bytes, int] = {}
        self.tables: Diagrams | Lattice
        if packed is not None and packed.diagram is not None:
            from .diagrams import Diagrams

            self.tables = Diagrams(name, packed, self, threads)
        else:
            self.tables = Lattice(name, packed, self, threads)

    def value(self, positions: Iterable[Any]) -> int:
        return reduce(xor, map(self._value, positions), 0)

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        listed = list(positions)
        if len(listed) == 1 and n == 0:  # the outcome suffices
            return self.tables.lost(listed[0])
        return self.value(listed) == n

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return 0, because nothing is known about positions that are not in the tables yet."""
        return 0

    def keep_in(self, store: Store) -> int:
        self._store = store
        self._known = dict(store.load())
        return len(self._known)

    def save(self) -> None:
        if self._store is not None and self._new:
            self._store.add([*self._new], [*self._new.values()])
            self._new = {}

    def _value(self, position: Any) -> int:  # noqa: ANN401
        key, packed = b"", self.packed
        if self._store is not None and packed is not None and packed.split is None:  # positions do not split
            words = packed.canon_of(tuple(packed.pack(position)))
            key = key_of(words) if any(words) else b""
        if key in self._known:
            return self._known[key]
        value = self.tables.value(position)
        if key:
            self._new[key] = self._known[key] = value
        return value
