"""What somebody writes who knows networkx: games on graphs, and graphs of games."""

from __future__ import annotations

from typing import Any

import networkx as nx

import grundy


def grundy_numbers(graph: Any) -> dict[str, int]:
    """Return the Grundy values of a state graph by the definition, vertices without options first."""
    values: dict[str, int] = {}
    for node in reversed(list(nx.topological_sort(graph))):
        values[node] = grundy.mex(values[option] for option in graph.successors(node))
    return values


def kernel(graph: Any) -> set[str]:
    return {node for node, told in graph.nodes(data=True) if told["outcome"] == "P"}


def token(graph: Any) -> dict[Any, str]:
    """Return who wins from every vertex of a directed graph along whose arcs a token moves."""
    outcomes = {}
    for node in graph.nodes:
        outcomes[node] = str(grundy.solve(grundy.from_networkx(graph, "graph", at=node)).outcome)
    return outcomes


def main() -> dict[str, object]:
    petersen = nx.petersen_graph()
    node_kayles = grundy.from_networkx(petersen, "node-kayles")
    values = {n: grundy.solve(grundy.from_networkx(nx.path_graph(n), "node-kayles")).value for n in range(1, 10)}
    states = grundy.graph("nim: 2 2 1").to_networkx()
    assert grundy_numbers(states) == {node: told["value"] for node, told in states.nodes(data=True)}
    lost = kernel(states)
    assert all(not lost & set(states.successors(node)) for node in lost)
    assert all(lost & set(states.successors(node)) for node in states if node not in lost)
    ladder = nx.DiGraph([(n, n - k) for n in range(1, 9) for k in (1, 2) if n >= k])
    roads = nx.DiGraph([("home", "shop"), ("shop", "park"), ("home", "park"), ("park", "lake"), ("lake", "park")])
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3))
    return {
        "petersen": str(grundy.solve(node_kayles).outcome),
        "paths": values,
        "longest": nx.dag_longest_path_length(states),
        "states": states.number_of_nodes(),
        "lost": sorted(n for n, outcome in token(ladder).items() if outcome == "P"),
        "draws": sorted(n for n, outcome in token(roads).items() if outcome == "D"),
        "grid": str(grundy.solve(grundy.from_networkx(grid, "arc-kayles")).outcome),
    }
