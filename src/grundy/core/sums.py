"""Disjunctive sums, moves and outcomes, and the arithmetic of Grundy values.

Every option of a position is a sum. A move that splits a heap leaves a sum of two positions, and a move that ends a
component leaves the empty sum. Only `Sum` denotes a sum; a plain tuple is a position.

Sources: R. Sprague, "Über mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and games", 1939.
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
"""Normal play: the player who makes the last move wins. Misère play: the player who makes the last move loses."""

Status = Literal["proved", "limit"]
"""Proved: true by definition or by a theorem. Limit: a limit was reached before the result was known."""


class Sum(tuple[P, ...], Generic[P]):
    """A disjunctive sum of positions of one ruleset.

    The player to move chooses one component and moves in it. `Sum()` is the empty sum, where play has ended. A sum is a
    tuple of its components, in order.

    Example:
        >>> Sum(3, 5) + Sum(7)
        Sum(3, 5, 7)
    """

    __slots__ = ()

    def __new__(cls, *positions: P) -> Sum[P]:
        """Return the sum of the given positions."""
        return tuple.__new__(cls, positions)

    @classmethod
    def of(cls, positions: Iterable[P]) -> Sum[P]:
        """Return the sum of the positions of an iterable.

        >>> Sum.of(range(3))
        Sum(0, 1, 2)
        """
        return tuple.__new__(cls, positions)

    def __getnewargs__(self) -> tuple[P, ...]:
        """Return the positions, because `Sum(*positions)` must rebuild the sum when it is copied or unpickled."""
        return tuple(self)

    def __add__(self, other: object) -> Sum[P]:
        return Sum.of((*self, *other)) if isinstance(other, Sum) else NotImplemented

    def replace(self, part: int, leaves: Sum[P]) -> Sum[P]:
        """Return the sum after a move in one component.

        Args:
            part: The index of the component, from 0.
            leaves: The positions that the move leaves; they take the place of the component.

        Returns:
            The new sum.

        Example:
            >>> Sum(3, 5, 7).replace(1, Sum(2, 2))
            Sum(3, 2, 2, 7)
        """
        return Sum.of((*self[:part], *leaves, *self[part + 1 :]))

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self))})"


class Move(NamedTuple, Generic[P]):
    """A move of one position: its label, and the sum that replaces the position.

    Attributes:
        label: The name of the move in the words of the game, for instance "take 2".
        leaves: The positions that the move leaves.

    Example:
        >>> from grundy import game
        >>> game("kayles").moves(3)[-1]
        Move(label='take 2', leaves=Sum(1))
    """

    label: str
    leaves: Sum[P]


def as_sum(option: P | Sum[P]) -> Sum[P]:
    """Return an option as a sum; a bare position becomes a sum of one component.

    >>> as_sum((3, 4))
    Sum((3, 4))
    """
    return option if isinstance(option, Sum) else Sum(option)


def play_of(misere: bool) -> Play:
    """Return the name of a play convention.

    Raises `InputError` if `misere` is neither true nor false.

    >>> play_of(False), play_of(True)
    ('normal', 'misere')
    """
    if misere not in (True, False):
        raise InputError(f"expected misere=True or misere=False, found {misere!r}")
    return "misere" if misere else "normal"


class Outcome(StrEnum):
    """The outcome of a position: N, P or D.

    - N: the next player, whose turn it is, wins.
    - P: the previous player wins.
    - D: a draw; neither player can force a win.

    Example:
        >>> Outcome.N == "N"
        True
    """

    N = "N"
    P = "P"
    D = "D"

    @classmethod
    def of_value(cls, value: int) -> Outcome:
        """Return the outcome in normal play of a position with this Grundy value: P if the value is 0, else N.

        >>> str(Outcome.of_value(0)), str(Outcome.of_value(3))
        ('P', 'N')
        """
        return cls.N if value else cls.P

    @classmethod
    def wins(cls, win: bool) -> Outcome:
        """Return N if the player to move wins, else P.

        >>> str(Outcome.wins(True))
        'N'
        """
        return cls.N if win else cls.P


def mex(values: Iterable[int]) -> int:
    """Return the mex (minimal excludant): the least non-negative integer that is not in `values`.

    Args:
        values: Integers in any order.

    Returns:
        The mex; it is 0 for no values.

    Raises:
        InputError: If a value is not an integer.

    Example:
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
    """Return the nim-sum (bitwise exclusive or) of non-negative integers.

    Args:
        values: Non-negative integers of any size.

    Returns:
        The nim-sum; it is 0 for no values.

    Raises:
        InputError: If a value is negative or not an integer.

    Example:
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
    """Return the outcome in misère play of nim heaps of these sizes.

    A sum of tame positions has the same outcome as nim heaps of their Grundy values. Sources: C. L. Bouton, "Nim, a
    game with a complete mathematical theory", 1901; for tame positions J. H. Conway, "On Numbers and Games", 1976.

    >>> str(tame_outcome([1, 1, 1])), str(tame_outcome([1, 2, 3])), str(tame_outcome([]))
    ('P', 'P', 'N')
    """
    heaps = list(values)
    trivial = max(heaps, default=0) <= 1
    return Outcome.wins((nim_sum(heaps) != 0) != trivial)
