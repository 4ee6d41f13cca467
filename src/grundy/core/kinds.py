"""Kinds of games whose rules need more than `Ruleset`: games for two sides, and games with entailing moves.

In a finite game for two sides, the two players may have different moves. Play ends in a win, a loss or a draw. A
position includes the side to move; `options` returns the moves of this side, and `result` the result when play has
ended. Such a game cannot be part of a sum and has no Grundy value. It has an outcome, N, P or D, and a remoteness
(E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", 1913).

Entailing moves must be answered in the same component; after complimenting moves the same player moves again. Both are
represented by an `EntailedPosition`: the player to move must move in this component. After an entailing move the rules
allow any answer; after a complimenting move (such as completing a box) the only answer is to pass, so that the same
player moves again. A player without an answer cannot move and, in normal play, loses.

Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 12, "Games Eternal - Games Entailed",
and chapter 16, "Dots-and-Boxes".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, Generic, Literal, NamedTuple

from .ruleset import Option, Ruleset
from .sums import Move, Outcome, P, Sum


class NotSummable(Ruleset[P]):
    """A base class of rulesets whose positions state whose turn it is, so that they cannot be part of a sum.

    Its games always have one component. `Game` raises `RuleError` for a sum with further ones.
    """

    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read the text of one position; return the ruleset and the position as a sum of one component."""
        return self, self.read(text)


class TwoSided(NotSummable[P]):
    """The rules of a finite game for two sides, which may have different moves.

    `options` returns the positions after the moves of the side to move; it returns nothing when play has ended.
    `canonical` may return one representative of all positions that are equal by symmetry.
    """

    aim: str = ""
    """The aim of the game in one sentence for the players."""
    misere_aim: str = ""
    """The aim if winning and losing are exchanged."""

    @abstractmethod
    def result(self, position: P) -> Outcome | None:
        """Return the result of ended play: N if the side to move has won, P if the other side has, D for a draw.

        None means that play continues; then there is at least one move.
        """

    def side(self, position: P) -> str:
        """Return the name of the side to move, or "" if sides have no names."""
        return ""


class Partizan(TwoSided[P]):
    """The rules of a partizan game of Left and Right that ends when the player to move cannot move, never in a draw.

    In normal play that player loses. Subclasses define `options`, `side`, which returns "Left" or "Right", and
    `opposite`.
    """

    aim = "A player who cannot move loses."
    misere_aim = "A player who cannot move wins."

    @abstractmethod
    def opposite(self, position: P) -> P:
        """Return the same position with the other player to move."""

    def result(self, position: P) -> Outcome | None:
        return Outcome.P if next(iter(self.options(position)), None) is None else None


def turned(outcome: Outcome, *, misere: bool = True) -> Outcome:
    """Exchange winning and losing in an outcome; a draw stays a draw.

    Args:
        outcome: The outcome.
        misere: Whether to exchange; if False, the outcome is returned unchanged.

    Returns:
        The outcome after the exchange.

    Example:
        >>> str(turned(Outcome.N)), str(turned(Outcome.D)), str(turned(Outcome.N, misere=False))
        ('P', 'D', 'N')
    """
    other = {Outcome.N: Outcome.P, Outcome.P: Outcome.N}
    return other.get(outcome, outcome) if misere else outcome


class EntailedPosition(NamedTuple, Generic[P]):
    """A component in which the player to move must move.

    Attributes:
        position: The position of the component.
        only: "pass" if the only move is to pass; otherwise any answer of the ruleset is allowed.
    """

    position: P
    only: Literal["", "pass"] = ""

    @property
    def passing(self) -> bool:
        """Whether the player to move can only pass, so that the opponent, who has just moved, moves again."""
        return self.only == "pass"


class Loony(Enum):
    """The value "loony" of a component that equals no nim heap: the player to move wins every sum that contains it."""

    LOONY = "loony"

    def __str__(self) -> str:
        return self.value


LOONY: Final = Loony.LOONY


class Entailing(Ruleset[Any], Generic[P]):
    """The rules of an impartial game with entailing or complimenting moves, on positions of type P.

    An entailing move must be answered in the same component; after a complimenting move the same player moves again.
    Both leave exactly one `EntailedPosition`. Subclasses define `free_moves`. The mex does not give the values of such
    games; `search.EntailedSolver` computes them.
    """

    @abstractmethod
    def free_moves(self, position: P) -> Iterable[Move[Any]]:
        """Return the moves in a component while no entailing move must be answered."""

    def answers(self, position: P) -> Iterable[Move[Any]]:
        """Return the moves that may answer an entailing move to `position`; by default all `free_moves`."""
        return self.free_moves(position)

    def free_options(self, position: P) -> Iterable[Option[Any]]:
        """Return the options of `free_moves` in the same order, without the labels; subclasses may do so faster."""
        return (move.leaves for move in self.free_moves(position))

    def pieces(self, position: P) -> Sum[Any] | None:
        """Return a sum of canonical positions that is equivalent to the position, or None if the position is loony.

        The player to move wins every sum that contains a loony component. None is returned only if a theorem of the
        game shows this without search.
        """
        return Sum(self.canonical(position))

    def options(self, position: Any) -> Iterable[Option[Any]]:  # noqa: ANN401  # a position or an obliged one
        """Return the options; an `EntailedPosition` offers only answers, or only the pass."""
        if position.__class__ is not EntailedPosition:
            return self.free_options(position)
        if position.passing:
            return (position.position,)
        return (move.leaves for move in self.answers(position.position))

    def moves(self, position: Any) -> Iterator[Move[Any]]:  # noqa: ANN401  # a position or an obliged one
        """Return the moves with their labels; the only answer to a complimenting move is labelled "pass"."""
        if position.__class__ is not EntailedPosition:
            yield from self.free_moves(position)
        elif position.passing:
            yield Move("pass", Sum(position.position), kind="pass")
        else:
            yield from self.answers(position.position)
