"""Stores the options of components in a circular buffer (the ring), where new lists overwrite the oldest ones.

A list consists of the number of its component, the number of all options, the number of listed options, and the listed
options. An option begins with one word: the nim-sum of its components of known value times 256, plus the number of its
other components, at most 255. The numbers of these follow. The array `first` has the index of each component's list.
Several components share an entry of `first`, so a list can no longer be found once another of them is listed. That is
rare for lists still needed.
"""

from __future__ import annotations

from typing import Any

from ..typed import njit
from .component_store import full, weight_of
from .store_shape import BROKEN, FIRST, HEAD, MOST, NO_RING, RING

MOST_PARTS = 255
"""The most components of an option that can be listed."""


@njit(inline="always")
def heavier(store: Any, one: int, other: int) -> bool:
    """Return whether a component is sorted before another one: the one of larger weight, or else of smaller number.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        one: The number of a component.
        other: The number of another component.

    Returns:
        Whether `one` comes before `other`.
    """
    heavy, light = weight_of(store, one), weight_of(store, other)
    return heavy > light or (heavy == light and one < other)


@njit(inline="always")
def cancel(draft: Any, at: int, end: int) -> None:
    """Remove pairs of equal components from an option, because the nim-sum of two equal components is 0.

    The components of the option must be sorted.

    Args:
        draft: The array that contains the option: its nim-sum, the number of its components, and their numbers.
        at: The index in `draft` of the nim-sum.
        end: The index in `draft` after the last component.
    """
    left = at + 2
    i = at + 2
    while i < end:
        if i + 1 < end and draft[i] == draft[i + 1]:
            i += 2
            continue
        draft[left] = draft[i]
        left += 1
        i += 1
    draft[at + 1] = left - at - 2


@njit(forceinline=True)
def put(store: Any, at: int, kept: int) -> int:
    """Insert an option into the array `store.order`, sorted by increasing cost, unless an equal option is there.

    The cost of an option is the sum of the squares of the weights of its components. `order` contains the indices of
    options in the array `store.draft`.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        at: The index of the option in `draft`.
        kept: The number of options in `order`.

    Returns:
        The number of options that `order` now contains.
    """
    draft, order = store.draft, store.order
    most = store.state[MOST]
    cost = 0
    for i in range(at + 2, at + 2 + draft[at + 1]):
        weight = weight_of(store, draft[i])
        cost += weight * weight
    i = kept
    while i > 0 and order[most + i - 1] > cost:
        i -= 1
    j = i
    while j > 0 and order[most + j - 1] == cost:
        j -= 1
        if _same(draft, order[j], at):
            return kept
    for k in range(kept, i, -1):
        order[k] = order[k - 1]
        order[most + k] = order[most + k - 1]
    order[i] = at
    order[most + i] = cost
    return kept + 1


@njit(inline="always")
def _same(draft: Any, one: int, other: int) -> bool:
    if draft[one] != draft[other] or draft[one + 1] != draft[other + 1]:
        return False
    for i in range(2, 2 + draft[one + 1]):  # noqa: SIM110  # numba has no generators in all()
        if draft[one + i] != draft[other + i]:
            return False
    return True


@njit(inline="always")
def written(store: Any, number: int) -> int:
    """Return the index of a component's list of options in the circular buffer, or -1 if the list is not stored.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        number: The number of the component.

    Returns:
        The index of the second word of the list, because the first one is only the component's number, or -1.
    """
    state = store.state
    place = store.first[number & (FIRST - 1)] - 1
    if place < 0 or place <= state[HEAD] - state[RING] or store.lists[place & (state[RING] - 1)] != number:
        return -1
    return (place & (state[RING] - 1)) + 1


@njit
def write(store: Any, number: int, count: int, kept: int) -> int:
    """Store in the circular buffer those options of a component that the array `order` lists.

    Args:
        store: The `ComponentStore`: the arrays of all components, as this thread uses them.
        number: The number of the component.
        count: The number of all options.
        kept: The number of options in `order`.

    Returns:
        The index in the buffer of the list's second word (the first one is the component's number), or FULL if the
        buffer is too small.
    """
    lists, draft, order, state = store.lists, store.draft, store.order, store.state
    need = 3 + kept
    for k in range(kept):
        if draft[order[k] + 1] > MOST_PARTS:
            return full(store, BROKEN)
        need += draft[order[k] + 1]
    if need > state[RING] // 2:
        return full(store, NO_RING)
    head = state[HEAD]
    if (head & (state[RING] - 1)) + need > state[RING]:
        head = (head | (state[RING] - 1)) + 1
    store.first[number & (FIRST - 1)] = head + 1
    state[HEAD] = head + need
    at = head & (state[RING] - 1)
    lists[at], lists[at + 1], lists[at + 2] = number, count, kept
    place = at + 1
    at += 3
    for k in range(kept):
        option = order[k]
        size = draft[option + 1]
        lists[at] = draft[option] << 8 | size
        for i in range(size):
            lists[at + 1 + i] = draft[option + 2 + i]
        at += 1 + size
    return place
