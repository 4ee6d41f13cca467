from __future__ import annotations

from tests.unit.games.test_catalogue import each_entry

from grundy.core import Outcome
from grundy.games import Entry
from grundy.workflows.library.solution import solve


@each_entry
def test_an_example_is_solved_in_both_plays(entry: Entry) -> None:
    for misere in (False, True):
        solution = solve(entry.example, misere=misere)
        assert solution.outcome is not None
        assert solution.status == "proved"
        assert bool(solution.winning_moves) == (solution.outcome is Outcome.N)
        for move in solution.winning_moves:
            assert solve(solution.leaves(move), misere=misere).outcome is Outcome.P
