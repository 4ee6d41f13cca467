"""Staircase nim: coins move down a staircase.

`staircase: 0 0 1 1 0`: piles on the stairs 0, 1, 2, 3, 4; stair 0 is the ground. A move takes one or more coins of one
stair to the next below. Only the odd stairs count, but a winning move may start on an even stair: here "move 1 from
stair 2" wins, and so does a move from stair 3.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Heaps, Move, Outcome, Scene, Structure, Sum, Theorem, from_heaps, nim_sum, tame_outcome
from ..heaps.coupled import CoupledRuleset, Numbers


class Staircase(CoupledRuleset, Structure):
    """The rules of staircase nim: move one or more coins from a stair to the next one below; stair 0 is the ground."""

    name = "staircase"
    noun = "stair"
    what = "a number of coins"
    theory = Theorem(
        "The value is the nim-sum of the piles on the odd stairs 1, 3, 5, ...",
        'C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901; '
        'staircase: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982',
    )
    misere_theory = Theorem(
        "Misere nim on the odd stairs: coins that reach an odd stair are moved on, and a player who has only even "
        "stairs left moves one coin",
        'C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901',
    )

    idea_lost = (
        "Only the odd stairs count, and every binary column of their piles is even; the other player moves on "
        "coins that you bring to an odd stair."
    )
    idea_won = (
        "Only the odd stairs count: make every binary column of their piles even; move on coins that the other "
        "player brings to an odd stair."
    )

    def options(self, position: Numbers) -> Iterator[Numbers]:
        for stair in range(1, len(position)):
            for coins in range(1, position[stair] + 1):
                yield _down(position, stair, coins)

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        stair = next(i for i in range(len(before)) if before[i] > after[i])
        label = f"move {before[stair] - after[stair]} from stair {stair}"
        return Move(label, Sum(after), lambda: from_heaps(before, after), "move")

    def count_moves(self, position: Numbers) -> int:
        return sum(position[1:])

    def canonical(self, position: Numbers) -> Numbers:
        """Return the staircase without the coins on the ground and without empty stairs at the top."""
        top = max((i for i in range(1, len(position)) if position[i]), default=0)
        return (0, *position[1 : top + 1])

    def known_value(self, position: Numbers) -> int:
        return nim_sum(position[1::2])

    def known_misere(self, parts: Sum[Numbers]) -> Outcome:
        return tame_outcome(pile for part in parts for pile in part[1::2])

    def nim_heaps(self, count: int) -> tuple[bool, ...]:
        return tuple(stair % 2 == 1 for stair in range(count))

    def moves_to(self, position: Numbers, value: int) -> Iterator[Move[Numbers]]:
        change = self.known_value(position) ^ value
        for stair in range(1, len(position)) if change else ():  # coins leave an odd stair, or come to it from above
            odd = stair if stair % 2 else stair - 1
            goal = position[odd] ^ change
            coins = position[odd] - goal if stair == odd else goal - position[odd]
            if 1 <= coins <= position[stair]:
                yield self._move(position, _down(position, stair, coins))

    def scene(self, position: Numbers) -> Scene:
        return Heaps(position, tuple(map(str, range(len(position)))))


def _down(position: Numbers, stair: int, coins: int) -> Numbers:
    return (*position[: stair - 1], position[stair - 1] + coins, position[stair] - coins, *position[stair + 1 :])
