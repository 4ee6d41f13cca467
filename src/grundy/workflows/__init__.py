"""The journeys of a user: solve, values, period, graph, play, explain; here the rooms below meet."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .rules import Rules, game, rule
    from .solution import Solution, WinningMove
    from .solve import Solver, solve
    from .state_graph import graph

__getattr__ = door(
    __name__,
    {
        "Rules game rule": ".rules",
        "Solution WinningMove": ".solution",
        "Solver solve": ".solve",
        "graph": ".state_graph",
    },
)

__all__ = ["Rules", "Solution", "Solver", "WinningMove", "game", "graph", "rule", "solve"]
