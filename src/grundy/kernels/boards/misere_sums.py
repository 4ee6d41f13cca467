"""Compiled functions for sums in misère play: their moves and known outcomes, for the search in `proof_numbers`.

A sum is the sorted list of its parts: the numbers of components, and negative numbers for misère canonical forms
(`part_of`). A small component is replaced by its form (`misere_forms`), which equals the component in every sum. Two
forms are replaced by the form of their sum if that is quick to compute. A sum that is only one form has the outcome of
this form. The method is that of J. Lemoine and S. Viennot, "Analysis of misere Sprouts game with reduced canonical
trees", 2009. All sums that a search has met stay stored. Reference implementation: `search.whole`.
"""

from __future__ import annotations

from typing import Any

from ..pointers import view, words_at
from ..typed import native, njit
from . import misere_shape as ms
from . import path_shape as pp
from . import store_shape as ss
from .component_store import full, mask_of, mixed_words, store_at, weight_of
from .misere_forms import add, end_of, expand_with_forms, first_of, form_of, forms_at
from .misere_shape import LOST, NONE, OPEN, WON, ZERO
from .proof_path import place_of

sums_at = view(ms.Sums)
"""The sums whose table of addresses is somewhere."""


@njit(inline="always")
def part_of(form: int) -> int:
    """Return -1 - `form`, the negative number that represents a form in a sum; the same function converts it back."""
    return -1 - form


@njit
def _find(forms: Any, sums: Any, size: int) -> int:
    """Return the number of the sum with the parts `scratch[:size]`; a new sum is stored and gets the next number.

    Return FULL if the sum is new and an array is too small.
    """
    state, scratch = sums.state, sums.scratch
    last = state[ms.PLACES] - 1
    at = mixed_words(scratch, 0, size) & last
    while sums.slots[at]:
        number = sums.slots[at] - 1
        start = sums.starts[number]
        same = sums.starts[number + 1] - start == size
        i = 0
        while same and i < size:
            same = sums.ids[start + i] == scratch[i]
            i += 1
        if same:
            return number
        at = (at + 1) & last
    number = state[ms.COUNT]
    start = sums.starts[number]
    if number + 1 >= state[ms.SUMS] or start + size > state[ms.IDS]:
        return ss.FULL
    state[ms.COUNT], sums.starts[number + 1] = number + 1, start + size
    sums.slots[at] = number + 1
    for i in range(size):
        sums.ids[start + i] = scratch[i]
    sums.results[number] = OPEN if size else WON
    if size == 1 and scratch[0] < 0:
        sums.results[number] = LOST if forms.lost[part_of(scratch[0])] else WON
    return number


@njit
def _insert(store: Any, sums: Any, size: int, part: int) -> int:
    """Insert a part into the sorted sum in `scratch[:size]`; return the new size, or FULL if the sum is too long.

    `part` is the number of a component, or -1 - k for the misère canonical form with the number k.
    """
    if size + 1 >= ms.LONGEST:
        return full(store, ss.BROKEN)
    i = size
    while i > 0 and sums.scratch[i - 1] > part:
        sums.scratch[i] = sums.scratch[i - 1]
        i -= 1
    sums.scratch[i] = part
    return size + 1


@njit
def _put_form(store: Any, forms: Any, sums: Any, size: int, form: int) -> int:
    """Add the form with the number `form` to the sum in `scratch[:size]`; return the new size, or FULL.

    The new form and a form of the sum are replaced by the form of their sum if that is quick to compute. The result is
    FULL if an array is too small.
    """
    scratch, i = sums.scratch, 0
    while form != ZERO and i < size and scratch[i] < 0:
        forms.state[ms.PATIENCE] = ms.PATIENT
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
    """Add a component, or its canonical form if it has one, to the sum in `scratch[:size]`.

    Return the new size, or FULL if an array is too small.
    """
    form = form_of(store, rule, forms, piece)
    if form == ss.FULL:
        return ss.FULL
    return _insert(store, sums, size, piece) if form == NONE else _put_form(store, forms, sums, size, form)


