"""The arrays of the path of a search by proof numbers; the kernels in `proof_path` use them."""

from __future__ import annotations

from typing import Any, NamedTuple

from .store_shape import Numbers, Small

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
    """The search stack of couples (component, n) with their children, and the table of proof numbers.

    A couple is the question whether the player to move loses a component plus a nim heap of size n. An entry of the
    table is two words. The first is (component + 1) * 2^16 + n, which identifies the couple. The second is the proof
    number times 2^32 plus the disproof number.

    Threads share the table without locks. While one thread writes an entry, another may read from it the proof numbers
    of a wrong couple. That only costs time, and never changes an answer.
    """

    state: Numbers
    frames: Numbers
    wins: Small
    losses: Small
    at: Numbers
    pieces: Small
    pairs: Numbers


def push(path: Any, kind: int, number: int, n: int, most_pn: int, most_dn: int) -> None:
    """Push a new node on the search stack; its children are not listed yet.

    Args:
        path: The `Path` of this thread: its search stack, and the table of proof numbers.
        kind: COUPLE if the node asks whether the component has the value n, WHOLE if it asks for the value.
        number: The number of the component; in misère play, of a sum.
        n: The nimber of the couple (component, n), or -1 for WHOLE.
        most_pn: The proof number at which the search leaves the node for another one.
        most_dn: The disproof number at which the search leaves the node for another one.
    """
    base = FRAME * path.state[DEPTH]
    path.state[DEPTH] += 1
    frames = path.frames
    frames[base + NUMBER], frames[base + NIMBER], frames[base + KIND] = number, n, kind
    frames[base + MOST_PN], frames[base + MOST_DN] = most_pn, most_dn
    frames[base + FIRST] = -1
