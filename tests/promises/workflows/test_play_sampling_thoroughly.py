from __future__ import annotations

from random import Random

import pytest
from tests.cases import in_turn
from tests.unit.workflows.playing.test_play_sampling import LITTLE, VANISHING, judge_of

from grundy.notation import read_game
from grundy.workflows.playing.legal import legal_moves
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent, best_move
from grundy.workflows.playing.sampling import sampled_move

LARGE = ("tic-tac-toe(line=4): 5x5", "nimstring: 3x4", "top-entails: 9 8! 300", "notakto: 6", "kayles: 20 21")


@pytest.mark.parametrize(("text", "misere"), in_turn(LARGE + VANISHING))
def test_a_sampled_move_is_legal_in_every_kind_of_game(text: str, misere: bool) -> None:
    game = read_game(text)
    found = sampled_move(game, judge_of(text, misere=misere), Random(1), rounds=60)
    assert found in list(legal_moves(game))


@pytest.mark.nightly
def test_the_opponent_samples_only_where_the_outcome_is_not_known_and_claims_nothing() -> None:
    match = Match(read_game("tic-tac-toe(line=4): 5x5"), limits=LITTLE)
    assert match.outcome() is None
    choice = Opponent(seed=1).choose(match)
    assert choice.reason == "sampled"
    assert choice.move in match.moves()
    solution = match.judge.solution(match.game)
    assert (solution.outcome, solution.value, solution.status) == (None, None, "limit")
    small = Match(read_game("tic-tac-toe: XX./OO./..."))
    assert Opponent(seed=1).choose(small).reason == "win"


def test_without_random_numbers_nothing_is_sampled() -> None:
    game = read_game("tic-tac-toe(line=4): 5x5")
    assert best_move(game, judge_of("tic-tac-toe(line=4): 5x5")).reason == "unknown"
