"""Finds a shortest cycle of a rule that can loop, so that the refusal can show it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NoReturn

from ..core import LimitReached, LoopyGame, Meter, Ruleset, Sum

MOST_SEARCHED = 20_000
"""Positions looked at from each start; a cycle that needs more is shown as it was found."""
MOST_STARTS = 50
"""Positions of a long cycle from which a shorter one is looked for."""


def refuse_cycle(ruleset: Ruleset[Any], cycle: list[Any], meter: Meter, *, shorten: bool = True) -> NoReturn:
    """Raise `LoopyGame` with the cycle that was met, or (`shorten`) a shorter one through one of its positions."""
    key = ruleset.canonical

    def below(position: Any) -> list[Any]:  # noqa: ANN401  # any position
        meter.tick()
        parts: list[Any] = []
        for option in ruleset.options(position):
            parts += map(key, option) if isinstance(option, Sum) else [key(option)]
        return parts

    with suppress(LimitReached):  # the cycle that is known stands
        for start in cycle[: MOST_STARTS if shorten else 0]:
            shorter = shortest_cycle(start, below, len(cycle) - 1)
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
