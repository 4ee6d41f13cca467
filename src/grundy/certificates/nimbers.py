"""The entries that prove a Grundy value by components, with a search for a short proof.

A proof is a set of components. Every statement that their values need (`Ways.goals`) must follow from the values of
other components in the set. The set is built from the largest component down. Then some components are removed at
random, again and again, and the proof is completed from the others (G. Schrimpf and others, "Record breaking
optimization results using the ruin and recreate principle", 2000). The random generator has a fixed seed, so that equal
games have equal proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from random import Random

from ..core import CheckedMoves, LimitReached, iterate_checked
from .positions import Entries, P
from .ways import Ways, entries_of

PATIENCE = 150
"""The number of attempts without a shorter proof after which the search ends."""
MOST_WORK = 10_000_000
"""The number of replies and ways after which the search ends."""
LEFT_OUT, JITTERS, WORSE = (0.05, 0.1, 0.2, 0.3), (0.1, 0.5, 1.5), 0.004
"""Parameters of the search, each chosen at random.

`LEFT_OUT` are fractions of the components to remove, `JITTERS` are sizes of the random change of costs, and `WORSE` is
the relative increase of length that is accepted.
"""
KEPT = 0.3
"""The factor by which the cost of a component of the previous proof is reduced."""


def nimber_entries(
    moves: CheckedMoves[P], start: P, value: Callable[[P], int], known: Callable[[P], int | None] | None = None
) -> Entries:
    """List entries that prove the Grundy value of a position: components with their values.

    Each entry follows those on which it depends. It has a hint for each option of its component. The hint -1 means that
    the values of the components of the option are proved. The hint j means that the option has an option, with the
    index j from 0, whose value is that of the component.

    Args:
        moves: The moves of the game.
        start: The position whose value is proved.
        value: Returns the value of a component, perhaps after a long search.
        known: Returns the value of a component quickly, or None; by default `value` is used.

    Returns:
        The entries [component, value, hints].
    """
    ways = Ways(moves, value, known or value)
    return entries_of(ways, _Proofs(ways, {*ways.numbered(start)}).short())


class _Proofs:
    def __init__(self, ways: Ways[P], first: set[int]) -> None:
        self.ways, self.first, self.rng = ways, first, Random(0)  # noqa: S311  # not for cryptography
        self.work = 0
        self._lengths: dict[int, int] = {}

    def short(self) -> set[int]:
        best = current = self.lean(self.made(self._guess))
        idle = PATIENCE * (len(current) <= len(self.first))
        with suppress(LimitReached):  # the first proof is valid, so a limit does no harm
            while idle < PATIENCE and self.work + self.ways.work < MOST_WORK:
                share, jitter = self.rng.choice(LEFT_OUT), self.rng.choice(JITTERS)
                kept = {part for part in sorted(current) if self.rng.random() > share}
                other = self.lean(self.made(self._random_cost(kept, jitter)))
                if self.length(other) <= self.length(current) * (1 + WORSE * self.rng.random()):
                    current = other
                idle += 1
                if self.length(other) < self.length(best):
                    best, idle = other, 0
        return best

    def made(self, cost: Callable[[int], float], within: set[int] | None = None) -> set[int]:
        """Build a proof: a set of components, given by number, whose values prove each other by induction.

        The set begins with the components of the position. For each statement that the proof still needs, the cheapest
        set of components that proves the statement is added.

        Args:
            cost: Returns the price of using a component that is not in the proof yet.
            within: Another proof; only its components are used. If None, all components may be used.

        Returns:
            The numbers of the components of the proof.
        """
        proof, weight = {*self.first}, self.ways.weight
        waiting = [(-weight(part), part) for part in self.first]
        heapify(waiting)
        while waiting:
            for goal in iterate_checked(self.ways.goals(heappop(waiting)[1])):
                least, best = -1.0, frozenset[int]()
                for way in goal:
                    self.work += 1
                    if within is None or way <= within:
                        missing = way - proof
                        price = sum(map(cost, missing))
                        if least < 0 or price < least:
                            least, best = price, missing
                        if not missing:
                            break
                proof |= best
                for part in best:
                    heappush(waiting, (-weight(part), part))
        return proof

    def lean(self, proof: set[int]) -> set[int]:
        return self.made(self._length, proof)

    def length(self, proof: set[int]) -> int:
        return sum(map(self._length, proof))

    def _length(self, part: int) -> int:
        """Estimate the number of characters of the entry of a component, given by its number, in a certificate."""
        if part not in self._lengths:
            ways = self.ways
            self._lengths[part] = 10 + len(ways.moves.show(ways.parts[part])) + 3 * ways.weight(part)
        return self._lengths[part]

    def _guess(self, part: int) -> float:
        """Estimate the number of characters that a component and the components of its proof add to a certificate."""
        return 0.15 * self.ways.weight(part) ** 3 + self._length(part)

    def _random_cost(self, kept: set[int], jitter: float) -> Callable[[int], float]:

        def cost(part: int) -> float:
            price = KEPT * self._length(part) if part in kept else self._guess(part)
            return price * (1 + jitter * self.rng.random())

        return cost
