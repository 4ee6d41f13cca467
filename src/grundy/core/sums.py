"""Disjunctive sums and moves: what every rule of this house speaks in.

An option of a position *is* a sum: a move that splits a heap leaves a sum of two, a move that ends
the part leaves the empty sum. Only `Sum` means a sum; a plain tuple stays a position.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)


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

    def __add__(self, other: object) -> Sum[P]:
        """Return both sums side by side."""
        return Sum.of((*self, *other)) if isinstance(other, Sum) else NotImplemented

    def replace(self, part: int, leaves: Sum[P]) -> Sum[P]:
        """Return the sum after a move in part number `part`, its pieces standing where it stood.

        >>> Sum(3, 5, 7).replace(1, Sum(2, 2))
        Sum(3, 2, 2, 7)
        """
        return Sum.of((*self[:part], *leaves, *self[part + 1 :]))

    def __repr__(self) -> str:
        """Return the call that makes this sum."""
        return f"Sum({', '.join(map(repr, self))})"


class Move(NamedTuple, Generic[P]):
    """A move of one position: its name in the game's own words and the sum it leaves in place of the position."""

    label: str
    leaves: Sum[P]


def as_sum(option: P | Sum[P]) -> Sum[P]:
    """Read a bare position as the sum of itself alone.

    >>> as_sum((3, 4))
    Sum((3, 4))
    """
    return option if isinstance(option, Sum) else Sum(option)
