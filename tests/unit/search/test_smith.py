"""Smith-Fraenkel values against their plain twin and against the definition: sums written out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from time import process_time
from typing import Any

import pytest
from tests.golden.reading import golden
from tests.pace import spent
from tests.unit.search.loopy_graphs import Graph, heap, played_out, random_graph
from tests.unit.search.plain_loops import plain_labels

from grundy.core import Outcome, mex
from grundy.search import Labels, LoopyValue, game_graph_of, loopy_sum
from grundy.search.smith import NONE


def values_of(graph: Graph) -> list[LoopyValue]:
    labels = Labels(game_graph_of(graph))
    return [labels.value(v) for v in range(len(graph))]


def inf(*among: int) -> LoopyValue:
    return LoopyValue(None, frozenset(among))


@pytest.mark.parametrize("case", golden("loopy")["cases"], ids=lambda case: str(case["succ"]))
def test_the_golden_values(case: Any) -> None:
    expected = [LoopyValue(v) if isinstance(v, int) else inf(*v["inf"]) for v in case["smith"]]
    assert values_of(case["succ"]) == expected
    assert "".join(value.outcome.value for value in expected) == case["outcome"]


def test_the_graph_of_the_books_has_two_infinite_values() -> None:
    assert list(map(str, values_of([[1, 2], [0, 2], []]))) == ["inf{0}", "inf{0}", "0"]


def cases(count: int, seed: int) -> Iterator[Graph]:
    rng = random.Random(seed)
    return (random_graph(rng) for _ in range(count))


def test_the_watching_way_gives_the_labels_of_the_rules() -> None:
    for graph in cases(2000, 1):
        assert list(Labels(game_graph_of(graph)).labels) == plain_labels(graph), graph


def test_where_play_ends_the_value_is_the_grundy_value() -> None:
    rng = random.Random(4)
    for _ in range(200):
        n = rng.randint(1, 12)
        graph = [sorted({rng.randrange(v) for _ in range(rng.randint(0, v))}) if v else [] for v in range(n)]
        grundy: list[int] = []
        for ends in graph:
            grundy.append(mex(grundy[u] for u in ends))
        assert [value.number for value in values_of(graph)] == grundy


def test_a_game_has_value_n_if_its_sum_with_a_heap_of_n_is_lost_and_other_sums_are_won() -> None:
    for graph in cases(300, 2):
        most = max(map(len, graph)) + 2
        truth = played_out([graph, heap(most)])
        for v, value in enumerate(values_of(graph)):
            outcomes = "".join(truth[v, n][0] for n in range(most + 1))
            if value.number is None:
                assert outcomes == "".join("N" if n in value.among else "D" for n in range(most + 1)), (graph, v)
            else:
                assert outcomes == "".join("P" if n == value.number else "N" for n in range(most + 1)), (graph, v)


def check_sum(graphs: Sequence[Graph]) -> None:
    values = [values_of(graph) for graph in graphs]
    truth = played_out(graphs)
    for places in product(*(range(len(graph)) for graph in graphs)):
        found = loopy_sum(value[v] for value, v in zip(values, places, strict=True))
        assert found.outcome.value == truth[places][0], (graphs, places)


def random_sum(rng: random.Random, most: int) -> list[Graph]:
    return [random_graph(rng, most) for _ in range(rng.choice([2, 2, 3]))]


def test_sums_of_two_and_three_random_graphs_are_won_lost_and_drawn_as_their_values_say() -> None:
    rng = random.Random(3)
    for _ in range(300):
        check_sum(random_sum(rng, rng.choice([4, 5])))
    for _ in range(8):
        check_sum(random_sum(rng, 8))


@pytest.mark.nightly
def test_twenty_thousand_sums_of_graphs_of_up_to_8_vertices_agree_with_the_definition() -> None:
    rng = random.Random(5)
    for _ in range(20_000):
        check_sum(random_sum(rng, 8))


def test_values_add_with_a_zero_and_two_infinite_ones_are_a_draw() -> None:
    assert loopy_sum([]) == LoopyValue(0)
    assert loopy_sum([inf(0, 2), LoopyValue(2)]) == loopy_sum([LoopyValue(2), inf(0, 2)]) == inf(2, 0)
    assert loopy_sum([inf(0), inf(0), LoopyValue(5)]) == inf()
    assert [str(v.outcome) for v in (inf(), inf(0), inf(1), LoopyValue(0), LoopyValue(7))] == ["D", "N", "D", "P", "N"]
    assert inf(0, 2).outcome is Outcome.N
    assert NONE not in plain_labels([[]])


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


@pytest.mark.nightly
@pytest.mark.parametrize("falling", [False, True])
def test_large_labels_cost_no_more_than_the_square_of_their_number(falling: bool) -> None:
    n = 900
    graph = [list(range(v))[:: -1 if falling else 1] for v in range(n)]
    graph[-1].append(n - 1)
    start = process_time()
    assert max(Labels(game_graph_of(graph)).labels) == n - 2
    assert spent(start) < 5  # seconds; every arc in every round would take minutes
