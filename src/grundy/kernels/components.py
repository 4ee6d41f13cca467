"""Options of components as lists of numbers, and values by definition.

An option whose components all have values is one bit of the mask; of the others their numbers are kept, so a search
that comes again reads numbers instead of making, splitting and turning boards. Plain twin: `search.components`.
"""

from __future__ import annotations

from typing import Any

from numba import njit, types

from .component_store import (
    BITS,
    BROKEN,
    COUNT,
    DEFINED,
    DRAFT,
    EARLY,
    EXPANDED,
    FULL,
    HEAD,
    LARGEST,
    LEAST,
    MOST,
    PARTS,
    RING,
    ROOM,
    RULE,
    SIZE,
    STORE,
    TRAIL,
    TWICE,
    UNKNOWN,
    Store,
    find,
    seen,
)
from .option_lists import cancel, heavier, put, write

PATIENCE = 300
"""A component that needs more expansions than this is too large to be valued by definition in passing."""


@njit
def _parts(store: Any, rule: Any, at: int) -> int:
    """Write the state in `word` as the nim-sum of known components, how many others, and these; the end, or FULL."""
    size, state, draft = store.state[SIZE], store.state, store.draft
    pieces, piece = store.pieces, store.piece
    parts = rule[1](store.word, pieces)
    if parts < 0 or parts > state[PARTS]:
        state[BROKEN] = 1
        return FULL
    if at + 2 + parts > state[DRAFT] or state[COUNT] + parts >= state[ROOM]:
        return FULL
    head, total = at, 0
    at += 2
    for part in range(parts):
        some = 0
        for i in range(size):
            piece[i] = pieces[part * size + i]
            some |= piece[i]
        if some:
            found = _met(store, rule)
            if found < 0:
                draft[at] = -1 - found
                at += 1
            else:
                total ^= found
    draft[head], draft[head + 1] = total, at - head - 2
    return FULL if state[BROKEN] else at


@njit(inline="always")
def _met(store: Any, rule: Any) -> int:
    """Return the value of the component in `piece` where it is known, else -1 less its number."""
    turned = store.canon
    rule[2](store.piece, turned)
    value = rule[4](turned)
    if value > LARGEST:
        store.state[BROKEN] = 1
        return 0
    if value >= 0:
        return value
    before = store.state[COUNT]
    number = find(store, turned)
    if number == before:
        store.weight[number] = rule[3](turned)
    return store.value[number] if store.value[number] >= 0 else -1 - number


@njit
def generate(store: Any, rule: Any, number: int, at: int) -> int:
    """Write the options of a component from `draft[at]` on and return the end, or FULL.

    The first place holds how many there are; each is written as `_parts` does.
    """
    size = store.state[SIZE]
    word, out = store.word, store.out
    for i in range(size):
        word[i] = store.keys[number * size + i]
    count = rule[0](word, out)
    if count < 0 or count > store.state[MOST]:
        store.state[BROKEN] = 1
        return FULL
    if at >= store.state[DRAFT]:
        return FULL
    store.draft[at] = count
    at += 1
    for option in range(count):
        for i in range(size):
            word[i] = out[option * size + i]
        at = _parts(store, rule, at)
        if at == FULL:
            return FULL
    return at


@njit
def define(store: Any, rule: Any, root: int, at: int, most: int) -> int:
    """Find the value of a component by definition, with all that follow, using `draft[at:]`.

    Return it; UNKNOWN when that takes more than `most` expansions, FULL where there is no room.
    """
    value, trail = store.value, store.trail
    depth, child = -1, root
    until = store.state[DEFINED] + most
    while value[root] < 0:
        if store.state[DEFINED] > until:
            return UNKNOWN
        if child >= 0:
            depth += 1
            if 4 * depth + 4 > store.state[TRAIL]:
                return FULL
            end = generate(store, rule, child, at)
            if end == FULL:
                return FULL
            store.state[DEFINED] += 1
            base = 4 * depth
            trail[base], trail[base + 1], trail[base + 2], trail[base + 3] = child, at, end, at + 1
            at = end
        base = 4 * depth
        child = _next_unknown(store, base)
        if child < 0:
            least = _mex(store, trail[base + 1], trail[base + 2])
            if least > LARGEST:
                store.state[BROKEN] = 1
                return FULL
            value[trail[base]] = least
            at = trail[base + 1]
            depth -= 1
    return value[root]


