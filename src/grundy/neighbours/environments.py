"""Environments of PettingZoo and Gymnasium, made by `aec_environment` and `solo_environment` (`learning.py`).

This module imports the packages of the extra `rl`; nothing else here does.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
from pettingzoo import AECEnv

from ..core import MoveError
from ..workflows import Opponent
from .observed import Observed

AGENTS = ("first", "second")


class PlayedInTurn(AECEnv):  # type: ignore[misc]  # it has no types
    """A match of two agents: an action that is no legal move raises `MoveError`."""

    metadata: ClassVar[dict[str, Any]] = {"name": "grundy_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode = "ansi"

    def __init__(self, seen: Observed, *, oracle: bool) -> None:
        super().__init__()
        self.seen, self.oracle = seen, oracle
        observations, actions = seen.spaces()
        self.possible_agents = list(AGENTS)
        self.observation_spaces = dict.fromkeys(AGENTS, observations)
        self.action_spaces = dict.fromkeys(AGENTS, actions)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew."""
        self.seen.begin()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, self.seen.match.over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.agent_selection = AGENTS[0]
        self._tell()

    def step(self, action: Any) -> None:  # noqa: ANN401  # a number, or None once it is over
        """Play a move by its number."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.seen.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: self.seen.reward(player) for player, name in enumerate(AGENTS)}
        self.terminations = dict.fromkeys(AGENTS, self.seen.match.over)
        self.agent_selection = AGENTS[self.seen.match.player]
        self._accumulate_rewards()
        self._tell()

    def _tell(self) -> None:
        told = {"winning": self.seen.winning()} if self.oracle else {}
        self.infos = {agent: told if agent == self.agent_selection else {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; only who is to move has legal moves."""
        return self.seen.observation(to_move=agent == self.agent_selection)

    def render(self) -> str:
        """Return the position in notation."""
        return str(self.seen.match.game)

    def close(self) -> None:
        """Do nothing: nothing is open."""


class AgainstEngine(gymnasium.Env[Any, Any]):
    """A match of an agent, who begins, against the engine: an action that is no legal move loses at once."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}  # type: ignore[misc]
    render_mode = "ansi"

    def __init__(self, seen: Observed, *, oracle: bool, level: str | int) -> None:
        self.seen, self.oracle, self.level = seen, oracle, level
        self.engine = Opponent(level, 0)
        self.observation_space, self.action_space = seen.spaces()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin anew; the lots of an engine that errs are drawn from the seed."""
        super().reset(seed=seed)
        self.engine = Opponent(self.level, int(self.np_random.integers(1 << 32)))
        self.seen.begin()
        return self.seen.observation(), self._told()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Play a move by its number, then let the engine answer."""
        try:
            self.seen.play(int(action))
        except MoveError:
            return self.seen.observation(), -1.0, True, False, {"illegal": True}
        while not self.seen.match.over and self.seen.match.player:
            self.seen.match.play(self.engine.choose(self.seen.match).move)
        return self.seen.observation(), self.seen.reward(0), self.seen.match.over, False, self._told()

    def _told(self) -> dict[str, Any]:
        return {"winning": self.seen.winning()} if self.oracle else {}

    def render(self) -> str:
        """Return the position in notation."""
        return str(self.seen.match.game)
