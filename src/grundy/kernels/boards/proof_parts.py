"""Proofs of values told part by part: options by the numbers of all their components, and the parts that prove least.

A part of value v is proved where for every value below v an option has it, and every option is shown to have another
value than v: by its own components, or by a reply to it that has value v (J. Lemoine and S. Viennot, "Nimbers are
inevitable", 2010). Plain twin: `certificates.ways`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..typed import njit, types
from . import component_store as cs
from .component_store import RULE, STORE, ComponentStore
from .components import _lay_out, _make, _split, define
from .pointers import pointer, pointers
from .rule_machine import WORDS

SMALL = types.int32[::1]
PRICES = types.float64[::1]
PATIENCE = 1 << 20
"""Expansions that the definition of a light component may take."""
NEVER = 1e300
"""The price of what does not prove a goal."""


@njit(forceinline=True)
def _found(store: Any, rule: Any, head: int, part: int) -> int:
    """Return the number of a component that lies on the bench."""
    place = head + 1 + part * (1 + store.state[cs.SIZE])
    return cs.find(store, rule, store.bench, place + 1, store.bench[place])


@njit(types.int64(STORE, RULE, SMALL, types.int64, WORDS, SMALL), cache=True)
def list_options(
    owned: ComponentStore,
    rule: Any,
    wanted: NDArray[np.int32],
    begin: int,
    starts: NDArray[np.int64],
    lists: NDArray[np.int32],
) -> int:
    """List the options of wanted components from `begin` on, one after another; return how many are listed.

    That of component i stands from `lists[starts[i]]` on: how many options it has, then for each how many components,
    and these by number; `starts` ends with the end of the last. Light components are valued by definition. It ends
    early where the store or `lists` has no room.
    """
    store = pointers(owned)
    size, parts = store.state[cs.SIZE], store.state[cs.PARTS]
    for i in range(begin, len(wanted)):
        at, head = starts[i], 0
        count = _make(store, rule, wanted[i], store.out)
        if count == cs.FULL or _lay_out(store, rule, store.out, (0, count), 0) == cs.FULL:
            return i
        if at + 1 + count * (1 + parts) > len(lists):
            return i
        lists[at] = count
        at += 1
        for _ in range(count):
            most = store.bench[head]
            if not cs.has_room(store, most):
                cs.full(store, cs.NO_ROOM)
                return i
            lists[at] = most
            for part in range(most):
                number = _found(store, rule, head, part)
                lists[at + 1 + part] = number
                if (
                    cs.value_of(store, number) < 0
                    and cs.weight_of(store, number) <= store.state[cs.LEAST]
                    and define(store, rule, number, 0, PATIENCE) == cs.FULL
                ):
                    return i
            at += 1 + most
            head += 1 + most * (1 + size)
        starts[i + 1] = at
    return len(wanted)


def components_of(lists: NDArray[np.int32], starts: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the components of all options that are listed, as often as they are met."""
    found = np.zeros(int(starts[-1] - starts[0]), np.int32)
    return found[: _components(lists, starts, found)]


@njit(types.int64(SMALL, WORDS, SMALL), cache=True)
def _components(lists: NDArray[np.int32], starts: NDArray[np.int64], found: NDArray[np.int32]) -> int:
    count = 0
    for i in range(len(starts) - 1):
        at = starts[i] + 1
        for _ in range(lists[starts[i]]):
            for k in range(at + 1, at + 1 + lists[at]):
                found[count] = lists[k]
                count += 1
            at += 1 + lists[at]
    return count


@njit(types.int64(STORE, RULE, WORDS, SMALL), cache=True)
def name_parts(owned: ComponentStore, rule: Any, words: NDArray[np.int64], numbers: NDArray[np.int32]) -> int:
    """Write the numbers of all components of a state, and return how many there are; or FULL."""
    store = pointers(owned)
    if _split(store, rule, pointer(words), 0, 0) == cs.FULL:
        return cs.FULL
    count = store.bench[0]
    if not cs.has_room(store, count):
        return cs.full(store, cs.NO_ROOM)
    for part in range(count):
        numbers[part] = _found(store, rule, 0, part)
    return int(count)


@njit(inline="always")
def _price(lists: Any, at: int, prices: Any) -> float:
    """Return what the components of an option cost that are listed at a place."""
    price = 0.0
    for k in range(at + 1, at + 1 + lists[at]):
        price += prices[lists[k]]
    return price