@njit(inline="always")
def _next_unknown(store: Any, base: int) -> int:
    """Return the next component without a value among the options of a frame of the trail, -1 where all have one."""
    draft, trail = store.draft, store.trail
    end, cursor = trail[base + 2], trail[base + 3]
    while cursor < end:
        stop = cursor + 2 + draft[cursor + 1]
        for i in range(cursor + 2, stop):
            if store.value[draft[i]] < 0:
                trail[base + 3] = cursor
                return draft[i]
        cursor = stop
    trail[base + 3] = cursor
    return -1


@njit
def _mex(store: Any, start: int, end: int) -> int:
    """Return the least number that is no value of the options in the draft, all of whose components are valued."""
    draft, value = store.draft, store.value
    order, others = store.order, 2 * store.state[MOST]
    mask, large, at = 0, 0, start + 1
    while at < end:
        total = draft[at]
        stop = at + 2 + draft[at + 1]
        for i in range(at + 2, stop):
            total ^= value[draft[i]]
        if total < BITS:
            mask |= 1 << total
        else:
            order[others + large] = total
            large += 1
        at = stop
    least = 0
    while least < BITS and mask >> least & 1:
        least += 1
    i = 0
    while least >= BITS and i < large:
        i += 1
        if order[others + i - 1] == least:
            least += 1
            i = 0
    return least


@njit
def expand(store: Any, rule: Any, number: int, n: int) -> int:
    """Return where the options of a component stand in the ring, making them if they were forgotten; or FULL.

    EARLY says that an option was found to have value n, which is a bit of the mask now; nothing is listed then. Options
    without unknown components are bits of the mask, the others stand in the ring as `option_lists` writes them.
    """
    draft, state, states, word = store.draft, store.state, store.states, store.word
    place = store.first[number]
    if place >= 0 and place > state[HEAD] - state[RING]:
        return place & (state[RING] - 1)
    count = _make(store, rule, number)
    if count == FULL:
        return FULL
    at, kept = 1, 0
    for option in range(count):
        for i in range(state[SIZE]):
            word[i] = states[option * state[SIZE] + i]
        end = _parts(store, rule, at)
        if end == FULL or _resolve(store, rule, at, end) == FULL:
            return FULL
        if draft[at + 1] == 0 and draft[at] < BITS:
            store.mask[number] |= 1 << draft[at]
            if draft[at] == n:
                return EARLY
        else:
            kept = put(store, at, kept)
            at += 2 + draft[at + 1]
    state[EXPANDED] += 1
    return write(store, number, count, kept)


@njit(inline="always")
def _make(store: Any, rule: Any, number: int) -> int:
    """Write the options of a component into `states` and return how many, or FULL."""
    size, word, out = store.state[SIZE], store.word, store.out
    for i in range(size):
        word[i] = store.keys[number * size + i]
    count = rule[0](word, out)
    if count < 0 or count > store.state[MOST]:
        store.state[BROKEN] = 1
        return FULL
    for i in range(count * size):
        store.states[i] = out[i]
    return count


@njit
def _resolve(store: Any, rule: Any, at: int, end: int) -> int:
    """Fold the known components of an option into its number, sort the others and cancel equal ones; 0 or FULL."""
    draft, value, weight = store.draft, store.value, store.weight
    left = at + 2
    for i in range(at + 2, at + 2 + draft[at + 1]):
        piece = draft[i]
        if value[piece] < 0 and weight[piece] <= store.state[LEAST]:
            found = define(store, rule, piece, end, PATIENCE)
            if found == FULL:
                return FULL
            if found == UNKNOWN:
                store.state[LEAST] = weight[piece] - 1
        if value[piece] >= 0:
            draft[at] ^= value[piece]
            continue
        j = left
        while j > at + 2 and heavier(store, piece, draft[j - 1]):
            draft[j] = draft[j - 1]
            j -= 1
        draft[j] = piece
        left += 1
    if store.state[TWICE]:
        draft[at + 1] = left - at - 2
    else:
        cancel(draft, at, left)
    return 0


@njit(types.int64(STORE, RULE), cache=True)
def meet(owned: Store, rule: Any) -> int:
    """Write the components of the state in `word` into the draft as `_parts` does; the end, or FULL."""
    return _parts(seen(owned), rule, 0)


@njit(types.int64(STORE, RULE, types.int64), cache=True)
def value_of(owned: Store, rule: Any, number: int) -> int:
    """Return the value of a component by definition, or FULL."""
    return define(seen(owned), rule, number, 0, 1 << 62)
