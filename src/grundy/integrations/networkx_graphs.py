"""Creates games that are played on graphs of networkx.

For the graph of the positions of a game, see `StateGraph.to_networkx`.
"""

from __future__ import annotations

import re
from typing import Any

from ..core import Game, InputError, PositionError, Structure, Summand, facet
from ..notation import read_ruleset

_NAME = re.compile("[A-Za-z0-9_]+")
_HINT = "networkx.convert_node_labels_to_integers makes numbers of them"


def from_networkx(graph: Any, rule: str, at: object = None) -> Game:  # noqa: ANN401  # of a package that has no types
    """Create a game on a graph of networkx.

    Any object with `nodes`, `edges` and `is_directed()` is accepted; networkx itself is not imported. The names of
    vertices consist of letters, digits and "_".

    Args:
        graph: The graph on which the game is played.
        rule: The ruleset, in notation.
        at: The vertex of the token, for rulesets that move one.

    Returns:
        The game; if the ruleset moves a token, it is on `at`.

    Raises:
        InputError: If a name is invalid, or the ruleset does not accept the graph.

    Example:
        >>> class Path:
        ...     nodes, edges = (0, 1, 2), ((0, 1), (1, 2))
        ...     def is_directed(self):
        ...         return False
        >>> from_networkx(Path(), "node-kayles")
        <Game node-kayles: 0-1 1-2>
    """
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "is_directed")):
        raise InputError(f"expected a graph of networkx, found {type(graph).__name__}")
    pairs: list[tuple[str, str | None]] = [(_name(edge[0]), _name(edge[1])) for edge in graph.edges]
    joined = {name for pair in pairs for name in pair}
    nodes = [*map(_name, graph.nodes)]
    if not nodes:
        raise InputError("expected a graph with a vertex at least, found none")
    token = None if at is None else _name(at)
    if token is not None and token not in nodes:
        raise InputError(f"expected a vertex of the graph for the token, found {at!r}")
    pairs += [(name, None) for name in nodes if name not in joined]
    ruleset, directed = read_ruleset(rule, files=False), graph.is_directed()
    bound = facet(ruleset, Structure).on_graph(pairs, directed=directed, at=token)
    if bound is None:
        kind = "directed" if directed else "undirected"
        where = "without a token" if token is None else "with a token"
        raise PositionError(f"{ruleset.name} is not played on {kind} graphs {where}")
    return Game(Summand(*bound))


def _name(node: object) -> str:
    if not _NAME.fullmatch(name := str(node)):
        raise InputError(f"expected a vertex named by letters, digits and _, found {node!r}", hint=_HINT)
    return name
