"""The named tuples that kernels for heaps receive as arguments, and sizes that their callers must know."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..lookup import Lookup

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Ints = NDArray[np.int32]

NONE = 255
"""The code of heaps that are not partners, and of no candidate."""
WIDTH = 4
"""Vectors of 512 heaps that are covered together."""
BLOCKS = 8 * WIDTH - 1
"""Blocks of 64 heaps in a group: one less than the vectors hold, as moving by up to seven heaps loses some."""
GROUP = 64 * BLOCKS
"""Heaps that are covered together."""
LEAST = 2
"""Groups that an option written ahead lies back at least."""
IDLE = 1 << 62
"""In place of the number of groups: nothing can be written ahead, as no plane is drawn yet, or the block is done."""
ROWS = 4 * GROUP * NONE
"""Rows for what is missing."""
LISTED = 8
"""Wanted values at a time where they are compared one by one."""
WANTED_PLACES = 64 + LISTED
"""The array of wanted values: a bitmap (v modulo 1024: bit 15 - v // 64 of word v % 64), and the list."""


def has_bitmap(way: Lookup) -> bool:
    """Return whether wanted values are stored as a bitmap with this method of table lookup, and not as a list."""
    return way == "vbmi"


class Cover(NamedTuple):
    """Options by which a code is known to be excluded for most heaps, for each code and each shift.

    `planes` are the codes whose planes are read, each `words` words long, of which `reach` heaps lie before the first
    group. An offset is the address of what is read, less the address of the group's first word in the first plane.
    """

    planes: Bytes
    offsets: Ints
    starts: Numbers
    reach: int
    words: int


class Covers(NamedTuple):
    """Options that cover codes, in two parts: those that a second thread may process ahead, and the others."""

    ahead: Cover
    near: Cover


class Items(NamedTuple):
    """Items that exclude codes: distances d, and the code g of each, repeated in all four bytes of a number."""

    distances: Ints
    codes: Ints


class Shared(NamedTuple):
    """The arrays that the threads share which work on one block of heaps.

    `planes` has a row for every plane; `covered` has for each group, and after them for whoever generates, a
    row for every code; marks[0] is the number of generated groups, or IDLE; marks[1 + k] shows whose work
    the cover of group k is.
    """

    planes: Words
    covered: Words
    marks: Numbers


def shared_block(plan: Cover, groups: int) -> Shared:
    """Allocate the arrays that threads share for one block of heaps.

    Args:
        plan: The options that a second thread evaluates before the heaps themselves are computed.
        groups: The number of groups of `GROUP` heaps in the block.

    Returns:
        The arrays.
    """
    planes = np.empty((len(plan.planes), plan.words), np.uint64)
    covered = np.empty((groups + 1, len(plan.starts), BLOCKS + 1), np.uint64)
    marks = np.zeros(groups + 1, np.int64)
    marks[0] = IDLE
    return Shared(planes, covered, marks)