@njit
def _others(sums: Any, number: int, part: int) -> int:
    """Copy all parts of the sum `number` except the one with index `part` to `scratch`; return their number."""
    start, length = sums.starts[number], 0
    for i in range(sums.starts[number + 1] - start):
        if i != part:
            sums.scratch[length] = sums.ids[start + i]
            length += 1
    return length


@njit
def sum_pair(store: Any, forms: Any, sums: Any, path: Any, number: int) -> tuple[int, int]:
    """Return the estimated work to prove that the player to move wins a sum, and to prove that this player loses.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        forms: The `FormStore` of misère canonical forms.
        sums: The arrays of all sums (`Sums`).
        path: The `Path`: the search stack, and the table of proof numbers.
        number: The number of the sum.

    Returns:
        The two numbers, which are the proof number and the disproof number of the sum.
    """
    result = sums.results[number]
    if result != OPEN:
        return (0, pp.INF) if result == WON else (pp.INF, 0)
    at = place_of(path, number, 0)
    if path.pairs[at] == (number + 1) << 16:
        both = path.pairs[at + 1]
        return both >> 32, both & pp.LOW
    weight = 0
    for i in range(sums.starts[number], sums.starts[number + 1]):
        part = sums.ids[i]
        if part < 0:
            form = part_of(part)
            weight += 2 * min(ms.MOST_MOVES, end_of(forms, form) - first_of(forms, form))
        else:
            weight += weight_of(store, part)
    return 1 + weight // 4, 1 + 4 * weight


@njit
def _write_child(store: Any, forms: Any, sums: Any, path: Any, base: int, size: int) -> int:
    """Write the sum in `scratch[:size]` as a child of the search node at index `base`, unless its outcome is known.

    Return the outcome for the player who moves in this sum: WON, LOST, or OPEN if unknown. Return FULL if `size` is
    FULL or an array is too small.
    """
    state, first = path.state, path.frames[base + pp.FIRST]
    after = ss.FULL if size == ss.FULL else _find(forms, sums, size)
    if after == ss.FULL or state[pp.KIDS] >= state[pp.MOST_KIDS]:
        return ss.FULL
    if sums.results[after] == OPEN:
        kid = first
        while kid < state[pp.KIDS] and path.at[kid] != after:
            kid += 1
        if kid == state[pp.KIDS]:
            path.at[kid] = after
            path.wins[kid], path.losses[kid] = sum_pair(store, forms, sums, path, after)
            state[pp.KIDS] = kid + 1
    return int(sums.results[after])


@njit
def _write_form(store: Any, forms: Any, sums: Any, path: Any, base: int, part: int) -> tuple[int, int]:
    """Write the sums after all moves in one canonical form of a sum as children of the search node at index `base`.

    `part` is the index of the form in the sum of this node. Return two numbers. The first is LOST if one of the new
    sums is lost for the player who moves in it, FULL if an array is too small, else WON. If it is WON, the second is
    the number of moves.
    """
    number = path.frames[base + pp.NUMBER]
    form = part_of(sums.ids[sums.starts[number] + part])
    first, last = first_of(forms, form), end_of(forms, form)
    for option in range(first, last):
        length = _put_form(store, forms, sums, _others(sums, number, part), forms.options[option])
        found = _write_child(store, forms, sums, path, base, length)
        if found in (ss.FULL, LOST):
            return found, 1
    return WON, last - first


@njit
def _write_component(store: Any, rule: Any, play: Any, path: Any, base: int, part: int) -> tuple[int, int]:
    """Write the sums after all moves in one component of a sum as children of the search node at index `base`.

    `part` is the index of the component in the sum of this node, and `play` is the pair of the `FormStore` and the
    `Sums`. Return two numbers. The first is LOST if one of the new sums is lost for the player who moves in it, FULL if
    an array is too small, else WON. If it is WON, the second is the number of moves.
    """
    forms, sums = play
    number = path.frames[base + pp.NUMBER]
    piece = sums.ids[sums.starts[number] + part]
    place = expand_with_forms(store, rule, forms, piece)
    if place == ss.FULL:
        return ss.FULL, 0
    kept, at = store.lists[place + 1], place + 2
    for option in range(0 if mask_of(store, piece) & 1 == 0 else -1, kept):
        length = _others(sums, number, part)
        if option >= 0:
            for i in range(store.lists[at] & 255):
                if length != ss.FULL:
                    length = _put(store, rule, forms, sums, length, store.lists[at + 1 + i])
            at += 1 + (store.lists[at] & 255)
        found = _write_child(store, forms, sums, path, base, length)
        if found in (ss.FULL, LOST):
            return found, 1
    return WON, store.lists[place]


