"""Makes the certificate of proved periods of the values of a graph with two pendant paths (tails) of any lengths.

It states the numbers that the theorem needs; the checker computes the square table of values for short paths itself.
"""

from __future__ import annotations

from typing import Any

from ...certificates import Certificate
from ...core import InputError, TailedGraph
from ...games.graphs.octal import CODED
from ...patterns.tail_periods import TailPeriods


def certify_tails(found: TailPeriods) -> Certificate:
    """Make a certificate of the periods of a graph with two pendant paths; raise `InputError` if none is possible."""
    regular, graph = found.regular, found.graph
    if regular is None:
        raise InputError("a certificate needs a proved period")
    if not graph.family:
        raise InputError(f"{graph.name}: the checker does not support this game on graphs with two pendant paths")
    claim = {
        "p": regular.period,
        "least": regular.least,
        "width": regular.width,
        "path": max(found.paths.preperiod, 1),
        "begins": found.exceptions().preperiod,
    }
    return Certificate("tails", "normal", game_of_tails(graph), claim)


def game_of_tails(graph: TailedGraph) -> dict[str, Any]:
    """Return the game on a graph with two pendant paths as data for certificates."""
    edges = [[v, w] for v, near in enumerate(graph.near) for w in range(v + 1, len(graph.near)) if near >> w & 1]
    told = {"family": graph.family, "n": len(graph.near), "edges": edges, "tails": list(graph.ends)}
    return told | ({"code": f"0.{''.join(map(str, graph.digits[1:]))}"} if graph.family == CODED else {})
