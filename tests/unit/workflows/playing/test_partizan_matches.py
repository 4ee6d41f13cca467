from __future__ import annotations

from random import Random

import pytest
from tests.terminal import Terminal
from tests.unit.games.partizan.second_program import random_board

from grundy import solve
from grundy.core import Outcome
from grundy.notation import read_game
from grundy.workflows.playing import aim
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent

GAMES = ["domineering", "col", "snort", "clobber", "toads-and-frogs", "amazons", "partizan-nogo"]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_perfect_computer_wins_every_won_position_against_a_random_player(name: str, misere: bool) -> None:
    rng = Random(name)
    for number in range(4):
        game = f"{name}: {random_board(name, rng)}{' @ R' * (number % 2)}"
        computer = 0 if solve(game, misere=misere).outcome is Outcome.N else 1
        match, opponent = Match(read_game(game), misere), Opponent("perfect", seed=number)
        while not match.over:
            moves = list(match.legal_moves)
            match.play(opponent.choose(match).move if match.player == computer else rng.choice(moves))
        assert match.winner == computer, game


def test_the_terminal_states_the_player_to_move_and_the_winner(terminal: Terminal) -> None:
    game = read_game("domineering: 2x2 @ R")
    assert aim(misere=False, game=game) == "A player who cannot move loses. Right is to move."
    out = terminal.run("play", "clobber: xo @ R", said="b1-a1\n")[1]
    assert "A player who cannot move loses. Right is to move. You begin.\n" in out
    assert "You win" in out
