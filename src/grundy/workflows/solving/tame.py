"""Solves misère sums of tame parts, which are played like misère nim with heaps of their Grundy values.

Bouton's rule for misère nim states for each part the value that a winning move must leave there. It is from
C. L. Bouton, "Nim, A Game with a Complete Mathematical Theory", 1901.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Game, Outcome, nim_sum, tame_outcome
from ..searching.question import Answer, WinningMove
from .solver import Solver
from .values import values_of, wins_of


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a misère sum of tame parts.

    Args:
        game: The sum in misère play.
        memory: Stores solvers and their results.

    Returns:
        The answer, whose `status` states whether a limit was reached.

    Raises:
        LoopyGame: If the game is loopy.
    """
    values, reason = values_of(game, memory)
    if reason:
        return memory.answer("tame", game, None, (), reason, values=values)
    known = [value or 0 for value in values]
    outcome, total = tame_outcome(known), nim_sum(known)
    large = sum(1 for value in known if value > 1)
    wins: Sequence[WinningMove] = []
    if outcome is Outcome.N:
        wins, reason = wins_of(game, [g ^ total ^ (large == (g > 1)) for g in known], memory)
    return memory.answer("tame", game, outcome, wins, reason, values=values, moves_reason=reason)
