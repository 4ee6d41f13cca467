from __future__ import annotations

from random import Random

import pytest
from tests.cases import few
from tests.unit.games.graphs.small_graphs import all_graphs, graph_from, random_graph
from tests.unit.games.graphs.test_graph_kayles import GAMES, MIXED

from grundy.games.graphs.undirected import InducedGame
from grundy.testing import check_packed


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("largest", [4, pytest.param(5, marks=pytest.mark.nightly)])
def test_packed_rules_give_the_values_of_the_definition_on_all_small_graphs(
    game: type[InducedGame], largest: int
) -> None:
    rng = Random(1)
    graphs = [(size, edges) for size in range(2, largest + 1) for edges in all_graphs(size)]
    graphs += [(size, random_graph(rng, size, rng.random())) for size in (5, 7, 8, 9) for _ in range(3 * largest - 5)]
    for size, edges in graphs:
        rule = game(graph=graph_from(size, edges))
        for part in rule.start():
            if part & (part - 1):
                check_packed(rule, [part], machine=False)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", few(MIXED, *(text for text in MIXED if text not in {"petersen", "cube"})))
def test_packed_rules_give_the_values_of_the_definition_on_named_graphs(game: type[InducedGame], text: str) -> None:
    rule, (part,) = game().bind(text)
    check_packed(rule, [part], machine=False)
