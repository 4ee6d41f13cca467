"""The parts that prove a value, chosen among all that a compiled search knows: the heaviest first, the cheapest way.

A proof is a set of components, each of whose values is shown from lighter ones (`kernels.boards.proof_parts`). It is
made with prices that grow with the weight, as what a component needs does, and once more without what nothing needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core import CheckedWords, Meter
from .deep import DeepSearch
from .slices import typed_ends

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Prices = NDArray[np.float64]

LISTED = 1 << 22
"""Places for lists of options at first."""
AT_ONCE = 1 << 12
"""Components of one weight that are looked at together."""
HEAVY = 0.15
"""What the cube of a weight adds to a price: about how much longer the proof becomes by what a component needs."""


class ProvedParts:
    """Proofs of the values of positions of one rule over single words, by a search of its own."""

    def __init__(self, name: str, rule: CheckedWords[Any], meter: Meter, memory: int | None = None) -> None:
        """Compile the rule; raises `RuleError` where it cannot be."""
        import numpy as np

        self._rule = rule
        self._search = DeepSearch(name, rule.packed, meter=meter, memory=memory)
        self._memory, self._meter = self._search.memory, meter
        self._lists: NDArray[Any] = np.zeros(LISTED, np.int32)
        self._places = np.zeros(0, np.int64)
        self._prices = np.zeros(0)
        self._proved = np.zeros(0, np.int8)

    def value(self, parts: Iterable[Any]) -> int:
        """Return the Grundy value of parts side by side. Raises `LimitReached`."""
        return self._search.value(parts)

    def entries(self, parts: Iterable[Any]) -> Iterator[tuple[Any, int]]:
        """Choose a proof of the values of parts and yield its components, the lightest first, with their values."""
        import numpy as np

        parts = [*parts]
        while True:
            first = sorted({number for part in parts for number in self._numbers(part)})
            try:
                proof = self._made(first, self._made(first, None))
                break
            except _Missing as missing:  # what a search did not need to know
                for words in missing.args:
                    self._search.value([self._rule.packed.unpack(words)])
        self._proved = np.zeros(self._memory.count, np.int8)
        self._proved[proof] = 1
        weights = self._weights(proof)
        for number in proof[np.lexsort((proof, weights))].tolist():
            value = self._memory.value(number)
            yield self._rule.packed.unpack(self._memory.key(number)), -1 if value is None else value

    def hints(self, part: Any, value: int) -> list[int]:  # noqa: ANN401  # each game has its own
        """Return for each option of a part of the proof -1, or the number of the reply that has its value."""
        import numpy as np

        from ..kernels.boards.calls import find_hints

        options, replies = self._rule.listed(part)
        bounds = np.cumsum([0, *map(len, replies)], dtype=np.int64)
        found = np.zeros(len(options), np.int32)
        states = np.array(options, np.int64), np.array([word for some in replies for word in some], np.int64)
        store, rule, proved = self._memory.store, self._memory.rule, self._proved
        while find_hints(store, rule, value, *states, bounds, proved, len(proved), found, len(found)) < len(found):
            self._grow()
            store = self._memory.store
        return found.tolist()

    def _numbers(self, part: Any) -> list[int]:  # noqa: ANN401
        import numpy as np

        from ..kernels.boards.calls import name_parts
        from ..kernels.boards.store_shape import FULL

        self._search.value([part])
        found, words = np.zeros(self._rule.packed.parts, np.int32), np.array(self._rule.packed.pack(part), np.int64)
        while (count := name_parts(self._memory.store, self._memory.rule, words, found)) == FULL:
            self._grow()
        numbers: list[int] = found[:count].tolist()
        return numbers

    def _weights(self, numbers: NDArray[Any]) -> NDArray[np.int64]:
        from ..kernels.boards.store_shape import HEAVIEST, WEIGHT

        weights: NDArray[np.int64] = self._memory.records[numbers, -1] >> WEIGHT & HEAVIEST
        return weights

    def _made(self, first: Sequence[int], within: Numbers | None) -> Numbers:
        """Return a proof by components of least price, perhaps only by those within a proof."""
        import numpy as np

        from ..kernels.boards.store_shape import NEVER

        weights = np.arange(1 << 12, dtype=float)
        length = 10 + 5 * weights  # about how many characters an entry has
        by_weight = HEAVY * weights**3 + length if within is None else np.full(len(weights), NEVER)
        self._prices = by_weight[self._weights(np.arange(self._memory.count))]
        if within is not None:
            self._prices[within] = length[self._weights(within)]
        self._prices[[*first]] = 0
        made, waiting = [], self._by_weight(np.array(first, np.int32), {})
        while waiting:
            entries = np.unique(np.concatenate(waiting.pop(max(waiting))))
            made.append(entries)
            for low in range(0, len(entries), AT_ONCE):
                self._by_weight(self._taken(entries[low : low + AT_ONCE], by_weight), waiting)
        return np.concatenate(made)

    def _by_weight(self, numbers: Numbers, waiting: dict[int, list[Numbers]]) -> dict[int, list[Numbers]]:
        import numpy as np

        weights = self._weights(numbers)
        for weight in np.unique(weights).tolist():
            waiting.setdefault(weight, []).append(numbers[weights == weight])
        return waiting

    def _taken(self, entries: Numbers, by_weight: Prices) -> Numbers:
        """Return the components that are taken for some of one weight, which need none of each other."""
        import numpy as np

        from ..kernels.boards.calls import choose_parts, components_of

        self._meter.passed(len(entries))
        own = self._listed(entries, 0)
        parts = np.unique(components_of(self._lists, own))
        starts = self._listed(parts, int(own[-1]))
        count = self._memory.count
        self._prices = np.concatenate([self._prices, by_weight[self._weights(np.arange(len(self._prices), count))]])
        self._places = np.concatenate([self._places, np.full(max(0, count - len(self._places)), -1, np.int64)])
        self._places[parts] = starts[:-1]
        taken = np.zeros(count, np.int32)
        store, count = self._memory.store, len(entries)
        found = choose_parts(store, entries, count, own, self._places, self._lists, self._prices, taken)
        self._places[parts] = -1
        if found < 0:
            unclear = np.unique(components_of(self._lists, own[-1 - found : 1 - found]))
            raise _Missing(*map(self._memory.key, unclear.tolist()))
        return taken[:found]

    def _listed(self, wanted: Numbers, begin: int) -> NDArray[np.int64]:
        """List the options of components from a place on; return where those of each stand, and the end."""
        import numpy as np

        from ..kernels.boards.calls import list_options
        from ..kernels.boards.memory import longer_array

        starts = np.full(len(wanted) + 1, begin, np.int64)
        done, count = 0, len(wanted)
        while True:
            store, rule, room = self._memory.store, self._memory.rule, len(self._lists)
            done = list_options(store, rule, wanted, count, done, starts, self._lists, room)
            if done == count:
                return starts
            if self._memory.crowded:
                self._grow()
            else:
                self._lists = longer_array(self._lists)

    def _grow(self) -> None:
        with typed_ends(self._memory.limit, lambda: self._search.visited):
            if not self._memory.grow():
                raise MemoryError


class _Missing(Exception):
    """These components have no value yet."""
