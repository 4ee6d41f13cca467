"""The depth-first traversal of positions that solvers share, and the error for positions that recur."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Hashable, Iterable
from contextlib import suppress
from typing import Any, NoReturn, TypeVar

from ..core import Budget, LimitReached, LoopyGame, Ruleset, Sum, brief_of

K = TypeVar("K", bound=Hashable)
Found = TypeVar("Found")
MOST_SEARCHED = 20_000
"""Positions examined from each start; a cycle that needs more is reported unshortened."""
MOST_STARTS = 50
"""Positions of a long cycle from which a shorter one is searched."""


def walk(
    starts: Iterable[K],
    known: Container[K],
    expand: Callable[[K], tuple[Found, Iterable[K]] | None],
    settle: Callable[[K, Found], None],
    refuse: Callable[[list[K]], NoReturn],
) -> None:
    """Evaluate all positions that can be reached, each after all its options.

    The traversal is depth first with an explicit stack instead of recursion.

    Args:
        starts: The positions to start from.
        known: Contains the positions already evaluated.
        expand: A function that returns data for `settle` and the options of a position, or None if it evaluated the
            position itself.
        settle: A function that evaluates a position, given the data from `expand`.
        refuse: A function that raises the error for a cycle of positions, if one is found.
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


def refuse_cycle(ruleset: Ruleset[Any], cycle: list[Any], budget: Budget, *, shorten: bool = True) -> NoReturn:
    """Raise the error for a game that can continue forever, naming a short cycle of positions.

    Args:
        ruleset: The ruleset.
        cycle: The cycle that was found.
        budget: Counts and limits the search for a shorter one.
        shorten: Whether to search for a shorter cycle through one of its positions.

    Raises:
        LoopyGame: Always.
    """
    key = ruleset.canonical

    def below(position: Any) -> list[Any]:  # noqa: ANN401  # any position
        budget.charge()
        parts: list[Any] = []
        for option in ruleset.options(position):
            parts += map(key, option) if isinstance(option, Sum) else [key(option)]
        return parts

    with suppress(LimitReached):  # if a limit is reached, report the known cycle
        for start in cycle[: MOST_STARTS if shorten else 0]:
            shorter = shortest_cycle(start, below, len(cycle) - 1)
            if shorter and len(shorter) < len(cycle):
                cycle = shorter
    raise LoopyGame([brief_of(ruleset, position) for position in cycle])


def shortest_cycle(
    start: Any,  # noqa: ANN401  # any position
    below: Callable[[Any], Iterable[Any]],
    longest: int | None = None,
) -> list[Any] | None:
    """Find a shortest cycle through a position, breadth first.

    Args:
        start: The position.
        below: Returns the options of a position.
        longest: Longer cycles are not searched for; None for any length.

    Returns:
        The positions of the cycle, beginning with `start`, or None if none was found, because there is none or
        too many positions were examined.

    Example:
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
