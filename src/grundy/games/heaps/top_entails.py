"""Top Entails: split a stack of coins in two, or take its top coin; then the reply must be in that stack.

`top-entails: 5 4! 3` are stacks of coins; `!` marks the one in which the reply must be, which is impossible in an empty
stack. So a stack of one coin is loony: the player to move takes it and wins (E. R. Berlekamp, J. H. Conway and R. K.
Guy, "Winning Ways", 1982, chapter 12). J. West, "New values for Top Entails", 1996, found the loony stacks of 2403,
2505 and 33243 coins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ...core import EntailedPosition, Entailing, Heaps, Move, Picture, PositionError, Scanner, Scene, Sum, from_heap

Stack: TypeAlias = int | EntailedPosition[int]
"""The coins of a stack, either free or such that the reply must be in it."""


class TopEntails(Entailing[int], Picture[Stack]):
    """The rules of Top Entails: split a stack into two stacks, or take the top coin of a stack.

    After a top coin is taken, the opponent must move in the same stack.
    """

    name = "top-entails"

    def free_moves(self, position: int) -> Iterator[Move[Stack]]:
        """Return the moves in a stack: "split 1+4", ..., and last "top", after which the reply must be in this stack.

        These are the moves both of a player who may choose any stack and of one who must reply in this one.
        """
        for less in range(1, position // 2 + 1):
            yield _split(less, position - less)
        if position:
            yield Move("top", Sum(EntailedPosition(position - 1)), lambda: from_heap(position, [position - 1]))

    def free_options(self, position: int) -> Iterator[Stack | Sum[int]]:
        yield from (Sum(less, position - less) for less in range(1, position // 2 + 1))
        if position:
            yield EntailedPosition(position - 1)

    def check(self, position: Stack) -> None:
        coins = position.position if isinstance(position, EntailedPosition) else position
        passing = isinstance(position, EntailedPosition) and position.passing
        if type(coins) is not int or coins < 0 or passing:
            raise PositionError(f"top-entails: expected a number of coins, found {position!r}")

    def read(self, text: str) -> Sum[Stack]:
        """Read stacks separated by spaces or commas; "!" follows the one in which the next move must be, if any."""
        marked = []

        def stack(scanner: Scanner) -> Stack:
            coins = scanner.integer("a number of coins")
            if not scanner.take("!"):
                return coins
            marked.append(scanner.at)
            return EntailedPosition(coins)

        parts: Sum[Stack] = Sum.of(Scanner(text).several(stack))
        if len(marked) > 1:
            raise PositionError("at most one stack must be answered", text=text, at=marked[1] - 1)
        return parts

    def show(self, parts: Sum[Stack]) -> str:
        return (
            " ".join(f"{part.position}!" if isinstance(part, EntailedPosition) else str(part) for part in parts) or "0"
        )

    def scene(self, position: Stack) -> Scene:
        if isinstance(position, EntailedPosition):
            return Heaps((position.position,), ("answer here",))
        return Heaps((position,), ("stack",))


def _split(less: int, more: int) -> Move[Stack]:
    return Move(f"split {less}+{more}", Sum(less, more), lambda: from_heap(less + more, [less, more]), "split")
