"""One-pile races: the last token wins, and the two sides may take different numbers.

`race: 12 @ 1 2 / 2 3`: twelve tokens; the side to move takes 1 or 2, the other side 2 or 3. The two lists are exchanged
after a move. Whoever takes the last token wins. If a side cannot move although tokens are left, the race is a draw.
With equal lists it is a subtraction game that may end in a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ...core import Heaps, Move, Outcome, Picture, PositionError, Scene, Sum, TwoSided, from_heap
from ..forms import Labelled, numbers_in, within

Takes = tuple[int, ...]
"""Numbers of tokens that may be taken, ascending."""


class Pile(NamedTuple):
    """A position of a race: the tokens left, and the numbers that the side to move and the other side may take."""

    tokens: int
    mine: Takes
    other: Takes


class Race(Labelled[Pile], TwoSided[Pile], Picture[Pile]):
    """The rules of a race on one pile: take a number of tokens that is in your list.

    The player who takes the last token wins. If a player cannot move before that, the game is a draw.
    """

    name = "race"
    aim = "Whoever takes the last token wins; a player who cannot move while tokens are left draws."
    misere_aim = "Whoever takes the last token loses; a player who cannot move while tokens are left draws."

    def result(self, position: Pile) -> Outcome | None:
        if not position.tokens:
            return Outcome.P
        return Outcome.D if position.tokens < position.mine[0] else None

    def options(self, position: Pile) -> Iterator[Pile]:
        tokens, mine, other = position
        return (Pile(tokens - take, other, mine) for take in mine if take <= tokens)

    def _move(self, before: Pile, after: Pile) -> Move[Pile]:
        taken = before.tokens - after.tokens
        return Move(f"take {taken}", Sum(after), lambda: from_heap(before.tokens, [after.tokens]), "take", taken)

    def check(self, position: Pile) -> None:
        if type(position) is not Pile or type(position.tokens) is not int or position.tokens < 0:
            raise PositionError(f"race: expected a number of tokens and two lists of takes, found {position!r}")
        for takes in position[1:]:
            if type(takes) is not tuple or not takes or not all(type(take) is int for take in takes):
                raise PositionError(f"race: expected numbers that can be taken, found {takes!r}")
            if takes[0] < 1 or any(a >= b for a, b in pairwise(takes)):
                raise PositionError(f"race: expected ascending numbers of at least 1, found {takes!r}")

    def read(self, text: str) -> Sum[Pile]:
        """Read the number of tokens, then after "@" the list of the side to move, "/", and that of the other side."""
        pile, sign, takes = text.partition("@")
        mine, slash, other = takes.partition("/")
        tokens = numbers_in(text, 0, pile, "a number of tokens")
        at = len(pile) + 1
        if len(tokens) != 1:
            raise PositionError(f"race: expected one number of tokens, found {len(tokens)}", text=text, at=0)
        if not sign or not slash:
            what = '"@" and the takes of both sides, as in "race: 12 @ 1 2 / 2 3"'
            raise PositionError(f"race: expected {what}", text=text, at=len(text))
        lists = (numbers_in(text, *found, "a number to take") for found in ((at, mine), (at + len(mine) + 1, other)))
        position = Pile(tokens[0], *(tuple(sorted(set(found))) for found in lists))
        with within(text, at):
            self.check(position)
        return Sum(position)

    def show(self, parts: Sum[Pile]) -> str:
        return "; ".join(f"{p.tokens} @ {' '.join(map(str, p.mine))} / {' '.join(map(str, p.other))}" for p in parts)

    def scene(self, position: Pile) -> Scene:
        return Heaps((position.tokens,), ("pile",))
