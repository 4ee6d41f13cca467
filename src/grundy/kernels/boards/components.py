"""Lists the options of components, and computes Grundy values of components by definition.

An option is a sum of components; it is listed as the numbers of these components in the store. Reference
implementation: `search.components`. `draft`, `bench` and `pieces` are arrays of the store for intermediate results. A
function returns FULL if one of these arrays, or the store, is too small.
"""

from __future__ import annotations

from typing import Any

from ..pointers import moved, words_at, write_words
from ..typed import native, njit
from . import component_store as cs
from . import store_shape as ss
from .option_lists import cancel, heavier, put, write, written

CHUNK = 8
"""Options that are made together: their places in memory are waited for together."""
WIDE = 62
"""Values below are bits of one word while the least that no option has is sought."""
PATIENCE = 300
"""A component that needs more expansions than this is too large to be valued by definition in passing."""


@njit(forceinline=True)
def _split(store: Any, rule: Any, states: Any, start: int, at: int) -> int:
    """Split a state into its components, and write them to the array `bench` of the store, from index `at`.

    Their number is written first, then the hash and the words of each.

    The state begins at `states[start]`. Return the index after the last word written, or FULL if an array is too small.
    The entries of the hash table at which the components may be are prefetched.
    """
    size, bench, pieces = store.state[ss.SIZE], store.bench, store.pieces
    parts = write_words(rule[ss.SPLIT], moved(states, start), pieces)
    if parts < 0 or parts > store.state[ss.PARTS]:
        return cs.full(store, ss.BROKEN)
    head, kept = at, 0
    at += 1
    for place in range(0, parts * size, size):
        some = 0
        for i in range(size):
            some |= pieces[place + i]
        if some:
            write_words(rule[ss.CANON], moved(pieces, place), moved(bench, at + 1))
            bench[at] = cs.hashed(store, bench, at + 1)
            at += 1 + size
            kept += 1
    bench[head] = kept
    return at


@njit(forceinline=True)
def _number(store: Any, rule: Any, head: int, at: int) -> int:
    """Write a state to the array `draft` of the store, from index `at`.

    The written numbers are the nim-sum of its known components, the number of the others, and their numbers.

    Components with a known value are replaced by the nim-sum of these values. The components are read from `bench`,
    from index `head`, as `_split` wrote them. Return the index after the last number written, or FULL if an array is
    too small.
    """
    size, state, draft, bench = store.state[ss.SIZE], store.state, store.draft, store.bench
    parts = bench[head]
    if at + 2 + parts > state[ss.DRAFT]:
        return cs.full(store, ss.NO_DRAFT)
    if not cs.has_room(store, parts):
        return cs.full(store, ss.NO_ROOM)
    total, end = 0, at + 2
    for part in range(parts):
        place = head + 1 + part * (1 + size)
        number = cs.find(store, rule, bench, place + 1, bench[place])
        value = cs.value_of(store, number)
        if value < 0:
            draft[end] = number
            end += 1
        else:
            total ^= value
    draft[at], draft[at + 1] = total, end - at - 2
    return ss.FULL if state[ss.SHORT] & ss.BROKEN else end


@njit(inline="always")
def _make(store: Any, rule: Any, number: int, out: Any) -> int:
    """Call the compiled rule to write the options of a component to `out`, and return their number.

    Return FULL if the rule reports more options than it declared.
    """
    size = store.state[ss.SIZE]
    for i in range(size):
        store.word[i] = store.records[number * (size + 1) + i]
    count = write_words(rule[ss.OPTIONS], store.word, out)
    if count < 0 or count > store.state[ss.MOST]:
        return cs.full(store, ss.BROKEN)
    return count


@njit(forceinline=True)
def _lay_out(store: Any, rule: Any, states: Any, options: tuple[int, int], end: int) -> int:
    """Write the components of several options, one option after another, to `bench`, from index `end`.

    For each option, the number of its components is written, then the hash and the words of each. `options` is the pair
    (first, stop) of indices of options in `states`; the last option is stop - 1. Return the index after the last word
    written, or FULL if an array is too small.
    """
    for option in range(*options):
        end = _split(store, rule, states, option * store.state[ss.SIZE], end)
        if end == ss.FULL:
            break
    return end


