"""Computes misère canonical forms of small components: components that are equal in every sum have the same form.

A canonical form is a game without redundant options. Forms are numbered, and the form `ZERO` has no options. The
reference implementation, `misere.canonical`, simplifies options in the same way. No form is computed if that would take
long. A search without the form is slower, but has the same answer. If an array is full, a function returns FULL. The
caller then enlarges the array and repeats the call; earlier results are kept.
"""

from __future__ import annotations

from typing import Any

from ..pointers import view
from ..typed import native, njit
from . import store_shape as ss
from .component_store import mask_of, mixed, mixed_words, weight_of
from .components import expand
from .misere_shape import (
    AT_ONCE,
    CHOSEN,
    FILLED,
    FORMS,
    FOUND,
    HEAVY,
    KNOWN,
    LIGHT,
    MOST_FORMS,
    MOST_LIGHT,
    MOST_PAIRS,
    MOST_SETS,
    NONE,
    PAIR_PLACES,
    PAIRS,
    PATIENCE,
    SET_PLACES,
    SETS,
    SOUGHT,
    WAITING,
    ZERO,
    FormStore,
)

forms_at = view(FormStore)
"""The forms whose table of addresses is somewhere."""
UNKNOWN = -3
"""A sum that was not made yet."""


@njit(inline="always")
def first_of(forms: Any, form: int) -> Any:
    """Return the index in `forms.options` at which the options of a form begin.

    Args:
        forms: The `FormStore` of misère canonical forms.
        form: The number of the form.

    Returns:
        The index.
    """
    return forms.starts[forms.sets[form]]


@njit(inline="always")
def end_of(forms: Any, form: int) -> Any:
    """Return the index in `forms.options` at which the options of a form end.

    Args:
        forms: The `FormStore` of misère canonical forms.
        form: The number of the form.

    Returns:
        The index after the last option.
    """
    return forms.starts[forms.sets[form] + 1]


@njit
def _has(forms: Any, form: int, option: int) -> Any:
    """Return whether the form `option` is one of the options of the form `form`."""
    low, high = first_of(forms, form), end_of(forms, form)
    while low < high:
        middle = (low + high) // 2
        if forms.options[middle] < option:
            low = middle + 1
        else:
            high = middle
    return low < end_of(forms, form) and forms.options[low] == option


@njit
def _gather(array: Any, size: int, form: int) -> int:
    """Insert a form into the ascending list `array[:size]`, and return the new length of the list.

    The result is `size` if the list contains the form already. It is NONE if the list lacks the form but is full, with
    `CHOSEN` forms; the list then does not change.
    """
    i = size
    while i > 0 and array[i - 1] > form:
        i -= 1
    if i > 0 and array[i - 1] == form:
        return size
    if size >= CHOSEN:
        return NONE
    for k in range(size, i, -1):
        array[k] = array[k - 1]
    array[i] = form
    return size + 1


@njit
def _goes_back(forms: Any, size: int, target: int) -> bool:
    """Return whether a game with the options `chosen[:size]` equals the form `target`, by reversible moves.

    It does if the game has all options of `target`, and `target` is an option of every other option of the game. If
    `target` is the game without options, one option of the game must also be lost for the player who moves in it.
    """
    chosen, won = forms.chosen, target != ZERO
    at, end = first_of(forms, target), end_of(forms, target)
    for i in range(size):
        won |= forms.lost[chosen[i]] != 0
        if at < end and forms.options[at] == chosen[i]:
            at += 1
        elif not _has(forms, chosen[i], target):
            return False
    return at == end and won


@njit
def _simpler(forms: Any, size: int) -> int:
    """Return an option of an option that equals the whole game; the options of the game are `chosen[:size]`.

    The options and the result are numbers of forms. Return NONE if no option of an option equals the game.
    """
    for i in range(size):
        form = forms.chosen[i]
        for at in range(first_of(forms, form), end_of(forms, form)):
            if _goes_back(forms, size, forms.options[at]):
                return int(forms.options[at])
    return NONE


@njit
def form_with(forms: Any, size: int) -> Any:
    """Return the canonical form of a game with the options `chosen[:size]`, given in ascending order.

    Args:
        forms: The `FormStore` of misère canonical forms.
        size: The number of options.

    Returns:
        The number of the form, or FULL if an array is too small.
    """
    state, chosen = forms.state, forms.chosen
    last = state[SET_PLACES] - 1
    at = mixed_words(chosen, 0, size) & last
    while forms.set_slots[at]:
        number = forms.set_slots[at] - 1
        start = forms.starts[number]
        same = forms.starts[number + 1] - start == size
        i = 0
        while same and i < size:
            same = forms.options[start + i] == chosen[i]
            i += 1
        if same:
            return int(forms.named[number])
        at = (at + 1) & last
    number, form = state[SETS], state[FORMS]
    start = forms.starts[number]
    if number + 1 >= state[MOST_SETS] or start + size > state[FILLED] or form >= state[MOST_FORMS]:
        return ss.FULL
    found = _simpler(forms, size)
    if found == NONE:
        found = form
        lost = size > 0
        for i in range(size):
            lost &= forms.lost[chosen[i]] == 0
        forms.sets[form], forms.lost[form], state[FORMS] = number, lost, form + 1
    for i in range(size):
        forms.options[start + i] = chosen[i]
    forms.named[number], forms.starts[number + 1], state[SETS] = found, start + size, number + 1
    forms.set_slots[at] = number + 1
    return found


