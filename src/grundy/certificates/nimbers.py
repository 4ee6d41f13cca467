"""The entries that prove a Grundy value by parts, as short as many small changes of a first proof make them.

A proof is a set of parts in which every goal of every part is reached (`ways`), made from the largest part down. Again
and again some parts are left out at random and it is made anew around the others (G. Schrimpf and others, "Record
breaking optimization results using the ruin and recreate principle", 2000). The same game gives the same proof.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from random import Random

from ..core import CheckedMoves, LimitReached, patiently
from .positions import Entries, P
from .ways import Ways, entries_of

PATIENCE = 150
"""How often a proof is made anew without becoming shorter."""
MOST_WORK = 10_000_000
"""Replies and ways that are looked at, after which the proof is good enough."""
LEFT_OUT, JITTERS, WORSE = (0.05, 0.1, 0.2, 0.3), (0.1, 0.5, 1.5), 0.004
"""Shares of the parts that are left out, how much chance changes what a part costs, and how much longer a proof may
be to go on from it."""
KEPT = 0.3
"""How much less a part costs that was in the proof before."""


def nimber_entries(
    moves: CheckedMoves[P], start: P, value: Callable[[P], int], known: Callable[[P], int | None] | None = None
) -> Entries:
    """Return the parts that prove the value of `start`, with hints, each after those it rests on.

    `value` tells the value of a part, perhaps by a long search; `known` tells it soon or is None, by default as `value`
    does. Hint -1 says that the parts of an option are known, j that its own option number j has the value of the part.
    """
    ways = Ways(moves, value, known or value)
    return entries_of(ways, _Proofs(ways, {*ways.numbered(start)}).short())


class _Proofs:
    def __init__(self, ways: Ways[P], first: set[int]) -> None:
        self.ways, self.first, self.lot = ways, first, Random(0)  # noqa: S311  # no secret
        self.work = 0
        self._lengths: dict[int, int] = {}

    def short(self) -> set[int]:
        """Return a proof that no change made shorter while there was time."""
        best = found = self.lean(self.made(self._guess))
        idle = PATIENCE * (len(found) <= len(self.first))
        with suppress(LimitReached):  # the first proof is one
            while idle < PATIENCE and self.work + self.ways.work < MOST_WORK:
                share, jitter = self.lot.choice(LEFT_OUT), self.lot.choice(JITTERS)
                kept = {part for part in sorted(found) if self.lot.random() > share}
                other = self.lean(self.made(self._beside(kept, jitter)))
                if self.length(other) <= self.length(found) * (1 + WORSE * self.lot.random()):
                    found = other
                idle += 1
                if self.length(other) < self.length(best):
                    best, idle = other, 0
        return best

    def made(self, cost: Callable[[int], float], within: set[int] | None = None) -> set[int]:
        """Return a proof that takes to each goal the way of least cost, perhaps only ways within a proof."""
        found, weight = {*self.first}, self.ways.weight
        waiting = [(-weight(part), part) for part in self.first]
        heapify(waiting)
        while waiting:
            for goal in patiently(self.ways.goals(heappop(waiting)[1])):
                least, best = -1.0, frozenset[int]()
                for way in goal:
                    self.work += 1
                    if within is None or way <= within:
                        missing = way - found
                        price = sum(map(cost, missing))
                        if least < 0 or price < least:
                            least, best = price, missing
                        if not missing:
                            break
                found |= best
                for part in best:
                    heappush(waiting, (-weight(part), part))
        return found

    def lean(self, proof: set[int]) -> set[int]:
        """Return a proof within a proof, without what is needed no more."""
        return self.made(self._length, proof)

    def length(self, proof: set[int]) -> int:
        return sum(map(self._length, proof))

    def _length(self, part: int) -> int:
        """Return about how many characters an entry has: the text of the part, and three for each of its moves."""
        if part not in self._lengths:
            ways = self.ways
            self._lengths[part] = 10 + len(ways.moves.show(ways.parts[part])) + 3 * ways.weight(part)
        return self._lengths[part]

    def _guess(self, part: int) -> float:
        """Return about how much longer a proof becomes by a part and what it needs."""
        return 0.15 * self.ways.weight(part) ** 3 + self._length(part)

    def _beside(self, kept: set[int], jitter: float) -> Callable[[int], float]:
        """Return what a part costs beside a proof of which some parts are kept, changed a little by chance."""

        def cost(part: int) -> float:
            price = KEPT * self._length(part) if part in kept else self._guess(part)
            return price * (1 + jitter * self.lot.random())

        return cost
