"""Disjunctive sums and moves, who wins them, and how values add: what every rule of this house speaks in.

An option of a position *is* a sum: a move that splits a heap leaves a sum of two, a move that ends the part leaves the
empty sum. Only `Sum` means a sum; a plain tuple stays a position. Values: Sprague 1935, Grundy 1939.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import StrEnum
from functools import reduce
from operator import index, xor
from typing import Generic, Literal, NamedTuple, TypeVar

from .errors import InputError
from .integers import shown

P = TypeVar("P", bound=Hashable)
Play = Literal["normal", "misere"]
"""Normal play: who makes the last move wins. Misere play: who makes the last move loses."""

Status = Literal["proved", "limit"]
"""Proved: true by definition or by a theorem. Limit: the work stopped before it was known."""


class Sum(tuple[P, ...], Generic[P]):
    """Positions of one ruleset side by side; the player to move moves in one of them. `Sum()` is over.

    >>> Sum(3, 5) + Sum(7)
    Sum(3, 5, 7)
    """

    __slots__ = ()

    def __new__(cls, *positions: P) -> Sum[P]:
        """Put positions side by side."""
        return tuple.__new__(cls, positions)

    @classmethod
    def of(cls, positions: Iterable[P]) -> Sum[P]:
        """Return the sum of the positions of an iterable.

        >>> Sum.of(range(3))
        Sum(0, 1, 2)
        """
        return tuple.__new__(cls, positions)

    def __getnewargs__(self) -> tuple[P, ...]:
        """Return what `Sum` is called with when a copy or a pickle makes it anew: the positions, not their tuple."""
        return tuple(self)

    def __add__(self, other: object) -> Sum[P]:
        return Sum.of((*self, *other)) if isinstance(other, Sum) else NotImplemented

    def replace(self, part: int, leaves: Sum[P]) -> Sum[P]:
        """Return the sum after a move in part number `part`, its pieces standing where it stood.

        >>> Sum(3, 5, 7).replace(1, Sum(2, 2))
        Sum(3, 2, 2, 7)
        """
        return Sum.of((*self[:part], *leaves, *self[part + 1 :]))

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self))})"


class Move(NamedTuple, Generic[P]):
    """A move of one position: its name in the game's own words and the sum it leaves in place of the position.

    >>> from grundy import game
    >>> game("kayles").moves(3)[-1]
    Move(label='take 2', leaves=Sum(1))
    """

    label: str
    leaves: Sum[P]


def as_sum(option: P | Sum[P]) -> Sum[P]:
    """Read a bare position as the sum of itself alone.

    >>> as_sum((3, 4))
    Sum((3, 4))
    """
    return option if isinstance(option, Sum) else Sum(option)


def play_of(misere: bool) -> Play:
    """Return the word for a convention; raise `InputError` for what is neither true nor false.

    >>> play_of(False), play_of(True)
    ('normal', 'misere')
    """
    if misere not in (True, False):
        raise InputError(f"expected misere=True or misere=False, found {misere!r}")
    return "misere" if misere else "normal"


class Outcome(StrEnum):
    """N: the next player, who is to move, wins. P: the previous player wins. D: a draw, neither can force a win.

    >>> Outcome.N == "N"
    True
    """

    N = "N"
    P = "P"
    D = "D"

    @classmethod
    def of_value(cls, value: int) -> Outcome:
        """Return the outcome in normal play of a position of this Grundy value: P exactly at 0.

        >>> str(Outcome.of_value(0)), str(Outcome.of_value(3))
        ('P', 'N')
        """
        return cls.N if value else cls.P

    @classmethod
    def wins(cls, win: bool) -> Outcome:
        """Return N when the player to move wins, else P.

        >>> str(Outcome.wins(True))
        'N'
        """
        return cls.N if win else cls.P


def mex(values: Iterable[int]) -> int:
    """Return the least non-negative integer that is not among `values`; raise `InputError` for what is no number.

    >>> mex([0, 1, 3]), mex([]), mex([1, 3, 5])
    (2, 0, 0)
    """
    try:
        seen = set(map(index, values))
    except TypeError:
        raise InputError(f"mex is of whole numbers, found {shown(values)}") from None
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(values: Iterable[int]) -> int:
    """Return the nim-sum (bitwise exclusive or) of non-negative integers; raise `InputError` for anything else.

    >>> nim_sum([10, 12, 5])
    3
    """
    try:
        numbers = list(map(index, values))
    except TypeError:
        raise InputError(f"expected non-negative whole numbers, found {shown(values)}") from None
    if numbers and min(numbers) < 0:
        raise InputError(f"expected non-negative whole numbers, found {shown(min(numbers))}")
    return reduce(xor, numbers, 0)


def tame_outcome(values: Iterable[int]) -> Outcome:
    """Return the misere outcome of nim heaps of these sizes, and so of tame parts with these values.

    Bouton, "Nim, a game with a complete mathematical theory", 1901; tame: Conway, "On Numbers and Games", 1976.

    >>> str(tame_outcome([1, 1, 1])), str(tame_outcome([1, 2, 3])), str(tame_outcome([]))
    ('P', 'P', 'N')
    """
    heaps = list(values)
    trivial = max(heaps, default=0) <= 1
    return Outcome.wins((nim_sum(heaps) != 0) != trivial)
