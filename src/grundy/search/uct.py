"""Monte Carlo tree search (UCT): a move chosen by sampling, for games too large to solve.

Each round walks down to the option with the largest upper confidence bound w/n + c * sqrt(ln N / n) (n visits of the
option, N of its position, w the sum of results for the player who moves there), adds a position, plays it out at random
and counts the result. L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", 2006: with more rounds the
shares tend to the truth. Until then they are estimates, never values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Generic, NamedTuple, TypeVar

from ..core import LimitReached, Meter, Outcome

T = TypeVar("T", bound=Hashable)

EXPLORE = 1.0
"""The constant c; results lie between 0 and 1."""
LONGEST = 2_000
"""Random play that is longer counts as half a win."""
SCORES = {Outcome.N: 1.0, Outcome.D: 0.5, Outcome.P: 0.0}
"""What an end is worth for the player to move there."""


class Estimate(NamedTuple):
    """What sampling says of one option: how often it was tried, and the mean result for the player who chooses it.

    `share` lies between 0 (always lost) and 1 (always won); 0.5 where it was never tried.
    """

    option: int
    visits: int
    share: float


class Sampler(Generic[T]):
    """Samples one game: `options` lists what the moves leave, `step` plays one at random (default: any option).

    `result` tells how play has ended, for the player to move, where there is no option.
    """

    def __init__(
        self,
        options: Callable[[T], Sequence[T]],
        result: Callable[[T], Outcome],
        *,
        lot: Random,
        step: Callable[[T, Random], T | None] | None = None,
    ) -> None:
        """Draw every lot from `lot`, so that the same lots give the same estimates."""
        self.options = options
        self.result = result
        self.lot = lot
        self.step = step or self._any_option

    def estimates(self, position: T, rounds: int, meter: Meter | None = None) -> list[Estimate]:
        """Return an estimate for every option of `position` after `rounds` rounds, or fewer when a limit stops them."""
        meter = meter or Meter()
        root = _Node(position)
        self._open(root)
        with suppress(LimitReached):
            for _ in range(rounds if root.below else 0):
                node, path = root, [root]
                while node.below:
                    node = self._chosen(node)
                    path.append(node)
                    if not node.visits:
                        break
                    self._open(node)
                meter.tick()
                score = self._played_out(node.position, meter)
                for visited in reversed(path):
                    score = 1 - score  # a node counts for the player who moved to it
                    visited.visits += 1
                    visited.score += score
        return [Estimate(i, n.visits, n.score / n.visits if n.visits else 0.5) for i, n in enumerate(root.below or ())]

    def _open(self, node: _Node[T]) -> None:
        if node.below is None:
            node.below = [_Node(option) for option in self.options(node.position)]

    def _chosen(self, node: _Node[T]) -> _Node[T]:
        """Return an option never tried, drawn by lot, else the one with the largest bound."""
        below = node.below or []
        fresh = [option for option in below if not option.visits]
        if fresh:
            return self.lot.choice(fresh)
        total = round(log(node.visits + 1), 9)  # the last digits differ from machine to machine
        return max(below, key=lambda option: option.score / option.visits + EXPLORE * sqrt(total / option.visits))

    def _played_out(self, position: T, meter: Meter) -> float:
        """Return the result of random play for the player to move at `position`."""
        for ply in range(LONGEST):
            option = self.step(position, self.lot)
            if option is None:
                score = SCORES[self.result(position)]
                return score if ply % 2 == 0 else 1 - score
            meter.passed(1)
            position = option
        return 0.5

    def _any_option(self, position: T, lot: Random) -> T | None:
        options = self.options(position)
        return lot.choice(options) if options else None


@dataclass(slots=True, eq=False)
class _Node(Generic[T]):
    """A position of the tree: visits, and the sum of results for the player who moved to it."""

    position: T
    below: list[_Node[T]] | None = None
    visits: int = 0
    score: float = 0.0


def most_tried(estimates: Sequence[Estimate]) -> int:
    """Return the number of the option that was tried most, the larger share first among equals.

    >>> most_tried([Estimate(0, 10, 0.4), Estimate(1, 30, 0.6)])
    1
    """
    return max(estimates, key=lambda estimate: (estimate.visits, estimate.share)).option
