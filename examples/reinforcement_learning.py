"""Let agents learn to play any ruleset: environments of PettingZoo and Gymnasium with a mask of the legal moves.

    pip install gymnasium pettingzoo
    python -m examples.reinforcement_learning

An action is the number of a legal move in the order in which `Match.moves` lists them. If all parts of a position are
heaps, the observation is their sizes, largest first; otherwise it is the text of the position as bytes. Both are
filled up with zeros. The engine knows the winning moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from grundy import Game, LimitReached, Limits, Match, read_game, solve
from grundy.core import HeapRuleset, MoveError
from grundy.workflows import Opponent

AGENTS = ("first", "second")
MOST_VISITED = 2000
"""Positions that `Observed` visits to measure how many moves and cells there are."""


class Bounds(NamedTuple):
    """The most moves and cells that a position may have; if None, they are measured."""

    actions: int | None = None
    width: int | None = None


class Observed:
    """A match as arrays."""

    def __init__(self, game: Game | str, misere: bool, limits: Limits | None, bounds: Bounds) -> None:
        self.start = read_game(game) if isinstance(game, str) else game
        self.misere, self.limits = misere, limits
        self.heaps = all(isinstance(ruleset, HeapRuleset) for ruleset, _ in self.start.summands)
        actions, width, self.high = self._measure()
        self.actions, self.width = bounds.actions or actions, bounds.width or width
        self.begin()

    def begin(self) -> None:
        """Start a new match."""
        self.match = Match(self.start, self.misere, self.limits)

    def _measure(self) -> tuple[int, int, int]:
        """Return the most moves, the most cells and the largest cell; an estimate if there are many positions."""
        seen, todo = {self.start}, [self.start]
        actions = width = high = 1
        while todo and len(seen) <= MOST_VISITED:
            game = todo.pop()
            moves = Match(game, self.misere, self.limits).moves()
            options = [game.after(part, move.leaves) for part, move in moves]
            cells = self._cells(game)
            actions, width, high = max(actions, len(options)), max(width, len(cells)), max(high, *cells, 0)
            todo += set(options) - seen
            seen.update(options)
        return actions, 4 * width if todo else width, high if self.heaps else 255

    def _cells(self, game: Game) -> list[int]:
        if self.heaps:
            return sorted((size for _, size in game.parts), reverse=True)
        return list(str(game).encode("ascii", "replace"))

    def spaces(self) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
        """Return the spaces of observations and of actions."""
        cells = spaces.Box(0, self.high, (self.width,), np.int64)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": cells, "action_mask": mask}), spaces.Discrete(self.actions)

    def observation(self, *, to_move: bool = True) -> dict[str, NDArray[Any]]:
        """Return the observation; the mask is empty if the player is not to move.

        Raises:
            LimitReached: If the position has more moves or cells than the bounds.
        """
        cells, count = self._cells(self.match.game), 0 if self.match.over else self.match.count() or 0
        if len(cells) > self.width or count > self.actions:
            bounds = Bounds(self.actions, self.width)
            raise LimitReached(f"{count} moves and {len(cells)} cells are more than {bounds}", kind="size")
        padded = np.array(cells + [0] * (self.width - len(cells)), np.int64)
        return {"observation": padded, "action_mask": self._mask(range(count) if to_move else ())}

    def winning(self) -> NDArray[np.int8]:
        """Return a mask of the winning moves."""
        if self.match.over:
            return self._mask(())
        winning = solve(self.match.game, misere=self.misere, limits=self.limits).winning_moves
        known = {(move.part, move.pieces) for move in winning}
        moves = enumerate(self.match.moves())
        return self._mask(number for number, (part, move) in moves if (part, move.leaves) in known)

    def _mask(self, numbers: Iterable[int]) -> NDArray[np.int8]:
        mask = np.zeros(self.actions, np.int8)
        mask[[number for number in numbers if number < self.actions]] = 1
        return mask

    def play(self, action: int) -> None:
        """Play a move by its number; raise `MoveError` if there is none."""
        moves = [] if self.match.over else self.match.moves()
        if not 0 <= action < len(moves):
            raise MoveError(f"expected an action from 0 to {len(moves) - 1}, found {action}")
        self.match.play(moves[action])

    def reward(self, player: int) -> float:
        """Return 1 if the player has won, -1 if the other has won, 0 during a match and after a draw."""
        winner = self.match.winner
        return 0.0 if winner is None else 1.0 if winner == player else -1.0


class PlayedInTurn(AECEnv):  # type: ignore[misc]  # it has no types
    """A match of the agents "first" and "second" for PettingZoo. The winner gets 1, the loser -1.

    With `oracle` the infos of the agent to move have "winning", a mask of the winning moves. An action that is not a
    legal move raises `MoveError`.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "grundy_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode = "ansi"

    def __init__(
        self,
        game: Game | str,
        *,
        misere: bool = False,
        limits: Limits | None = None,
        bounds: Bounds = Bounds(),  # noqa: B008  # it cannot be changed
        oracle: bool = True,
    ) -> None:
        super().__init__()
        self.seen, self.oracle = Observed(game, misere, limits, bounds), oracle
        observations, actions = self.seen.spaces()
        self.possible_agents = list(AGENTS)
        self.observation_spaces = dict.fromkeys(AGENTS, observations)
        self.action_spaces = dict.fromkeys(AGENTS, actions)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match."""
        self.seen.begin()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, self.seen.match.over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.agent_selection = AGENTS[0]
        self._update_infos()

    def step(self, action: Any) -> None:  # noqa: ANN401  # a number, or None after the end
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
        self._update_infos()

    def _update_infos(self) -> None:
        infos = {"winning": self.seen.winning()} if self.oracle else {}
        self.infos = {agent: infos if agent == self.agent_selection else {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent; only the agent to move has legal moves."""
        return self.seen.observation(to_move=agent == self.agent_selection)

    def render(self) -> str:
        """Return the position in notation."""
        return str(self.seen.match.game)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class AgainstEngine(gymnasium.Env[Any, Any]):
    """A match of an agent, who begins, against the engine, for Gymnasium.

    Rewards and infos are those of `PlayedInTurn`. An action that is not a legal move loses at once, and the infos have
    "illegal". The level of the engine is "perfect" or a number from 0 to 100.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}  # type: ignore[misc]
    render_mode = "ansi"

    def __init__(  # noqa: PLR0913  # one for each choice
        self,
        game: Game | str,
        *,
        misere: bool = False,
        limits: Limits | None = None,
        bounds: Bounds = Bounds(),  # noqa: B008  # it cannot be changed
        oracle: bool = True,
        level: str | int = "perfect",
    ) -> None:
        self.seen, self.oracle, self.level = Observed(game, misere, limits, bounds), oracle, level
        self.engine = Opponent(level, 0)
        self.observation_space, self.action_space = self.seen.spaces()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new match; the seed decides the random moves of an engine that makes mistakes."""
        super().reset(seed=seed)
        self.engine = Opponent(self.level, int(self.np_random.integers(1 << 32)))
        self.seen.begin()
        return self.seen.observation(), self._infos()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Play a move by its number, then let the engine reply."""
        try:
            self.seen.play(int(action))
        except MoveError:
            return self.seen.observation(), -1.0, True, False, {"illegal": True}
        while not self.seen.match.over and self.seen.match.player:
            self.seen.match.play(self.engine.choose(self.seen.match).move)
        return self.seen.observation(), self.seen.reward(0), self.seen.match.over, False, self._infos()

    def _infos(self) -> dict[str, Any]:
        return {"winning": self.seen.winning()} if self.oracle else {}

    def render(self) -> str:
        """Return the position in notation."""
        return str(self.seen.match.game)


def main() -> None:
    """Play one match of nim against the engine with the moves that the engine itself recommends."""
    environment = AgainstEngine("nim: 3 5 7")
    _, infos = environment.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, infos = environment.step(int(infos["winning"].argmax()))
        print(environment.render())
    print("the agent wins" if reward > 0 else "the engine wins")


if __name__ == "__main__":
    main()
