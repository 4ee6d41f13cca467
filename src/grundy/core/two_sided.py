"""Games of two sides: finite games in which the players' moves may differ and an end is a win, a loss or a draw.

A position says whose turn it is; `options` are the moves of that side, and where play has ended `result`
says for whom. Such a game is no part of a sum and has no Grundy value: it has an outcome, N, P or D,
and a remoteness (E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", 1913).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from .ruleset import Game, Ruleset
from .sums import Outcome, P


class TwoSided(Ruleset[P]):
    """The rule of a finite game for two sides, which need not have the same moves.

    `options` gives what the moves of the side to move leave, and nothing once play has ended; every option is
    one position. `canonical` may return one representative of all positions that symmetry makes alike.
    """

    solo = True
    two_sided = True
    aim: str = ""
    """What wins, in a sentence for the players."""
    misere_aim: str = ""
    """The same where winning and losing change places."""

    @abstractmethod
    def result(self, position: P) -> Outcome | None:
        """Return how play has ended: N when the side to move has won, P when the other has, D for a draw.

        None means that play goes on, and then there is a move.
        """

    def side(self, position: P) -> str:
        """Return the name of the side to move, or nothing where sides have no names."""
        return ""


def two_sided(game: Game) -> tuple[TwoSided[Any], Any] | None:
    """Return rule and position of a game of two sides, None for a sum of impartial games."""
    for ruleset, parts in game.summands:
        if isinstance(ruleset, TwoSided) and parts:
            return ruleset, parts[0]  # such a game has one part
    return None


def turned(outcome: Outcome, *, misere: bool = True) -> Outcome:
    """Return the outcome with winning and losing exchanged when `misere`; a draw stays a draw.

    >>> str(turned(Outcome.N)), str(turned(Outcome.D)), str(turned(Outcome.N, misere=False))
    ('P', 'D', 'N')
    """
    other = {Outcome.N: Outcome.P, Outcome.P: Outcome.N}
    return other.get(outcome, outcome) if misere else outcome
