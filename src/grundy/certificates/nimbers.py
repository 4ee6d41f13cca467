"""The entries that prove a Grundy value by parts, as few of them as a bounded search for short proofs finds.

A part of value v needs for every option a proof that its value is not v: the parts of the option, or those of a reply
to it that has value v (J. Lemoine and S. Viennot, "Nimbers are inevitable", 2010); and for every value below v an
option of that value, by its parts. Of the proofs that look cheapest the one is taken that adds least to what is needed
already. All walks are iterative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic

from ..core import nim_sum
from .positions import Entries, Moves, P

BREADTHS = {8: 250_000, 2: 500_000}
"""How many proofs of each thing are weighed, and for how many replies that are listed; at last only the cheapest is."""
MOST_PARTS = 20_000
"""Parts whose proofs are weighed."""
PRUNINGS = 3
"""How often what is no longer needed is left out."""

Needs = tuple[P, ...]
"""Parts that must be known."""
Goal = list[Needs[P]]
"""Something to prove: each of these sets of parts does it."""


def nimber_entries(
    moves: Moves[P], start: P, value: Callable[[P], int], known: Callable[[P], int | None] | None = None
) -> Entries:
    """Return the parts that prove the value of `start`, with hints, each after those it rests on.

    `value` tells the value of a part, perhaps by a long search; `known` tells it at once or is None, by default as
    `value` does. Hint -1 says that the parts of an option are known, j that its own option number j has the value of
    the part.
    """
    proofs = _Proofs(moves, value, known or value)
    first = list(dict.fromkeys(moves.parts(start)))
    for breadth, most in BREADTHS.items():
        if (goals := proofs.explored(first, breadth, most)) is not None:
            order = _lean(goals, first)
            break
    else:
        order = list(proofs.explored(first, 1, None) or ())
    for _ in range(PRUNINGS):
        order = proofs.pruned(order, first)
    return proofs.entries(order)


def _lean(goals: dict[P, list[Goal[P]]], first: Sequence[P]) -> list[P]:
    """Return parts that prove the first ones: each with the least that can be added to what it needs already.

    `goals` has every part after all that it may rest on. The proof of a part is a set, kept as the bits of a number.
    """
    number = {part: i for i, part in enumerate(goals)}
    proof: list[int] = []
    for i, part in enumerate(goals):
        needed = 1 << i
        for goal in sorted(goals[part], key=len):
            needed = min((_union(needed, proof, number, parts) for parts in goal), key=int.bit_count)
        proof.append(needed)
    needed = _union(0, proof, number, tuple(first))
    return [part for i, part in enumerate(goals) if needed >> i & 1]


def _union(needed: int, proof: list[int], number: dict[P, int], parts: Needs[P]) -> int:
    """Return what is needed with the proofs of some parts."""
    for part in parts:
        needed |= proof[number[part]]
    return needed


class _Proofs(Generic[P]):
    """The ways to prove the values of parts; what was found of a part is remembered."""

    def __init__(self, moves: Moves[P], value: Callable[[P], int], known: Callable[[P], int | None]) -> None:
        """Begin with nothing listed."""
        self.moves, self._value, self._known = moves, value, known
        self._values: dict[P, int] = {}
        self._goals: dict[P, list[Goal[P]]] = {}
        self._sizes: dict[P, int] = {}
        self._listed = 0

    def explored(self, first: Sequence[P], breadth: int, most: int | None) -> dict[P, list[Goal[P]]] | None:
        """Return the goals of all parts that are met when the `breadth` cheapest proofs of each are followed.

        Each stands after all it may rest on. None when more than `most` replies are listed, or too many parts.
        """
        done: dict[P, list[Goal[P]]] = {}
        waiting: dict[P, list[Goal[P]]] = {}
        stack = list(first)
        while stack:
            part = stack[-1]
            if part in done:
                stack.pop()
            elif part in waiting:
                done[part] = waiting.pop(part)
            else:
                waiting[part] = [goal[:breadth] for goal in self.goals(part)]
                if most is not None and (self._listed > most or len(done) > MOST_PARTS):
                    return None
                stack += [other for goal in waiting[part] for parts in goal for other in parts if other not in done]
        return done

    def goals(self, part: P) -> list[Goal[P]]:
        """Return what is to be proved of a part, each with its proofs, the cheapest first."""
        if part not in self._goals:
            options = list(self.moves.options(part))
            found = [*self._shown(self.value(part), options), *(self._refused(self.value(part), q) for q in options)]
            open_ones = (dict.fromkeys(goal) for goal in found if all(goal))
            self._goals[part] = [sorted(goal, key=self._cost) for goal in open_ones]
        return self._goals[part]

    def pruned(self, order: Sequence[P], first: Sequence[P]) -> list[P]:
        """Return the parts of a proof that are needed when each rests on what is needed anyway as far as it can."""
        place = {part: i for i, part in enumerate(order)}
        needed = set(first)
        for part in reversed(order):
            if part in needed:
                fit = [
                    [parts for parts in goal if all(place.get(other, len(order)) < place[part] for other in parts)]
                    for goal in self.goals(part)
                ]
                for goal in sorted(fit, key=len):
                    needed.update(min(goal, key=lambda parts: sum(other not in needed for other in parts)))
        return [part for part in order if part in needed]

    def entries(self, order: Sequence[P]) -> Entries:
        """Return the entries of parts, of which each rests on those before it."""
        proved: set[P] = set()
        found: Entries = []
        for part in order:
            hints = [self._hint(option, self.value(part), proved) for option in self.moves.listed(part)]
            found.append([self.moves.show(part), self.value(part), hints])
            proved.add(part)
        return found

    def value(self, part: P) -> int:
        """Return the value of a part, searched for if it must be."""
        found = self.known(part)
        return self._values.setdefault(part, self._value(part)) if found is None else found

    def known(self, part: P) -> int | None:
        """Return the value of a part where it is known."""
        found = self._values.get(part)
        if found is None and (found := self._known(part)) is not None:
            self._values[part] = found
        return found

    def _total(self, position: P) -> int | None:
        """Return the value of a position where it is known."""
        total = 0
        for part in self.moves.parts(position):
            value = self.known(part)
            if value is None:
                return None
            total ^= value
        return total

    def _needs(self, position: P) -> Needs[P]:
        """Return the different parts of a position."""
        return tuple(dict.fromkeys(self.moves.parts(position)))

    def _shown(self, value: int, options: Sequence[P]) -> Iterator[Goal[P]]:
        """Yield, for every number below the value of a part, the options that have it."""
        totals = [self._total(option) for option in options]
        for wanted in range(value):
            if wanted not in totals:
                totals = [nim_sum(map(self.value, self.moves.parts(option))) for option in options]
            yield [self._needs(option) for option, total in zip(options, totals, strict=True) if total == wanted]

    def _refused(self, value: int, option: P) -> Goal[P]:
        """Return what shows that an option has another value than the part: its parts, or a reply of that value."""
        total = self._total(option)
        found = [] if total is None or total == value else [self._needs(option)]
        if found == [()]:
            return found
        replies = list(self.moves.options(option))
        self._listed += len(replies)
        found += [self._needs(reply) for reply in replies if self._total(reply) == value]
        if not found:
            for part in self._needs(option):
                self.value(part)
        return found or [self._needs(option)]

    def _hint(self, option: P, value: int, proved: set[P]) -> int:
        """Return the hint of an option that the proved parts allow."""
        if proved.issuperset(self.moves.parts(option)) and self._total(option) != value:
            return -1
        replies = enumerate(self.moves.listed(option))
        return next(
            j for j, reply in replies if proved.issuperset(self.moves.parts(reply)) and self._total(reply) == value
        )

    def _cost(self, parts: Needs[P]) -> int:
        """Return about how much there is to prove for some parts."""
        return sum(self._size(part) ** 3 for part in parts)

    def _size(self, part: P) -> int:
        """Return about how large a part is."""
        if part not in self._sizes:
            weight = self.moves.weight
            self._sizes[part] = weight(part) if weight else sum(1 for _ in self.moves.options(part))
        return self._sizes[part]
