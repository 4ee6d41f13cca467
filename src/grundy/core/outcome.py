"""Who wins, under which convention, and how certain that is."""

from __future__ import annotations

from enum import Enum
from typing import Literal

Play = Literal["normal", "misere"]
"""Normal play: who makes the last move wins. Misere play: who makes the last move loses."""

Status = Literal["proved", "limit"]
"""Proved: true by definition or by a theorem. Limit: the work stopped before it was known."""


class Outcome(Enum):
    """N: the next player, who is to move, wins. P: the previous player wins. D: a draw, neither can force a win."""

    N = "N"
    P = "P"
    D = "D"

    @classmethod
    def of_value(cls, value: int) -> Outcome:
        """Return the outcome in normal play of a position of this Grundy value: P exactly at 0."""
        return cls.N if value else cls.P

    @classmethod
    def wins(cls, win: bool) -> Outcome:
        """Return N when the player to move wins, else P."""
        return cls.N if win else cls.P

    def __str__(self) -> str:
        """Return the letter."""
        return self.value
