from __future__ import annotations

from time import process_time

import pytest
from tests.pace import spent

from grundy.search import Labels, game_graph_of


@pytest.mark.nightly
@pytest.mark.parametrize("falling", [False, True])
def test_large_labels_cost_no_more_than_the_square_of_their_number(falling: bool) -> None:
    n = 900
    graph = [list(range(v))[:: -1 if falling else 1] for v in range(n)]
    graph[-1].append(n - 1)
    start = process_time()
    assert max(Labels(game_graph_of(graph)).labels) == n - 2
    assert spent(start) < 5  # seconds; every arc in every round would take minutes
