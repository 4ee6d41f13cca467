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
CANDIDATES = 16
"""Candidates of each heap in the first stage of the generation."""
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
    """Return whether `sift` stores the values that it searches as a bitmap, rather than as a short list.

    `sift` searches many splits of a heap for certain values. `way` is the method of table lookup that the processor
    has.
    """
    return way == "vbmi"


class Cover(NamedTuple):
    """Options for each coded value (code), chosen so that for most heaps at least one of them has this code.

    Option (d, g) of heap n has the code code(n - d) ^ g. The heaps with one code form a bitset, the plane of the code.
    Moved up by d heaps, the plane of y ^ g contains the heaps whose option (d, g) has the code y.

    Attributes:
        planes: The codes whose planes are stored.
        offsets: For each option, the address at which its plane is read, in bytes after the first word of the group of
            heaps in the first plane.
        starts: For each code, nine indices into `offsets`: those from starts[y][s] to starts[y][s + 1] - 1 belong to
            options with code y whose planes are moved by s more bits.
        reach: The number of heaps before the first group that the planes also contain.
        words: The length of each plane in 64-bit words.
    """

    planes: Bytes
    offsets: Ints
    starts: Numbers
    reach: int
    words: int


class Covers(NamedTuple):
    """Options by which most coded values are excluded, in two parts.

    Attributes:
        ahead: Options (d, g) with a large d, which a second thread may process before the group of heaps is begun.
        near: The other options.
    """

    ahead: Cover
    near: Cover


class Items(NamedTuple):
    """Pairs (d, g), each of which excludes the coded value code(n - d) ^ g for heap n.

    Attributes:
        distances: The numbers d.
        codes: The numbers g, each repeated in all four bytes of a 32-bit number.
    """

    distances: Ints
    codes: Ints


class Shared(NamedTuple):
    """The arrays shared by the threads that work on one block of heaps, which consists of groups of `GROUP` heaps.

    Attributes:
        planes: For each code in `Cover.planes`, the bitset of the heaps that have this code.
        covered: For each group and each code, the bitset of the heaps of the group that have an option with this code.
            The last entry is used by the thread that computes the block, if it does not use a result of the other one.
        marks: marks[0] is the number of groups computed, or `IDLE`. marks[1 + k] is 0 if no thread has begun the
            bitsets of group k, 1 if one has, and 2 if they are complete.
        rows: Memory for the candidates of 64 heaps, used by the thread that computes the block.
    """

    planes: Words
    covered: Words
    marks: Numbers
    rows: Bytes


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
    return Shared(planes, covered, marks, np.empty(64 * CANDIDATES, np.uint8))
