"""Finite games in which the two sides may have different moves, and which end in a win, a loss or a draw.

A position includes the side to move; `options` returns the moves of this side, and `result` the result when play has
ended. Such a game cannot be part of a sum and has no Grundy value. It has an outcome, N, P or D, and a remoteness (E.
Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", 1913).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from .ruleset import Game, NotSummable
from .sums import Outcome, P


class TwoSided(NotSummable[P]):
    """The rules of a finite game for two sides, which may have different moves.

    `options` returns the results of the moves of the side to move, each one position, and nothing when play has ended.
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


def two_sided(game: Game) -> tuple[TwoSided[Any], Any] | None:
    """Return (ruleset, position) of a game whose players have different moves, or None for a sum of impartial games."""
    for ruleset, parts in game.summands:
        if isinstance(ruleset, TwoSided) and parts:
            return ruleset, parts[0]  # such a game has one part
    return None
