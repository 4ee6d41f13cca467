"""A match as arrays, for agents that learn: what is seen, which actions are legal, which of them win.

An action is the number of a legal move in the order in which they are listed. What is seen is the sizes of the heaps,
largest first, where all parts are heaps, else the text of the position as bytes; both end in zeros. The engine is the
oracle that says which moves win.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Game, LimitReached, Limits, Meter, MoveError, patiently
from ..notation import game_of
from ..workflows import Match
from ..workflows.playing.legal import after
from ..workflows.playing.prospects import prospects

if TYPE_CHECKING:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray

MEASURED = 2000
"""Positions that are looked at to know how many moves and how long an observation there can be."""


class Bounds(NamedTuple):
    """The most moves and cells that a position may have; None: all positions are looked at, or the start if many."""

    actions: int | None = None
    width: int | None = None


MEASURE = Bounds()
"""Bounds that are found by looking at the positions."""


class Observed:
    """A match as arrays: what is seen, which actions are legal, which of them win."""

    def __init__(self, game: Game | str, misere: bool, limits: Limits | None, bounds: Bounds) -> None:
        self.start, self.misere, self.limits = game_of(game), misere, limits
        self.heaps = all(ruleset.heaps for ruleset, _ in self.start.summands)
        most, cells, self.high = self._measured()
        self.actions, self.width = bounds.actions or most, bounds.width or cells
        self.match = Match(self.start, misere, limits)

    def begin(self) -> None:
        """Begin anew."""
        self.match = Match(self.start, self.misere, self.limits)

    def _measured(self) -> tuple[int, int, int]:
        """Return the most moves, the most cells and the largest cell of the positions that can be reached."""
        seen, todo = {self.start}, [self.start]
        most = cells = high = 1
        meter = Meter(self.limits or Limits())
        with meter.heard():
            while todo and len(seen) <= MEASURED:
                meter.tick()
                game = todo.pop()
                found = [after(game, move) for move in patiently(Match(game, self.misere).moves())]
                shown = self._cells(game)
                most, cells, high = max(most, len(found)), max(cells, len(shown)), max(high, *shown, 0)
                todo += set(found) - seen
                seen.update(found)
        return most, 4 * cells if todo else cells, high if self.heaps else 255

    def _cells(self, game: Game) -> list[int]:
        sizes = (size for _, size in game.parts)
        return sorted(sizes, reverse=True) if self.heaps else list(str(game).encode("ascii", "replace"))

    def spaces(self) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete[Any]]:
        """Return the spaces of observations and of actions."""
        import numpy as np
        from gymnasium import spaces

        seen = spaces.Box(0, self.high, (self.width,), np.int64)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask}), spaces.Discrete(self.actions)

    def observation(self, *, to_move: bool = True) -> dict[str, NDArray[Any]]:
        """Return the observation; raise `LimitReached` where it does not fit."""
        import numpy as np

        cells, count = self._cells(self.match.game), 0 if self.match.over else self.match.count() or 0
        if len(cells) > self.width or count > self.actions:
            bounds = Bounds(self.actions, self.width)
            raise LimitReached(f"{count} moves and {len(cells)} cells are more than {bounds}", kind="size")
        padded = np.array(cells + [0] * (self.width - len(cells)), np.int64)
        return {"observation": padded, "action_mask": self._mask(range(count) if to_move else ())}

    def winning(self) -> NDArray[np.int8]:
        """Return which actions win, by the engine."""
        found = [] if self.match.over else prospects(self.match, self.match.moves())
        return self._mask(number for number, prospect in enumerate(found) if prospect.verdict == "win")

    def _mask(self, numbers: Iterable[int]) -> NDArray[np.int8]:
        import numpy as np

        mask = np.zeros(self.actions, np.int8)
        mask[[number for number in numbers if number < self.actions]] = 1
        return mask

    def play(self, action: int) -> None:
        """Play a move by its number; raise `MoveError` where there is none."""
        moves = [] if self.match.over else self.match.moves()
        if not 0 <= action < len(moves):
            raise MoveError(f"expected an action from 0 to {len(moves) - 1}, found {action}")
        self.match.play(moves[action])

    def reward(self, player: int) -> float:
        """Return 1 for who has won, -1 for who has lost, 0 while play goes on and after a draw."""
        winner = self.match.winner
        return 0.0 if winner is None else 1.0 if winner == player else -1.0
