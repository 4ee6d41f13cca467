"""The search for misere outcomes in slices, with room that grows up to a limit."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

import numpy as np

from . import sums_shape as ms
from .calls import begin, index_sums, search_sums
from .memory import ComponentMemory, longer_array
from .proof_search import ProofProgress
from .store_shape import FULL
from .sums_shape import Sums

FEW = 1 << 12
"""Sums for which there is room at first."""


class MisereSearch:
    """Misere outcomes of sums of components of one memory, which was made for misere play."""

    def __init__(self, memory: ComponentMemory) -> None:
        self.memory = memory
        self._start = monotonic()
        state = np.zeros(ms.STATES, np.int64)
        state[ms.STAR] = -1
        self._sums = Sums(
            state=state,
            slots=np.zeros(2 * FEW, np.int32),
            starts=np.zeros(FEW, np.int64),
            lengths=np.zeros(FEW, np.int32),
            results=np.full(FEW, ms.OPEN, np.int8),
            ids=np.zeros(4 * FEW, np.int32),
            kinds=np.zeros(FEW, np.int8),
            frames=np.zeros(ms.FRAME * FEW, np.int64),
            scratch=np.zeros(ms.LONGEST, np.int32),
        )
        self._measure()

    @property
    def visits(self) -> int:
        """How many sums were expanded."""
        return int(self._sums.state[ms.STEPS])

    @property
    def count(self) -> int:
        """How many sums are remembered."""
        return int(self._sums.state[ms.COUNT])

    def ask(self, pieces: Sequence[int]) -> int:
        """Begin with a sum of components, or find that it is known; return its number. Raises MemoryError."""
        self._sums.state[ms.DEPTH] = 0
        words = np.array(pieces, np.int64)
        while (number := begin(self.memory.store, self.memory.rule, self._sums, words, len(words))) == FULL:
            self._make_room()
        return number

    def lost(self, number: int) -> bool | None:
        """Return whether the player to move loses a sum in misere play; None as long as it is not known."""
        result = int(self._sums.results[number])
        return None if result == ms.OPEN else result == ms.LOST

    def run(self, steps: int) -> bool:
        """Go on for about so many sums; return whether all that was asked is known. Raises MemoryError."""
        until = self.visits + steps
        while self._sums.state[ms.DEPTH] and self.visits < until:
            answer = search_sums(self.memory.store, self.memory.rule, self._sums, until - self.visits)
            if answer == FULL:
                self._make_room()
        return not self._sums.state[ms.DEPTH]

    def progress(self) -> ProofProgress:
        """Return how far the search is; there are no proof numbers here."""
        rate = self.visits / max(monotonic() - self._start, 1e-6)
        return ProofProgress(self.visits, rate, self.memory.count, self.count, 0, 0)

    def _make_room(self) -> None:
        """Make whatever is short longer, or raise MemoryError where the limit stands against it."""
        sums, state = self._sums, self._sums.state
        short: list[str] = []
        if state[ms.COUNT] * 2 > state[ms.SUMS]:
            short += ["starts", "lengths", "results", "slots"]
        if state[ms.COUNT] and sums.starts[state[ms.COUNT] - 1] * 2 > state[ms.IDS]:
            short.append("ids")
        if state[ms.DEPTH] * 2 * ms.FRAME > state[ms.FRAMES]:
            short.append("frames")
        if self.memory.count * 2 > state[ms.KINDS]:
            short.append("kinds")
        self.memory.beside = sum(array.nbytes for array in (*sums, *(getattr(sums, name) for name in short)))
        if self.memory.beside + self.memory.size > self.memory.limit or not (self.memory.grow() or short):
            raise MemoryError
        larger: dict[str, Any] = {name: longer_array(getattr(sums, name)) for name in short if name != "slots"}
        if "slots" in short:
            larger["slots"] = np.zeros(2 * len(sums.slots), np.int32)
        self._sums = sums._replace(**larger)
        del sums  # the slots before are gone before the new ones are filled
        self._measure()
        if "slots" in short:
            index_sums(self._sums)

    def _measure(self) -> None:
        """Tell the kernels how long the arrays are."""
        sums, state = self._sums, self._sums.state
        state[ms.SUMS], state[ms.PLACES], state[ms.FRAMES] = len(sums.starts), len(sums.slots), len(sums.frames)
        state[ms.IDS], state[ms.KINDS] = len(sums.ids), len(sums.kinds)
