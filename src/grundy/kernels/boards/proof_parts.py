"""Chooses the components that prove a Grundy value at least cost, for certificates.

Two statements prove that a component has the value v. First, each value below v is the value of some option. Second, no
option has the value v. The second is shown for each option either by the values of its own components, or by a reply to
it (a move from this option) that has the value v (J. Lemoine and S. Viennot, "Nimbers are inevitable", 2010). Reference
implementation: `certificates.ways`.
"""

from __future__ import annotations

from typing import Any

from ..pointers import prices_at, smalls_at, tinies_at, words_at
from ..typed import native, njit
from . import component_store as cs
from . import store_shape as ss
from .component_store import store_at
from .components import _lay_out, _make, _split, define
from .store_shape import NEVER

PATIENCE = 1 << 20
"""Expansions that the definition of a light component may take."""


@njit(forceinline=True)
def _found(store: Any, rule: Any, head: int, part: int) -> int:
    """Return the number of one component of a state that `_split` wrote to the array `bench`.

    `head` is the index in `bench` at which the state begins, and `part` is the index of the component in the state.
    """
    place = head + 1 + part * (1 + store.state[ss.SIZE])
    return cs.find(store, rule, store.bench, place + 1, store.bench[place])


@njit(inline="always")
def _part(lists: Any, k: int) -> int:
    """Return the number of the component at `lists[k]`, which is stored as -1 - number."""
    return -1 - lists[k]


@native(8)
def list_options(
    owned: int, code: int, numbers: int, count: int, begin: int, places: int, listed: int, room: int
) -> int:
    """List the options of several components, one component after another.

    The list of component i begins at `lists[starts[i]]`. It consists of the number of options, then for each option the
    number of its components, and -1 - k for each component that the store knows by the number k. So only components
    are negative. `starts` ends with the end of the last list. A component of an option whose weight (estimated work)
    is at most `LEAST` in the store's state is evaluated at once, as the mex of the values of its options.

    Args:
        owned: The address of a table of the addresses of the store's arrays.
        code: The address of a table of the addresses of the rule's functions.
        numbers: The address of the numbers of the components.
        count: The number of components.
        begin: The index in `numbers` of the first component to list; earlier ones are listed already.
        places: The address of `starts`.
        listed: The address of `lists`.
        room: The number of items for which `lists` has space.

    Returns:
        `count`, or the index of the first component that is not listed because the store or `lists` is too small.
    """
    store, rule = store_at(owned), words_at(code)
    wanted, starts, lists = smalls_at(numbers), words_at(places), smalls_at(listed)
    size, parts = store.state[ss.SIZE], store.state[ss.PARTS]
    for i in range(begin, count):
        at, head = starts[i], 0
        options = _make(store, rule, wanted[i], store.out)
        if options == ss.FULL or _lay_out(store, rule, store.out, (0, options), 0) == ss.FULL:
            return i
        if at + 1 + options * (1 + parts) > room:
            return i
        lists[at] = options
        at += 1
        for _ in range(options):
            most = store.bench[head]
            if not cs.has_room(store, most):
                cs.full(store, ss.NO_ROOM)
                return i
            lists[at] = most
            for part in range(most):
                number = _found(store, rule, head, part)
                lists[at + 1 + part] = -1 - number
                if (
                    cs.value_of(store, number) < 0
                    and cs.weight_of(store, number) <= store.state[ss.LEAST]
                    and define(store, rule, number, 0, PATIENCE) == ss.FULL
                ):
                    return i
            at += 1 + most
            head += 1 + most * (1 + size)
        starts[i + 1] = at
    return count


