"""Poker nim: nim in which a player may also add tokens, a limited number of times.

`poker-nim(add=3): 3 5 @ 2 2`: a move takes one or more tokens from a heap, or adds 1 to 3 tokens to one. The player to
move may add 2 more times, and so may the opponent; the two numbers are exchanged after a move. `poker-nim(add=3): 3 5`
sets no limit on the additions; then play need not end, and no theorem applies.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core import (
    Heaps,
    Knowledge,
    Move,
    NotSummable,
    Outcome,
    Picture,
    PositionError,
    Scene,
    Sum,
    Theorem,
    from_heaps,
    nim_sum,
    tame_outcome,
)
from ..forms import Labelled, numbers_in, refuse_below
from .coupled import Numbers, lowered


class Budgets(NamedTuple):
    """A position of poker nim: heaps, and how often the player to move and the opponent may still add tokens.

    If these two numbers are None, both players may add without limit.
    """

    heaps: Numbers
    mine: int | None = None
    other: int | None = None


class PokerNim(Labelled[Budgets], NotSummable[Budgets], Picture[Budgets], Knowledge[Budgets]):
    """The rules of poker nim: take tokens from one heap, or add 1 to `add` tokens while you have additions left."""

    theory = Theorem(
        "With bounded additions the value is the nim-sum of the heaps: an addition is taken away again",
        'E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982',
    )
    idea_lost = "Every binary column of the heaps is even, as in nim; the other player takes away what you add."
    idea_won = "Make every binary column of the heaps even, as in nim; take away again what the other player adds."
    misere_theory = Theorem(
        "With bounded additions as misere nim: an addition is taken away again, and on the empty position one "
        "token is added",
        'C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901',
    )

    def __init__(self, add: int = 3) -> None:
        """Build the ruleset for additions of 1 to `add` tokens; raise `RuleError` unless add >= 1."""
        refuse_below(1, "poker-nim", add=add)
        self.add = add
        self.name = f"poker-nim(add={add})"

    def options(self, position: Budgets) -> Iterator[Budgets]:
        """Return the position after each move, heap by heap.

        In a heap moves that take 1, 2, ... tokens precede moves that add 1, 2, ... tokens.
        """
        for i, heap in enumerate(position.heaps):
            yield from (_changed(position, i, size) for size in range(heap - 1, -1, -1))
            if position.mine != 0:
                yield from (_changed(position, i, heap + more) for more in range(1, self.add + 1))

    def _move(self, before: Budgets, after: Budgets) -> Move[Budgets]:
        i = next(i for i, heap in enumerate(before.heaps) if heap != after.heaps[i])
        taken = before.heaps[i] - after.heaps[i]
        label = f"take {taken} from heap {i + 1}" if taken > 0 else f"add {-taken} to heap {i + 1}"
        return Move(label, Sum(after), lambda: from_heaps(before.heaps, after.heaps), "take" if taken > 0 else "add")

    def count_moves(self, position: Budgets) -> int:
        """Return the number of moves: the tokens that can be taken, plus the additions that are allowed."""
        return sum(position.heaps) + (self.add * len(position.heaps) if position.mine != 0 else 0)

    def canonical(self, position: Budgets) -> Budgets:
        return position._replace(heaps=tuple(sorted(position.heaps)))

    def known_value(self, position: Budgets) -> int | None:
        return None if position.mine is None else nim_sum(position.heaps)

    def known_misere(self, parts: Sum[Budgets]) -> Outcome | None:
        if len(parts) > 1 or any(part.mine is None for part in parts):
            return None
        return tame_outcome(heap for part in parts for heap in part.heaps)

    def moves_to(self, position: Budgets, value: int) -> Iterator[Move[Budgets]] | None:
        if position.mine is None:
            return None
        change = nim_sum(position.heaps) ^ value
        most = self.add if position.mine else 0
        goals = [heap ^ change for heap in position.heaps]
        return (
            self._move(position, _changed(position, i, goal))
            for i, goal in enumerate(goals)
            if goal != position.heaps[i] and goal <= position.heaps[i] + most
        )

    def check(self, position: Budgets) -> None:
        if type(position) is not Budgets or type(position.heaps) is not tuple:
            raise PositionError(f"{self.name}: expected heaps and two numbers of additions, found {position!r}")
        if not position.heaps:
            raise PositionError(f"{self.name} needs at least one heap, found 0")
        if not all(type(heap) is int and heap >= 0 for heap in position.heaps):
            raise PositionError(f"{self.name}: expected heap sizes, found {position.heaps!r}")
        budgets = (position.mine, position.other)
        if budgets != (None, None) and not all(type(left) is int and left >= 0 for left in budgets):
            raise PositionError(f"{self.name}: expected two numbers of additions, or none, found {budgets!r}")

    def read(self, text: str) -> Sum[Budgets]:
        """Read heaps, "@", and how often the player to move and the opponent may still add tokens.

        Without "@" both may add without limit.
        """
        heaps, sign, budgets = text.partition("@")
        sizes = numbers_in(text, 0, heaps, "a heap size")
        if not sign:
            return Sum(Budgets(sizes))
        at = len(heaps) + 1
        numbers = numbers_in(text, at, budgets, "a number of additions")
        if len(numbers) != 2:
            raise PositionError(
                f"{self.name}: expected two numbers of additions, of the player to move and of the other, "
                f"found {len(numbers)}",
                text=text,
                at=at,
            )
        return Sum(Budgets(sizes, *numbers))

    def show(self, parts: Sum[Budgets]) -> str:
        return "; ".join(
            " ".join(map(str, part.heaps)) + ("" if part.mine is None else f" @ {part.mine} {part.other}")
            for part in parts
        )

    def scene(self, position: Budgets) -> Scene:
        return Heaps(position.heaps)


def _changed(position: Budgets, i: int, size: int) -> Budgets:
    added = position.mine is not None and size > position.heaps[i]
    mine = position.mine - added if position.mine is not None else None
    return Budgets(lowered(position.heaps, i, size), position.other, mine)
