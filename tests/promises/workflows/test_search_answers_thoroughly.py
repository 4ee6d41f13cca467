from __future__ import annotations

import time

import pytest
from tests.pace import spent

from grundy.core import Limits
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings


@pytest.mark.parametrize(
    "game", ["nim: " + " ".join(map(str, range(1, 400))), "kayles: 40 41 42 43 44", "cram: 6x6 + nim: 5"]
)
def test_a_limit_of_positions_stops_misere_play_of_any_set(game: str) -> None:
    heard: list[str] = []
    start = time.process_time()
    settings = SearchSettings(limits=Limits(positions=300), method="definition", misere=True, report=heard.append)
    found = search(game, settings)
    assert spent(start) < 10
    assert found.status == "limit"
    assert "limit of 300 positions was reached" in found.reason
    assert heard