@njit
def generate(store: Any, rule: Any, number: int, at: int) -> int:
    """Write the number of options of a component, and then each option, to the array `store.draft`.

    An option is written as the nim-sum of its components of known value, the number of its other components, and their
    numbers in the store.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        number: The number of the component.
        at: The index in `store.draft` at which writing begins.

    Returns:
        The index in `store.draft` after the last option, or FULL if an array is too small.
    """
    head = store.state[ss.BENCH]
    count = _make(store, rule, number, store.out)
    if count == ss.FULL or _lay_out(store, rule, store.out, (0, count), head) == ss.FULL:
        return ss.FULL
    if at >= store.state[ss.DRAFT]:
        return cs.full(store, ss.NO_DRAFT)
    store.draft[at] = count
    at += 1
    for _ in range(count):
        at = _number(store, rule, head, at)
        if at == ss.FULL:
            return ss.FULL
        head += 1 + store.bench[head] * (1 + store.state[ss.SIZE])
    return at


@njit
def define(store: Any, rule: Any, root: int, at: int, most: int) -> int:
    """Compute the Grundy value of a component by definition; store it and all values computed for this purpose.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        root: The number of the component.
        at: The index from which on `draft` may be overwritten.
        most: The largest number of components whose options may be listed.

    Returns:
        The value, UNKNOWN if `most` is not enough, or FULL if an array is too small.
    """
    trail = store.trail
    depth, child = -1, root
    until = store.state[ss.DEFINED] + most
    while cs.value_of(store, root) < 0:
        if store.state[ss.DEFINED] > until:
            return ss.UNKNOWN
        if child >= 0:
            depth += 1
            if 4 * depth + 4 > store.state[ss.TRAIL]:
                return cs.full(store, ss.NO_TRAIL)
            end = generate(store, rule, child, at)
            if end == ss.FULL:
                return ss.FULL
            store.state[ss.DEFINED] += 1
            base = 4 * depth
            trail[base], trail[base + 1], trail[base + 2], trail[base + 3] = child, at, end, at + 1
            at = end
        base = 4 * depth
        child = _next_unknown(store, base)
        if child < 0:
            least = _mex(store, trail[base + 1], trail[base + 2])
            if least > ss.LARGEST:
                return cs.full(store, ss.BROKEN)
            cs.set_value(store, trail[base], least)
            at = trail[base + 1]
            depth -= 1
    return cs.value_of(store, root)


@njit(inline="always")
def _next_unknown(store: Any, base: int) -> int:
    """Return the next component of unknown value in the options of the component that is being evaluated, else -1.

    `base` is the index of four words in `store.trail`: the component that is being evaluated, the start and the end of
    its options in `store.draft`, and the index in `draft` at which the scan begins. The last word is updated.
    """
    draft, trail = store.draft, store.trail
    end, cursor = trail[base + 2], trail[base + 3]
    while cursor < end:
        stop = cursor + 2 + draft[cursor + 1]
        for i in range(cursor + 2, stop):
            if cs.value_of(store, draft[i]) < 0:
                trail[base + 3] = cursor
                return draft[i]
        cursor = stop
    trail[base + 3] = cursor
    return -1


@njit
def _mex(store: Any, start: int, end: int) -> int:
    """Return the smallest value that no option in `draft[start:end]` has, for options whose values are known.

    `draft` is an array of the store, and `draft[start]` is the number of options. Each option is a nim-sum, a number of
    components, and the numbers of these components, whose values are known by now.
    """
    draft = store.draft
    order, others = store.order, 2 * store.state[ss.MOST]
    mask, large, at = 0, 0, start + 1
    while at < end:
        total = draft[at]
        stop = at + 2 + draft[at + 1]
        for i in range(at + 2, stop):
            total ^= cs.value_of(store, draft[i])
        if total < WIDE:
            mask |= 1 << total
        else:
            order[others + large] = total
            large += 1
        at = stop
    least = 0
    while least < WIDE and mask >> least & 1:
        least += 1
    i = 0
    while least >= WIDE and i < large:
        i += 1
        if order[others + i - 1] == least:
            least += 1
            i = 0
    return least


