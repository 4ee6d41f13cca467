"""The use cases of the library: solve, compute values and periods, draw graphs, play, explain, prove.

They combine the packages that compute.
"""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Rules game rule": ".library.rules",
        "Solution solve": ".library.solution",
        "rulebook": ".library.rulebook",
        "StateGraph graph": ".library.state_graph",
        "Match match": ".playing.match",
        "read_record": ".playing.match_record",
        "Opponent": ".playing.opponent",
        "hint": ".playing.hints",
        "review review_lines": ".playing.review",
        "Solver WinningMove": ".solving",
        "kernel_state processor_level": "..kernels.state",
    },
)
