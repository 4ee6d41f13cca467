"""The path of a search by proof numbers: couples with their children, and the table of proof numbers.

The table forgets: where eight places in a row are taken the first goes. A lost pair costs time only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..typed import njit, types
from .component_store import (
    ARRAYS,
    BITS,
    SEARCHED,
    STORE,
    ComponentStore,
    Numbers,
    Small,
    mask_of,
    mixed,
    value_of,
    weight_of,
)
from .pointers import array_types, pointers
from .rule_machine import WORDS

INF = 1 << 30
DEPTH, PAIRS, STEPS, KIDS, ROOM, FRAMES, MOST_KIDS, MOST_ROOM, PLACES, THREADS, MOST_PAIRS = range(11)
"""Places in `Path.state`: frames, pairs in the table, visits, children written so far, components written so far;
room for frames (times `FRAME`), children, components; places of the table (a power of two); threads that search; the
pairs that one of them may write before the table is to grow."""
NUMBER, NIMBER, MOST_PN, MOST_DN, FIRST, AFTER, ROOM_AT, BEST, KIND, LOOKED = range(10)
"""Places in a frame; the last says at how many visits its children were looked at."""
FRAME = 10
LOW = (1 << 32) - 1
STATES = 16
"""Length of `Path.state`."""
COUPLE, WHOLE = 0, 1
"""Kinds of frames: one couple, or the exact value of a component, couple after couple."""
DONE, RUNNING, CROWDED = 1, 0, 2


class Path(NamedTuple):
    """The couples on the path with their children, and the table of proof numbers: two words a pair.

    The first word names the couple, (component + 1) * 2^16 + n; the second is the proof number times 2^32 plus the
    disproof number. Threads share this table; what one reads while another writes may be the pair of another couple,
    which costs time only.
    """

    state: Numbers
    frames: Numbers
    wins: Small
    losses: Small
    at: Numbers
    pieces: Small
    pairs: Numbers


PATH = array_types(Path, ARRAYS)


@njit(inline="always")
def _place(path: Any, number: int, n: int) -> int:
    """Return where the pair of a couple stands in the table, or may be written."""
    pairs = path.pairs
    last = path.state[PLACES] - 1
    name = (number + 1) << 16 | n
    first = (mixed(number, 1) + n) & last
    for i in range(8):
        at = 2 * ((first + i) & last)
        if pairs[at] == name or pairs[at] == 0:
            return at
    return 2 * first


@njit(inline="always")
def pair(store: Any, path: Any, number: int, n: int) -> tuple[int, int]:
    """Return the proof and the disproof number of a couple: how far it is from won, and from lost."""
    value = value_of(store, number)
    if value >= 0:
        return (INF, 0) if value == n else (0, INF)
    mask = mask_of(store, number)
    if n < BITS and mask >> n & 1:
        return 0, INF
    if mask & SEARCHED:
        at = _place(path, number, n)
        if path.pairs[at] == (number + 1) << 16 | n:
            both = path.pairs[at + 1]
            return both >> 32, both & LOW
    weight = weight_of(store, number)
    return 1 + weight // 4, 1 + weight


@njit(inline="always")
def keep(path: Any, number: int, n: int, both: int) -> None:
    """Write the pair of a couple, both numbers as one word, into the table."""
    at = _place(path, number, n)
    if path.pairs[at] == 0:
        path.state[PAIRS] += 1
    path.pairs[at] = (number + 1) << 16 | n
    path.pairs[at + 1] = both


@njit
def push(path: Any, kind: int, number: int, n: int, most_pn: int, most_dn: int) -> None:
    """Put a couple on the path; its children are not written yet."""
    base = FRAME * path.state[DEPTH]
    path.state[DEPTH] += 1
    frames = path.frames
    frames[base + NUMBER], frames[base + NIMBER], frames[base + KIND] = number, n, kind
    frames[base + MOST_PN], frames[base + MOST_DN] = most_pn, most_dn
    frames[base + FIRST] = -1


@njit(types.int64(PATH, WORDS), cache=True)
def held(walked: Path, numbers: Numbers) -> int:
    """Write the components on the path into `numbers`, as far as they fit, and return how many there are."""
    path = pointers(walked)
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


@njit(types.void(PATH, ARRAYS[Small]), cache=True)
def rename(walked: Path, renamed: Small) -> None:
    """Give the components on the path their new numbers."""
    path = pointers(walked)
    for depth in range(path.state[DEPTH]):
        base = FRAME * depth
        path.frames[base + NUMBER] = renamed[path.frames[base + NUMBER]]
        if path.frames[base + FIRST] >= 0:
            for kid in range(path.frames[base + FIRST], path.frames[base + AFTER]):
                room = path.at[kid]
                for i in range(room + 2, room + 2 + path.pieces[room + 1]):
                    path.pieces[i] = renamed[path.pieces[i]]


@njit(inline="always")
def decided(store: Any, number: int, n: int) -> bool:
    """Return whether a couple is decided: the value is known, or it is known not to be n."""
    return value_of(store, number) >= 0 or (n < BITS and mask_of(store, number) >> n & 1)


@njit(types.int64(STORE, WORDS), cache=True)
def undecided(owned: ComponentStore, pairs: Numbers) -> int:
    """Return how many pairs of a table belong to couples that are not decided by now."""
    store, count = pointers(owned), 0
    for at in range(0, len(pairs), 2):
        if pairs[at] and not decided(store, (pairs[at] >> 16) - 1, pairs[at] & 65535):
            count += 1
    return count


@njit(types.void(STORE, PATH, WORDS, ARRAYS[Small]), cache=True)
def move_pairs(owned: ComponentStore, walked: Path, pairs: Numbers, renamed: Small) -> None:
    """Write the pairs of an older table into the empty one, but for couples that are decided by now.

    `renamed` may be empty: nothing was forgotten.
    """
    store, path = pointers(owned), pointers(walked)
    for at in range(0, len(pairs), 2):
        if pairs[at]:
            number, n = (pairs[at] >> 16) - 1, pairs[at] & 65535
            if len(renamed):
                number = renamed[number]
            if number >= 0 and not decided(store, number, n):
                keep(path, number, n, pairs[at + 1])
