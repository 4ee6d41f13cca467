"""Sends games of two sides and sums with entailing moves to their own solvers, and searches them as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import Game, two_sided

if TYPE_CHECKING:
    from ..search import WholeSolver, ZermeloSolver
    from .solution import Solution
    from .solve import Solver


def solve_special(solver: Solver, game: Game) -> Solution:
    """Solve a game of two sides, or a sum with entailing moves."""
    if two_sided(game) is not None:
        from .zermelo import solve_two_sided

        return solve_two_sided(solver, game)
    if solver.misere:
        return solver.solve_sum(game)
    from .entailing import solve_entailing

    return solve_entailing(solver, game)


def courses(solver: Solver) -> WholeSolver | ZermeloSolver:
    """Return the search of a solver that knows outcome and remoteness: of two sides, or of whole positions."""
    sides = two_sided(solver.game)
    if sides is None:
        return solver.whole()
    if solver.sides is None:
        from ..search import ZermeloSolver

        solver.sides = ZermeloSolver(sides[0], solver.meter, misere=solver.misere)
    return solver.sides
