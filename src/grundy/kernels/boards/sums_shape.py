"""The arrays of sums in misère play; the kernels in `misere_sums` use them."""

from __future__ import annotations

from typing import NamedTuple

from .store_shape import Numbers, Small, Tiny

COUNT, SUMS, PLACES, IDS = range(4)
"""Places in `Sums.state`: sums known; room for sums, places of the table (a power of two), room for parts."""
STATES = 8
"""Length of `Sums.state`."""
LONGEST = 512
"""The most parts of a sum."""
OPEN, LOST, WON = -1, 0, 1
"""Results of a sum for the player to move."""
PATIENT = 100
"""How many sums of forms may be made to add two forms of a sum."""
MOST_MOVES = 8
"""A form counts for its options, at most this many, in the first proof numbers of a sum."""


class Sums(NamedTuple):
    """Sums of components with their misère outcomes.

    The parts of sum i are `ids[starts[i]:starts[i + 1]]`, in ascending order. A part is the number of a component, or
    -1 - k for the misère canonical form k.
    """

    state: Numbers
    slots: Small
    starts: Numbers
    results: Tiny
    ids: Small
    scratch: Small
