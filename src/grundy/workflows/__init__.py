"""The journeys of a user: solve, values, period, graph, play, explain; here the rooms below meet."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .match import Match
    from .opponent import Opponent
    from .review import hint, review, review_told
    from .rules import Rules, game, rule
    from .solution import Solution, WinningMove
    from .solve import Solver, solve
    from .state_graph import graph

__getattr__ = door(
    __name__,
    {
        "Match": ".match",
        "Opponent": ".opponent",
        "hint review review_told": ".review",
        "Rules game rule": ".rules",
        "Solution WinningMove": ".solution",
        "Solver solve": ".solve",
        "graph": ".state_graph",
    },
)

__all__ = [
    "Match",
    "Opponent",
    "Rules",
    "Solution",
    "Solver",
    "WinningMove",
    "game",
    "graph",
    "hint",
    "review",
    "review_told",
    "rule",
    "solve",
]
