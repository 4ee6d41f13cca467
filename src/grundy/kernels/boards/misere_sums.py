"""Misere outcomes of sums of components, compiled: depth first, every sum remembered in full.

A sum is the sorted list of its parts: the numbers of components, and misere canonical forms below them (`part_of`).
Light components are replaced by their forms (`misere_forms`), which are equal in every sum, and forms are added where
that is quick; a sum that is one form has its outcome. So did J. Lemoine and S. Viennot, "Analysis of misere Sprouts
game with reduced canonical trees", 2009. Reference implementation: `search.whole`.
"""

from __future__ import annotations

from typing import Any

from ..typed import native, njit
from . import store_shape as ss
from .component_store import full, mask_of, mixed_words, store_at
from .components import expand
from .forms_shape import NONE, PATIENCE, ZERO
from .misere_forms import add, end_of, expand_with_forms, first_of, form_of, forms_at, spend_more
from .pointers import view, words_at
from .sums_shape import (
    COUNT,
    DEPTH,
    DONE,
    FILLED,
    FRAME,
    FRAMES,
    IDS,
    LONGEST,
    LOST,
    NEW,
    OPEN,
    OPTION,
    PART,
    PATIENT,
    PLACES,
    RUNNING,
    STEPS,
    SUM,
    SUMS,
    WON,
    Sums,
)

sums_at = view(Sums)
"""The sums whose table of addresses is somewhere."""


@njit(inline="always")
def part_of(form: int) -> int:
    """Return the part of a sum that a form is, or the form that a part below 0 is."""
    return -1 - form


@njit
def _find(forms: Any, sums: Any, size: int, enter: int) -> int:
    """Return the number of the sum in `scratch[:size]`; a new one gets the next with `enter`, else NEW; or FULL."""
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
    if not enter:
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
    if size == 1 and scratch[0] < 0:
        sums.results[number] = LOST if forms.lost[part_of(scratch[0])] else WON
    return number


@njit
def _insert(store: Any, sums: Any, size: int, part: int) -> int:
    """Put a part into the sum in `scratch[:size]`; return the new size, or FULL."""
    if size + 1 >= LONGEST:
        return full(store, ss.BROKEN)
    i = size
    while i > 0 and sums.scratch[i - 1] > part:
        sums.scratch[i] = sums.scratch[i - 1]
        i -= 1
    sums.scratch[i] = part
    return size + 1


@njit
def _put_form(store: Any, forms: Any, sums: Any, size: int, form: int) -> int:
    """Add a form to the sum in `scratch[:size]`, to another form where that is quick; the new size, or FULL."""
    scratch, i = sums.scratch, 0
    while form != ZERO and i < size and scratch[i] < 0:
        forms.state[PATIENCE] = PATIENT
        total = add(forms, part_of(scratch[i]), form, 0)
        if total == ss.FULL:
            return ss.FULL
        i += 1
        if total != NONE:
            for k in range(i, size):
                scratch[k - 1] = scratch[k]
            form, size, i = total, size - 1, 0
    return size if form == ZERO else _insert(store, sums, size, part_of(form))


@njit
def _put(store: Any, rule: Any, forms: Any, sums: Any, size: int, piece: int) -> int:
    """Add a component to the sum in `scratch[:size]`, as its form where it has one; return the new size, or FULL."""
    form = form_of(store, rule, forms, piece)
    if form == ss.FULL:
        return ss.FULL
    return _insert(store, sums, size, piece) if form == NONE else _put_form(store, forms, sums, size, form)


@njit
def _others(sums: Any, frame: int) -> int:
    """Write the sum of a frame without the part that is tried into `scratch`; return how long it is."""
    start, size = sums.starts[sums.frames[frame + SUM]], sums.lengths[sums.frames[frame + SUM]]
    length = 0
    for i in range(size):
        if i != sums.frames[frame + PART]:
            sums.scratch[length] = sums.ids[start + i]
            length += 1
    return length


@njit
def _after(store: Any, rule: Any, forms: Any, sums: Any, frame: int, option: int, place: int, enter: int) -> int:
    length = _others(sums, frame)
    if option >= 0:
        for i in range(store.lists[place] & 255):
            length = _put(store, rule, forms, sums, length, store.lists[place + 1 + i])
            if length == ss.FULL:
                return ss.FULL
    return _find(forms, sums, length, enter)


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
def _tried(sums: Any, frame: int, option: int, after: int, look: int) -> int:
    """Return the result of the sum after an option: LOST, OPEN if it must be searched first, else WON; or FULL."""
    if after == ss.FULL:
        return ss.FULL
    if after != NEW and sums.results[after] == LOST:
        return LOST
    if not look:
        sums.frames[frame + OPTION] = option
        if sums.results[after] == OPEN:
            return _push(sums, after)
    return WON


