from __future__ import annotations

import pytest

from grundy.core import Outcome
from grundy.games import CATALOGUE, Entry
from grundy.workflows.library.solution import solve


@pytest.mark.parametrize(
    "entry",
    [pytest.param(entry, id=name, marks=[pytest.mark.nightly] * (name == "nogo")) for name, entry in CATALOGUE.items()],
)
def test_an_example_is_solved_in_both_plays(entry: Entry) -> None:
    for misere in (False, True):
        solution = solve(entry.example, misere=misere)
        assert solution.outcome is not None
        assert solution.status == "proved"
        assert bool(solution.winning_moves) == (solution.outcome is Outcome.N)
        for move in solution.winning_moves:
            assert solve(solution.leaves(move), misere=misere).outcome is Outcome.P
