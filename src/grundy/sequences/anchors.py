"""Notices that the state of a long run comes again, without keeping the run.

Where a code is among the very largest stands an anchor: content decides, so the same state has its anchor at the same
place. There the state is taken down under a hash of its window. The first state that was met before gives a multiple
of the period: a hint only, and whoever takes it compares the values themselves.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .few_course import Verified
from .few_rares import FewRares

Codes = NDArray[np.uint8]

SHORT = 64
"""Codes at the end of a chunk, beyond a window, that must stand earlier in it."""
MOST_STATES = 1 << 17
"""States that are remembered; when there are more, every other one is forgotten, chosen by content again."""


class Again(NamedTuple):
    """The state at `heap` is that at `heap - period`, as far as a hash can tell."""

    heap: int
    period: int


class Anchors:
    """The states of a run at its anchors."""

    def __init__(self, rule: FewRares) -> None:
        self.rule, self.width = rule, rule.window + SHORT
        self.states: dict[bytes, int] = {}
        self._sieve = self._chunks = 0

    def seen(self, verified: Verified, before: Codes) -> Again | None:
        """Take down the states in new codes, which `before` precedes; return the first that was met earlier."""
        window, flag = self.rule.window, self.rule.coding.mask.flag
        for place in verified.anchors:
            heap = verified.heap + place
            if place + 1 >= window:
                codes = verified.codes[place + 1 - window : place + 1].tobytes()
            else:
                codes = before[len(before) + place + 1 - window :].tobytes() + verified.codes[: place + 1].tobytes()
            state = blake2b(codes, digest_size=16, salt=bytes([heap & flag])).digest()
            if self._sieve & int.from_bytes(state[:4]):
                continue
            earlier = self.states.setdefault(state, heap)
            if earlier != heap:
                return Again(heap, heap - earlier)
        self.thin()
        return None

    def thin(self) -> None:
        """Forget states, while they are too many, in a way that depends on the states alone."""
        while len(self.states) > MOST_STATES:
            self._sieve = 2 * self._sieve + 1
            kept = {state: at for state, at in self.states.items() if not self._sieve & int.from_bytes(state[:4])}
            self.states = kept

    def short(self, verified: Verified) -> Again | None:
        """Return the end of a chunk when its last window stands earlier in it; looks at chunks 1, 2, 4, 8 and so on."""
        self._chunks += 1
        if self._chunks & (self._chunks - 1):
            return None
        data = verified.codes.tobytes()
        wanted = data[-self.width :]
        at = data.rfind(wanted[-SHORT:], 0, len(data) - 1)
        p = len(data) - SHORT - at
        if self.rule.coding.mask.flag:
            p += p % 2 * p  # at places of one parity only codes stand for the same values
        if at < 0 or p + self.width > len(data) or data[-self.width - p : -p] != wanted:
            return None
        return Again(verified.heap + len(data) - 1, p)

    def since(self, heap: int) -> tuple[tuple[int, bytes], ...]:
        """Return the anchors from `heap` on with their states."""
        latest = takewhile(lambda item: item[1] >= heap, reversed(self.states.items()))
        return tuple((at, state) for state, at in latest)[::-1]
