"""Depth-first proof-number search over couples (component, n): "is its value n?", compiled.

A couple is lost for the player to move exactly when the component has value n. The proof numbers say how many open
couples must still be decided to show that a couple is won, or lost; the search goes where they are least and keeps
them in a table that forgets. What is proved goes into `components.Store`. Everything stands in arrays, the path too,
so the search stops after any number of steps and goes on later. Plain twin: `search.proof_numbers`.

A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002; weak sums: T. Ueda, T. Hashimoto,
J. Hashimoto and H. Iida, "Weak proof-number search", 2008; couples: J. Lemoine and S. Viennot, "Nimbers are
inevitable", 2012; proof numbers on couples: T. Cizek, M. Balko and M. Schmid, "Parallel proof-number search for
impartial games", 2025.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit, types

from .components import BITS, FULL, RULE, STORE, Numbers, Small, Store, define, expand, mixed, seen
from .packed_code import WORDS
from .pointers import pointer

INF = 1 << 30
DEPTH, PAIRS, STEPS, KIDS, ROOM, FRAMES, MOST_KIDS, MOST_ROOM, NAMES = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Places in `Path.state`: frames, pairs in the table, visits, children written so far, components written so far;
room for frames (times `FRAME`), children, components; places of the table (a power of two)."""
NUMBER, NIMBER, MOST_PN, MOST_DN, FIRST, AFTER, ROOM_AT, BEST, KIND = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Places in a frame."""
FRAME = 9
STATES = 16
"""Length of `Path.state`."""
COUPLE, WHOLE = 0, 1
"""Kinds of frames: one couple, or the exact value of a component, couple after couple."""
DONE, RUNNING = 1, 0


class Path(NamedTuple):
    """The couples on the path with their children, and the table of proof numbers."""

    state: Numbers
    frames: Numbers
    wins: Small
    losses: Small
    at: Numbers
    pieces: Small
    names: Numbers
    pairs: Small


@njit(inline="always")
def along(path: Any) -> Any:
    """Return the path as the functions of a kernel see it: pointers."""
    return Path(
        pointer(path.state),
        pointer(path.frames),
        pointer(path.wins),
        pointer(path.losses),
        pointer(path.at),
        pointer(path.pieces),
        pointer(path.names),
        pointer(path.pairs),
    )


PATH = types.NamedTuple(
    (WORDS, WORDS, types.int32[::1], types.int32[::1], WORDS, types.int32[::1], WORDS, types.int32[::1]), Path
)


@njit(inline="always")
def _slot(path: Any, number: int, n: int) -> int:
    """Return where the pair of a couple stands in the table, or may be written."""
    names = path.names
    last = path.state[NAMES] - 1
    name = (number + 1) << 16 | n
    at = (mixed(number, 1) + n) & last
    oldest = at
    for _ in range(8):
        if names[at] == name or names[at] == 0:
            return at
        if path.pairs[3 * at + 2] < path.pairs[3 * oldest + 2]:
            oldest = at
        at = (at + 1) & last
    return oldest


@njit(inline="always")
def _pair(store: Any, path: Any, number: int, n: int) -> tuple[int, int]:
    """Return the proof and the disproof number of a couple: how far it is from won, and from lost."""
    value = store.value[number]
    if value >= 0:
        return (INF, 0) if value == n else (0, INF)
    if n < BITS and store.mask[number] >> n & 1:
        return 0, INF
    at = _slot(path, number, n)
    if path.names[at] == (number + 1) << 16 | n:
        return path.pairs[3 * at], path.pairs[3 * at + 1]
    weight = store.weight[number]
    return 1 + weight // 4, 1 + weight


@njit(inline="always")
def _keep(path: Any, number: int, n: int, won: int, lost: int, work: int) -> None:
    """Write a pair into the table."""
    at = _slot(path, number, n)
    if path.names[at] == 0:
        path.state[PAIRS] += 1
    path.names[at] = (number + 1) << 16 | n
    path.pairs[3 * at] = won
    path.pairs[3 * at + 1] = lost
    path.pairs[3 * at + 2] = work


@njit
def push(path: Any, kind: int, number: int, n: int, most_pn: int, most_dn: int) -> None:
    """Put a couple on the path; its children are not written yet."""
    base = FRAME * path.state[DEPTH]
    path.state[DEPTH] += 1
    frames = path.frames
    frames[base + NUMBER], frames[base + NIMBER], frames[base + KIND] = number, n, kind
    frames[base + MOST_PN], frames[base + MOST_DN] = most_pn, most_dn
    frames[base + FIRST] = -1


@njit(inline="always")
def _decided(store: Any, number: int, n: int) -> bool:
    """Return whether a couple is decided: the value is known, or it is known not to be n."""
    return store.value[number] >= 0 or (n < BITS and store.mask[number] >> n & 1)


@njit
def _open(store: Any, rule: Any, path: Any, base: int) -> int:
    """Write the children of the couple in the last frame; 1: it is decided already, FULL: no room."""
    frames, state = path.frames, path.state
    number, n = frames[base + NUMBER], frames[base + NIMBER]
    if _decided(store, number, n):
        return 1
    if n >= BITS:  # no mask has room for it
        return FULL if define(store, rule, number, 0, 1 << 62) == FULL else 1
    place = expand(store, rule, number)
    if place == FULL:
        return FULL
    count, kept = store.lists[place], store.lists[place + 1]
    state[STEPS] += 1
    if count < n:
        store.mask[number] |= 1 << n
    if _decided(store, number, n):
        return 1
    if state[KIDS] + kept + n > state[MOST_KIDS]:
        return FULL
    frames[base + FIRST], frames[base + ROOM_AT] = state[KIDS], state[ROOM]
    written = _write_options(store, path, base, place + 2, kept)
    if written < 0 or _decided(store, number, n):
        return FULL if written < 0 else 1
    frames[base + AFTER] = written
    for k in range(n):
        path.wins[written + k], path.losses[written + k] = _pair(store, path, number, k)
    state[KIDS] = written + n
    return 0


@njit
def _write_options(store: Any, path: Any, base: int, at: int, kept: int) -> int:
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
        won, lost = _child(store, path, room, number, n)
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
def _child(store: Any, path: Any, room: int, number: int, n: int) -> tuple[int, int]:
    """Return the numbers of an option plus *n, folding components that became known."""
    pieces, value = path.pieces, store.value
    left = room + 2
    for i in range(room + 2, room + 2 + pieces[room + 1]):
        piece = pieces[i]
        if value[piece] >= 0:
            pieces[room] ^= value[piece]
        else:
            pieces[left] = piece
            left += 1
    size = left - room - 2
    pieces[room + 1] = size
    if size == 0:
        if pieces[room] < BITS:
            store.mask[number] |= 1 << pieces[room]
        return (INF, 0) if pieces[room] == n else (0, INF)
    if size == 1:
        return _pair(store, path, pieces[room + 2], n ^ pieces[room])
    total = 0
    for i in range(room + 2, left):
        won, lost = _pair(store, path, pieces[i], 0)
        total += min(max(won, 1), max(lost, 1))
    total = min(total, INF // 2)
    return total, total


@njit(inline="always")
def _conclude(store: Any, path: Any, base: int, best: int) -> None:
    """Write what a couple is when its children decide it: `best` is a lost child, or -1 where all are won."""
    number, n, after = path.frames[base + NUMBER], path.frames[base + NIMBER], path.frames[base + AFTER]
    if best < 0:
        store.value[number] = n
    elif best >= after:
        store.value[number] = best - after
    else:
        store.mask[number] |= 1 << n


@njit
def _step(store: Any, path: Any, base: int) -> bool:
    """Choose the next child of the couple in the last frame and put it on the path; True: the couple is left."""
    frames = path.frames
    number, n = frames[base + NUMBER], frames[base + NIMBER]
    if _decided(store, number, n):
        return True
    least, second, best, worst, undecided = INF, INF, -1, 0, 0
    for kid in range(frames[base + FIRST], frames[base + AFTER] + n):
        lost = path.losses[kid]
        if lost < least:
            second, least, best = least, lost, kid
        elif lost < second:
            second = lost
        if path.wins[kid]:
            undecided += 1
            worst = max(worst, path.wins[kid])
    if least == 0 or undecided == 0:
        _conclude(store, path, base, best if least == 0 else -1)
        return True
    most = min(worst + undecided - 1, INF)
    _keep(path, number, n, least, most, 0)
    if least >= frames[base + MOST_PN] or most >= frames[base + MOST_DN]:
        return True
    frames[base + BEST] = best
    most_dn = min(frames[base + MOST_PN], second + 1 + second // 4)
    most_pn = min(frames[base + MOST_DN] - (undecided - 1), INF)
    _descend(path, base, best, most_pn, most_dn)
    return False


@njit(inline="always")
def _descend(path: Any, base: int, best: int, most_pn: int, most_dn: int) -> None:
    """Put a child on the path: a couple of an option or of the component itself, or the least of several components."""
    frames, pieces = path.frames, path.pieces
    number, n, after = frames[base + NUMBER], frames[base + NIMBER], frames[base + AFTER]
    if best >= after:
        push(path, COUPLE, number, best - after, most_pn, most_dn)
        return
    room = path.at[best]
    size = pieces[room + 1]
    if size == 1:
        push(path, COUPLE, pieces[room + 2], n ^ pieces[room], most_pn, most_dn)
    else:
        push(path, WHOLE, pieces[room + 1 + size], -1, INF, INF)


@njit
def _return(store: Any, path: Any, base: int) -> None:
    """Look again at the child that was searched, and at what is known of the couple itself."""
    frames = path.frames
    number, n, best = frames[base + NUMBER], frames[base + NIMBER], frames[base + BEST]
    after = frames[base + AFTER]
    if best < after:
        path.wins[best], path.losses[best] = _child(store, path, path.at[best], number, n)
    for k in range(n):
        if best == after + k or (k < BITS and store.mask[number] >> k & 1):
            path.wins[after + k], path.losses[after + k] = _pair(store, path, number, k)


@njit
def _next(store: Any, path: Any, base: int) -> bool:
    """Put the next couple of a component whose value is wanted on the path; True: the value is known."""
    frames = path.frames
    number = frames[base + NUMBER]
    if store.value[number] >= 0:
        return True
    n = 0
    while n < BITS and store.mask[number] >> n & 1:
        n += 1
    frames[base + NIMBER] = n
    push(path, COUPLE, number, n, INF, INF)
    return False


@njit(inline="always")
def _pop(store: Any, path: Any, base: int) -> None:
    """Take the last frame off the path and tell the one below."""
    frames, state = path.frames, path.state
    if frames[base + FIRST] >= 0:
        state[KIDS], state[ROOM] = frames[base + FIRST], frames[base + ROOM_AT]
    state[DEPTH] -= 1
    if state[DEPTH]:
        below = base - FRAME
        if frames[below + KIND] == COUPLE:
            _return(store, path, below)


@njit(types.int64(STORE, RULE, PATH, types.int64), cache=True, nogil=True)
def search_couples(owned: Store, rule: Any, walked: Path, steps: int) -> int:
    """Go on for so many visits; DONE: the path is empty, RUNNING: not yet, FULL: some array is too small."""
    store, path = seen(owned), along(walked)
    state, frames = path.state, path.frames
    until = state[STEPS] + steps
    while state[DEPTH]:
        if state[STEPS] >= until:
            return RUNNING
        base = FRAME * (state[DEPTH] - 1)
        if base + 3 * FRAME > state[FRAMES]:
            return FULL
        if frames[base + KIND] == WHOLE:
            if _next(store, path, base):
                _pop(store, path, base)
            continue
        if frames[base + FIRST] < 0:
            opened = _open(store, rule, path, base)
            if opened == FULL:
                frames[base + FIRST] = -1
                return FULL
            if opened:
                _pop(store, path, base)
                continue
        if _step(store, path, base):
            _pop(store, path, base)
    return DONE


@njit(types.int64(PATH, WORDS), cache=True)
def held(walked: Path, numbers: Numbers) -> int:
    """Write the components on the path into `numbers`, as far as they fit, and return how many there are."""
    path = along(walked)
    count = 0
    for depth in range(path.state[DEPTH]):
        base = FRAME * depth
        if count < len(numbers):
            numbers[count] = path.frames[base + NUMBER]
        count += 1
        if path.frames[base + FIRST] >= 0:
            for kid in range(path.frames[base + FIRST], path.frames[base + AFTER]):
                room = path.at[kid]
                for i in range(room + 2, room + 2 + path.pieces[room + 1]):
                    if count < len(numbers):
                        numbers[count] = path.pieces[i]
                    count += 1
    return count


@njit(types.void(PATH, WORDS), cache=True)
def rename(walked: Path, renamed: Numbers) -> None:
    """Give the components on the path and in the table their new numbers; drop pairs of forgotten ones."""
    path = along(walked)
    for depth in range(path.state[DEPTH]):
        base = FRAME * depth
        path.frames[base + NUMBER] = renamed[path.frames[base + NUMBER]]
        if path.frames[base + FIRST] >= 0:
            for kid in range(path.frames[base + FIRST], path.frames[base + AFTER]):
                room = path.at[kid]
                for i in range(room + 2, room + 2 + path.pieces[room + 1]):
                    path.pieces[i] = renamed[path.pieces[i]]


@njit(types.void(PATH, WORDS, types.int32[::1], WORDS), cache=True)
def move_pairs(walked: Path, names: Numbers, pairs: Small, renamed: Numbers) -> None:
    """Write the pairs of an older table into the empty one; `renamed` may be empty: nothing was forgotten."""
    path = along(walked)
    for i in range(len(names)):
        if names[i]:
            number, n = (names[i] >> 16) - 1, names[i] & 65535
            if len(renamed):
                number = renamed[number]
            if number >= 0:
                _keep(path, number, n, pairs[3 * i], pairs[3 * i + 1], pairs[3 * i + 2])
