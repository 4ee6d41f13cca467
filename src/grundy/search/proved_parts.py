"""Chooses a short proof of a Grundy value among all results of a compiled search.

A proof is a set of components with their values. The value of each component follows from those of components of
smaller weight, where the weight estimates the work to evaluate a component (`kernels.boards.proof_parts`). The proof is
built from the heaviest component down. A component has a price that grows with its weight, because a heavier one needs
more further components. Components of small total price are chosen. A second pass removes those that are not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core import Budget, CheckedWords
from .deep import DeepSearch
from .slices import typed_ends

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .solver import Report

    Numbers = NDArray[np.int32]
    Prices = NDArray[np.float64]

LISTED = 1 << 22
"""The initial capacity for lists of options."""
AT_ONCE = 1 << 12
"""Components of one weight that are processed together."""
PIECE = 1 << 20
"""Components that are scanned at once."""
HEAVY = 0.15
"""The contribution of the cube of a weight to a price: an estimate of the length of the proof that a component adds."""


class ProvedParts:
    """Builds proofs of Grundy values for certificates: a set of components whose values follow from one another.

    It serves one ruleset. Call `value`, which searches for the value of a sum, then `choose`, which chooses a proof.
    Iteration then yields the components of this proof with their values.
    """

    def __init__(
        self,
        name: str,
        rule: CheckedWords[Any],
        budget: Budget,
        memory: int | None = None,
        report: Report | None = None,
    ) -> None:
        """Compile the rules of a game.

        Args:
            name: The name of the ruleset.
            rule: The rules as the checker of certificates represents them.
            budget: Counts and limits the work.
            memory: The limit of the tables in bytes, or None for the default. At the limit, unproved results are
                dropped; if that is not enough, the search raises `LimitReached`.
            report: Called from time to time with a `ProofProgress`, such as visits and stored components so far.

        Raises:
            RuleError: If the rules cannot be compiled.
        """
        import numpy as np

        self._rule = rule
        self._search = DeepSearch(name, rule.packed, budget=budget, memory=memory)
        self._search.report = report
        self._memory, self._budget = self._search.memory, budget
        self._lists: NDArray[Any] = np.zeros(LISTED, np.int32)
        self._places = np.zeros(0, np.int64)
        self._prices = np.zeros(0)
        self._priced = 0
        self._proof = np.zeros(0, np.int32)
        self._proved = np.zeros(0, np.int8)

    def __len__(self) -> int:
        """Return the number of components of the proof that was chosen last."""
        return len(self._proof)

    def value(self, parts: Iterable[Any]) -> int:
        """Return the Grundy value of a sum; raise `LimitReached` if a limit was reached."""
        return self._search.value(parts)

    def choose(self, parts: Iterable[Any]) -> None:
        """Choose a short proof of the values of some components, and store it in place of the previous one.

        Raises:
            LimitReached: If a limit was reached.
        """
        import numpy as np

        from ..kernels.boards.memory import valued

        parts = [*parts]
        while True:
            first = sorted({number for part in parts for number in self._numbers(part)})
            try:
                proof = self._made(first, self._made(first, None))
                break
            except _Missing as missing:  # values that the search did not need
                for words in missing.args:
                    self._search.value([self._rule.packed.unpack(words)])
        self._proved = np.zeros(self._memory.count, np.int8)
        self._proved[proof] = 1
        values = valued(self._memory.records[:, -1][proof])
        self._proof = proof[np.lexsort((proof, values, self._weights(proof)))]

    def __iter__(self) -> Iterator[tuple[Any, int]]:
        """Yield the components of the proof with their values, by weight and then by value, ascending."""
        for number in map(int, self._proof):
            value = self._memory.value(number)
            yield self._rule.packed.unpack(self._memory.key(number)), -1 if value is None else value

    def hints(self, parts: Iterable[Any], value: int) -> list[list[int]]:
        """List replies for all options of some components: each reply is a move from the option to a sum of value n.

        Such replies show that no option of a component has its value n.

        Args:
            parts: Components of the proof, all of the same Grundy value n.
            value: The value n.

        Returns:
            For each component a list with one number for each option: the index of a move of the option that leads
            to value n, or -1 if the proof contains the components of the option, so that no reply is needed.
        """
        import numpy as np

        from ..kernels.boards.calls import find_hints

        listed = [self._rule.listed(part) for part in parts]
        ends = np.cumsum([0, *(bounds[-1] for *_, bounds in listed)])
        bounds = [bounds[:-1] + end for (*_, bounds), end in zip(listed, ends, strict=False)]
        options, replies, _ = map(np.concatenate, zip(*listed, strict=True))
        states = options, replies, np.concatenate([*bounds, ends[-1:]])
        found = np.zeros(len(states[0]), np.int32)
        store, rule, proved = self._memory.store, self._memory.rule, self._proved
        while find_hints(store, rule, value, *states, proved, len(proved), found, len(found)) < len(found):
            self._grow()
            store = self._memory.store
        return [some.tolist() for some in np.split(found, np.cumsum([len(options) for options, *_ in listed[:-1]]))]

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

    def _weights(self, numbers: NDArray[Any] | slice) -> NDArray[np.int64]:
        from ..kernels.boards.store_shape import HEAVIEST, WEIGHT

        weights: NDArray[np.int64] = self._memory.records[:, -1][numbers] >> WEIGHT & HEAVIEST
        return weights

    def _made(self, first: Sequence[int], within: Numbers | None) -> Numbers:
        """Return the components of a short proof of the values of the components `first`.

        All components are given by their numbers. If `within` is not None, only components in it are used.
        """
        import numpy as np

        from ..kernels.boards.store_shape import NEVER

        weights = np.arange(1 << 12, dtype=float)
        length = 10 + 5 * weights  # the approximate number of characters of an entry
        by_weight = HEAVY * weights**3 + length if within is None else np.full(len(weights), NEVER)
        self._priced = 0
        self._price(by_weight)
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
        """Return components of small total price whose values imply the values of the components `entries`.

        All components are given by their numbers, and `entries` have the same weight. A component of weight w that is
        stored during the call gets the price `by_weight[w]`.
        """
        import numpy as np

        from ..kernels.boards.calls import choose_parts

        self._budget.charge_unstored(len(entries))
        own = self._listed(entries, 0)
        parts = self._components(own)
        starts = self._listed(parts, int(own[-1]))
        self._price(by_weight)
        self._places[parts] = starts[:-1]
        taken = np.zeros(self._memory.count, np.int32)
        store, count = self._memory.store, len(entries)
        found = choose_parts(store, entries, count, own, self._places, self._lists, self._prices, taken)
        self._places[parts] = -1
        if found < 0:
            unclear = self._components(own[-1 - found : 1 - found])
            raise _Missing(*map(self._memory.key, unclear.tolist()))
        return taken[:found]

    def _components(self, starts: NDArray[np.int64]) -> Numbers:
        """Return the numbers of the components in listed options.

        `starts` has the index in `_lists` at which each list begins, and the end of the last list.
        """
        import numpy as np

        listed = self._lists[starts[0] : starts[-1]]
        found: Numbers = np.unique(-1 - listed[listed < 0])
        return found

    def _price(self, by_weight: Prices) -> None:
        """Set the prices of components stored since the last call.

        A component of weight w gets the price `by_weight[w]`.
        """
        import numpy as np

        count, done = self._memory.count, self._priced
        if len(self._prices) < count:
            prices, places = np.zeros(count + count // 4), np.full(count + count // 4, -1, np.int64)
            prices[:done], places[:done] = self._prices[:done], self._places[:done]
            self._prices, self._places = prices, places
        for low in range(done, count, PIECE):
            high = min(low + PIECE, count)
            self._prices[low:high] = by_weight[self._weights(slice(low, high))]
        self._priced = count

    def _listed(self, wanted: Numbers, begin: int) -> NDArray[np.int64]:
        """Write the options of the components numbered `wanted` to `_lists`, from index `begin` of `_lists` on.

        Return an array of the indices in `_lists` at which the options of each component begin, and the index after the
        last.
        """
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
    """Signals that a proof needs components whose value the search has not computed."""
