from __future__ import annotations

from time import process_time

import pytest
from tests.cases import few
from tests.pace import spent

from grundy.core import InputError
from grundy.notation import read_game

MILLION = [
    "nim" + " " * 10**6 + "x: 3",
    "take" + " " * 10**6,
    "a" * 10**6,
    ":" * 10**6,
    " + " * 333_333,
    "nim: 1" + " + 1" * 250_000 + ":",
    "nim: 1" + " + take" * 140_000 + ":",
    "nim: 1" + " + a.py" * 140_000 + ":",
    "nim: 1" + " + ab(" * 160_000 + ":",
    "nim: 1" + " + min (a):" * 90_000,
    "(" * 10**6,
    "nim(" + "(a)" * 330_000 + ":",
    "x.py" * 250_000 + ":",
    "maze: " + "./" * 500_000,
    "maze: " + "@" * 10**6,
    "graph: " + "a" * 10**6,
    "nim: " + "1," * 500_000,
    "nim: " + "1" * 10**6,
    "nim: " + "\u0663" * 10**6,
    "0." + "7" * 10**6 + ": 3",
    "take k where " + "(" * 10**6 + ": 3",
    "northcott: " + "W" * 10**6,
    "\t" * 10**6,
    "\x00" * 10**6,
]


@pytest.mark.parametrize("text", few(MILLION, *MILLION[::2]), ids=[text[:12] for text in MILLION])
def test_a_text_of_a_million_characters_is_refused_within_a_second_or_two(text: str) -> None:
    start = process_time()
    with pytest.raises(InputError):
        read_game(text)
    assert spent(start) < 2


@pytest.mark.nightly
@pytest.mark.parametrize("piece", ["nim: 1", "take 1: 1", "0.7: 1", "maze: .@"])
def test_a_sum_of_many_games_is_read_in_time_proportional_to_its_length(piece: str) -> None:
    start = process_time()
    assert read_game(" + ".join([piece] * 50_000)).size == 50_000
    assert spent(start) < 3
