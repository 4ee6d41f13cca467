"""The children of a couple (component, n): its options plus *n, and (component, k) for every k less than n.

Plain twin: `search.proof_numbers`.
"""

from __future__ import annotations

from typing import Any

from numba import njit

from .component_store import BITS, EARLY, FULL, mark, mask_of, value_of
from .components import define, expand
from .proof_path import (
    AFTER,
    FIRST,
    INF,
    KIDS,
    LOOKED,
    MOST_KIDS,
    MOST_ROOM,
    NIMBER,
    NUMBER,
    ROOM,
    ROOM_AT,
    STEPS,
    pair,
)


@njit(inline="always")
def decided(store: Any, number: int, n: int) -> bool:
    """Return whether a couple is decided: the value is known, or it is known not to be n."""
    return value_of(store, number) >= 0 or (n < BITS and mask_of(store, number) >> n & 1)


@njit
def open_couple(store: Any, rule: Any, path: Any, base: int) -> int:
    """Write the children of the couple in the last frame; 1: it is decided already, FULL: no room."""
    frames, state = path.frames, path.state
    number, n = frames[base + NUMBER], frames[base + NIMBER]
    if decided(store, number, n):
        return 1
    if n >= BITS:  # no mask has room for it
        return FULL if define(store, rule, number, 0, 1 << 62) == FULL else 1
    place = expand(store, rule, number, n)
    if place == FULL:
        return FULL
    if place == EARLY:
        state[STEPS] += 1
        return 1
    count, kept = store.lists[place], store.lists[place + 1]
    state[STEPS] += 1
    if count < n:
        mark(store, number, 1 << n)
    if decided(store, number, n):
        return 1
    if state[KIDS] + kept + n > state[MOST_KIDS]:
        return FULL
    frames[base + FIRST], frames[base + ROOM_AT] = state[KIDS], state[ROOM]
    written = _write_options(store, path, base, place + 2, kept)
    if written < 0 or decided(store, number, n):
        return FULL if written < 0 else 1
    frames[base + AFTER], frames[base + LOOKED] = written, state[STEPS]
    for k in range(n):
        path.wins[written + k], path.losses[written + k] = pair(store, path, number, k)
    state[KIDS] = written + n
    return 0


@njit
def _write_options(store: Any, path: Any, base: int, at: int, kept: int) -> Any:
    """Write the options that are listed at `at` as children, known components folded; return the end, or FULL."""
    frames, state, lists, pieces = path.frames, path.state, store.lists, path.pieces
    number, n = frames[base + NUMBER], frames[base + NIMBER]
    kid, room = state[KIDS], state[ROOM]
    for _ in range(kept):
        size = lists[at] & 255
        if room + 2 + size > state[MOST_ROOM]:
            return FULL
        pieces[room], pieces[room + 1] = lists[at] >> 8, size
        for i in range(size):
            pieces[room + 2 + i] = lists[at + 1 + i]
        at += 1 + size
        won, lost = child(store, path, room, number, n)
        if pieces[room + 1] == 0 and pieces[room] < BITS:
            if pieces[room] == n:
                return kid
            continue
        path.wins[kid], path.losses[kid], path.at[kid] = won, lost, room
        kid += 1
        room += 2 + pieces[room + 1]
    state[ROOM] = room
    return kid


@njit
def child(store: Any, path: Any, room: int, number: int, n: int) -> Any:
    """Return the numbers of an option plus *n, folding components that became known."""
    pieces = path.pieces
    left = room + 2
    for i in range(room + 2, room + 2 + pieces[room + 1]):
        piece = pieces[i]
        value = value_of(store, piece)
        if value >= 0:
            pieces[room] ^= value
        else:
            pieces[left] = piece
            left += 1
    size = left - room - 2
    pieces[room + 1] = size
    if size == 0:
        if pieces[room] < BITS:
            mark(store, number, 1 << pieces[room])
        return (INF, 0) if pieces[room] == n else (0, INF)
    if size == 1:
        return pair(store, path, pieces[room + 2], n ^ pieces[room])
    total = 0
    for i in range(room + 2, left):
        won, lost = pair(store, path, pieces[i], 0)
        total += min(max(won, 1), max(lost, 1))
    total = min(total, INF // 2)
    return total, total


@njit
def look_again(store: Any, path: Any, base: int) -> None:
    """Look again at all children that are open: another thread may have searched them."""
    frames = path.frames
    number, n, after = frames[base + NUMBER], frames[base + NIMBER], frames[base + AFTER]
    frames[base + LOOKED] = path.state[STEPS]
    for kid in range(frames[base + FIRST], after):
        if path.wins[kid]:
            path.wins[kid], path.losses[kid] = child(store, path, path.at[kid], number, n)
    for k in range(n):
        path.wins[after + k], path.losses[after + k] = pair(store, path, number, k)
