"""The search path of a proof-number search, and the table of proof numbers, in which new entries overwrite old ones.

A couple (component, n) is the question whether the component has the value n. It may be stored in any of eight entries
of the table. If all of them contain other couples, the first is overwritten. The loss of an entry only costs time.
"""

from __future__ import annotations

from typing import Any

from ..pointers import smalls_at, view, words_at
from ..typed import native, njit
from . import path_shape
from .component_store import mask_of, mixed, store_at, value_of, weight_of
from .path_shape import (
    INF,
    LOW,
    PAIRS,
    PLACES,
    Path,
)
from .store_shape import BITS, SEARCHED

path_at = view(Path)
"""The path whose table of addresses is somewhere."""
push = njit(path_shape.push)


@njit(inline="always")
def place_of(path: Any, number: int, n: int) -> int:
    """Return the index at which the table of proof numbers stores a couple (component, n), or else can store it.

    Args:
        path: The `Path` of this thread: its search stack, and the table of proof numbers.
        number: The number of the component, or of a sum.
        n: The nimber of the couple, 0 for a sum.

    Returns:
        The index of the entry in `path.pairs`.
    """
    pairs = path.pairs
    last = path.state[PLACES] - 1
    name = (number + 1) << 16 | n
    first = (mixed(number, 1) + n) & last
    for i in range(8):
        at = 2 * ((first + i) & last)
        if pairs[at] == name or pairs[at] == 0:
            return at
    return 2 * first


@njit(inline="always")
def pair(store: Any, path: Any, number: int, n: int) -> tuple[int, int]:
    """Return the proof numbers of the question whether the player to move loses a component plus a nim heap of size n.

    The proof number estimates the work to prove that this player wins the sum, and the disproof number the work to
    prove that this player loses it.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        path: The `Path` of this thread: its search stack, and the table of proof numbers.
        number: The number of the component.
        n: The size of the nim heap.

    Returns:
        The proof number and the disproof number.
    """
    value = value_of(store, number)
    if value >= 0:
        return (INF, 0) if value == n else (0, INF)
    mask = mask_of(store, number)
    if n < BITS and mask >> n & 1:
        return 0, INF
    if mask & SEARCHED:
        at = place_of(path, number, n)
        if path.pairs[at] == (number + 1) << 16 | n:
            both = path.pairs[at + 1]
            return both >> 32, both & LOW
    weight = weight_of(store, number)
    return 1 + weight // 4, 1 + weight


@njit(inline="always")
def keep(path: Any, number: int, n: int, both: int) -> None:
    """Write the proof numbers of a couple to the table.

    Args:
        path: The `Path` of this thread: its search stack, and the table of proof numbers.
        number: The number of the component.
        n: The nimber of the couple (component, n).
        both: The proof number in the upper half of a word, the disproof number in the lower.
    """
    at = place_of(path, number, n)
    if path.pairs[at] == 0:
        path.state[PAIRS] += 1
    path.pairs[at] = (number + 1) << 16 | n
    path.pairs[at + 1] = both


@njit(inline="always")
def decided(store: Any, number: int, n: int) -> bool:
    """Return whether it is already known if a component has the value n, so that no search is needed.

    That is so if the value of the component is known, or if the value n is excluded.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        number: The number of the component.
        n: The value in question.

    Returns:
        Whether the question is decided.
    """
    return value_of(store, number) >= 0 or (n < BITS and mask_of(store, number) >> n & 1)


@native(6)
def move_pairs(owned: int, walked: int, table: int, words: int, names: int, named: int) -> int:
    """Copy the proof numbers of undecided couples (component, n) from an older table to an empty one.

    Args:
        owned: The address of a table of the addresses of the component store's arrays.
        walked: The address of a table of the addresses of the path's arrays, with the empty table.
        table: The address of the older table of proof numbers.
        words: The number of words in the older table.
        names: The address of the new numbers of components, indexed by the old ones; negative if dropped.
        named: Positive if `names` has new numbers, 0 if the numbers do not change. Negative in misère play, where the
            entries are for sums and all are copied.

    Returns:
        0.
    """
    store, path, pairs, renamed = store_at(owned), path_at(walked), words_at(table), smalls_at(names)
    for at in range(0, words, 2):
        if pairs[at]:
            number, n = (pairs[at] >> 16) - 1, pairs[at] & 65535
            if named > 0:
                number = renamed[number]
            if named < 0 or (number >= 0 and not decided(store, number, n)):
                keep(path, number, n, pairs[at + 1])
    return 0
