"""Misere outcomes of sums of components, compiled: depth first, every sum remembered in full.

A sum is the sorted list of the numbers of its components. Only what holds in misere play is used: components without
moves vanish, and two components all of whose options are over cancel, as *1 + *1 = 0 there too; all such components
count as one (J. H. Conway, "On Numbers and Games", 1976, chapter 12). Plain twin: `search.whole`.
"""

from __future__ import annotations

from typing import Any

from ..typed import door, njit
from . import store_shape as ss
from .component_store import full, mask_of, mixed_words, store_at, weight_of
from .components import expand
from .pointers import view, words_at
from .sums_shape import (
    COUNT,
    DEPTH,
    DONE,
    FILLED,
    FRAME,
    FRAMES,
    HEAVY,
    IDS,
    KINDS,
    LONGEST,
    LOST,
    NEW,
    ONE,
    OPEN,
    OPTION,
    PART,
    PLACES,
    PLAIN,
    RUNNING,
    STAR,
    STEPS,
    SUM,
    SUMS,
    WON,
    Sums,
)

sums_at = view(Sums)
"""The sums whose table of addresses stands somewhere."""


@njit
def _find(sums: Any, size: int, add: int) -> int:
    """Return the number of the sum in `scratch[:size]`; one that is new gets the next with `add`, else NEW; or FULL."""
    state, scratch = sums.state, sums.scratch
    last = state[PLACES] - 1
    at = mixed_words(scratch, 0, size) & last
    while sums.slots[at]:
        number = sums.slots[at] - 1
        start = sums.starts[number]
        same = sums.lengths[number] == size
        i = 0
        while same and i < size:
            same = sums.ids[start + i] == scratch[i]
            i += 1
        if same:
            return number
        at = (at + 1) & last
    if not add:
        return NEW
    number, start = state[COUNT], state[FILLED]
    if number >= state[SUMS] or start + size > state[IDS]:
        return ss.FULL
    state[COUNT], state[FILLED] = number + 1, start + size
    sums.slots[at] = number + 1
    sums.starts[number], sums.lengths[number] = start, size
    for i in range(size):
        sums.ids[start + i] = scratch[i]
    sums.results[number] = OPEN if size else WON
    return number


@njit
def _kind(store: Any, rule: Any, sums: Any, piece: int) -> int:
    """Return whether a component is *1: it has a move, and every move ends it; FULL where there is no room.

    Heavy ones are not looked at: making their options costs more than what could cancel.
    """
    if weight_of(store, piece) > HEAVY:
        return PLAIN
    if piece >= sums.state[KINDS]:
        return ss.FULL
    if sums.kinds[piece] == 0:
        place = expand(store, rule, piece, -1)
        if place == ss.FULL:
            return ss.FULL
        one = store.lists[place] > 0 and store.lists[place + 1] == 0
        sums.kinds[piece] = ONE if one else PLAIN
        if one and sums.state[STAR] < 0:
            sums.state[STAR] = piece
    return sums.kinds[piece]


@njit
def _put(store: Any, rule: Any, sums: Any, size: int, piece: int) -> int:
    """Add a component to the sum in `scratch[:size]`, where *1 cancels *1; return the new size, or FULL."""
    scratch = sums.scratch
    kind = _kind(store, rule, sums, piece)
    if size + 1 >= LONGEST:
        return full(store, ss.BROKEN)
    if kind == ss.FULL:
        return ss.FULL
    if kind == ONE:
        piece = sums.state[STAR]
    i = size
    while i > 0 and scratch[i - 1] > piece:
        scratch[i] = scratch[i - 1]
        i -= 1
    if kind == ONE and i > 0 and scratch[i - 1] == piece:
        for k in range(i, size):
            scratch[k - 1] = scratch[k + 1]
        return size - 1
    scratch[i] = piece
    return size + 1


@njit
def _after(store: Any, rule: Any, sums: Any, frame: int, option: int, place: int, add: int) -> int:
    start, size = sums.starts[sums.frames[frame + SUM]], sums.lengths[sums.frames[frame + SUM]]
    part = sums.frames[frame + PART]
    length = 0
    for i in range(size):
        if i != part:
            sums.scratch[length] = sums.ids[start + i]
            length += 1
    if option >= 0:
        for i in range(store.lists[place] & 255):
            length = _put(store, rule, sums, length, store.lists[place + 1 + i])
            if length == ss.FULL:
                return ss.FULL
    return _find(sums, length, add)


