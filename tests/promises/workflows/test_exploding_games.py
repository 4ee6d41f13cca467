from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest
from tests.promises.workflows.exploding import GAMES, SECONDS, Exploding, Outburst

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a child is measured as Linux tells it")
START = 1.0
"""Seconds beyond a tenth: the fork, a slice of a compiled search, the answer; alone on a machine 0.05 to 0.25."""
LIBRARIES = 16 << 20
"""Bytes of files that a child touches for the first time: they are no memory of the work. Measured up to 8 MiB."""
LONG = (
    "a chain of 10^8 positions",
    "a board of 63 cells",
    "misere sums",
    "a token less, or any split into two",
    "a graph that loops",
)
"""What is compiled first, for half a minute, or takes four seconds and more."""
EXPLODING = [pytest.param(game, id=game.name, marks=pytest.mark.nightly if game.name in LONG else ()) for game in GAMES]


@cache
def measured(name: str) -> dict[str, Outburst]:
    """Return how a game ended under either limit."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.promises.workflows.exploding", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {limit: Outburst(*found) for _, limit, *found in lines}


@pytest.mark.parametrize("game", EXPLODING)
def test_a_game_that_explodes_ends_at_its_limit_of_seconds_with_a_usable_answer(
    game: Exploding,
) -> None:
    found = measured(game.name)["seconds"]
    assert (found.code, found.usable) == (4, True)
    assert found.seconds < 1.1 * SECONDS + START


@pytest.mark.parametrize("game", EXPLODING)
def test_a_game_that_explodes_keeps_its_limit_of_memory_and_leaves_a_usable_answer(
    game: Exploding,
) -> None:
    found = measured(game.name)["memory"]
    assert (found.code, found.usable) == (4, True)
    assert found.bytes < 1.1 * game.megabytes * 2**20 + LIBRARIES
    assert found.seconds < 120  # it ends, also on a busy machine
