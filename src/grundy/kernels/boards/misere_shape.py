"""The arrays of misère canonical forms and of sums in misère play, for the kernels `misere_forms` and `misere_sums`."""

from __future__ import annotations

from typing import NamedTuple

from .store_shape import Numbers, Small, Tiny

FORMS, SETS, PAIRS, PATIENCE, LIGHT, MOST_LIGHT, SOUGHT, NEXT = range(8)
"""Places in `FormStore.state`: forms, sets of options, sums of two forms that are known, sums that may still be made
for the form of one component, the largest weight of components that get a form, and the weight that it never passes;
for how many components a form was sought, and how many sums are searched before that weight rises."""
MOST_FORMS, MOST_SETS, FILLED, SET_PLACES, MOST_PAIRS, PAIR_PLACES, KNOWN, WAITING = range(8, 16)
"""More places: the largest numbers of forms, sets, options of all sets; places of both tables (powers of two), of
sums, components and waiting entries."""
STATES = 24
"""Length of `FormStore.state` and of `Sums.state`."""
ZERO = 0
"""The form without options."""
NONE = -1
"""No form: the component is too heavy, or its form too large."""
HEAVY, FOUND = 1, 2
"""Of a component whose place says 0 no form was sought yet, with `HEAVY` it has none; others say the form + `FOUND`."""
FIRST, AT_ONCE = 8, 2000
"""The first `LIGHT`; how many sums may be made for one component."""
SHARE = 4
"""Sums that are searched for each component whose form is sought, about: neither search nor forms take all the time."""
CHOSEN = 1 << 10
"""The most options of a form."""
COUNT, SUMS, PLACES, IDS = range(4)
"""Places in `Sums.state`: sums known; room for sums, places of the table (a power of two), room for parts."""
LONGEST = 512
"""The most parts of a sum."""
OPEN, LOST, WON = -1, 0, 1
"""Results of a sum for the player to move."""
PATIENT = 100
"""How many sums of forms may be made to add two forms of a sum."""
MOST_MOVES = 8
"""A form counts for its options, at most this many, in the first proof numbers of a sum."""


class FormStore(NamedTuple):
    """Arrays of numbered misère canonical forms, which are games without redundant options, and of sums of two forms.

    Sets of options are numbered, too. Set i consists of the forms `options[starts[i]:starts[i + 1]]`, in ascending
    order, and `named[i]` is the canonical form of a game with these options. The options of a form are the set
    `sets[form]`.
    """

    state: Numbers
    sets: Small
    lost: Tiny
    starts: Numbers
    named: Small
    options: Small
    set_slots: Small
    pairs: Numbers
    totals: Small
    pair_slots: Small
    known: Small
    waiting: Numbers
    chosen: Small
    gathered: Small


class Sums(NamedTuple):
    """Sums of components with their misère outcomes.

    The parts of sum i are `ids[starts[i]:starts[i + 1]]`, in ascending order. A part is the number of a component, or
    -1 - k for the misère canonical form k.
    """

    state: Numbers
    slots: Small
    starts: Numbers
    results: Tiny
    ids: Small
    scratch: Small