@njit(inline="always")
def _pair(one: int, other: int) -> int:
    return one << 32 | other if one < other else other << 32 | one


@njit
def _slot(forms: Any, pair: int) -> Any:
    """Return the index in the hash table at which the sum of two forms is stored, or else at which it can be stored.

    `pair` is the smaller number of a form times 2^32, plus the larger.
    """
    last = forms.state[PAIR_PLACES] - 1
    at = mixed(pair, 0) & last
    while forms.pair_slots[at] and forms.pairs[forms.pair_slots[at] - 1] != pair:
        at = (at + 1) & last
    return at


@njit
def _total(forms: Any, one: int, other: int) -> int:
    """Return the form of the sum of two forms; NONE if the sum is too large, UNKNOWN if it is not computed yet."""
    if one == ZERO or other == ZERO:  # noqa: PLR1714  # numba compares two numbers
        return one + other
    number = forms.pair_slots[_slot(forms, _pair(one, other))]
    return int(forms.totals[number - 1]) if number else UNKNOWN


@njit
def _keep(forms: Any, pair: int, total: int) -> int:
    """Store that two forms have the sum `total`; return `total`, or FULL if an array is full.

    `pair` is the smaller number of the two forms times 2^32, plus the larger. `total` is the number of a form, or NONE.
    """
    number = forms.state[PAIRS]
    if number >= forms.state[MOST_PAIRS]:
        return ss.FULL
    forms.pairs[number], forms.totals[number], forms.state[PAIRS] = pair, total, number + 1
    forms.pair_slots[_slot(forms, pair)] = number + 1
    return total


@njit
def _gather_sums(forms: Any, moved: int, still: int, size: int, depth: int) -> tuple[int, int]:
    """Insert the sums of the form `still` with each option of the form `moved` into the ascending list `chosen[:size]`.

    If a sum is not computed yet, it is not inserted. Instead the pair of its two forms is pushed on the stack
    `waiting`, whose top is at index `depth`. Return the new length of the list, and the new index of the top of the
    stack. The length is NONE if a sum is too large to have a form, or if the list or the stack is full.
    """
    for at in range(first_of(forms, moved), end_of(forms, moved)):
        option = forms.options[at]
        total = _total(forms, option, still)
        if total == UNKNOWN:
            depth += 1
            if depth >= forms.state[WAITING]:
                return NONE, depth
            forms.waiting[depth] = _pair(option, still)
        elif total == NONE:
            return NONE, depth
        else:
            size = _gather(forms.chosen, size, total)
            if size == NONE:
                return NONE, depth
    return size, depth


@njit
def add(forms: Any, one: int, other: int, bottom: int) -> Any:
    """Return the canonical form of the sum of two forms.

    Args:
        forms: The `FormStore` of misère canonical forms.
        one: The number of a form.
        other: The number of another form.
        bottom: The index in the stack `forms.waiting` from which on the function may write.

    Returns:
        The number of the form, NONE if that takes too much work, or FULL if an array is too small.
    """
    total = _total(forms, one, other)
    if total != UNKNOWN:
        return total
    forms.waiting[bottom] = _pair(one, other)
    depth = bottom
    while depth >= bottom:
        pair = forms.waiting[depth]
        one, other = pair >> 32, pair & 0xFFFFFFFF
        if _total(forms, one, other) != UNKNOWN:
            depth -= 1
            continue
        size, top = _gather_sums(forms, one, other, 0, depth)
        if size != NONE:
            size, top = _gather_sums(forms, other, one, size, top)
        forms.state[PATIENCE] -= 1
        if size == NONE or forms.state[PATIENCE] < 0:
            return _keep(forms, forms.waiting[bottom], NONE)
        if top > depth:
            depth = top
            continue
        total = form_with(forms, size)
        if total == ss.FULL or _keep(forms, pair, total) == ss.FULL:
            return ss.FULL
        depth -= 1
    return total


@njit
def _list_unknown(store: Any, forms: Any, place: int, depth: int) -> int:
    """Push those components of listed options whose forms are not computed yet on the stack `waiting`.

    `place` is the index of the options in the circular buffer, and `depth` is the index of the top of the stack. Return
    the new index of the top. Return NONE if a component is too large to have a form, or FULL if an array is too small.
    """
    at, top = place + 2, depth
    for _ in range(store.lists[place + 1]):
        for i in range(store.lists[at] & 255):
            piece = store.lists[at + 1 + i]
            if piece >= forms.state[KNOWN]:
                return ss.FULL
            if forms.known[piece] == HEAVY or weight_of(store, piece) > forms.state[LIGHT]:
                return NONE
            if forms.known[piece] == 0:
                top += 1
                if top + 1 >= forms.state[WAITING]:
                    return NONE
                forms.waiting[top] = piece
        at += 1 + (store.lists[at] & 255)
    return top