@native(4)
def name_parts(owned: int, code: int, words: int, out: int) -> int:
    """Write the numbers of all components of a state.

    Args:
        owned: The address of a table of the addresses of the store's arrays.
        code: The address of a table of the addresses of the rule's functions.
        words: The address of the words of the state.
        out: The address that receives the numbers.

    Returns:
        The number of components, or FULL if an array is too small.
    """
    store, rule, numbers = store_at(owned), words_at(code), smalls_at(out)
    if _split(store, rule, words_at(words), 0, 0) == ss.FULL:
        return ss.FULL
    count = store.bench[0]
    if not cs.has_room(store, count):
        return cs.full(store, ss.NO_ROOM)
    for part in range(count):
        numbers[part] = _found(store, rule, 0, part)
    return int(count)


@njit(inline="always")
def _price(lists: Any, at: int, prices: Any) -> float:
    """Return the total price of the components of the option at `lists[at]`; `prices` has the price of each."""
    price = 0.0
    for k in range(at + 1, at + 1 + lists[at]):
        price += prices[_part(lists, k)]
    return price


@njit(inline="always")
def _total(store: Any, lists: Any, at: int) -> int:
    """Return the Grundy value of the option at `lists[at]`, or UNKNOWN if one of its components has no known value."""
    total = 0
    for k in range(at + 1, at + 1 + lists[at]):
        value = cs.value_of(store, _part(lists, k))
        if value < 0:
            return ss.UNKNOWN
        total ^= value
    return total


@njit(inline="always")
def _take(lists: Any, at: int, but: int, prices: Any, taken: Any, count: int) -> int:
    """Append the components of the option at `lists[at]` to `taken`, the list of components whose values a proof uses.

    `count` is the length of `taken`. Two kinds of components are left out: the one at index `but` of `lists`, and those
    of price 0, which the proof uses already. The price of each appended component becomes 0. Return the new length.
    """
    for k in range(at + 1, at + 1 + lists[at]):
        part = _part(lists, k)
        if k != but and prices[part] > 0:
            prices[part] = 0
            taken[count] = part
            count += 1
    return count


@njit
def _refuse(store: Any, value: int, at: int, starts: Any, lists: Any, prices: Any, taken: Any, count: int) -> int:
    """Append to the proof the components that show, at least cost, that an option does not have the value `value`.

    The option begins at `lists[at]`. `starts` has the index in `lists` of the options of each component, and `prices`
    has the cost of each. The components are appended to the list `taken`, which has the length `count`. Return the new
    length, or -1 if the known values do not show that the option lacks the value.
    """
    least, chosen, reply = NEVER, -2, -1
    total, unknown, whole = 0, 0, 0.0
    for k in range(at + 1, at + 1 + lists[at]):
        part = cs.value_of(store, _part(lists, k))
        whole += prices[_part(lists, k)]
        if part < 0:
            unknown += 1
        else:
            total ^= part
    if unknown == 0 and total != value and whole < least:
        least, chosen = whole, -1
    for k in range(at + 1, at + 1 + lists[at]):
        part, place = cs.value_of(store, _part(lists, k)), starts[_part(lists, k)]
        if unknown > (part < 0) or place < 0 or least == 0:
            continue
        wanted = value ^ total if part < 0 else value ^ total ^ part
        rest = whole - prices[_part(lists, k)]
        options = lists[place]
        place += 1
        for _ in range(options):
            if _total(store, lists, place) == wanted:
                price = rest + _price(lists, place, prices)
                if price < least:
                    least, chosen, reply = price, k, place
            place += 1 + lists[place]
    if chosen == -2:
        return -1
    count = _take(lists, at, chosen, prices, taken, count)
    return count if chosen < 0 else _take(lists, reply, -1, prices, taken, count)