@njit
def expand(store: Any, rule: Any, number: int, n: int) -> int:
    """List the options of a component in the circular buffer, unless they are listed there already.

    An option of a known value below `BITS` (34) is not listed. Instead the bit of this value is set in the component's
    mask, because the component cannot have the value of its option. If an option has the value n, nothing is listed.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        number: The number of the component.
        n: The value that the search tries to prove or exclude for the component.

    Returns:
        The index of the list in the circular buffer, EARLY if an option has the value n, or FULL if an array is too
        small.
    """
    place = written(store, number)
    if place >= 0:
        return place
    count = _make(store, rule, number, store.states)
    if count == ss.FULL:
        return ss.FULL
    at, kept = 1, 0
    for first in range(0, count, CHUNK):
        last = min(first + CHUNK, count)
        if _lay_out(store, rule, store.states, (first, last), 0) == ss.FULL:
            return ss.FULL
        at, kept = _list(store, rule, (number, n), last - first, (at, kept))
        if at < 0:
            return at
    return write(store, number, count, kept)


@njit(forceinline=True)
def _list(store: Any, rule: Any, couple: tuple[int, int], count: int, done: tuple[int, int]) -> tuple[int, int]:
    """Move options from the array `bench` to the list of options in the array `draft`; equal options are listed once.

    `couple` is the pair of the component and the value n that the search tries to prove for it. `count` is the number
    of options to move. `done` is the pair of the index after the list and the number of listed options. Return this
    pair as it is after the move. Its first number is EARLY if an option has the value n, and FULL if an array is too
    small.
    """
    draft, head = store.draft, 0
    (number, n), (at, kept) = couple, done
    for _ in range(count):
        end = _number(store, rule, head, at)
        if end == ss.FULL or _resolve(store, rule, at, end) == ss.FULL:
            return ss.FULL, 0
        head += 1 + store.bench[head] * (1 + store.state[ss.SIZE])
        if draft[at + 1] == 0 and draft[at] < ss.BITS:
            cs.mark(store, number, 1 << draft[at])
            if draft[at] == n:
                return ss.EARLY, 0
        else:
            kept = put(store, at, kept)
            at += 2 + draft[at + 1]
    return at, kept


@njit(forceinline=True)
def _resolve(store: Any, rule: Any, at: int, end: int) -> int:
    """Simplify the option in `draft[at:end]`: move known values to its nim-sum, and sort its other components.

    Components of weight up to `state[LEAST]` are evaluated at once, by definition. The others are sorted by decreasing
    weight. Equal ones then cancel in pairs, except in misère play. Return 0, or FULL if an array is too small.
    """
    draft = store.draft
    left = at + 2
    for i in range(at + 2, at + 2 + draft[at + 1]):
        piece = draft[i]
        value = cs.value_of(store, piece)
        if value < 0 and cs.weight_of(store, piece) <= store.state[ss.LEAST]:
            value = define(store, rule, piece, end, PATIENCE)
            if value == ss.FULL:
                return ss.FULL
            if value == ss.UNKNOWN:
                store.state[ss.LEAST] = cs.weight_of(store, piece) - 1
        if value >= 0:
            draft[at] ^= value
            continue
        j = left
        while j > at + 2 and heavier(store, piece, draft[j - 1]):
            draft[j] = draft[j - 1]
            j -= 1
        draft[j] = piece
        left += 1
    if store.state[ss.TWICE]:
        draft[at + 1] = left - at - 2
    else:
        cancel(draft, at, left)
    return 0


@native(2)
def meet(owned: int, code: int) -> int:
    """Write the position in `store.word` to `draft`, as a sum of components.

    The format is the nim-sum of the components of known value, the number of the other components, and their numbers.

    Args:
        owned: The address of a table of the addresses of the store's arrays.
        code: The address of a table of the addresses of the rule's functions.

    Returns:
        The index after the last number written, or FULL if an array is too small.
    """
    store, rule = cs.store_at(owned), words_at(code)
    return ss.FULL if _split(store, rule, store.word, 0, 0) == ss.FULL else _number(store, rule, 0, 0)