@njit(inline="always")
def _total(store: Any, lists: Any, at: int) -> int:
    """Return the value of an option, UNKNOWN where that of a component is not known."""
    total = 0
    for k in range(at + 1, at + 1 + lists[at]):
        value = cs.value_of(store, lists[k])
        if value < 0:
            return cs.UNKNOWN
        total ^= value
    return total


@njit(inline="always")
def _take(lists: Any, at: int, but: int, prices: Any, taken: Any, count: int) -> int:
    """Take the components of an option into the proof, all but one; from then on they cost nothing."""
    for k in range(at + 1, at + 1 + lists[at]):
        if k != but and prices[lists[k]] > 0:
            prices[lists[k]] = 0
            taken[count] = lists[k]
            count += 1
    return count


@njit
def _refuse(store: Any, value: int, at: int, starts: Any, lists: Any, prices: Any, taken: Any, count: int) -> int:
    """Take what shows that an option has another value into the proof; return how many were taken, or -1."""
    least, chosen, reply = NEVER, -2, -1
    total, unknown, whole = 0, 0, 0.0
    for k in range(at + 1, at + 1 + lists[at]):
        part = cs.value_of(store, lists[k])
        whole += prices[lists[k]]
        if part < 0:
            unknown += 1
        else:
            total ^= part
    if unknown == 0 and total != value and whole < least:
        least, chosen = whole, -1
    for k in range(at + 1, at + 1 + lists[at]):
        part = cs.value_of(store, lists[k])
        if unknown > (part < 0) or starts[lists[k]] < 0 or least == 0:
            continue
        wanted = value ^ total if part < 0 else value ^ total ^ part
        rest = whole - prices[lists[k]]
        place = starts[lists[k]]
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


@njit(types.int64(STORE, SMALL, WORDS, WORDS, SMALL, PRICES, SMALL), cache=True)
def choose_parts(
    owned: ComponentStore,
    entries: NDArray[np.int32],
    own: NDArray[np.int64],
    starts: NDArray[np.int64],
    lists: NDArray[np.int32],
    prices: NDArray[np.float64],
    taken: NDArray[np.int32],
) -> int:
    """Choose for every goal of the entries what costs least, and return how many parts were taken into the proof.

    `own` says where the options of the entries stand, `starts` by number where those of the components of options do.
    What is in the proof has price 0, what must not be there `NEVER`. -1 - i says that a goal of entry i cannot be
    reached by what is known.
    """
    store = pointers(owned)
    count = 0
    for i in range(len(entries)):
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
def _proved(store: Any, rule: Any, states: Any, at: int, proved: Any) -> int:
    """Return the value of a state all of whose components are proved, UNKNOWN where one is not; or FULL."""
    if _split(store, rule, states, at, 0) == cs.FULL:
        return cs.FULL
    most, total = store.bench[0], 0
    if not cs.has_room(store, most):
        return cs.full(store, cs.NO_ROOM)
    for part in range(most):
        number = _found(store, rule, 0, part)
        if number >= len(proved) or proved[number] == 0:
            return cs.UNKNOWN
        total ^= cs.value_of(store, number)
    return total


@njit(types.int64(STORE, RULE, types.int64, WORDS, WORDS, WORDS, types.int8[::1], SMALL), cache=True)
def find_hints(
    owned: ComponentStore,
    rule: Any,
    value: int,
    options: NDArray[np.int64],
    replies: NDArray[np.int64],
    bounds: NDArray[np.int64],
    proved: NDArray[np.int8],
    hints: NDArray[np.int32],
) -> int:
    """Write for every option -1 where its components are proved and have another value, else which reply has `value`.

    The replies to option i are those from `bounds[i]` on. Return how many options got a hint; fewer where there was no
    room, or no reply.
    """
    store, first, second = pointers(owned), pointer(options), pointer(replies)
    size = store.state[cs.SIZE]
    for i in range(len(hints)):
        total = _proved(store, rule, first, i * size, proved)
        if total == cs.FULL:
            return i
        hints[i] = -1
        if total >= 0 and total != value:
            continue
        for j in range(bounds[i], bounds[i + 1]):
            total = _proved(store, rule, second, j * size, proved)
            if total == cs.FULL:
                return i
            if total == value:
                hints[i] = j - bounds[i]
                break
        if hints[i] < 0:
            return i
    return len(hints)
