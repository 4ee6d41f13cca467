"""Components by number: the store of every component that was met, with its value or what is excluded.

A position of a game that falls apart is the nim-sum of its components, so a search asks about components only. `Store`
keeps their words in full (a hash finds the place, the words decide), what is known of them, and in a ring that forgets
the oldest the options of those that were expanded. The arrays belong to `memory.Memory`; kernels see pointers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import carray, njit, types  # type: ignore[attr-defined]
from numpy.typing import NDArray

from .packed_code import RATES, WORDS, WRITES
from .pointers import pointer

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]

COUNT, HEAD, EXPANDED, DEFINED, LEAST = 0, 1, 2, 3, 4
"""Places in `Store.state`: components known, ring written so far, expansions, components valued by definition,
the largest weight that is valued by definition at once."""
TWICE, ROOM, SLOTS, RING, DRAFT, TRAIL, MOST, SIZE, PARTS, BROKEN = 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
"""More places: whether equal components stay (in misere play they do not cancel), how many components, slots (a power
of two), places of the ring (a power of two), of the draft and of the trail there are, the most options of a position,
the words of a position, the most components; 1 where a rule wrote more
options or components than it says, or values too large to keep."""
STATES = 32
"""Length of `Store.state`."""
BITS = 62
"""Values below are kept as bits of a mask."""
LARGEST = (1 << 15) - 1
"""The largest value that is kept."""
EARLY = -4
"""An option decided the question before all were made."""
FULL = -2
"""There was no room; make some and ask again."""
UNKNOWN = -1
SEARCHED = 1 << 62
"""The bit of a mask that says that couples of the component may stand in a table of proof numbers."""
TOLD = -(1 << 63)
"""The bit of a mask that says that the value was handed out."""


class Store(NamedTuple):
    """What is known of components 0, 1, ...; arrays are made larger between two calls of a kernel."""

    keys: Numbers
    slots: Small
    value: NDArray[np.int16]
    mask: Numbers
    weight: Small
    first: Numbers
    lists: Small
    state: Numbers
    word: Numbers
    out: Numbers
    states: Numbers
    pieces: Numbers
    piece: Numbers
    canon: Numbers
    draft: Small
    trail: Numbers
    order: Numbers


@njit(inline="always")
def seen(store: Any) -> Any:
    """Return the store as kernels see it: pointers, but for the arrays that a game reads and writes."""
    return Store(
        pointer(store.keys),
        pointer(store.slots),
        pointer(store.value),
        pointer(store.mask),
        pointer(store.weight),
        pointer(store.first),
        pointer(store.lists),
        pointer(store.state),
        carray(pointer(store.word), store.word.shape),
        carray(pointer(store.out), store.out.shape),
        pointer(store.states),
        carray(pointer(store.pieces), store.pieces.shape),
        carray(pointer(store.piece), store.piece.shape),
        carray(pointer(store.canon), store.canon.shape),
        pointer(store.draft),
        pointer(store.trail),
        pointer(store.order),
    )


STORE = types.NamedTuple(
    (
        WORDS,
        types.int32[::1],
        types.int16[::1],
        WORDS,
        types.int32[::1],
        WORDS,
        types.int32[::1],
        WORDS,
        WORDS,
        WORDS,
        WORDS,
        WORDS,
        WORDS,
        WORDS,
        types.int32[::1],
        WORDS,
        WORDS,
    ),
    Store,
)
RULE: Any = types.Tuple(
    (
        types.FunctionType(WRITES),
        types.FunctionType(WRITES),
        types.FunctionType(WRITES),
        types.FunctionType(RATES),
        types.FunctionType(RATES),
    )
)
"""The compiled functions of a game, as kernels take them."""


@njit(inline="always")
def mixed(word: int, seed: int) -> Any:
    """Return a well mixed number from a word and what came before it."""
    x = np.uint64(word) ^ (np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15))
    x ^= x >> np.uint64(31)
    x *= np.uint64(0x7FB5D329728EA185)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x81DADEF4BC2DD44D)
    x ^= x >> np.uint64(33)
    return np.int64(x)


@njit
def find(store: Any, words: Any) -> int:
    """Return the number of the component with these words; one that is new gets the next."""
    size = store.state[SIZE]
    mark = 0
    for i in range(size):
        mark = mixed(words[i], mark)
    last = store.state[SLOTS] - 1
    at = mark & last
    while store.slots[at]:
        number = store.slots[at] - 1
        same = True
        for i in range(size):
            if store.keys[number * size + i] != words[i]:
                same = False
                break
        if same:
            return number
        at = (at + 1) & last
    number = store.state[COUNT]
    store.state[COUNT] = number + 1
    store.slots[at] = number + 1
    for i in range(size):
        store.keys[number * size + i] = words[i]
    store.value[number] = UNKNOWN
    store.mask[number] = 0
    store.first[number] = -1
    return number


@njit(types.void(STORE), cache=True)
def index(owned: Store) -> None:
    """Give every component its slot anew, after the slots were made larger or components forgotten."""
    store = seen(owned)
    size, last = store.state[SIZE], store.state[SLOTS] - 1
    for i in range(last + 1):
        store.slots[i] = 0
    for number in range(store.state[COUNT]):
        mark = 0
        for i in range(size):
            mark = mixed(store.keys[number * size + i], mark)
        at = mark & last
        while store.slots[at]:
            at = (at + 1) & last
        store.slots[at] = number + 1


@njit(types.int64(STORE, RULE, WORDS, WORDS, types.int64), cache=True)
def learn(owned: Store, rule: Any, keys: Numbers, values: Numbers, start: int) -> int:
    """Enter components with their values from `start` on; return how many are entered, fewer when the room is full."""
    store = seen(owned)
    size = store.state[SIZE]
    for i in range(start, len(values)):
        if store.state[COUNT] + 1 >= store.state[ROOM]:
            return i
        for k in range(size):
            store.canon[k] = keys[i * size + k]
        number = find(store, store.canon)
        store.weight[number] = rule[3](store.canon)
        store.value[number] = values[i]
        store.mask[number] = TOLD
    return len(values)