@njit
def _try_part(store: Any, rule: Any, sums: Any, frame: int, look: int) -> int:
    """Try the options of one component: LOST, one is lost; OPEN, one must be searched first; WON, none is lost.

    With `look` sums are only looked up: WON then says that none is known to be lost.
    """
    frames = sums.frames
    piece = sums.ids[sums.starts[frames[frame + SUM]] + frames[frame + PART]]
    place = expand(store, rule, piece, -1)
    if place == ss.FULL:
        return ss.FULL
    kept, at = store.lists[place + 1], place + 2
    for option in range(-1, kept):
        if option >= frames[frame + OPTION] and (option >= 0 or mask_of(store, piece) & 1):
            after = _after(store, rule, sums, frame, option, at, 1 - look)
            if after == ss.FULL:
                return ss.FULL
            if after != NEW and sums.results[after] == LOST:
                return LOST
            if not look:
                frames[frame + OPTION] = option
                if sums.results[after] == OPEN:
                    return _push(sums, after)
        if option >= 0:
            at += 1 + (store.lists[at] & 255)
    return WON


@njit
def _push(sums: Any, number: int) -> int:
    """Put a sum on the path; OPEN, or FULL."""
    state = sums.state
    base = FRAME * state[DEPTH]
    if base + FRAME > state[FRAMES]:
        return ss.FULL
    state[DEPTH] += 1
    state[STEPS] += 1
    sums.frames[base + SUM], sums.frames[base + PART], sums.frames[base + OPTION] = number, -1, -1
    return OPEN


@njit
def _try(store: Any, rule: Any, sums: Any, frame: int) -> int:
    """Try the moves of the sum of a frame from where it was left; LOST, OPEN, WON as `_try_part`, or FULL.

    At first all options are looked up: one that is known to be lost ends the search of the sum.
    """
    frames = sums.frames
    fresh = frames[frame + PART] < 0
    for look in range(1 if fresh else 0, -1, -1):
        if frames[frame + PART] < 0 or look:
            frames[frame + PART], frames[frame + OPTION] = 0, -1
        number, tried = frames[frame + SUM], WON
        size, start = sums.lengths[number], sums.starts[number]
        while tried == WON and frames[frame + PART] < size:  # equal components once
            part = frames[frame + PART]
            if part == 0 or sums.ids[start + part] != sums.ids[start + part - 1]:
                tried = _try_part(store, rule, sums, frame, look)
            if tried == WON:
                frames[frame + PART] += 1
                frames[frame + OPTION] = -1
        if tried == ss.FULL and look:
            frames[frame + PART] = -1
        if tried != WON:
            return tried
        if look:
            frames[frame + PART], frames[frame + OPTION] = 0, -1
    return WON


@njit
def _over(store: Any, rule: Any, sums: Any, number: int) -> int:
    """Return whether no component of a sum has a move, so that the player to move has won; or FULL."""
    start = sums.starts[number]
    for i in range(start, start + sums.lengths[number]):
        place = expand(store, rule, sums.ids[i], -1)
        if place == ss.FULL:
            return ss.FULL
        if store.lists[place]:
            return 0
    return 1


@door(4)
def search_sums(owned: int, code: int, kept: int, steps: int) -> int:
    """Go on for so many sums; DONE: the path is empty, RUNNING: not yet, FULL: some array is too small."""
    store, rule, sums = store_at(owned), words_at(code), sums_at(kept)
    state = sums.state
    until = state[STEPS] + steps
    while state[DEPTH]:
        if state[STEPS] >= until:
            return RUNNING
        frame = FRAME * (state[DEPTH] - 1)
        number = sums.frames[frame + SUM]
        tried = _try(store, rule, sums, frame)
        over = _over(store, rule, sums, number) if tried == WON else 0
        if ss.FULL in (tried, over):
            return ss.FULL
        if tried != OPEN:
            sums.results[number] = WON if tried == LOST or over else LOST
            state[DEPTH] -= 1
    return DONE


@door(5)
def begin(owned: int, code: int, kept: int, numbers: int, count: int) -> int:
    """Return the number of the sum of these components, or FULL, and put it on the path if its result is not known."""
    store, rule, sums, pieces = store_at(owned), words_at(code), sums_at(kept), words_at(numbers)
    size = 0
    for i in range(count):
        size = _put(store, rule, sums, size, pieces[i])
        if size == ss.FULL:
            return ss.FULL
    number = _find(sums, size, 1)
    if number != ss.FULL and sums.results[number] == OPEN and _push(sums, number) == ss.FULL:
        return ss.FULL
    return number


@door(1)
def index_sums(kept: int) -> int:
    """Give every sum its slot anew, after there are more slots; return how many there are."""
    sums = sums_at(kept)
    last = sums.state[PLACES] - 1
    for i in range(last + 1):
        sums.slots[i] = 0
    for number in range(sums.state[COUNT]):
        size = sums.lengths[number]
        at = mixed_words(sums.ids, sums.starts[number], size) & last
        while sums.slots[at]:
            at = (at + 1) & last
        sums.slots[at] = number + 1
    return int(sums.state[COUNT])
