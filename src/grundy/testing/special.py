"""Checks games with two sides and games with entailing moves, which have contracts of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import LOONY, Entailing, Meter, Obliged, Outcome, TwoSided
from ..search import EntailedSolver, WholeSolver, ZermeloSolver
from .form import broken


def check_two_sided(ruleset: TwoSided[Any], reached: Sequence[Any], meter: Meter) -> None:
    """Check that play ends exactly if there is a result, and that `canonical` changes neither outcome nor remoteness.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        meter: Counts positions.

    Raises:
        RuleError: If a contract is broken.
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
    """Check that `pieces` and `canonical` change no value, and compare values with outcomes by definition.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        meter: Counts positions.

    Raises:
        RuleError: If a contract is broken.
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
    """Return the value of a free component, or the values after the answers of an obliged one, and whether it is N."""
    if isinstance(position, Obliged):
        answers = solver.answers(position)
        return answers, 0 in answers
    value = solver.value(position)
    return value, value is LOONY or value != 0
