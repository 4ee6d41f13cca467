"""Plain recursion on plain Python: no rulesets, no sums, no tables but a cache."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Whole = tuple[Any, ...]
Below = Callable[[Any], Iterable[Whole]]
"""What the moves of one position leave, each as a tuple of positions."""


def mex(values: Iterable[int]) -> int:
    seen = set(values)
    return next(n for n in range(len(seen) + 1) if n not in seen)


def values_of(below: Below) -> Callable[[Any], int]:
    @cache
    def value(position: Any) -> int:
        found = []
        for pieces in below(position):
            total = 0
            for piece in pieces:
                total ^= value(piece)
            found.append(total)
        return mex(found)

    return value


def after_moves(below: Below, whole: Whole) -> list[Whole]:
    return [(*whole[:i], *pieces, *whole[i + 1 :]) for i, part in enumerate(whole) for pieces in below(part)]


def wins_of(below: Below, misere: bool) -> Callable[[Whole], bool]:
    """Whether the player to move wins a whole sum, by recursion over whole sums."""

    @cache
    def wins(whole: Whole) -> bool:
        options = {tuple(sorted(option)) for option in after_moves(below, whole)}
        return misere if not options else not all(wins(option) for option in options)

    return lambda whole: wins(tuple(sorted(whole)))


def remoteness_of(below: Below, misere: bool) -> Callable[[Whole], int]:
    """How long play lasts when the winner hurries and the loser delays."""
    wins = wins_of(below, misere)

    @cache
    def remoteness(whole: Whole) -> int:
        options = {tuple(sorted(option)) for option in after_moves(below, whole)}
        if not options:
            return 0
        if wins(whole):
            return 1 + min(remoteness(option) for option in options if not wins(option))
        return 1 + max(map(remoteness, options))

    return lambda whole: remoteness(tuple(sorted(whole)))
