"""The moves of a position up to a limit, and the moves to a given value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...core import Knowledge, Move, Outcome, Ruleset, Sum, at_most, facet, iterate_checked

if TYPE_CHECKING:
    from .parts import PartSolver


def listed_moves(ruleset: Ruleset[Any], position: Any) -> list[Move[Any]]:  # noqa: ANN401  # any position
    """Return all moves of a position as a list, unless there are too many.

    Args:
        ruleset: The ruleset of the position.
        position: The position to move from.

    Returns:
        The moves, in the order of the ruleset.

    Raises:
        LimitReached: If there are too many moves, or the limits of the active meter are reached.
    """
    return at_most(ruleset.moves(position), f"{ruleset.name}: a position has", "moves")


def tried_moves(solver: PartSolver, position: Any, value: int) -> list[Move[Any]]:  # noqa: ANN401  # any position
    """Return every move to a Grundy value, by evaluating all moves.

    Args:
        solver: Computes the values of the positions after moves.
        position: The position to move from.
        value: The value to leave.

    Returns:
        The moves, in the order of the ruleset.

    Raises:
        LimitReached: If a limit is reached first.
    """
    with solver.meter.interruptible():
        return [
            m for m in iterate_checked(listed_moves(solver.ruleset, position)) if solver.sum_value(m.leaves) == value
        ]


def moves_to_lost(solver: PartSolver, position: Any) -> Iterable[Move[Any]]:  # noqa: ANN401  # any position
    """Return every move to a P-position, by a theorem on outcomes if the values are unknown.

    Args:
        solver: Computes the values and outcomes of the positions after moves.
        position: The position to move from.

    Returns:
        The moves that win.

    Raises:
        LimitReached: If a limit is reached first.
    """
    known = facet(solver.ruleset, Knowledge).moves_to(position, 0)
    if known is not None:
        return known
    with solver.meter.interruptible():
        return [
            move for move in iterate_checked(listed_moves(solver.ruleset, position)) if _is_lost(solver, move.leaves)
        ]


def _is_lost(solver: PartSolver, leaves: Sum[Any]) -> bool:
    if len(leaves) == 1:
        return solver.outcome(leaves[0]) is Outcome.P
    return solver.sum_value(leaves) == 0
