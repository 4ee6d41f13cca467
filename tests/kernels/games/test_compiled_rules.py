"""Rules over words do compiled what they do interpreted; unit tests compare what they do interpreted with the rules."""

from __future__ import annotations

import pytest

from grundy import read_game
from grundy.testing import check_compiled

BAR = " ".join(
    f"s{row}{column}<s{row + down}{column + 1 - down}"
    for row in range(3)
    for column in range(5)
    for down in (0, 1)
    if row + down < 3 and column + 1 - down < 5
)
"""The order of a bar of 3 x 5 squares."""
GAMES = {
    "chomp: 5,5,5,5": 60,
    "chomp: " + ",".join(["31"] * 12): 15,
    "cram: 4x5": 100,
    "cram: 7x9": 20,
    "geography: grid(3x4) @ 0": 60,
    "geography(edges=true): 0>1 1>2 2>0 0>3 3>4 4>1 @ 0": 60,
    "node-kayles: grid(3x5)": 100,
    "node-kayles: grid(5x13)": 12,
    "arc-kayles: 0-1 1-2 2-0 2-3 3-4 4-2 4-5": 100,
    "nimstring: 2x2": 100,
    "queens: 5x4": 100,
    "bishops: 5x4": 100,
    f"poset: {BAR}": 100,
}
"""The games, and how many components near the start are compared."""


@pytest.mark.parametrize("text", GAMES)
def test_compiled_rules_do_what_the_interpreted_ones_do(text: str) -> None:
    check_compiled(*read_game(text).part(0), most=GAMES[text])


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["node-kayles", "arc-kayles"])
@pytest.mark.parametrize("graph", ["grid(4x4)", "petersen", "grid(5x13)"])
def test_more_compiled_rules_do_what_the_interpreted_ones_do(name: str, graph: str) -> None:
    check_compiled(*read_game(f"{name}: {graph}").part(0), most=100)
