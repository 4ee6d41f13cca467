"""Numbers of loop-free arenas that decide compounds: suspense, foreclosed values, values above a given end.

Suspense: the length of play when the winner delays and the loser hurries. Foreclosed values: values of
play that stops as soon as this game ends (both J. H. Conway, "On Numbers and Games", 1976, chapter 14). Values
above an end: the mex over the options, where the end of play has a value of its own (W. Stromquist
and D. Ullman, "Sequential compounds of combinatorial games", 1993). Each walks once over the arcs, the
ends of play first, and is its own definition.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core import mex
from .arena import Arena

ENDED = -2
"""In place of a foreclosed value: there is no move."""
ENDS = -1
"""In place of a foreclosed value: a move ends the game, and wins at once."""


def suspense(arena: Arena, order: Sequence[int], misere: bool) -> list[int]:
    """Return the suspense of every vertex; odd where the player to move wins, in misere play even.

    `order` lists the vertices, every one behind its options.
    """
    found = [0] * arena.size
    for v in order:
        below = [found[u] for u in arena.options(v)]
        lost = [length for length in below if length % 2 == misere]
        if below:
            found[v] = 1 + (max(lost) if lost else min(below))
    return found


def foreclosed(arena: Arena, order: Sequence[int], misere: bool) -> list[int]:
    """Return the foreclosed value of every vertex: `ENDED`, in normal play `ENDS`, else a number.

    A move to `ENDS` loses at once, so does in misere play a move to `ENDED`: neither counts.
    """
    found = [ENDED] * arena.size
    for v in order:
        below = {found[u] for u in arena.options(v)}
        if below:
            ends = ENDED in below and not misere
            found[v] = ENDS if ends else mex(value for value in below if value >= 0)
    return found


def values_above(arena: Arena, order: Sequence[int], end: int) -> list[int]:
    """Return the mex over the options of every vertex, `end` where there are none: 0 gives Grundy values.

    With 1 they are the misere Grundy values.
    """
    found = [end] * arena.size
    for v in order:
        below = arena.options(v)
        if below:
            found[v] = mex(found[u] for u in below)
    return found
