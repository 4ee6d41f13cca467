"""Entailing moves: moves that must be answered in the same part, and moves after which the same player moves again.

Both are one thing. A part may leave itself `Obliged`: whoever is to move must move there. After an entailing move
the answer is any that the rule allows; after a complimenting move (completing a box) the only answer is to pass,
so the mover moves again. A player without an answer cannot move and, in normal play, loses.

Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 12, "Games Eternal - Games
Entailed", and chapter 16, "Dots-and-Boxes".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, Generic

from .ruleset import Obliged, Option, Ruleset
from .sums import Move, P, Sum


class Loony(Enum):
    """The value of a part that is no nim heap: whoever is to move wins, whatever stands beside it."""

    LOONY = "loony"

    def __str__(self) -> str:
        return self.value


LOONY: Final = Loony.LOONY


class Entailing(Ruleset[Any], Generic[P]):
    """The rule of an impartial game with entailing or complimenting moves, on positions of type P.

    Subclasses give `free_moves`; a move that entails leaves an `Obliged` part, at most one. Grundy values of such
    rules are found by `search.EntailedSolver`, for `mex` alone does not know them.
    """

    entailing = True

    @abstractmethod
    def free_moves(self, position: P) -> Iterable[Move[Any]]:
        """Return the moves of a part that nobody must answer."""

    def answers(self, position: P) -> Iterable[Move[Any]]:
        """Return the moves that answer an entailing move which left `position`: by default all."""
        return self.free_moves(position)

    def free_options(self, position: P) -> Iterable[Option[Any]]:
        """Return what `free_moves` leave, in the same order; faster where no names are needed."""
        return (move.leaves for move in self.free_moves(position))

    def pieces(self, position: P) -> Sum[Any] | None:
        """Return positions that together play the same in every sum, each canonical; None: loony by theorem."""
        return Sum(self.canonical(position))

    def options(self, position: Any) -> Iterable[Option[Any]]:  # noqa: ANN401  # a position or an obliged one
        """Return what the moves leave; a part that must be answered has its answers only."""
        if position.__class__ is not Obliged:
            return self.free_options(position)
        if position.passing:
            return (position.position,)
        return (move.leaves for move in self.answers(position.position))

    def moves(self, position: Any) -> Iterator[Move[Any]]:  # noqa: ANN401  # a position or an obliged one
        """Return the moves with their names; the one after a complimenting move is called "pass"."""
        if position.__class__ is not Obliged:
            yield from self.free_moves(position)
        elif position.passing:
            yield Move("pass", Sum(position.position))
        else:
            yield from self.answers(position.position)
