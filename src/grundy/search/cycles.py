"""The walk to the ends of play and back that solvers share, and the cycle that it shows where there is no end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Hashable, Iterable
from contextlib import suppress
from typing import Any, NoReturn, TypeVar

from ..core import LimitReached, LoopyGame, Meter, Ruleset, Sum

K = TypeVar("K", bound=Hashable)
Found = TypeVar("Found")
MOST_SEARCHED = 20_000
"""Positions looked at from each start; a cycle that needs more is shown as it was found."""
MOST_STARTS = 50
"""Positions of a long cycle from which a shorter one is looked for."""


def walk(
    starts: Iterable[K],
    known: Container[K],
    expand: Callable[[K], tuple[Found, Iterable[K]] | None],
    settle: Callable[[K, Found], None],
    refuse: Callable[[list[K]], NoReturn],
) -> None:
    """Walk from positions to the ends of play, and settle each of them when all below it is `known`.

    `expand` gives what `settle` will need of a position, with the positions below it; None where it settled the
    position itself. `refuse` gets a cycle. An explicit stack, on which an open position stands above nothing but what
    it still waits for: when it is on top again, all below it is known.
    """
    waiting: dict[K, Found] = {}
    stack = list(starts)
    while stack:
        at = stack[-1]
        if at in known:
            stack.pop()
        elif at in waiting:
            settle(at, waiting.pop(at))
            stack.pop()
        elif (found := expand(at)) is not None:
            waiting[at], below = found
            for part in below:
                if part not in known:
                    if part in waiting:
                        path = list(waiting)
                        refuse(path[path.index(part) :])
                    stack.append(part)


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
                path = [position]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
            if option not in came:
                came[option] = position
                queue.append((option, depth + 1))
    return None
