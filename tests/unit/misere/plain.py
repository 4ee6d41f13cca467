"""Misere play by definition: games as sets of games, sums of heaps as tuples, quotients checked pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from tests.unit.search.naive import mex

from grundy.core import Ruleset, as_sum

Plain = frozenset[Any]
"""A game as the set of its options."""
Heaps = tuple[int, ...]


def nim_heap(size: int) -> Plain:
    """A nim heap as a set of nim heaps."""
    return frozenset(nim_heap(smaller) for smaller in range(size))


@cache
def lost(*games: Plain) -> bool:
    """Whether the player to move loses a sum in misere play."""
    options = after(games)
    return bool(options) and not any(lost(*option) for option in options)


@cache
def misere_value(*games: Plain) -> int:
    """The misere value of a sum: 1 at the end of play, else the mex of the options."""
    options = after(games)
    return mex(misere_value(*option) for option in options) if options else 1


@cache
def value(game: Plain) -> int:
    """The Grundy value."""
    return mex(map(value, game))


def after(games: Sequence[Plain]) -> set[tuple[Plain, ...]]:
    """What the moves of a sum leave, parts without moves left out, in a fixed order."""
    left = ([*games[:i], option, *games[i + 1 :]] for i, game in enumerate(games) for option in game)
    return {tuple(sorted(filter(None, parts), key=hash)) for parts in left}


def days(last: int) -> list[Plain]:
    """All games whose play lasts at most `last` moves."""
    found: list[Plain] = [frozenset()]
    for _ in range(last):
        found = [frozenset(g for i, g in enumerate(found) if bits >> i & 1) for bits in range(1 << len(found))]
    return found


def heaps_below(ruleset: Ruleset[int]) -> Callable[[int], list[Heaps]]:
    """What the moves of one heap leave."""
    return lambda heap: [tuple(as_sum(option)) for option in ruleset.options(heap)]


def sums_of_heaps(last: int, most: int) -> Iterable[Heaps]:
    """All sums of at most `most` heaps of 1 to `last`."""
    return (heaps for k in range(most + 1) for heaps in combinations_with_replacement(range(1, last + 1), k))


def plain_check(
    times: Sequence[Sequence[int]], lost_: set[int], images: Sequence[int], options: list[list[Heaps]]
) -> bool:
    """Whether a monoid tells every misere outcome of sums of heaps: all pairs (x, E) are closed and looked at.

    `images` and `options` are those of heaps 0, 1, 2, ...
    """
    order = range(len(times))
    if any(times[0][x] != x or times[x][y] != times[y][x] for x in order for y in order):
        return False
    if any(times[times[x][y]][z] != times[x][times[y][z]] for x in order for y in order for z in order):
        return False
    if len({tuple(z in lost_ for z in row) for row in times}) < len(times):
        return False

    def element(heaps: Heaps) -> int:
        x = 0
        for heap in heaps:
            x = times[x][images[heap]]
        return x

    pairs = {(images[h], frozenset(map(element, found))) for h, found in enumerate(options)}
    seen = {(0, frozenset[int]())}
    fresh = list(seen)
    for x, below in fresh:
        if (x in lost_) != (bool(below) and not below & lost_):
            return False
        for y, more in pairs:
            pair = times[x][y], frozenset([times[x][e] for e in more] + [times[y][e] for e in below])
            if pair not in seen:
                seen.add(pair)
                fresh.append(pair)
    return {x for x, _ in seen} == set(order)
