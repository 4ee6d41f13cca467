from __future__ import annotations

import pytest
from tests.cases import in_turn
from tests.unit.workflows.playing.test_match_by_numbers import EXAMPLES, moments

from grundy import solve
from grundy.core import Limits, LoopyGame
from grundy.notation import read_game
from grundy.workflows.playing.legal import after, nth_move, number_of
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.prospects import prospects

LIMITS = Limits(seconds=5.0)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_number_of_a_move_leads_to_what_the_move_leaves(text: str) -> None:
    for match in moments(text):
        for move in match.moves():
            again = nth_move(match.game, number_of(match.game, move))
            assert after(match.game, again) == after(match.game, move)


@pytest.mark.parametrize(("text", "misere"), in_turn(EXAMPLES))
def test_a_move_wins_exactly_when_solve_lists_it_among_the_winning_moves(text: str, misere: bool) -> None:
    match = Match(read_game(text), misere)
    try:
        solution = solve(match.game, misere=misere, limits=LIMITS)
    except LoopyGame:
        pytest.skip("misere play of this rule is not solved")
    if solution.status == "limit":
        pytest.skip("too large for one look")
    moves = match.moves()
    found = prospects(match, moves)
    winning = {str(after(match.game, move)) for move, each in zip(moves, found, strict=True) if each.verdict == "win"}
    assert winning == {solution.leaves(move) for move in solution.winning_moves}
