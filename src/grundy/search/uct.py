"""Monte Carlo tree search (UCT): a move chosen by sampling, for games too large to solve.

Each round descends to the option with the largest upper confidence bound w/n + c * sqrt(ln N / n), where n is the
number of visits of the option, N that of its position, and w the sum of results for the player who moves there. Then it
adds a position, plays it out at random and records the result. L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
planning", 2006, prove that the mean results converge to the true results if the number of rounds grows. The results of
finitely many rounds are estimates and prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Generic, NamedTuple, TypeVar

from ..core import Budget, LimitReached, Outcome

T = TypeVar("T", bound=Hashable)

EXPLORE = 1.0
"""The constant c; results are between 0 and 1."""
LONGEST = 2_000
"""A longer random playout counts as half a win."""
SCORES = {Outcome.N: 1.0, Outcome.D: 0.5, Outcome.P: 0.0}
"""The result of a terminal position for the player to move."""


class Estimate(NamedTuple):
    """The estimate for one option by random sampling: its index in the options, the number of visits, a mean result.

    `share` is the mean result for the player who moves to this option, from 0 (always lost) to 1 (always won), and 0.5
    if it was never tried.
    """

    option: int
    visits: int
    share: float


class Sampler(Generic[T]):
    """Estimates the options of positions by Monte Carlo tree search (UCT), for games too large to solve.

    `options` lists the options, `step` plays one at random (default: any option), and `result` returns the outcome of a
    terminal position for the player to move.
    """

    def __init__(
        self,
        options: Callable[[T], Sequence[T]],
        result: Callable[[T], Outcome],
        *,
        rng: Random,
        step: Callable[[T, Random], T | None] | None = None,
    ) -> None:
        """Prepare to sample a game.

        Args:
            options: Lists the options of a position.
            result: Returns the outcome of a terminal position.
            rng: The source of randomness; equal seeds give equal estimates.
            step: Plays one option at random, or returns None at the end.
        """
        self.options = options
        self.result = result
        self.rng = rng
        self.step = step or self._any_option

    def estimates(self, position: T, rounds: int, budget: Budget | None = None) -> list[Estimate]:
        """Estimate how well each option of a position does in random play.

        Args:
            position: The position.
            rounds: The number of rounds; a limit may stop them earlier.
            budget: Counts and limits the work.

        Returns:
            One estimate for every option.
        """
        budget = budget or Budget()
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
                budget.charge()
                score = self._played_out(node.position, budget)
                for visited in reversed(path):
                    score = 1 - score  # a node counts for the player who moved to it
                    visited.visits += 1
                    visited.score += score
        return [Estimate(i, n.visits, n.score / n.visits if n.visits else 0.5) for i, n in enumerate(root.below or ())]

    def _open(self, node: _Node[T]) -> None:
        if node.below is None:
            node.below = [_Node(option) for option in self.options(node.position)]

    def _chosen(self, node: _Node[T]) -> _Node[T]:
        """Return a child of a node: a random untried one, or else the one with the largest upper confidence bound."""
        below = node.below or []
        fresh = [option for option in below if not option.visits]
        if fresh:
            return self.rng.choice(fresh)
        total = round(log(node.visits + 1), 9)  # the last digits differ between machines
        return max(below, key=lambda option: option.score / option.visits + EXPLORE * sqrt(total / option.visits))

    def _played_out(self, position: T, budget: Budget) -> float:
        """Play at random to the end; return 1 if the player to move at `position` wins, 0.5 for a draw, else 0."""
        for ply in range(LONGEST):
            option = self.step(position, self.rng)
            if option is None:
                score = SCORES[self.result(position)]
                return score if ply % 2 == 0 else 1 - score
            budget.charge_unstored(1)
            position = option
        return 0.5

    def _any_option(self, position: T, rng: Random) -> T | None:
        options = self.options(position)
        return rng.choice(options) if options else None


@dataclass(slots=True, eq=False)
class _Node(Generic[T]):
    """A node of the search tree: a position, its children, its visits, and a score.

    The score is the sum of the results of all visits, for the player who moved to the position.
    """

    position: T
    below: list[_Node[T]] | None = None
    visits: int = 0
    score: float = 0.0


def most_tried(estimates: Sequence[Estimate]) -> int:
    """Return the index of the option with the most visits, and among equals the largest `share`.

    >>> most_tried([Estimate(0, 10, 0.4), Estimate(1, 30, 0.6)])
    1
    """
    return max(estimates, key=lambda estimate: (estimate.visits, estimate.share)).option
