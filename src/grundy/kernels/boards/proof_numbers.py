"""Compiled depth-first proof-number search over couples (component, n), or over sums in misère play.

A couple is the question whether the player to move loses a component plus a nim heap of size n. The player loses
exactly if the component has the value n. Reference implementation, with the method and its sources:
`search.proof_numbers`. In contrast to it, new entries of the table of proof numbers may overwrite old ones. Proved
results are written to the component store. All data is in arrays, also the search stack, so the search can stop after
any number of steps and continue later.
"""

from __future__ import annotations

from typing import Any

from ..pointers import words_at
from ..typed import native, njit
from . import path_shape as pp
from . import store_shape as ss
from .component_store import mark, mask_of, set_value, store_at, value_of
from .components import define, expand
from .misere_shape import LOST, OPEN, WON
from .misere_sums import open_sum, sum_pair
from .proof_path import decided, keep, pair, path_at, push

AWAY = 1
"""A couple that a thread searches is shown to the others as harder to lose by this part of its number, all for 1."""
SELDOM = 500
"""Visits after which a thread looks at what the others did."""


@njit
def open_couple(store: Any, rule: Any, path: Any, base: int) -> int:
    """List the children of the couple (component, n) in the last node of the search path.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        path: The `Path` of this thread: its search stack, and the table of proof numbers.
        base: The index in `path.frames` at which the node begins.

    Returns:
        0 if the children are listed, 1 if the couple is decided already, or FULL if an array is too small.
    """
    frames, state = path.frames, path.state
    number, n = frames[base + pp.NUMBER], frames[base + pp.NIMBER]
    if decided(store, number, n):
        return 1
    if n >= ss.BITS:  # no mask has room for it
        return ss.FULL if define(store, rule, number, 0, 1 << 62) == ss.FULL else 1
    place = expand(store, rule, number, n)
    if place == ss.FULL:
        return ss.FULL
    if place == ss.EARLY:
        state[pp.STEPS] += 1
        return 1
    count, kept = store.lists[place], store.lists[place + 1]
    state[pp.STEPS] += 1
    if count < n:
        mark(store, number, 1 << n)
    if decided(store, number, n):
        return 1
    if state[pp.KIDS] + kept + n > state[pp.MOST_KIDS]:
        return ss.FULL
    frames[base + pp.FIRST], frames[base + pp.ROOM_AT] = state[pp.KIDS], state[pp.ROOM]
    written = _write_options(store, path, base, place + 2, kept)
    if written < 0 or decided(store, number, n):
        return ss.FULL if written < 0 else 1
    frames[base + pp.AFTER], frames[base + pp.LOOKED] = written, state[pp.STEPS]
    for k in range(n):
        path.wins[written + k], path.losses[written + k] = pair(store, path, number, k)
    state[pp.KIDS] = written + n
    return 0


@njit
def _write_options(store: Any, path: Any, base: int, at: int, kept: int) -> Any:
    """Write the listed options of a component as children of the search node at index `base`.

    Options of known value below `BITS` are left out. The list of options begins at `store.lists[at]`, and `kept` is its
    length. Return the index after the last child, or FULL if an array is too small.
    """
    frames, state, lists, pieces = path.frames, path.state, store.lists, path.pieces
    number, n = frames[base + pp.NUMBER], frames[base + pp.NIMBER]
    kid, room = state[pp.KIDS], state[pp.ROOM]
    for _ in range(kept):
        size = lists[at] & 255
        if room + 2 + size > state[pp.MOST_ROOM]:
            return ss.FULL
        pieces[room], pieces[room + 1] = lists[at] >> 8, size
        for i in range(size):
            pieces[room + 2 + i] = lists[at + 1 + i]
        at += 1 + size
        won, lost = child(store, path, room, number, n)
        if pieces[room + 1] == 0 and pieces[room] < ss.BITS:
            if pieces[room] == n:
                return kid
            continue
        path.wins[kid], path.losses[kid], path.at[kid] = won, lost, room
        kid += 1
        room += 2 + pieces[room + 1]
    state[pp.ROOM] = room
    return kid


