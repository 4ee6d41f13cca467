"""The journeys of a user: solve, values, graph, play, explain; here the rooms below meet."""

from .solution import Solution, WinningMove
from .solve import Solver, solve

__all__ = ["Solution", "Solver", "WinningMove", "solve"]
