from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from tests.unit.games.graphs.small_graphs import all_graphs, graph_from, random_graph
from tests.unit.games.graphs.test_geography import start

from grundy.games.graphs.geography import Geography
from grundy.games.graphs.matching import inessential
from grundy.testing import check_packed


def largest(near: tuple[int, ...], left: int) -> int:
    """The size of a maximum matching by trying all."""

    @cache
    def size(rest: int) -> int:
        if not rest:
            return 0
        v = rest.bit_length() - 1
        rest ^= 1 << v
        return max([size(rest), *(1 + size(rest ^ 1 << w) for w in range(v) if near[v] & rest & 1 << w)])

    return size(left)


@pytest.mark.nightly
def test_the_inessential_vertices_are_those_that_some_maximum_matching_misses() -> None:
    rng = Random(5)
    graphs = [(size, edges) for size in range(1, 7) for edges in all_graphs(size)]
    graphs += [
        (size, random_graph(rng, size, rng.choice([0.15, 0.3, 0.5]))) for size in range(7, 12) for _ in range(60)
    ]
    for size, edges in graphs:
        near, left = graph_from(size, edges).near, rng.choice([(1 << size) - 1, rng.getrandbits(size)])
        missed = [v for v in range(size) if left >> v & 1 and largest(near, left ^ 1 << v) == largest(near, left)]
        assert inessential(near, left) == sum(1 << v for v in missed), edges


@pytest.mark.nightly
def test_packed_rules_give_the_values_of_the_definition_on_random_graphs() -> None:
    rng = Random(2)
    for _ in range(80):
        directed, size = rng.random() < 0.5, rng.randint(2, 6)
        pairs = [(v, w) for v, w in combinations(range(size), 2)] + [(w, v) for v, w in combinations(range(size), 2)]
        kept = [(v, w) for v, w in pairs if rng.random() < 0.5 and (directed or v < w)][:10]
        for edges in (False, True):
            rule = Geography(graph_from(size, kept, directed=directed), edges=edges)
            position = start(rule.graph, 0, edges=edges)
            check_packed(rule, [position], machine=False)