@njit
def _try_form(store: Any, forms: Any, sums: Any, frame: int, form: int, look: int) -> int:
    """Try the options of a form, as `_try_part` does."""
    start = first_of(forms, form)
    for option in range(max(0, sums.frames[frame + OPTION]), end_of(forms, form) - start):
        length = _put_form(store, forms, sums, _others(sums, frame), forms.options[start + option])
        after = length if length == ss.FULL else _find(forms, sums, length, 1 - look)
        tried = _tried(sums, frame, option, after, look)
        if tried != WON:
            return tried
    return WON


@njit
def _try_part(store: Any, rule: Any, forms: Any, sums: Any, frame: int, look: int) -> int:
    """Try the options of one part: LOST, one is lost; OPEN, one must be searched first; WON, none is lost.

    With `look` sums are only looked up: WON then says that none is known to be lost.
    """
    frames = sums.frames
    piece = sums.ids[sums.starts[frames[frame + SUM]] + frames[frame + PART]]
    if piece < 0:
        return _try_form(store, forms, sums, frame, part_of(piece), look)
    place = expand_with_forms(store, rule, forms, piece)
    if place == ss.FULL:
        return ss.FULL
    kept, at = store.lists[place + 1], place + 2
    for option in range(-1, kept):
        if option >= frames[frame + OPTION] and (option >= 0 or mask_of(store, piece) & 1):
            after = _after(store, rule, forms, sums, frame, option, at, 1 - look)
            tried = _tried(sums, frame, option, after, look)
            if tried != WON:
                return tried
        if option >= 0:
            at += 1 + (store.lists[at] & 255)
    return WON


@njit
def _try(store: Any, rule: Any, forms: Any, sums: Any, frame: int) -> int:
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
        while tried == WON and frames[frame + PART] < size:  # equal parts once
            part = frames[frame + PART]
            if part == 0 or sums.ids[start + part] != sums.ids[start + part - 1]:
                tried = _try_part(store, rule, forms, sums, frame, look)
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
    """Return whether no part of a sum has a move, so that the player to move has won; or FULL."""
    start = sums.starts[number]
    for i in range(start, start + sums.lengths[number]):
        if sums.ids[i] < 0:
            return 0
        place = expand(store, rule, sums.ids[i], -1)
        if place == ss.FULL:
            return ss.FULL
        if store.lists[place]:
            return 0
    return 1


@native(5)
def search_sums(owned: int, code: int, formed: int, kept: int, steps: int) -> int:
    """Continue the search for a number of steps.

    Args:
        owned: The address of the table of the component store.
        code: The address of the table of the rule.
        formed: The address of the table of the forms.
        kept: The address of the table of the sums.
        steps: The number of steps.

    Returns:
        DONE if the path is empty, RUNNING if it is not, FULL if an array is too small.
    """
    store, rule, forms, sums = store_at(owned), words_at(code), forms_at(formed), sums_at(kept)
    state = sums.state
    until = state[STEPS] + steps
    while state[DEPTH]:
        if state[STEPS] >= until:
            return RUNNING
        spend_more(forms, state[STEPS])
        frame = FRAME * (state[DEPTH] - 1)
        number = sums.frames[frame + SUM]
        tried = _try(store, rule, forms, sums, frame)
        over = _over(store, rule, sums, number) if tried == WON else 0
        if ss.FULL in (tried, over):
            return ss.FULL
        if tried != OPEN:
            sums.results[number] = WON if tried == LOST or over else LOST
            state[DEPTH] -= 1
    return DONE


@native(6)
def begin(owned: int, code: int, formed: int, kept: int, numbers: int, count: int) -> int:
    """Find the number of a sum, and put the sum on the path if its result is unknown.

    Args:
        owned: The address of the table of the component store.
        code: The address of the table of the rule.
        formed: The address of the table of the forms.
        kept: The address of the table of the sums.
        numbers: The address of the numbers of the components.
        count: The number of components.

    Returns:
        The number of the sum, or FULL.
    """
    store, rule, forms, sums = store_at(owned), words_at(code), forms_at(formed), sums_at(kept)
    pieces = words_at(numbers)
    size = 0
    for i in range(count):
        size = _put(store, rule, forms, sums, size, pieces[i])
        if size == ss.FULL:
            return ss.FULL
    number = _find(forms, sums, size, 1)
    if number != ss.FULL and sums.results[number] == OPEN and _push(sums, number) == ss.FULL:
        return ss.FULL
    return number


@native(1)
def index_sums(kept: int) -> int:
    """Give every sum its slot again, after there are more slots; return how many there are."""
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
