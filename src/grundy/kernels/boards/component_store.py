"""Stores independent components of positions: each has a number, its packed position, and what is known of its value.

The record of a component consists of its words and of one more word with its value, its weight and a mask of excluded
values. The weight is an estimate of the work to evaluate it. A hash table finds the record of given words. The options
of components are stored in a circular buffer (`option_lists`). The arrays belong to `memory.ComponentMemory`; kernels
have pointers to them. A search waits for memory most of its time, so data that is read together is stored together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..pointers import claim, count_up, prefetch, rate_words, set_bits, view, words_at
from ..typed import native, njit
from .store_shape import (
    AHEAD,
    BROKEN,
    COUNT,
    FULL,
    GRANT,
    HEAVIEST,
    KNOWN,
    LARGEST,
    LAST,
    LOW,
    NAMES,
    NEXT,
    NO_ROOM,
    ROOM,
    SHORT,
    SIZE,
    SLOTS,
    TOLD,
    TWICE,
    UNKNOWN,
    VALUE,
    WEIGH,
    WEIGHT,
    ComponentStore,
)

store_at = view(ComponentStore)
"""Returns the store whose table of addresses begins at an address."""


@njit(inline="always")
def full(store: Any, what: int) -> int:
    """Record that an array of the store is full, so that the caller enlarges it; return the constant FULL.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        what: The bit for the array, such as `NO_DRAFT` for `draft`. It is set in `store.state[SHORT]`.

    Returns:
        The constant FULL (-2), which the caller can return in turn.
    """
    store.state[SHORT] |= what
    return FULL


@njit(inline="always")
def _fact(store: Any, number: int) -> Any:
    """Return the index in `store.records` of the word that holds the mask, the weight and the value of a component.

    The component is given by its `number`. Bit v of the mask is 1 if the value is known not to be v.
    """
    size = store.state[SIZE]
    return number * (size + 1) + size


@njit(inline="always")
def mask_of(store: Any, number: int) -> Any:
    """Return the word in which bit v is set if the value of a component is known not to be v.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        number: The number of the component.

    Returns:
        The word. Only its lowest `BITS` bits exclude values; the other bits hold other data on the component.
    """
    return store.records[_fact(store, number)]


@njit(inline="always")
def mark(store: Any, number: int, bits: int) -> None:
    """Record that a component does not have certain Grundy values, by setting bits of its mask.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        number: The number of the component.
        bits: The bits to set; bit v excludes the value v.
    """
    at = _fact(store, number)
    if store.records[at] & bits != bits:
        set_bits(store.records, at, bits)


@njit(inline="always")
def value_of(store: Any, number: int) -> Any:
    """Return the stored Grundy value of a component.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        number: The number of the component.

    Returns:
        The value, or UNKNOWN (-1).
    """
    return (store.records[_fact(store, number)] >> VALUE & 65535) - 1


@njit(inline="always")
def set_value(store: Any, number: int, value: int) -> None:
    """Write the proved value of a component, unless its value is already known.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        number: The number of the component.
        value: The value, at most `LARGEST`.
    """
    if value_of(store, number) < 0:
        set_bits(store.records, _fact(store, number), (value + 1) << VALUE)


@njit(inline="always")
def weight_of(store: Any, number: int) -> Any:
    """Return the stored weight of a component, an estimate of the work to evaluate it.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        number: The number of the component.

    Returns:
        The weight, at most `HEAVIEST`.
    """
    return store.records[_fact(store, number)] >> WEIGHT & HEAVIEST


@njit(inline="always")
def mixed(word: int, seed: int) -> Any:
    """Return a hash of one word.

    Args:
        word: The word, 64 bits.
        seed: The hash of the words before it.

    Returns:
        The hash as int64.
    """
    x = np.uint64(word) ^ (np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15))
    x ^= x >> np.uint64(31)
    x *= np.uint64(0x7FB5D329728EA185)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x81DADEF4BC2DD44D)
    x ^= x >> np.uint64(33)
    return np.int64(x)


@njit(inline="always")
def mixed_words(words: Any, start: int, size: int) -> Any:
    """Return a hash of consecutive words.

    Args:
        words: An array of words.
        start: The index of the first word.
        size: The number of words.

    Returns:
        The hash as int64.
    """
    found = size
    for i in range(start, start + size):
        found = mixed(words[i], found)
    return found


@njit(inline="always")
def hashed(store: Any, words: Any, start: int) -> Any:
    """Return the hash of a component, and prefetch its slot in the hash table.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        words: An array of words.
        start: The index of the component's first word.

    Returns:
        The hash as int64.
    """
    found = mixed_words(words, start, store.state[SIZE])
    prefetch(store.slots, _slot(store, found))
    return found


@njit(inline="always")
def _slot(store: Any, found: int) -> Any:
    """Return the index in the hash table where the search for a component begins; `found` is the component's hash."""
    return ((found >> 32) & LOW) * store.state[SLOTS] >> 32