@njit
def child(store: Any, path: Any, room: int, number: int, n: int) -> Any:
    """Return the proof number and the disproof number of an option of a component plus a nim heap of size n.

    Components of known value are first moved into the nim-sum of the option.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        path: The `Path` of this thread: its search stack, and the table of proof numbers.
        room: The index of the option in `path.pieces`.
        number: The number of the component that has this option.
        n: The size of the nim heap that is added to the option.

    Returns:
        The proof number and the disproof number of this sum.
    """
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
        if pieces[room] < ss.BITS:
            mark(store, number, 1 << pieces[room])
        return (pp.INF, 0) if pieces[room] == n else (0, pp.INF)
    if size == 1:
        return pair(store, path, pieces[room + 2], n ^ pieces[room])
    total = 0
    for i in range(room + 2, left):
        won, lost = pair(store, path, pieces[i], 0)
        total += min(max(won, 1), max(lost, 1))
    total = min(total, pp.INF // 2)
    return total, total


@njit
def _settle(store: Any, play: Any, number: int, n: int, found: int) -> None:
    """Store the result of a couple (component, n), or of a sum in misère play.

    A negative `found` means that the player to move wins. Any other `found` means, in misère play, that this player
    loses. In normal play `found` is then the Grundy value of the component. `number` is the component, or in misère
    play the sum. `play` is None in normal play, else the arrays of misère play.
    """
    if play is not None:
        play[1].results[number] = WON if found < 0 else LOST
    elif found < 0:
        mark(store, number, 1 << n)
    else:
        set_value(store, number, found)


@njit
def _step(store: Any, path: Any, play: Any, base: int) -> bool:
    """Push the child with the least disproof number of the last node of the search path, which begins at index `base`.

    `play` is None in normal play, else the arrays of misère play. Return False if a child was pushed. Return True, and
    push nothing, if the node is decided or its proof numbers have reached their limits.
    """
    frames = path.frames
    number, n = frames[base + pp.NUMBER], frames[base + pp.NIMBER]
    if play is None and decided(store, number, n):
        return True
    least, second, best, worst, undecided = pp.INF, pp.INF, -1, 0, 0
    for kid in range(frames[base + pp.FIRST], frames[base + pp.AFTER] + n):
        lost = path.losses[kid]
        if lost < least:
            second, least, best = least, lost, kid
        elif lost < second:
            second = lost
        if path.wins[kid]:
            undecided += 1
            worst = max(worst, path.wins[kid])
    if least == 0 or undecided == 0:  # without a lost child all are won
        _settle(store, play, number, n, best - frames[base + pp.AFTER] if least == 0 else n)
        return True
    most = min(worst + undecided - 1, pp.INF)
    left = least >= frames[base + pp.MOST_PN] or most >= frames[base + pp.MOST_DN]
    shown = most if left or path.state[pp.THREADS] == 1 else min(frames[base + pp.MOST_DN], most + most // AWAY + 1)
    keep(path, number, n, least << 32 | shown)
    if play is None:
        mark(store, number, ss.SEARCHED)
    if left:
        return True
    frames[base + pp.BEST] = best
    most_dn = min(frames[base + pp.MOST_PN], second + 1 + second // 4)
    most_pn = min(frames[base + pp.MOST_DN] - (undecided - 1), pp.INF)
    _descend(path, play, base, most_pn, most_dn)
    return False


@njit
def _descend(path: Any, play: Any, base: int, most_pn: int, most_dn: int) -> None:
    """Push a new node for the best child of the node at index `base` on the search path.

    In misère play (`play` is not None) the new node is a sum. In normal play it is a couple (component, n). If the
    child has several components of unknown value, the new node asks for the value of the lightest of them instead.
    `most_pn` and `most_dn` are the limits of the new node's proof number and disproof number.
    """
    frames, pieces, best = path.frames, path.pieces, path.frames[base + pp.BEST]
    if play is not None:
        push(path, pp.COUPLE, path.at[best], 0, most_pn, most_dn)
    elif best >= frames[base + pp.AFTER]:
        push(path, pp.COUPLE, frames[base + pp.NUMBER], best - frames[base + pp.AFTER], most_pn, most_dn)
    else:
        room = path.at[best]
        size = pieces[room + 1]
        if size == 1:
            push(path, pp.COUPLE, pieces[room + 2], frames[base + pp.NIMBER] ^ pieces[room], most_pn, most_dn)
        else:
            push(path, pp.WHOLE, pieces[room + 1 + size], -1, pp.INF, pp.INF)


@njit
def _cut(store: Any, path: Any) -> None:
    """Shorten the search path after another thread has decided one of its nodes.

    All nodes below the first such node are removed, because their results are no longer needed.
    """
    frames, state = path.frames, path.state
    last = pp.FRAME * (state[pp.DEPTH] - 1)
    for depth in range(state[pp.DEPTH] - 1):
        base = pp.FRAME * depth
        whole = frames[base + pp.KIND] == pp.WHOLE
        number = frames[base + pp.NUMBER]
        if value_of(store, number) >= 0 or (not whole and decided(store, number, frames[base + pp.NIMBER])):
            state[pp.DEPTH] = depth + 1
            above = base + pp.FRAME
            while frames[above + pp.FIRST] < 0 and above < last:
                above += pp.FRAME
            if frames[above + pp.FIRST] >= 0:
                state[pp.KIDS], state[pp.ROOM] = frames[above + pp.FIRST], frames[above + pp.ROOM_AT]
            return


@njit
def _return(store: Any, path: Any, play: Any, base: int) -> None:
    """Update the proof numbers of the children of the node at index `base`, after the search of one child has ended.

    Other children that are decided by now may be updated, too. `play` is None in normal play, else the arrays of misère
    play.
    """
    frames, sees = path.frames, path.state[pp.STEPS]
    number, n, best = frames[base + pp.NUMBER], frames[base + pp.NIMBER], frames[base + pp.BEST]
    after = frames[base + pp.AFTER]
    if play is not None:
        forms, sums = play
        for kid in range(frames[base + pp.FIRST], after):
            if kid == best or sums.results[path.at[kid]] != OPEN:
                path.wins[kid], path.losses[kid] = sum_pair(store, forms, sums, path, path.at[kid])
        return
    low, high, every = best, min(best + 1, after), False
    if path.state[pp.THREADS] > 1 and sees - frames[base + pp.LOOKED] > SELDOM:
        low, high, every = frames[base + pp.FIRST], after, True
        frames[base + pp.LOOKED] = sees
    for kid in range(low, high):
        if path.wins[kid]:
            path.wins[kid], path.losses[kid] = child(store, path, path.at[kid], number, n)
    for k in range(n):
        if every or best == after + k or (k < ss.BITS and mask_of(store, number) >> k & 1):
            path.wins[after + k], path.losses[after + k] = pair(store, path, number, k)


@njit
def _advance(store: Any, rule: Any, path: Any, play: Any, base: int) -> int:
    """Make one step at the last node of the search path: list its children and push one of them, or remove the node.

    The node begins at index `base`. `play` is None in normal play, else the arrays of misère play. Return 0, or FULL if
    an array is too small.
    """
    frames, state = path.frames, path.state
    number = frames[base + pp.NUMBER]
    if frames[base + pp.KIND] == pp.WHOLE:
        left = value_of(store, number) >= 0
        if not left:  # couple after couple of a component whose value is wanted
            n = 0
            while n < ss.BITS and mask_of(store, number) >> n & 1:
                n += 1
            frames[base + pp.NIMBER] = n
            push(path, pp.COUPLE, number, n, pp.INF, pp.INF)
    else:
        opened = 0
        if frames[base + pp.FIRST] < 0:
            opened = open_couple(store, rule, path, base) if play is None else open_sum(store, rule, play, path, base)
            if opened == ss.FULL:
                frames[base + pp.FIRST] = -1
                return ss.FULL
        left = opened != 0 or _step(store, path, play, base)
    if left:  # the last frame is removed, and the one below is updated
        if frames[base + pp.FIRST] >= 0:
            state[pp.KIDS], state[pp.ROOM] = frames[base + pp.FIRST], frames[base + pp.ROOM_AT]
        state[pp.DEPTH] -= 1
        if state[pp.DEPTH] and frames[base - pp.FRAME + pp.KIND] == pp.COUPLE:
            _return(store, path, play, base - pp.FRAME)
    return 0


@njit
def search(store: Any, rule: Any, path: Any, play: Any, steps: int) -> int:
    """Continue a proof-number search until it ends or `steps` nodes were visited.

    The search also stops when another thread stops.

    Args:
        store: The `ComponentStore`: the arrays of all components.
        rule: The addresses of the compiled functions of the game's rule.
        path: The `Path` of this thread: its search stack, and the table of proof numbers.
        play: None in normal play; in misère play the pair of the `FormStore` and the `Sums`.
        steps: The number of nodes to visit.

    Returns:
        DONE if the search is complete, RUNNING if it is not, FULL if an array is too small, CROWDED if the table of
        proof numbers should grow.
    """
    state = path.state
    looked, until, found = state[pp.STEPS], state[pp.STEPS] + steps, pp.DONE
    while state[pp.DEPTH]:
        if state[pp.STEPS] >= until or store.common[ss.STOP]:
            found = pp.RUNNING
            break
        if state[pp.PAIRS] > state[pp.MOST_PAIRS]:
            found = pp.CROWDED
            break
        if state[pp.STEPS] - looked > SELDOM and state[pp.THREADS] > 1:
            looked = state[pp.STEPS]
            _cut(store, path)
        base = pp.FRAME * (state[pp.DEPTH] - 1)
        if base + 3 * pp.FRAME > state[pp.FRAMES] or _advance(store, rule, path, play, base) == ss.FULL:
            found = ss.FULL
            break
    store.common[ss.STOP] = 1
    return found


@native(4)
def search_couples(owned: int, code: int, walked: int, steps: int) -> int:
    """Continue a search over couples (component, n) until it ends or `steps` nodes were visited.

    Several threads may search at once, each on its own path. When one of them stops, the others stop soon, too.

    Args:
        owned: The address of a table of the addresses of the component store's arrays.
        code: The address of a table of the addresses of the rule's functions.
        walked: The address of a table of the addresses of the path's arrays.
        steps: The number of nodes to visit.

    Returns:
        DONE if the search is complete, RUNNING if it is not, FULL if an array is too small, CROWDED if the table of
        proof numbers should grow.
    """
    return search(store_at(owned), words_at(code), path_at(walked), None, steps)
