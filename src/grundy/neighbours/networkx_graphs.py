"""Graphs of networkx as games: the graph on which a game is played. State graphs go out by `StateGraph.to_networkx`."""

from __future__ import annotations

import re
from typing import Any

from ..core import Game, InputError
from ..notation import read_game

_NAME = re.compile("[A-Za-z0-9_]+")
_HINT = "networkx.convert_node_labels_to_integers makes numbers of them"


def from_networkx(graph: Any, rule: str, at: object = None) -> Game:  # noqa: ANN401  # of a package that has no types
    """Return the game of a rule on a graph of networkx; `at` is the vertex of the token, where the rule moves one.

    Anything with `nodes`, `edges` and `is_directed()` will do; networkx itself is not imported. Vertices are named by
    letters, digits and "_". Raises `InputError` for other names and for what the rule refuses.

    >>> class Path:
    ...     nodes, edges = (0, 1, 2), ((0, 1), (1, 2))
    ...     def is_directed(self):
    ...         return False
    >>> from_networkx(Path(), "node-kayles")
    <Game node-kayles: 0-1 1-2>
    """
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "is_directed")):
        raise InputError(f"expected a graph of networkx, found {type(graph).__name__}")
    sign = ">" if graph.is_directed() else "-"
    edges = [(_name(edge[0]), _name(edge[1])) for edge in graph.edges]
    joined = {name for edge in edges for name in edge}
    lone = [name for name in map(_name, graph.nodes) if name not in joined]
    text = " ".join([*(sign.join(edge) for edge in edges), *lone])
    return read_game(f"{rule}: {text}" if at is None else f"{rule}: {text} @ {_name(at)}", files=False)


def _name(node: object) -> str:
    if not _NAME.fullmatch(name := str(node)):
        raise InputError(f"expected a vertex named by letters, digits and _, found {node!r}", hint=_HINT)
    return name
