"""What sums of misere play consist of: their arrays, and the places in them. The kernels are `misere_sums`'."""

from __future__ import annotations

from typing import NamedTuple

from .store_shape import Numbers, Small, Tiny

COUNT, FILLED, DEPTH, STEPS, SUMS, PLACES, FRAMES, IDS = range(8)
"""Places in `Sums.state`: sums known, parts written, frames, sums expanded; room for sums, places of the table (a power
of two), the largest numbers of frames and of parts of all sums."""
STATES = 16
"""Length of `Sums.state`."""
SUM, PART, OPTION = 0, 1, 2
"""Places in a frame: the sum, the part whose options are tried (-1: not begun), the next option (-1: over)."""
FRAME = 3
LONGEST = 512
"""The most parts of a sum."""
OPEN, LOST, WON = -1, 0, 1
"""Results of a sum for the player to move."""
PATIENT = 100
"""How many sums of forms may be made to add two forms of a sum."""
DONE, RUNNING = 1, 0
NEW = -3
"""A sum that is not known."""


class Sums(NamedTuple):
    """Sums with their results, and the path of the search."""

    state: Numbers
    slots: Small
    starts: Numbers
    lengths: Small
    results: Tiny
    ids: Small
    frames: Numbers
    scratch: Small
