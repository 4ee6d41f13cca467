"""Finite partial orders: the elements above and below each element, components, and values for forests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import or_

from ...core import PositionError
from ..forms import components

MOST_ELEMENTS = 3000
"""The largest number of elements of an order."""


class Order:
    """A partial order on named elements, the smallest one that contains given relations; sets are bit masks.

    Elements are numbered in the order of their names, shorter names first. `above` and `below` contain, for each
    element, the bit mask of itself and of all elements above or below it.
    """

    def __init__(self, arcs: Mapping[str, Sequence[str]]) -> None:
        """Build the order.

        Args:
            arcs: For each element, elements above it; the order is their transitive closure.

        Raises:
            PositionError: If the relations contain a cycle, or there are too many elements.
        """
        if len(arcs) > MOST_ELEMENTS:
            raise PositionError(f"expected at most {MOST_ELEMENTS} elements, found {len(arcs)}")
        self.names = tuple(sorted(arcs, key=lambda name: (len(name), name)))
        self.all = (1 << len(arcs)) - 1
        numbers = {name: i for i, name in enumerate(self.names)}
        ends = [[numbers[end] for end in arcs[name]] for name in self.names]
        self.above = self._closed(ends)
        self.downwards = sorted(range(len(arcs)), key=lambda element: self.above[element].bit_count())
        below = [1 << element for element in range(len(arcs))]
        for element in reversed(self.downwards):
            for end in ends[element]:
                below[end] |= below[element]
        self.below = tuple(below)
        self.beside = tuple(map(or_, self.above, below))
        """For each element the bit mask of the elements that are comparable to it, and of itself."""
        self.covers = tuple(
            (low, high)
            for low in range(len(arcs))
            for high in sorted(ends[low])
            if self.above[low] & self.below[high] == 1 << low | 1 << high  # a covering pair
        )
        self.under: list[list[int]] = [[] for _ in arcs]
        """The elements directly below each."""
        for low, high in self.covers:
            self.under[high].append(low)

    def _closed(self, ends: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """Return for each element the bit mask of itself and all elements above it; raise `PositionError` for a cycle.

        `ends` lists for each element some elements above it.
        """
        above = [0] * len(ends)
        waits = [len(found) for found in ends]
        starts: list[list[int]] = [[] for _ in ends]
        for element, found in enumerate(ends):
            for end in found:
                starts[end].append(element)
        ready = [element for element, count in enumerate(waits) if not count]
        for element in ready:  # the list grows during the loop
            above[element] = 1 << element
            for end in ends[element]:
                above[element] |= above[end]
            for start in starts[element]:
                waits[start] -= 1
                if not waits[start]:
                    ready.append(start)
        if len(ready) < len(ends):
            raise PositionError(f"expected an order, found the circle {self._circle(ends, waits)}")
        return tuple(above)

    def _circle(self, ends: Sequence[Sequence[int]], waits: Sequence[int]) -> str:
        walk: list[int] = []
        element = next(i for i, count in enumerate(waits) if count)
        while element not in walk:
            walk.append(element)
            element = next(end for end in ends[element] if waits[end])
        names = [self.names[i] for i in (*walk[walk.index(element) :], element)]
        return "<".join(names if len(names) < 9 else [*names[:4], "...", *names[-3:]])

    def parts(self, left: int) -> list[int]:
        """Return the components of a set of elements as bit masks.

        Two elements are in the same component if a chain of comparable elements of the set joins them.
        """
        return components(self.beside, left)

    def forest_value(self, left: int) -> int | None:
        """Return the Grundy value of a set of elements in which no element covers two others, else None.

        The set, a bit mask, must contain all elements below each of its elements. Let v(e) be the value of an element e
        together with all elements above it. It is 1 more than the nim-sum of v over the elements directly above e. The
        result is the nim-sum of v over the minimal elements.
        """
        value = [0] * len(self.names)
        total = 0
        for element in self.downwards:
            if left >> element & 1:
                under = self.under[element]
                if len(under) > 1:
                    return None
                if under:
                    value[under[0]] ^= value[element] + 1
                else:
                    total ^= value[element] + 1
        return total

    def members(self, left: int) -> list[str]:
        """Return the names of the elements of a set, given as a bit mask, ascending."""
        return [name for i, name in enumerate(self.names) if left >> i & 1]

    def relations(self) -> Iterator[str]:
        """Yield the covering relations as "a<b", and the names of elements that occur in none of them."""
        joined = {element for pair in self.covers for element in pair}
        for element, name in enumerate(self.names):
            if element not in joined:
                yield name
        for low, high in self.covers:
            yield f"{self.names[low]}<{self.names[high]}"
