"""The arrays and bit fields of a store of components; the kernels in `component_store` use them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]
Tiny = NDArray[np.int8]

LOW = (1 << 32) - 1
COUNT, STOP, COMMON = 0, 8, 16
"""Places in `ComponentStore.common`, and its length: components that have numbers, 1 where every thread is to stop.
They are in lines of memory of their own, for all threads read one while one writes the other."""
HEAD, DEFINED, LEAST = 0, 1, 2
"""Places in `ComponentStore.state`: ring written so far, components valued by definition, the largest weight that is
valued by definition at once."""
TWICE, ROOM, SLOTS, RING, DRAFT, TRAIL, MOST, SIZE, PARTS, BENCH, SHORT, NEXT, LAST, NAMES = range(3, 17)
"""More places: whether equal components stay (in misere play they do not cancel), how many components, slots, places of
the ring (a power of two), of the draft and of the trail there are, the most options of a position, the words of a
position, the most components, where the half of the bench begins that definitions use, what is short, the next number
that this thread gives, the end of those it may give, and how many bits of a slot hold a number."""
NO_ROOM, NO_DRAFT, NO_TRAIL, NO_RING, BROKEN = 1, 2, 4, 8, 16
"""Bits of `state[SHORT]`: the arrays that were too short; the rule wrote more than it says, or what is too large."""
STATES = 32
"""Length of `ComponentStore.state`."""
FIRST = 1 << 12
"""Length of `ComponentStore.first`, a power of two."""
GRANT = 256
"""Numbers that a thread takes at once."""
AHEAD = 16
"""The slot of a component is prefetched this many components before it is entered."""
BITS = 34
"""Values below are kept as bits of a mask, the lowest bits of the word with the facts about a component."""
HEAVIEST = (1 << 12) - 1
"""The largest weight that is kept; what is heavier counts as this."""
LARGEST = (1 << 15) - 1
"""The largest value that is kept."""
WEIGHT, VALUE = BITS, BITS + 12
"""Where in that word the weight begins, and the value + 1, 16 bits of which 0 says that it is not known."""
EARLY = -4
"""An option decided the question before all were made."""
FULL = -2
"""There was not enough space; make some and ask again."""
UNKNOWN = -1
NEVER = 1e300
"""The price of what does not prove a goal."""
SEARCHED = 1 << 62
"""The bit of that word that says that couples of the component may be in a table of proof numbers."""
TOLD = -(1 << 63)
"""The bit of that word that says that the value was handed out."""


OPTIONS, SPLIT, CANON, WEIGH, KNOWN = range(5)
"""Places in the table of a rule: the addresses of its functions."""


class ComponentStore(NamedTuple):
    """The arrays that describe components 0, 1, ...; they are enlarged only between two calls of a kernel.

    `records` has for each component its words and one more word, which contains a mask of excluded values, the weight,
    the value, and two bits. `SEARCHED` is set if the table of proof numbers may have entries of the component, and
    `TOLD` if `ComponentMemory.found` has returned its value. `slots` is a hash table. Each of its entries is 0 or a
    component's number + 1, with bits of the hash above it. Threads share these two arrays and `common`; each thread has
    its own copy of the other arrays. `lists` is a circular buffer of options, and `first` has the indices of lists in
    the buffer, plus 1.

    Threads need no locks. A component is entered into the hash table only after its record is complete. A proved result
    is added in one indivisible step and never changes.
    """

    common: Numbers
    records: Numbers
    slots: Small
    first: Numbers
    lists: Small
    state: Numbers
    word: Numbers
    out: Numbers
    states: Numbers
    bench: Numbers
    pieces: Numbers
    canon: Numbers
    draft: Small
    trail: Numbers
    order: Numbers