@njit
def open_sum(store: Any, rule: Any, play: Any, path: Any, base: int) -> int:
    """Write the children of the last node of the search path: the sums that one move reaches, each once.

    Each child counts as a visited node.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        play: The pair of the `FormStore` and the `Sums`.
        path: The `Path`: the search stack, and the table of proof numbers.
        base: The index in `path.frames` at which the node begins.

    Returns:
        0 if the outcome of the sum is still unknown, 1 if it is known, or FULL if an array is too small.
    """
    forms, sums = play
    frames, state = path.frames, path.state
    number = frames[base + pp.NUMBER]
    if sums.results[number] != OPEN:
        return 1
    searched, kept = sums.state[ms.COUNT], forms.state
    if searched >= kept[ms.NEXT] and searched > ms.SHARE * kept[ms.SOUGHT] and kept[ms.LIGHT] < kept[ms.MOST_LIGHT]:
        kept[ms.LIGHT] += 1  # heavier components get canonical forms, now that enough sums were searched
        kept[ms.NEXT] = searched + searched // 8
    frames[base + pp.FIRST], frames[base + pp.ROOM_AT] = state[pp.KIDS], state[pp.ROOM]
    start, found, moves, part = sums.starts[number], WON, 0, 0
    while found == WON and part < sums.starts[number + 1] - start:
        if part == 0 or sums.ids[start + part - 1] != sums.ids[start + part]:  # equal parts once
            if sums.ids[start + part] < 0:
                found, more = _write_form(store, forms, sums, path, base, part)
            else:
                found, more = _write_component(store, rule, play, path, base, part)
            moves += more
        part += 1
    if found == ss.FULL:
        state[pp.KIDS] = frames[base + pp.FIRST]
        return ss.FULL
    state[pp.STEPS] += 1 + state[pp.KIDS] - frames[base + pp.FIRST]
    frames[base + pp.AFTER] = state[pp.KIDS]
    if found == LOST or moves == 0:  # without a move the player to move has won
        sums.results[number] = WON
    elif state[pp.KIDS] == frames[base + pp.FIRST]:
        sums.results[number] = LOST
    return 0 if sums.results[number] == OPEN else 1


@native(6)
def begin(owned: int, code: int, formed: int, kept: int, numbers: int, count: int) -> int:
    """Return the number of the sum of some components; a sum that is not stored yet gets the next unused number.

    Args:
        owned: The address of a table of the addresses of the component store's arrays.
        code: The address of a table of the addresses of the rule's functions.
        formed: The address of a table of the addresses of the arrays of misère canonical forms (`FormStore`).
        kept: The address of a table of the addresses of the arrays of sums (`Sums`).
        numbers: The address of an array with the numbers of the components.
        count: The number of components.

    Returns:
        The number of the sum, or FULL if an array is too small.
    """
    store, rule, forms, sums = store_at(owned), words_at(code), forms_at(formed), sums_at(kept)
    pieces = words_at(numbers)
    size = 0
    for i in range(count):
        size = _put(store, rule, forms, sums, size, pieces[i])
        if size == ss.FULL:
            return ss.FULL
    return _find(forms, sums, size)


@native(1)
def index_sums(kept: int) -> int:
    """Enter all sums into their hash table again, after the table was enlarged; return the number of sums.

    `kept` is the address of a table of the addresses of the arrays of `Sums`.
    """
    sums = sums_at(kept)
    last = sums.state[ms.PLACES] - 1
    for i in range(last + 1):
        sums.slots[i] = 0
    for number in range(sums.state[ms.COUNT]):
        start = sums.starts[number]
        at = mixed_words(sums.ids, start, sums.starts[number + 1] - start) & last
        while sums.slots[at]:
            at = (at + 1) & last
        sums.slots[at] = number + 1
    return int(sums.state[ms.COUNT])
