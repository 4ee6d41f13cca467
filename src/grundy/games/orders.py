"""Finite ordered sets: what lies above and below each element, parts, and values from the top down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..core import PositionError

MOST_ELEMENTS = 3000
"""Elements of the largest order; its relations are kept as one mask for each."""


class Order:
    """The least order on named elements that contains some relations; sets of elements are masks."""

    def __init__(self, arcs: Mapping[str, Sequence[str]]) -> None:
        """Keep `arcs`: element -> elements above it; raise `PositionError` where they run in a circle."""
        if len(arcs) > MOST_ELEMENTS:
            raise PositionError(f"expected at most {MOST_ELEMENTS} elements, found {len(arcs)}")
        self.names = tuple(arcs)
        numbers = {name: i for i, name in enumerate(self.names)}
        self.given = tuple(tuple(numbers[end] for end in arcs[name]) for name in self.names)
        self.all = (1 << len(self.names)) - 1
        self.downwards = self._sorted()
        self.above = self._closed()
        self.below = self._turned()

    def parts(self, left: int) -> Iterator[int]:
        """Yield the parts of a set whose elements no chain of comparable ones joins to others."""
        while left:
            part, waiting = 0, left & -left
            while waiting:
                part |= waiting
                element = waiting.bit_length() - 1
                waiting = (waiting ^ 1 << element) | (self.above[element] | self.below[element]) & left & ~part
            left &= ~part
            yield part

    def forest_value(self, left: int) -> int | None:
        """Return the value of a set closed downwards where no element has two directly below it; else None.

        The value of an element with all above it is 1 more than the nim-sum over the elements directly above it.
        """
        value = [0] * len(self.names)
        total = 0
        for element in self.downwards:
            if left >> element & 1:
                under = self._directly_below(element)
                if under is None:
                    return None
                if under < 0:
                    total ^= value[element] + 1
                else:
                    value[under] ^= value[element] + 1
        return total

    def has_greatest(self, left: int) -> bool:
        """Return whether a set has an element above all others."""
        return any(left >> element & 1 and not left & ~down for element, down in enumerate(self.below))

    def members(self, left: int) -> list[str]:
        """Return the names of a set, in the order of the text."""
        return [name for i, name in enumerate(self.names) if left >> i & 1]

    def covers(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of names of which the second lies directly above the first."""
        for low, name in enumerate(self.names):
            for high in dict.fromkeys(self.given[low]):
                if not self._between(low, high):
                    yield name, self.names[high]

    def relations(self) -> Iterator[str]:
        """Yield every relation that was given, as "a<b", and the elements that have none, so that they read the same.

        An element that is named too late by its relations is named alone, in its place.
        """
        named: dict[int, None] = {}
        for low, ends in enumerate(self.given):
            if ends and next(iter(e for e in (low, *ends)), low) in named or not ends and low in named:
                yield from (f"{self.names[low]}<{self.names[end]}" for end in ends)
            else:
                yield from (f"{self.names[low]}<{self.names[end]}" for end in ends) if ends else (self.names[low],)
            named.update(dict.fromkeys((low, *ends)))