@njit(inline="always")
def _marked(store: Any, found: int, number: int) -> Any:
    """Return the 32-bit word that the hash table stores for a component.

    Its lower bits are the component's `number` + 1. Its upper bits are some bits of the component's hash, `found`.
    """
    return np.int32((found << store.state[NAMES] | (number + 1)) & LOW)


@njit(forceinline=True)
def find(store: Any, rule: Any, words: Any, start: int, found: int) -> int:
    """Return the number of the component with the given words; store the component if it is new.

    A new component gets the next unused number of this thread.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        rule: The addresses of the compiled functions of the game's rule.
        words: An array that contains the words of the component.
        start: The index of the component's first word.
        found: The hash of the component.

    Returns:
        The number of the component.
    """
    slots, last = store.slots, store.state[SLOTS]
    names = (1 << store.state[NAMES]) - 1
    sought = _marked(store, found, -1)
    at, mine = _slot(store, found), -1
    while True:
        seen = slots[at]
        if seen == 0:
            if mine < 0:
                mine = _enter(store, rule, words, start)
            if claim(slots, at, _marked(store, found, mine)):
                return mine
        elif seen & ~names == sought and _same(store, (seen & names) - 1, words, start):
            return (seen & names) - 1
        else:
            at += 1
            if at == last:
                at = 0


@njit(inline="always")
def _same(store: Any, number: int, words: Any, start: int) -> bool:
    size = store.state[SIZE]
    same = True
    for i in range(size):
        same &= store.records[number * (size + 1) + i] == words[start + i]
    return same


@njit(inline="always")
def has_room(store: Any, components: int) -> bool:
    """Return whether there is space for a given number of new components.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        components: The number of components that may be new.

    Returns:
        Whether there is enough space.
    """
    state = store.state
    return state[NEXT] + components <= state[LAST] or store.common[COUNT] + components <= state[ROOM]


@njit
def _enter(store: Any, rule: Any, words: Any, start: int) -> int:
    """Store a new component with its weight, and its value if a theorem for normal play gives one; return its number.

    The words of the component are `words[start]` and the following ones. `rule` is the table of the rule's functions.
    """
    size, state = store.state[SIZE], store.state
    if state[NEXT] == state[LAST]:  # nothing is known of a number that is not used yet
        first = count_up(store.common, COUNT, GRANT)
        state[NEXT], state[LAST] = first, first + GRANT
        for i in range(first * (size + 1), (first + GRANT) * (size + 1)):
            store.records[i] = 0
    number = state[NEXT]
    state[NEXT] = number + 1
    for i in range(size):
        store.records[number * (size + 1) + i] = store.canon[i] = words[start + i]
    value = UNKNOWN if state[TWICE] else rate_words(rule[KNOWN], store.canon)
    if value > LARGEST:
        full(store, BROKEN)
        value = UNKNOWN
    known = TOLD | (value + 1) << VALUE if value >= 0 else 0
    weight = min(max(rate_words(rule[WEIGH], store.canon), 0), HEAVIEST)
    store.records[_fact(store, number)] = known | weight << WEIGHT
    return number


@native(3)
def index(owned: int, start: int, stop: int) -> int:
    """Enter components `start` to `stop - 1` into the hash table, which was emptied before.

    Args:
        owned: The address of a table of the addresses of the store's arrays.
        start: The number of the first component.
        stop: The number after that of the last component.

    Returns:
        `stop - start`.
    """
    store = store_at(owned)
    size, last, slots = store.state[SIZE], store.state[SLOTS], store.slots
    for number in range(start, stop):
        if number + AHEAD < stop:
            hashed(store, store.records, (number + AHEAD) * (size + 1))
        some = 0
        for i in range(size):
            some |= store.records[number * (size + 1) + i]
        if some == 0:  # a number that no component has yet
            continue
        found = mixed_words(store.records, number * (size + 1), size)
        at = _slot(store, found)
        while not claim(slots, at, _marked(store, found, number)):
            at = at + 1 if at + 1 < last else 0
    return stop - start


@native(6)
def learn(owned: int, code: int, keys: int, told: int, count: int, start: int) -> int:
    """Store components with proved Grundy values; new components get numbers.

    Args:
        owned: The address of a table of the addresses of the store's arrays.
        code: The address of a table of the addresses of the rule's functions.
        keys: The address of the words of all components, one component after another.
        told: The address of the value of each component.
        count: The number of components.
        start: The index of the first component to store.

    Returns:
        `count` if all are stored, else the index of the first component that was not, because the store is full.
    """
    store, rule, words, values = store_at(owned), words_at(code), words_at(keys), words_at(told)
    size = store.state[SIZE]
    for i in range(start, count):
        if not has_room(store, 1):
            full(store, NO_ROOM)
            return i
        number = find(store, rule, words, i * size, mixed_words(words, i * size, size))
        set_value(store, number, values[i])
        mark(store, number, TOLD)
    return count
