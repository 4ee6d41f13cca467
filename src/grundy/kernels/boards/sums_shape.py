"""What sums of misere play consist of: their arrays, and the places in them. The kernels are `misere_sums`'."""

from __future__ import annotations

from typing import NamedTuple

from .store_shape import Numbers, Small, Tiny

COUNT, FILLED, DEPTH, STEPS, STAR, SUMS, PLACES, FRAMES, IDS, KINDS = range(10)
"""Places in `Sums.state`: sums known, numbers written, frames, sums expanded, the component that stands for *1;
room for sums, places of the table (a power of two), room for frames, numbers, components."""
STATES = 16
"""Length of `Sums.state`."""
SUM, PART, OPTION = 0, 1, 2
"""Places in a frame: the sum, the component whose options are tried (-1: not begun), the next option (-1: over)."""
FRAME = 3
LONGEST = 512
"""The most components of a sum."""
OPEN, LOST, WON = -1, 0, 1
"""Results of a sum for the player to move."""
HEAVY = 8
"""Components above this weight are not asked whether they are *1."""
PLAIN, ONE = 1, 2
"""Kinds of components: 0 is not looked at yet, `ONE` is *1."""
DONE, RUNNING = 1, 0
NEW = -3
"""A sum that is not known."""


class Sums(NamedTuple):
    """Sums with their results, the kinds of components, and the path of the search."""

    state: Numbers
    slots: Small
    starts: Numbers
    lengths: Small
    results: Tiny
    ids: Small
    kinds: Tiny
    frames: Numbers
    scratch: Small
