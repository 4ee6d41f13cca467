"""Stretches of sequences and graphs of best moves: agreement with the definition."""

from __future__ import annotations

import numpy as np
import pytest

from grundy.core import Budget, InputError
from grundy.notation import read_ruleset
from grundy.workflows import graph
from grundy.workflows.computing.raster import raster, sequence_begun
from grundy.workflows.computing.values import heap_values


def test_a_sequence_in_misere_play_is_the_misere_values() -> None:
    ruleset = read_ruleset("take 1..3")
    values, limit = sequence_begun(ruleset, 1100, misere=True, budget=Budget())
    assert limit is None
    assert values.tolist() == heap_values(ruleset, 1100, misere=True)


@pytest.mark.parametrize("seed", range(12))
def test_every_heap_is_counted_in_the_cell_in_which_it_lies(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.integers(0, random.integers(1, 900), 9000, dtype=np.uint16)
    start = int(random.integers(0, 4000))
    stop = int(random.integers(start + 2000, 9000))
    width, height = int(random.integers(1, 300)), int(random.integers(1, 200))
    found = raster(values, start, stop, width, height)
    counts = np.zeros((found.rows, found.columns), int)
    for heap in range(start, stop + 1):
        counts[values[heap] // found.tall, (heap - start) // found.heaps] += 1
    assert counts.reshape(-1).tolist() == found.counts.tolist()
    assert found.columns <= width
    assert found.rows <= height
    assert found.most == counts.max()


@pytest.mark.parametrize("stretch", [(-1, 5), (6, 5), (0, 10)])
def test_a_stretch_outside_the_sequence_is_refused(stretch: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="expected heaps from 0 to 9, the smaller first"):
        raster(np.arange(10, dtype=np.uint8), *stretch)


@pytest.mark.parametrize(
    "text", ["kayles: 7", "nim: 3 5 7", "wythoff: 4 5", "take 1..3: 12", "maze: ..#./....@".replace("/....@", "/...@")]
)
def test_in_a_graph_of_best_moves_each_move_lessens_the_remoteness_and_the_quickest_win_by_one(text: str) -> None:
    found = graph(text, strategy=True, most=300)
    assert found.layers is not None
    for tail, head in found.arcs:
        before, after = found.nodes[tail], found.nodes[head]
        assert before.remoteness is not None
        assert after.remoteness is not None
        assert after.remoteness < before.remoteness
        if str(before.outcome) == "N":
            assert (str(after.outcome), after.remoteness) == ("P", before.remoteness - 1)


@pytest.mark.parametrize("text", ["kayles: 7", "nim: 3 4 5"])
def test_a_graph_of_best_moves_has_every_answer_of_the_loser(text: str) -> None:
    every, best = graph(text), graph(text, strategy=True, most=300)
    games = [node.game for node in every.nodes]
    options = {game: {games[head] for tail, head in every.arcs if games[tail] == game} for game in games}
    for number, node in enumerate(best.nodes):
        if str(node.outcome) == "P":
            assert {best.nodes[head].game for tail, head in best.arcs if tail == number} == options[node.game]
