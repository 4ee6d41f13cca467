"""Finds a shortest cycle of a rule that can loop, so that the refusal can show it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from ..core import LoopyGame, Ruleset, Sum

MOST_SEARCHED = 20_000
"""Positions looked at from each start; a cycle that needs more is shown as it was found."""


def refuse_cycle(ruleset: Ruleset[Any], start: Any) -> NoReturn:  # noqa: ANN401  # any position
    """Raise `LoopyGame` with a shortest cycle among those through the positions of a cycle through `start`."""
    key = ruleset.canonical

    def below(position: Any) -> list[Any]:  # noqa: ANN401  # any position
        parts: list[Any] = []
        for option in ruleset.options(position):
            parts += map(key, option) if isinstance(option, Sum) else [key(option)]
        return parts

    cycle = shortest_cycle(start, below) or [start]
    for other in cycle[1:]:
        shorter = shortest_cycle(other, below, len(cycle) - 1)
        if shorter and len(shorter) < len(cycle):
            cycle = shorter
    raise LoopyGame([ruleset.brief(position) for position in cycle])


def shortest_cycle(
    start: Any,  # noqa: ANN401  # any position
    below: Callable[[Any], Iterable[Any]],
    longest: int | None = None,
) -> list[Any] | None:
    """Return the positions of a shortest cycle through `start`, beginning with it, or None.

    Breadth first over `below`; `longest` bounds the length.

    >>> shortest_cycle(0, {0: [1], 1: [2, 0], 2: [0]}.__getitem__)
    [0, 1]
    """
    came: dict[Any, Any] = {}
    queue = deque([(start, 0)])
    while queue and len(came) < MOST_SEARCHED:
        position, depth = queue.popleft()
        if longest is not None and depth >= longest:
            break
        for option in below(position):
            if option == start:
                return _path(came, start, position)
            if option not in came:
                came[option] = position
                queue.append((option, depth + 1))
    return None


def _path(came: dict[Any, Any], start: Any, end: Any) -> list[Any]:  # noqa: ANN401  # positions
    """Return the way from `start` to `end`."""
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]
