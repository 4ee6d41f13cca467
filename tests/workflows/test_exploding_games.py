from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.workflows.exploding import GAMES, Exploding, outburst, ready

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the memory of a child is measured as Linux tells it"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # a process with threads forks
    pytest.mark.filterwarnings("ignore:First-class function type"),
]
SECONDS = 2.0
START = 0.4
"""Seconds beyond a tenth: the fork, a slice of a compiled search, and writing the answer; measured 0.05 to 0.25."""
LIBRARIES = 16 << 20
"""Bytes of files that a child touches for the first time: they are no memory of the work. Measured up to 8 MiB."""


@pytest.fixture(scope="module", autouse=True)
def _ready(tmp_path_factory: pytest.TempPathFactory) -> None:
    ready(tmp_path_factory.mktemp("ready"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_that_explodes_ends_at_its_limit_of_seconds_with_a_usable_answer(
    game: Exploding, tmp_path: Path
) -> None:
    found = outburst(game, tmp_path, "--limit-seconds", str(SECONDS))
    assert found.code == 4
    assert found.seconds < 1.1 * SECONDS + START
    assert game.usable(tmp_path, found.answer)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_that_explodes_keeps_its_limit_of_memory_and_leaves_a_usable_answer(
    game: Exploding, tmp_path: Path
) -> None:
    found = outburst(game, tmp_path, "--limit-seconds", "30", "--limit-memory", f"{game.megabytes}M")
    assert found.code == 4
    assert found.bytes < 1.1 * game.megabytes * 2**20 + LIBRARIES
    assert found.seconds < 30
    assert game.usable(tmp_path, found.answer)
