"""Random graphs with cycles, their sums written out, and who wins there, from sets alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

Graph = Sequence[Sequence[int]]
"""The options of the vertices 0, 1, ..."""
Places = tuple[int, ...]


def random_graph(rng: random.Random, most: int = 8) -> Graph:
    """A graph of 1 to `most` vertices, loops at one vertex among its arcs.

    Half of them are arcs at random, nearly all draws; the others go down but for one or two arcs, so that
    numbers, infinite values with options that count, and draws all are common.
    """
    n, density = rng.randint(1, most), rng.choice([0.1, 0.2, 0.3, 0.5])
    if rng.random() < 0.5:
        return [[u for u in range(n) if rng.random() < density] for _ in range(n)]
    down = [{u for u in range(v) if rng.random() < 0.5} for v in range(n)]
    for _ in range(rng.randint(1, 2)):
        down[rng.randrange(n)].add(rng.randrange(n))
    return [sorted(ends) for ends in down]


def heap(size: int) -> Graph:
    """A heap of nim as a graph: vertex n is the heap of n."""
    return [list(range(n)) for n in range(size + 1)]


def moves_of(graphs: Sequence[Graph], places: Places) -> list[tuple[int, Places]]:
    """Every move of a sum with a token on each graph: in which part, and what it leaves."""
    return [
        (part, (*places[:part], option, *places[part + 1 :]))
        for part, graph in enumerate(graphs)
        for option in graph[places[part]]
    ]


def played_out(graphs: Sequence[Graph], misere: bool = False) -> dict[Places, tuple[str, int | None]]:  # noqa: FBT002
    """Outcome and remoteness of every position of a sum, layer by layer from the definition."""
    options = {p: [q for _, q in moves_of(graphs, p)] for p in product(*(range(len(g)) for g in graphs))}
    found: dict[Places, tuple[str, int | None]] = {
        p: ("N" if misere else "P", 0) for p, ends in options.items() if not ends
    }
    depth, new = 0, set(found)
    while new:
        depth += 1
        lost = {p for p in found if found[p][0] == "P"}
        new = set()
        for p, ends in options.items():
            if p not in found and (any(q in lost for q in ends) or all(q in found for q in ends)):
                new.add(p)
        found |= {p: ("N" if any(q in lost for q in options[p]) else "P", depth) for p in new}
    return {p: found.get(p, ("D", None)) for p in options}


def text_of(graph: Graph, place: int, name: str = "v") -> str:
    """A graph with its token in notation."""
    arcs = " ".join(" ".join([f"{name}{v}", *(f"{name}{v}>{name}{u}" for u in ends)]) for v, ends in enumerate(graph))
    return f"graph: {arcs} @ {name}{place}"
