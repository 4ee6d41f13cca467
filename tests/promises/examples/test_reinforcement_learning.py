"""Environments pass the checks of PettingZoo and Gymnasium, for rulesets of every kind; the engine's moves win."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

import numpy as np
from examples.reinforcement_learning import AgainstEngine, Bounds, PlayedInTurn, main
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from grundy.core import LimitReached, MoveError

GAMES = (
    "nim: 1 2 3",
    "kayles: 5 + nim: 2",
    "cram: 2x3",
    "tic-tac-toe: XO./.X./..O",
    "graph: 2>1 3>2 1>3 @ 3",
    "sprouts: 2",
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_an_environment_passes_the_test_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(PlayedInTurn(game), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_an_environment_passes_the_checker_of_gymnasium(game: str) -> None:
    check_env(AgainstEngine(game), skip_render_check=True)


@pytest.mark.parametrize("misere", [False, True])
def test_who_follows_the_oracle_wins_against_the_engine(misere: bool) -> None:
    env = AgainstEngine("nim: 3 5 7", misere=misere)
    seen, told = env.reset(seed=5)
    assert seen["observation"].tolist() == [7, 5, 3]
    over, reward = False, 0.0
    while not over:
        assert (told["winning"] <= seen["action_mask"]).all()
        seen, reward, over, _, told = env.step(int(told["winning"].argmax()))
    assert (reward, env.render()) == (1.0, "nim: 0 0 0")


def test_agents_in_turn_get_opposite_rewards_and_masks_of_their_own_moves() -> None:
    env = PlayedInTurn("nim: 1 2")
    env.reset(seed=0)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, _, told = env.last()
        rewards[agent] = reward
        other = next(name for name in env.possible_agents if name != agent)
        if not over:
            assert seen["action_mask"].sum() == env.seen.match.count()
            assert not env.observe(other)["action_mask"].any()
        env.step(None if over else int(told["winning"].argmax()))
    assert rewards == {"first": 1.0, "second": -1.0}


def test_a_position_other_than_a_heap_is_observed_as_its_text() -> None:
    env = PlayedInTurn("cram: 2x2", oracle=False)
    env.reset()
    seen = env.observe("first")["observation"]
    assert bytes(np.trim_zeros(seen).astype(np.uint8)).decode() == "cram: 2x2"
    assert env.infos == {"first": {}, "second": {}}


def test_an_action_that_is_not_a_move_and_a_position_beyond_the_bounds_are_refused() -> None:
    env = PlayedInTurn("nim: 2")
    env.reset()
    with pytest.raises(MoveError, match=r"^expected an action from 0 to 1, found 2$"):
        env.step(2)
    solo = AgainstEngine("nim: 2")
    solo.reset()
    assert solo.step(5)[1:] == (-1.0, True, False, {"illegal": True})
    with pytest.raises(LimitReached, match=r"^5 moves and 1 cells are more than Bounds\(actions=3, width=1\)$"):
        AgainstEngine("nim: 5", bounds=Bounds(3)).reset()


def test_the_example_runs_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    assert capsys.readouterr().out.endswith("nim: 0 0 0\nthe agent wins\n")
