"""Checks games with two sides and games with entailing moves, which have contracts of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import LOONY, Entailing, Meter, Obliged, Outcome, TwoSided
from ..search import EntailedSolver, WholeSolver, ZermeloSolver
from .form import broken


def check_two_sided(ruleset: TwoSided[Any], reached: Sequence[Any], meter: Meter) -> None:
    """Check a partizan ruleset: play ends exactly if it has a result, and `canonical` keeps outcome and remoteness.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        meter: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If a promise is broken.
    """
    merged, plain = (ZermeloSolver(ruleset, meter, symmetry=symmetry) for symmetry in (True, False))
    for position in reached:
        ended = ruleset.result(position)
        if (ended is None) != any(True for _ in ruleset.options(position)):
            broken(ruleset, f"result({position!r}) is {ended}: it must be given exactly if no move is left")
        found = ruleset.canonical(position)
        if ruleset.canonical(found) != found:
            broken(ruleset, f"canonical({position!r}) is {found!r}, which has another canonical position itself")
        if merged.solve(position) != plain.solve(position):
            broken(ruleset, f"canonical changes how {position!r} ends: {plain.solve(position)}")


def check_entailing(ruleset: Entailing[Any], reached: Sequence[Any], meter: Meter) -> None:
    """Check a ruleset with entailing moves: `pieces` and `canonical` keep values, which agree with the outcomes.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        meter: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If a promise is broken.
    """
    theory, plain = (EntailedSolver(ruleset, meter, theory=known) for known in (True, False))
    whole = WholeSolver([ruleset], misere=False, meter=meter)
    for position in reached:
        (found, _), (right, wins) = _known(theory, position), _known(plain, position)
        if found != right:
            broken(ruleset, f"pieces or canonical change the value of {position!r}, which is {right}, to {found}")
        outcome = whole.solve([(0, position)]).outcome
        if outcome is not Outcome.wins(wins):
            broken(ruleset, f"{position!r} is {outcome} by definition, its value is {right}")


def _known(solver: EntailedSolver, position: Any) -> tuple[object, bool]:  # noqa: ANN401  # any position
    """Return the value of a position, and whether it is an N-position.

    If a reply is due in it, the value is the set of nim heaps next to which the player who must reply wins.
    """
    if isinstance(position, Obliged):
        answers = solver.answers(position)
        return answers, 0 in answers
    value = solver.value(position)
    return value, value is LOONY or value != 0
