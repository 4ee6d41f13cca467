from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest
from tests.unit.search.loopy_graphs import Graph, heap, played_out
from tests.unit.search.test_smith import check_sum, random_sum

from grundy.search import Labels, LoopyValue, game_graph_of


def test_the_random_sums_show_all_outcomes_and_a_wrong_value_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(6)
    sums = [random_sum(rng, 6) for _ in range(150)]
    seen = Counter(outcome for graphs in sums for outcome, _ in played_out(graphs).values())
    assert min(seen[outcome] for outcome in "NPD") > sum(seen.values()) // 20

    def wrong(graph: Graph) -> list[LoopyValue]:
        right = Labels(game_graph_of(graph))
        return [right.value(v) + LoopyValue(1) if v == 0 else right.value(v) for v in range(len(graph))]

    monkeypatch.setitem(check_sum.__globals__, "values_of", wrong)
    noticed = 0
    for graphs in sums:
        with suppress(AssertionError):
            check_sum([graphs[0], heap(3)])
            continue
        noticed += 1
    assert noticed > len(sums) // 2
