"""Any ruleset for agents that learn: environments of PettingZoo and Gymnasium, with a mask of the legal moves.

`observed.py` says what an agent sees and what an action is. The packages of the extra `rl` are imported when an
environment is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import Game, Limits, MissingExtra
from .observed import MEASURE, Bounds, Observed

if TYPE_CHECKING:
    from .environments import AgainstEngine, PlayedInTurn


def aec_environment(
    game: Game | str,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    bounds: Bounds = MEASURE,
    oracle: bool = True,
) -> PlayedInTurn:
    """Return a PettingZoo environment (AEC) in which the agents "first" and "second" play a game in turn.

    Who wins gets 1, who loses -1. With `oracle` the infos of the agent to move have "winning", a mask of the moves that
    win. An action that is no legal move raises `MoveError`, a position beyond the `bounds` `LimitReached`. Raises
    `MissingExtra` without the extra `rl`.
    """
    try:
        from .environments import PlayedInTurn
    except ImportError:
        raise MissingExtra("an environment", "pettingzoo", "gymnasium") from None
    return PlayedInTurn(Observed(game, misere, limits, bounds), oracle=oracle)


def solo_environment(  # noqa: PLR0913  # one for each thing that can be chosen
    game: Game | str,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    bounds: Bounds = MEASURE,
    oracle: bool = True,
    level: str | int = "perfect",
) -> AgainstEngine:
    """Return a Gymnasium environment: the agent begins, the engine answers at a `level` ("perfect", or 0 to 100).

    Rewards and infos are those of `aec_environment`; an action that is no legal move loses at once, and the info says
    "illegal". Raises `MissingExtra` without the extra `rl`.
    """
    try:
        from .environments import AgainstEngine
    except ImportError:
        raise MissingExtra("an environment", "gymnasium", "pettingzoo") from None
    return AgainstEngine(Observed(game, misere, limits, bounds), oracle=oracle, level=level)
