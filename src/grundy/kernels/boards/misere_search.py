"""The search for misère outcomes in time slices, with arrays that grow up to a limit."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import forms_shape as fs
from . import sums_shape as ms
from .calls import begin, index_forms, index_sums, search_sums
from .forms_shape import FormStore
from .memory import ComponentMemory, longer_array
from .proof_search import ProofProgress
from .store_shape import FULL, HEAVIEST
from .sums_shape import Sums

FEW, FEW_FORMS = 1 << 12, 1 << 10
"""Sums and forms for which there is room at first."""


def no_forms() -> FormStore:
    """Return a store of misère canonical forms that contains only the form without options."""
    state = np.zeros(fs.STATES, np.int64)
    state[fs.FORMS] = state[fs.SETS] = 1
    state[fs.LIGHT], state[fs.MOST_LIGHT], state[fs.NEXT] = fs.FIRST, HEAVIEST, 100
    return FormStore(
        state=state,
        sets=np.zeros(FEW_FORMS, np.int32),
        lost=np.zeros(FEW_FORMS, np.int8),
        starts=np.zeros(FEW_FORMS, np.int64),
        named=np.zeros(FEW_FORMS, np.int32),
        options=np.zeros(4 * FEW_FORMS, np.int32),
        set_slots=np.zeros(2 * FEW_FORMS, np.int32),
        pairs=np.zeros(FEW_FORMS, np.int64),
        totals=np.zeros(FEW_FORMS, np.int32),
        pair_slots=np.zeros(2 * FEW_FORMS, np.int32),
        known=np.zeros(FEW_FORMS, np.int32),
        waiting=np.zeros(4 * FEW_FORMS, np.int64),
        chosen=np.zeros(fs.CHOSEN, np.int32),
        gathered=np.zeros(fs.CHOSEN, np.int32),
    )


class MisereSearch:
    """A search for the misère outcomes of sums of components, stored in a memory for misère play."""

    def __init__(self, memory: ComponentMemory) -> None:
        self.memory = memory
        self._start = monotonic()
        self._forms = no_forms()
        self._sums = Sums(
            state=np.zeros(ms.STATES, np.int64),
            slots=np.zeros(2 * FEW, np.int32),
            starts=np.zeros(FEW, np.int64),
            lengths=np.zeros(FEW, np.int32),
            results=np.full(FEW, ms.OPEN, np.int8),
            ids=np.zeros(4 * FEW, np.int32),
            frames=np.zeros(ms.FRAME * FEW, np.int64),
            scratch=np.zeros(ms.LONGEST, np.int32),
        )
        self._measure()
        index_forms(self._forms)

    @property
    def visits(self) -> int:
        """The number of sums expanded so far."""
        return int(self._sums.state[ms.STEPS])

    @property
    def count(self) -> int:
        """The number of sums stored."""
        return int(self._sums.state[ms.COUNT])

    def ask(self, pieces: Sequence[int]) -> int:
        """Start the search for a sum of components, unless its outcome is known; return the number of the sum.

        Raises `MemoryError` if the limit is reached.
        """
        self._sums.state[ms.DEPTH] = 0
        words = np.array(pieces, np.int64)
        arrays = self.memory.store, self.memory.rule, self._forms, self._sums
        while (number := begin(*arrays, words, len(words))) == FULL:
            self._make_room()
            arrays = self.memory.store, self.memory.rule, self._forms, self._sums
        return number

    def lost(self, number: int) -> bool | None:
        """Return whether the player to move loses a sum in misère play, or None if it is unknown."""
        result = int(self._sums.results[number])
        return None if result == ms.OPEN else result == ms.LOST

    def form(self, number: int) -> int | None:
        """Return the number of the misère canonical form of a component, or None if it was not computed."""
        found = int(self._forms.known[number]) if number < len(self._forms.known) else 0
        return found - fs.FOUND if found >= fs.FOUND else None

    def run(self, steps: int) -> bool:
        """Expand about `steps` more sums; return whether all results are known. Raises `MemoryError`."""
        until = self.visits + steps
        while self._sums.state[ms.DEPTH] and self.visits < until:
            arrays = self.memory.store, self.memory.rule, self._forms, self._sums
            answer = search_sums(*arrays, until - self.visits)
            if answer == FULL:
                self._make_room()
        return not self._sums.state[ms.DEPTH]

    def progress(self) -> ProofProgress:
        """Return how far the search is; misère search has no proof numbers."""
        rate = self.visits / max(monotonic() - self._start, 1e-6)
        return ProofProgress(self.visits, rate, self.memory.count, self.count, 0, 0)

    def _make_room(self) -> None:
        """Make arrays longer that are nearly full, or raise `MemoryError` if the limit does not allow it."""
        few, many = _short_of_sums(self._sums), _short_of_forms(self._forms, self.memory.count)
        self.memory.beside = sum(
            array.nbytes
            for kept, short in ((self._sums, few), (self._forms, many))
            for array in (*kept, *(getattr(kept, name) for name in short))
        )
        if self.memory.beside + self.memory.size > self.memory.limit or not (self.memory.grow() or few or many):
            raise MemoryError
        longer: dict[str, Any] = {name: _longer(name, getattr(self._sums, name)) for name in few}
        self._sums = self._sums._replace(**longer)
        longer = {name: _longer(name, getattr(self._forms, name)) for name in many}
        self._forms = self._forms._replace(**longer)
        self._measure()
        if "slots" in few:
            index_sums(self._sums)
        if {"set_slots", "pair_slots"} & {*many}:
            index_forms(self._forms)

    def _measure(self) -> None:
        """Write the lengths of the arrays into the state that the kernels read."""
        sums, state = self._sums, self._sums.state
        state[ms.SUMS], state[ms.PLACES], state[ms.FRAMES] = len(sums.starts), len(sums.slots), len(sums.frames)
        state[ms.IDS] = len(sums.ids)
        forms, room = self._forms, self._forms.state
        room[fs.MOST_FORMS], room[fs.MOST_SETS], room[fs.FILLED] = len(forms.sets), len(forms.named), len(forms.options)
        room[fs.SET_PLACES], room[fs.PAIR_PLACES] = len(forms.set_slots), len(forms.pair_slots)
        room[fs.MOST_PAIRS], room[fs.KNOWN], room[fs.WAITING] = len(forms.pairs), len(forms.known), len(forms.waiting)


def _short_of_sums(sums: Sums) -> list[str]:
    """Return the names of the arrays of sums that are more than half full."""
    state, short = sums.state, list[str]()
    if state[ms.COUNT] * 2 > state[ms.SUMS]:
        short += ["starts", "lengths", "results", "slots"]
    if state[ms.COUNT] and sums.starts[state[ms.COUNT] - 1] * 2 > state[ms.IDS]:
        short.append("ids")
    if state[ms.DEPTH] * 2 * ms.FRAME > state[ms.FRAMES]:
        short.append("frames")
    return short


def _short_of_forms(forms: FormStore, components: int) -> list[str]:
    """Return the names of the arrays of forms that are more than half full, for a given number of components."""
    state, short = forms.state, list[str]()
    if state[fs.FORMS] * 2 > state[fs.MOST_FORMS]:
        short += ["sets", "lost"]
    if state[fs.SETS] * 2 > state[fs.MOST_SETS]:
        short += ["starts", "named", "set_slots"]
    if forms.starts[state[fs.SETS]] * 2 > state[fs.FILLED]:
        short.append("options")
    if state[fs.PAIRS] * 2 > state[fs.MOST_PAIRS]:
        short += ["pairs", "totals", "pair_slots"]
    if components * 2 > state[fs.KNOWN]:
        short.append("known")
    return short


def _longer(name: str, array: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return an array of twice the length with the same content, or an empty one for a hash table.

    Hash tables are filled again later.
    """
    return np.zeros(2 * len(array), array.dtype) if name.endswith("slots") else longer_array(array)
