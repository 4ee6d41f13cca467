"""All small graphs, and random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from grundy.games.graphs.undirected import PlainGraph, graph_of


def graph_from(size: int, edges: list[tuple[int, int]], *, directed: bool = False) -> PlainGraph:
    """The graph on vertices 0 to size - 1."""
    lone: list[tuple[str, str | None]] = [(str(v), None) for v in range(size)]
    return graph_of([*lone, *((str(v), str(w)) for v, w in edges)], directed=directed)


def all_graphs(size: int) -> Iterator[list[tuple[int, int]]]:
    """The edges of every graph of `size` vertices up to isomorphism, some several times: degrees fall or stay."""
    pairs = list(combinations(range(size), 2))
    for mask in range(1 << len(pairs)):
        edges = [pair for i, pair in enumerate(pairs) if mask >> i & 1]
        degrees = [0] * size
        for v, w in edges:
            degrees[v] += 1
            degrees[w] += 1
        if all(degrees[v] >= degrees[v + 1] for v in range(size - 1)):
            yield edges


def random_graph(rng: Random, size: int, density: float) -> list[tuple[int, int]]:
    """The edges of a random graph."""
    return [pair for pair in combinations(range(size), 2) if rng.random() < density]
