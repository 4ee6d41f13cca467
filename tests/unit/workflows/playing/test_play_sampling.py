from __future__ import annotations

from random import Random

import pytest
from tests.cases import in_turn

from grundy.core import Limits, Outcome
from grundy.notation import read_game
from grundy.workflows.playing.judge import Judge
from grundy.workflows.playing.legal import after, legal_moves
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent, best_move
from grundy.workflows.playing.sampling import sampled_move

LITTLE = Limits(positions=20)


def judge_of(text: str, *, misere: bool = False) -> Judge:
    return Judge(read_game(text), misere, LITTLE)


VANISHING = ("cram: 5x6", "queens: 8x8", "kings: 6x6", "sprouts: 4", "node-kayles: grid(7x7)", "arc-kayles: grid(6x6)")
"""Games whose last move leaves no part at all."""


def test_the_same_random_numbers_give_the_same_move() -> None:
    game = read_game("nimstring: 2x2")
    moves = [sampled_move(game, judge_of("nimstring: 2x2"), Random(5), rounds=40) for _ in range(2)]
    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    ("text", "misere", "best"),
    [
        ("tic-tac-toe: XX./OO./...", False, {"c1"}),
        ("tic-tac-toe: X../.X./O.O", True, {"a2", "c1", "b1", "c2"}),
        ("nim: 1 2", False, {"take 1"}),
        ("nim: 5", True, {"take 4"}),
        ("race: 5 @ 2 5 / 1 2", False, {"take 5"}),
        ("top-entails: 1 6 6", False, {"top"}),
        ("notakto: X.X/.../X..", False, {"c3", "b2"}),
    ],
)
def test_with_enough_rounds_a_move_that_wins_at_once_or_avoids_the_loss_is_found(
    text: str, misere: bool, best: set[str]
) -> None:
    game = read_game(text)
    found = sampled_move(game, judge_of(text, misere=misere), Random(2), rounds=500)
    assert found is not None
    assert found.move.label in best


def test_a_move_is_sampled_only_if_each_move_can_be_tried_once() -> None:
    assert sampled_move(read_game("nim: 30 40"), judge_of("nim: 30 40"), Random(0), rounds=5) is None
    assert sampled_move(read_game("nim: 0"), judge_of("nim: 0"), Random(0), rounds=5) is None


def test_a_sampling_opponent_becomes_perfect_when_the_end_is_near() -> None:
    match = Match(read_game("tic-tac-toe(line=3): OXO./XOX./XO.."))
    assert match.outcome() is not None
    choice = Opponent(seed=0).choose(match)
    assert choice.reason in {"win", "draw", "resist"}
    left = match.judge.outcome(after(match.game, choice.move))
    assert left is (Outcome.P if choice.reason == "win" else Outcome.D if choice.reason == "draw" else Outcome.N)


@pytest.mark.parametrize("text", VANISHING)
def test_a_sampling_opponent_plays_to_the_end_where_the_last_move_leaves_nothing(text: str) -> None:
    match = Match(read_game(text), limits=LITTLE)
    rng = Random(text)
    while not match.over:
        found = sampled_move(match.game, match.judge, rng, rounds=8) or rng.choice(list(match.moves()))
        match.play(found)
    assert match.winner == (len(match.history) - 1) % 2


LARGE = ("tic-tac-toe(line=4): 5x5", "nimstring: 3x4", "top-entails: 9 8! 300", "notakto: 6", "kayles: 20 21")


@pytest.mark.nightly
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