@native(8)
def choose_parts(
    owned: int, chosen_from: int, several: int, places: int, all_places: int, listed: int, costs: int, out: int
) -> int:
    """Choose cheap components whose values together prove the values of several given components.

    Components that are in the proof already have the price 0. Components that must not be in it have the price `NEVER`.
    To prove the value v of a component, each value below v must be that of an option, and no option may have the value
    v. For each of these statements, the components of least total price are chosen.

    Args:
        owned: The address of a table of the addresses of the store's arrays.
        chosen_from: The address of the numbers of the components to prove.
        several: The number of components to prove.
        places: The address of an array with the index in the lists at which the options of each of these begin.
        all_places: The address of such an array for all components of the store, by number; an index is negative if the
            options are not listed.
        listed: The address of the lists of options, in the format of `list_options`.
        costs: The address of the prices of all components of the store, by number.
        out: The address that receives the numbers of the chosen components.

    Returns:
        The number of components that were added to the proof, or -1 - i if the value of component i cannot be proved
        with the known values.
    """
    store, entries, own, starts = store_at(owned), smalls_at(chosen_from), words_at(places), words_at(all_places)
    lists, prices, taken = smalls_at(listed), prices_at(costs), smalls_at(out)
    count = 0
    for i in range(several):
        value = cs.value_of(store, entries[i])
        first = own[i]
        for wanted in range(-1, value):
            at = first + 1
            least, chosen = NEVER, -1
            for _ in range(lists[first]):
                if wanted < 0:
                    after = _refuse(store, value, at, starts, lists, prices, taken, count)
                    if after < 0:
                        return -1 - i
                    count = after
                elif _total(store, lists, at) == wanted:
                    price = _price(lists, at, prices)
                    if price < least:
                        least, chosen = price, at
                at += 1 + lists[at]
            if wanted >= 0:
                if chosen < 0:
                    return -1 - i
                count = _take(lists, chosen, -1, prices, taken, count)
    return count


@njit
def _proved(store: Any, rule: Any, states: Any, at: int, proved: Any, known: int) -> int:
    """Return the value of the state at index `at` of `states`, from the values of proved components.

    `proved` has one byte for each of the components 0 to `known` - 1, which is 1 if its value is proved. The result is
    UNKNOWN if a component of the state is not proved, and FULL if an array is too small.
    """
    if _split(store, rule, states, at, 0) == ss.FULL:
        return ss.FULL
    most, total = store.bench[0], 0
    if not cs.has_room(store, most):
        return cs.full(store, ss.NO_ROOM)
    for part in range(most):
        number = _found(store, rule, 0, part)
        if number >= known or proved[number] == 0:
            return ss.UNKNOWN
        total ^= cs.value_of(store, number)
    return total


@native(10)
def find_hints(
    owned: int,
    code: int,
    value: int,
    states: int,
    answers: int,
    limits: int,
    marks: int,
    known: int,
    out: int,
    several: int,
) -> int:
    """Write a hint for each option: how proved components show that it does not have a given value.

    The hint is -1 if the components of the option itself are proved and give another value. Otherwise it is the index,
    counted from 0, of a reply to this option that has the given value.

    Args:
        owned: The address of a table of the addresses of the store's arrays.
        code: The address of a table of the addresses of the rule's functions.
        value: The value that no option may have.
        states: The address of the states of the options.
        answers: The address of the states of the replies.
        limits: The address of an array with the index in `answers` of the first reply to each option, and then the
            number of all replies.
        marks: The address of one byte for each component, 1 if it is proved.
        known: The number of these bytes.
        out: The address that receives the hints.
        several: The number of options.

    Returns:
        The number of options with a hint. It is less than `several` if an array is too small, or if there is no hint
        for an option.
    """
    store, rule, options, replies = store_at(owned), words_at(code), words_at(states), words_at(answers)
    bounds, proved, hints = words_at(limits), tinies_at(marks), smalls_at(out)
    size = store.state[ss.SIZE]
    for i in range(several):
        total = _proved(store, rule, options, i * size, proved, known)
        if total == ss.FULL:
            return i
        hints[i] = -1
        if total >= 0 and total != value:
            continue
        for j in range(bounds[i], bounds[i + 1]):
            total = _proved(store, rule, replies, j * size, proved, known)
            if total == ss.FULL:
                return i
            if total == value:
                hints[i] = j - bounds[i]
                break
        if hints[i] < 0:
            return i
    return several
