"""Depth-first proof-number search over couples (component, n): "is its value n?", compiled.

A couple is lost for the player to move exactly when the component has value n. The proof numbers say how many open
couples must still be decided to show that a couple is won, or lost; the search goes where they are least and keeps
them in a table that forgets. What is proved goes into `component_store.Store`. Everything stands in arrays, the path
too, so the search stops after any number of steps and goes on later. Plain twin: `search.proof_numbers`.

A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002; weak sums: T. Ueda, T. Hashimoto,
J. Hashimoto and H. Iida, "Weak proof-number search", 2008; couples: J. Lemoine and S. Viennot, "Nimbers are
inevitable", 2012; proof numbers on couples: T. Cizek, M. Balko and M. Schmid, "Parallel proof-number search for
impartial games", 2025.
"""

from __future__ import annotations

from typing import Any

from numba import njit, types

from .component_store import (
    BITS,
    FULL,
    RULE,
    SEARCHED,
    STOP,
    STORE,
    Store,
    mark,
    mask_of,
    seen,
    set_value,
    value_of,
)
from .proof_children import child, decided, look_again, open_couple
from .proof_path import (
    AFTER,
    BEST,
    COUPLE,
    CROWDED,
    DEPTH,
    DONE,
    FIRST,
    FRAME,
    FRAMES,
    INF,
    KIDS,
    KIND,
    LOOKED,
    MOST_DN,
    MOST_PAIRS,
    MOST_PN,
    NIMBER,
    NUMBER,
    PAIRS,
    PATH,
    ROOM,
    ROOM_AT,
    RUNNING,
    STEPS,
    THREADS,
    WHOLE,
    Path,
    along,
    keep,
    pair,
    push,
)

AWAY = 1
"""A couple that a thread searches is shown to the others as harder to lose by this part of its number, all for 1."""
SELDOM = 500
"""Visits after which a thread looks at what the others did."""


@njit(inline="always")
def _conclude(store: Any, path: Any, base: int, best: int) -> None:
    """Write what a couple is when its children decide it: `best` is a lost child, or -1 where all are won."""
    number, n, after = path.frames[base + NUMBER], path.frames[base + NIMBER], path.frames[base + AFTER]
    if best < 0:
        set_value(store, number, n)
    elif best >= after:
        set_value(store, number, best - after)
    else:
        mark(store, number, 1 << n)


@njit
def _step(store: Any, path: Any, base: int) -> bool:
    """Choose the next child of the couple in the last frame and put it on the path; True: the couple is left."""
    frames = path.frames
    number, n = frames[base + NUMBER], frames[base + NIMBER]
    if decided(store, number, n):
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
    left = least >= frames[base + MOST_PN] or most >= frames[base + MOST_DN]
    shown = most if left or path.state[THREADS] == 1 else min(frames[base + MOST_DN], most + most // AWAY + 1)
    keep(path, number, n, least << 32 | shown)
    mark(store, number, SEARCHED)
    if left:
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
def _cut(store: Any, path: Any) -> None:
    """Leave what another thread has decided: the path ends at its first frame that is."""
    frames, state = path.frames, path.state
    last = FRAME * (state[DEPTH] - 1)
    for depth in range(state[DEPTH] - 1):
        base = FRAME * depth
        whole = frames[base + KIND] == WHOLE
        number = frames[base + NUMBER]
        if value_of(store, number) >= 0 or (not whole and decided(store, number, frames[base + NIMBER])):
            state[DEPTH] = depth + 1
            above = base + FRAME
            while frames[above + FIRST] < 0 and above < last:
                above += FRAME
            if frames[above + FIRST] >= 0:
                state[KIDS], state[ROOM] = frames[above + FIRST], frames[above + ROOM_AT]
            return


@njit
def _return(store: Any, path: Any, base: int) -> None:
    """Look again at the child that was searched, and at what is known of the couple itself."""
    frames = path.frames
    if path.state[THREADS] > 1 and path.state[STEPS] - frames[base + LOOKED] > SELDOM:
        look_again(store, path, base)
        return
    number, n, best = frames[base + NUMBER], frames[base + NIMBER], frames[base + BEST]
    after = frames[base + AFTER]
    if best < after:
        path.wins[best], path.losses[best] = child(store, path, path.at[best], number, n)
    for k in range(n):
        if best == after + k or (k < BITS and mask_of(store, number) >> k & 1):
            path.wins[after + k], path.losses[after + k] = pair(store, path, number, k)


@njit
def _next(store: Any, path: Any, base: int) -> bool:
    """Put the next couple of a component whose value is wanted on the path; True: the value is known."""
    frames = path.frames
    number = frames[base + NUMBER]
    if value_of(store, number) >= 0:
        return True
    n = 0
    while n < BITS and mask_of(store, number) >> n & 1:
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


@njit
def _advance(store: Any, rule: Any, path: Any, base: int) -> int:
    """Make one step from the last frame of the path: open it, go down or go back; 0, or FULL."""
    frames = path.frames
    if frames[base + KIND] == WHOLE:
        left = _next(store, path, base)
    else:
        opened = 0
        if frames[base + FIRST] < 0:
            opened = open_couple(store, rule, path, base)
            if opened == FULL:
                frames[base + FIRST] = -1
                return FULL
        left = opened != 0 or _step(store, path, base)
    if left:
        _pop(store, path, base)
    return 0


@njit
def _search(store: Any, rule: Any, path: Any, until: int) -> int:
    """Go on until so many visits are done, or another thread stops."""
    state = path.state
    looked = state[STEPS]
    while state[DEPTH]:
        if state[STEPS] >= until or store.common[STOP]:
            return RUNNING
        if state[PAIRS] > state[MOST_PAIRS]:
            return CROWDED
        if state[STEPS] - looked > SELDOM and state[THREADS] > 1:
            looked = state[STEPS]
            _cut(store, path)
        base = FRAME * (state[DEPTH] - 1)
        if base + 3 * FRAME > state[FRAMES] or _advance(store, rule, path, base) == FULL:
            return FULL
    return DONE


@njit(types.int64(STORE, RULE, PATH, types.int64), cache=True, nogil=True)
def search_couples(owned: Store, rule: Any, walked: Path, steps: int) -> int:
    """Go on for so many visits; DONE: the path is empty, RUNNING: not yet, FULL: some array is too small.

    CROWDED says that the table of pairs should grow, if it may. Threads may do this at once, each on a path of its own;
    when one ends all stop.
    """
    store, path = seen(owned), along(walked)
    found = _search(store, rule, path, path.state[STEPS] + steps)
    store.common[STOP] = 1
    return found