@njit
def _form_of_options(store: Any, forms: Any, piece: int, place: int, depth: int) -> Any:
    """Return the form of the component `piece`, computed from the forms of the components of its options.

    `place` is the index of its options in the circular buffer. Return NONE if the form is too large or takes too much
    work, or FULL if an array is too small. The function may overwrite the stack `waiting` after index `depth`.
    """
    size = 0
    if mask_of(store, piece) & 1:
        size = _gather(forms.gathered, size, ZERO)
    at = place + 2
    for _ in range(store.lists[place + 1]):
        total = ZERO
        for i in range(store.lists[at] & 255):
            total = add(forms, total, forms.known[store.lists[at + 1 + i]] - FOUND, depth + 1)
            if total < 0:
                return total
        size = _gather(forms.gathered, size, total)
        if size == NONE:
            return NONE
        at += 1 + (store.lists[at] & 255)
    for i in range(size):
        forms.chosen[i] = forms.gathered[i]
    return form_with(forms, size)


@njit
def form_of(store: Any, rule: Any, forms: Any, root: int) -> int:
    """Return the number of the misère canonical form of a component; compute the form if necessary.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        forms: The `FormStore` of misère canonical forms.
        root: The number of the component.

    Returns:
        The number of the form, NONE if the component or its form is too large, or FULL if an array is too small.
    """
    state, known, waiting = forms.state, forms.known, forms.waiting
    if root >= state[KNOWN]:
        return ss.FULL
    if known[root]:
        return int(known[root]) - FOUND
    if weight_of(store, root) > state[LIGHT]:
        return NONE
    waiting[0] = root
    depth = 0
    while depth >= 0:
        piece = waiting[depth]
        if known[piece]:
            depth -= 1
            continue
        place = expand(store, rule, piece, -1)
        top = ss.FULL if place == ss.FULL else _list_unknown(store, forms, place, depth)
        if top > depth:
            depth = top
            continue
        found = top
        if top == depth:
            state[PATIENCE] = AT_ONCE
            state[SOUGHT] += 1
            found = _form_of_options(store, forms, piece, place, depth)
            if found == NONE:
                state[MOST_LIGHT] = min(state[MOST_LIGHT], weight_of(store, piece) - 1)
                state[LIGHT] = min(state[LIGHT], state[MOST_LIGHT])
        if found == ss.FULL:
            return ss.FULL
        known[piece] = max(found, NONE) + FOUND
        depth -= 1
    return int(known[root]) - FOUND


@njit
def _unknown_part(store: Any, forms: Any, place: int) -> int:
    """Return a small component of listed options whose form is not computed yet, or NONE if there is none.

    `place` is the index of the options in the circular buffer.
    """
    at = place + 2
    for _ in range(store.lists[place + 1]):
        for i in range(store.lists[at] & 255):
            piece = store.lists[at + 1 + i]
            if weight_of(store, piece) <= forms.state[LIGHT] and (
                piece >= forms.state[KNOWN] or forms.known[piece] == 0
            ):
                return int(piece)
        at += 1 + (store.lists[at] & 255)
    return NONE


@njit
def expand_with_forms(store: Any, rule: Any, forms: Any, number: int) -> Any:
    """List the options of a component, after computing the forms of all small components in these options.

    The options are written to a circular buffer, where the computation of forms may overwrite them. They are then
    listed again, so the result is valid.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        forms: The `FormStore` of misère canonical forms.
        number: The number of the component.

    Returns:
        The index of the options in the circular buffer, or FULL if an array is too small.
    """
    while True:
        place = expand(store, rule, number, -1)
        piece = NONE if place == ss.FULL else _unknown_part(store, forms, place)
        if piece == NONE:
            return place
        if form_of(store, rule, forms, piece) == ss.FULL:
            return ss.FULL


@native(1)
def index_forms(kept: int) -> int:
    """Fill two hash tables again after they were enlarged: that of sets of options, and that of sums of two forms.

    `kept` is the address of a table of the addresses of the arrays of the `FormStore`. Return the number of sets.
    """
    forms = forms_at(kept)
    state = forms.state
    last = state[SET_PLACES] - 1
    for i in range(last + 1):
        forms.set_slots[i] = 0
    for number in range(state[SETS]):
        start = forms.starts[number]
        at = mixed_words(forms.options, start, forms.starts[number + 1] - start) & last
        while forms.set_slots[at]:
            at = (at + 1) & last
        forms.set_slots[at] = number + 1
    for i in range(state[PAIR_PLACES]):
        forms.pair_slots[i] = 0
    for number in range(state[PAIRS]):
        forms.pair_slots[_slot(forms, forms.pairs[number])] = number + 1
    return int(state[SETS])
