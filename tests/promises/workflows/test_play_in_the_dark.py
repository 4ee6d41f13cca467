from __future__ import annotations

import pytest
from tests.unit.workflows.playing.test_match import match_of

from grundy.core import Limits
from grundy.notation import read_game
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent
from grundy.workflows.playing.review import review_lines


@pytest.mark.nightly
def test_where_nothing_is_known_the_computer_makes_a_legal_move_and_claims_nothing() -> None:
    match = match_of("take squares: 1000000000000")
    choice = Opponent().choose(match)
    assert (choice.move.move, choice.reason) == (match.find("take 1").move, "unknown")
    tiny = Match(read_game("0.17: 40 + kayles: 30 31"), misere=True, limits=Limits(positions=10))
    assert tiny.outcome() is None
    choice = Opponent().choose(tiny)
    assert choice.reason in {"sampled", "unknown"}
    assert choice.move in tiny.moves()


@pytest.mark.nightly
def test_the_review_does_not_claim_what_it_cannot_know() -> None:
    match = Match(read_game("take squares: 1000000000000"))
    match.play(match.find("take 1000000000000"))
    assert review_lines(match) == ["Some positions were too large to solve."]
