"""Entailing moves, which must be answered in the same component, and moves after which the same player moves again.

Both are represented by a component that is `Obliged`: the player to move must move there. After an entailing move the
rules allow any answer; after a complimenting move (such as completing a box) the only answer is to pass, so that the
same player moves again. A player without an answer cannot move and, in normal play, loses.

Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 12, "Games Eternal - Games Entailed",
and chapter 16, "Dots-and-Boxes".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, Generic

from .ruleset import Obliged, Option, Ruleset
from .sums import Move, P, Sum


class Loony(Enum):
    """The value of a component that equals no nim heap: the player to move wins every sum that contains it."""

    LOONY = "loony"

    def __str__(self) -> str:
        return self.value


LOONY: Final = Loony.LOONY


class Entailing(Ruleset[Any], Generic[P]):
    """The rules of an impartial game with entailing or complimenting moves, on positions of type P.

    An entailing move must be answered in the same component; after a complimenting move the same player moves again.
    Both leave exactly one `Obliged` component. Subclasses define `free_moves`. The mex does not give the values of such
    games; `search.EntailedSolver` computes them.
    """

    @abstractmethod
    def free_moves(self, position: P) -> Iterable[Move[Any]]:
        """Return the moves in a component when it need not answer an entailing move."""

    def answers(self, position: P) -> Iterable[Move[Any]]:
        """Return the moves that may answer an entailing move which left `position`; by default `free_moves`."""
        return self.free_moves(position)

    def free_options(self, position: P) -> Iterable[Option[Any]]:
        """Return the options of `free_moves` in the same order, faster if the labels are not needed."""
        return (move.leaves for move in self.free_moves(position))

    def pieces(self, position: P) -> Sum[Any] | None:
        """Return canonical positions whose sum is equivalent to the position, or None if a theorem makes it loony.

        The player to move wins every sum that contains a loony component.
        """
        return Sum(self.canonical(position))

    def options(self, position: Any) -> Iterable[Option[Any]]:  # noqa: ANN401  # a position or an obliged one
        """Return the options; a component that must be answered (`Obliged`) offers only answers, or only the pass."""
        if position.__class__ is not Obliged:
            return self.free_options(position)
        if position.passing:
            return (position.position,)
        return (move.leaves for move in self.answers(position.position))

    def moves(self, position: Any) -> Iterator[Move[Any]]:  # noqa: ANN401  # a position or an obliged one
        """Return the moves with their labels; the only answer to a complimenting move is labelled "pass"."""
        if position.__class__ is not Obliged:
            yield from self.free_moves(position)
        elif position.passing:
            yield Move("pass", Sum(position.position), kind="pass")
        else:
            yield from self.answers(position.position)
