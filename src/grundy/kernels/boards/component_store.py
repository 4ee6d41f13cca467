"""Components by number: the store of every component that was met, with its value or what is excluded.

Words are kept in full (a hash finds the place, the words decide), what is known of a component in one record, and in a
ring that forgets the oldest the options of those that were expanded. The arrays belong to `memory.ComponentMemory`;
kernels see pointers. A search waits for memory most of its time, so what is asked together stands together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import carray  # type: ignore[attr-defined]
from numpy.typing import NDArray

from ..typed import njit, types
from .packed_code import RATES, WORDS, WRITES
from .pointers import array_types, claim, count_up, pointer, pointers, prefetch, set_bits

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]
Tiny = NDArray[np.int8]

COUNT, STOP, COMMON = 0, 8, 16
"""Places in `ComponentStore.common`, and its length: components that have numbers, 1 where every thread is to stop.
They stand in lines of memory of their own, for all threads read one while one writes the other."""
HEAD, DEFINED, LEAST = 0, 1, 2
"""Places in `ComponentStore.state`: ring written so far, components valued by definition, the largest weight that is
valued by definition at once."""
TWICE, ROOM, SLOTS, RING, DRAFT, TRAIL, MOST, SIZE, PARTS, BENCH, SHORT, NEXT, LAST = range(3, 16)
"""More places: whether equal components stay (in misere play they do not cancel), how many components, slots (a power
of two), places of the ring (a power of two), of the draft and of the trail there are, the most options of a position,
the words of a position, the most components, where the half of the bench begins that definitions use, what is short,
the next number that this thread gives, and the end of those it may give."""
NO_ROOM, NO_DRAFT, NO_TRAIL, NO_RING, BROKEN = 1, 2, 4, 8, 16
"""Bits of `state[SHORT]`: the arrays that were too short; the rule wrote more than it says, or what is too large."""
STATES = 32
"""Length of `ComponentStore.state`."""
FIRST = 1 << 12
"""Length of `ComponentStore.first`, a power of two."""
GRANT = 256
"""Numbers that a thread takes at once."""
AHEAD = 16
"""How many components before it is entered the slot of one is asked for."""
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


class ComponentStore(NamedTuple):
    """What is known of components 0, 1, ...; arrays are made larger between two calls of a kernel.

    `slots` holds a mark and a number + 1 a place. `facts` and `halves` are the same memory, 16 bytes a component: its
    mask, then in two halves its value and its weight. Threads share these, `keys` and `common`; the others, among them
    the ring and `first`, the places + 1 in it, are of one thread. What a thread writes may be read by another at once:
    a component has all its words before it has a slot, values and exclusions are written when they are proved, and are
    never taken back.
    """

    common: Numbers
    keys: Numbers
    slots: Numbers
    facts: Numbers
    halves: Small
    first: Numbers
    lists: Small
    state: Numbers
    word: Numbers
    out: Numbers
    states: Numbers
    bench: Numbers
    pieces: Numbers
    piece: Numbers
    canon: Numbers
    draft: Small
    trail: Numbers
    order: Numbers


@njit(inline="always")
def options_of(store: Any, rule: Any) -> Any:
    """Let the game write the options of the state in `word` into `out`; return how many it says."""
    size = store.state[SIZE]
    return rule[0](carray(store.word, (size,)), carray(store.out, (store.state[MOST] * size,)))


@njit(inline="always")
def parts_of(store: Any, rule: Any) -> Any:
    """Let the game write the components of the state in `word` into `pieces`; return how many it says."""
    size = store.state[SIZE]
    return rule[1](carray(store.word, (size,)), carray(store.pieces, (store.state[PARTS] * size,)))


@njit(inline="always")
def turn(store: Any, rule: Any) -> None:
    """Let the game write the representative of the component in `piece` into `canon`."""
    size = store.state[SIZE]
    rule[2](carray(store.piece, (size,)), carray(store.canon, (size,)))


@njit(inline="always")
def rated(store: Any, rate: Any) -> Any:
    """Return what the game says of the component in `canon`: its weight, or the value that a theorem gives."""
    return rate(carray(store.canon, (store.state[SIZE],)))


ARRAYS = {Numbers: WORDS, Small: types.int32[::1], Tiny: types.int8[::1]}
STORE = array_types(ComponentStore, ARRAYS)
RULE: Any = types.Tuple(tuple(types.FunctionType(kind) for kind in (WRITES, WRITES, WRITES, RATES, RATES)))
"""The compiled functions of a game, as kernels take them."""


@njit(inline="always")
def full(store: Any, what: int) -> int:
    """Note what is short and return FULL."""
    store.state[SHORT] |= what
    return FULL


@njit(inline="always")
def mask_of(store: Any, number: int) -> Any:
    """Return the mask of a component: the values below `BITS` that are excluded, `SEARCHED` and `TOLD`."""
    return store.facts[2 * number]


@njit(inline="always")
def mark(store: Any, number: int, bits: int) -> None:
    """Set bits of the mask of a component."""
    if store.facts[2 * number] & bits != bits:
        set_bits(store.facts, 2 * number, bits)


@njit(inline="always")
def value_of(store: Any, number: int) -> Any:
    """Return the value of a component, UNKNOWN where it is not known."""
    return store.halves[4 * number + 2]


@njit(inline="always")
def set_value(store: Any, number: int, value: int) -> None:
    """Write the value of a component, which is proved."""
    store.halves[4 * number + 2] = value


@njit(inline="always")
def weight_of(store: Any, number: int) -> Any:
    """Return the weight of a component."""
    return store.halves[4 * number + 3]


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


@njit(inline="always")
def mixed_words(words: Any, start: int, size: int) -> Any:
    """Return a well mixed number from words in a row."""
    found = size
    for i in range(start, start + size):
        found = mixed(words[i], found)
    return found


@njit(inline="always")
def hashed(store: Any, words: Any, start: int) -> Any:
    """Return the hash of a component whose words stand from `start` on, and ask for its slot."""
    found = mixed_words(words, start, store.state[SIZE])
    prefetch(store.slots, 2 * (found & (store.state[SLOTS] - 1)))
    return found


@njit
def find(store: Any, rule: Any, words: Any, start: int, found: int) -> int:
    """Return the number of the component with these words and this hash; one that is new gets the next.

    A slot says the word itself where a component is one word; else the hash, and `keys` decide. The name is written
    after the slot is claimed, so another thread may miss it in between; it gives the component one more number then.
    """
    size, slots = store.state[SIZE], store.slots
    name = words[start] if size == 1 else found
    last = store.state[SLOTS] - 1
    at, mine = found & last, -1
    while True:
        number = slots[2 * at + 1] - 1
        if number < 0:
            if mine < 0:
                mine = _enter(store, rule, words, start)
            if claim(slots, 2 * at + 1, mine + 1):
                slots[2 * at] = name
                return mine
        elif slots[2 * at] != name or not _same(store, number, words, start):
            at = (at + 1) & last
        else:
            return number


@njit(inline="always")
def _same(store: Any, number: int, words: Any, start: int) -> bool:
    size = store.state[SIZE]
    same = True
    for i in range(0 if size == 1 else size):
        same &= store.keys[number * size + i] == words[start + i]
    return same


@njit(inline="always")
def has_room(store: Any, components: int) -> bool:
    """Return whether this thread can give numbers to so many new components."""
    state = store.state
    return state[NEXT] + components <= state[LAST] or store.common[COUNT] + components <= state[ROOM]


@njit
def _enter(store: Any, rule: Any, words: Any, start: int) -> int:
    """Write a new component, its weight, and the value that a theorem gives; return its number."""
    size, state = store.state[SIZE], store.state
    if state[NEXT] == state[LAST]:  # nothing is known of a number that is not used yet
        first = count_up(store.common, COUNT, GRANT)
        state[NEXT], state[LAST] = first, first + GRANT
        for number in range(first, first + GRANT):
            store.facts[2 * number] = 0
            store.halves[4 * number + 2] = UNKNOWN
            for i in range(size):
                store.keys[number * size + i] = 0
    number = state[NEXT]
    state[NEXT] = number + 1
    for i in range(size):
        store.keys[number * size + i] = store.canon[i] = words[start + i]
    value = rated(store, rule[4])
    if value > LARGEST:
        full(store, BROKEN)
    store.facts[2 * number] = TOLD if value >= 0 else 0
    store.halves[4 * number + 2] = value if 0 <= value <= LARGEST else UNKNOWN
    store.halves[4 * number + 3] = rated(store, rule[3])
    return number


@njit(types.void(STORE, types.int64, types.int64), cache=True, nogil=True)
def index(owned: ComponentStore, start: int, stop: int) -> None:
    """Give the components from one to another their slots, after all slots were emptied; threads may share this."""
    store = pointers(owned)
    size, last, slots = store.state[SIZE], store.state[SLOTS] - 1, store.slots
    for number in range(start, stop):
        if number + AHEAD < stop:
            hashed(store, store.keys, (number + AHEAD) * size)
        found = mixed_words(store.keys, number * size, size)
        at = found & last
        while not claim(slots, 2 * at + 1, number + 1):
            at = (at + 1) & last
        slots[2 * at] = store.keys[number] if size == 1 else found


@njit(types.int64(STORE, RULE, WORDS, WORDS, types.int64), cache=True)
def learn(owned: ComponentStore, rule: Any, keys: Numbers, values: Numbers, start: int) -> int:
    """Enter components with their values from `start` on; return how many are entered, fewer when the room is full."""
    store, words = pointers(owned), pointer(keys)
    size = store.state[SIZE]
    for i in range(start, len(values)):
        if not has_room(store, 1):
            full(store, NO_ROOM)
            return i
        number = find(store, rule, words, i * size, mixed_words(words, i * size, size))
        set_value(store, number, values[i])
        mark(store, number, TOLD)
    return len(values)
