"""Finds periods of a long sequence of Grundy values without storing the sequence.

An anchor is a heap whose value, coded in one byte (see `Coding`), is among the very largest. Equal parts of the
sequence have their anchors at the same places. For each anchor a hash of the last values up to it is stored. If a hash
occurs twice, the distance of the two anchors is probably a multiple of the period. This is only a hint: the caller
compares the values.
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
"""The number of codes at the end of a chunk, beyond a window, that must occur earlier in it."""
MOST_STATES = 1 << 17
"""The largest number of stored states; if there are more, about half of them are dropped, again chosen by content."""


class Again(NamedTuple):
    """A hint of a period: the last values up to `heap` seem to equal those up to `heap - period`.

    The caller must compare the values to be certain.
    """

    heap: int
    period: int


class Anchors:
    """Detects a period of a long sequence without storing it, by hashes of the values that end at certain heaps.

    These heaps, called anchors, have very large values, so equal parts of the sequence have anchors at the same places.
    """

    def __init__(self, rule: FewRares) -> None:
        self.rule, self.width = rule, rule.window + SHORT
        self.states: dict[bytes, int] = {}
        self._sieve = self._chunks = 0

    def seen(self, verified: Verified, before: Codes) -> Again | None:
        """Store the hashes for the anchors in a new part of the sequence, and look for a hint of a period.

        Args:
            verified: The new part, with values coded in bytes (see `Coding`).
            before: The coded values of the heaps before this part.

        Returns:
            The first anchor whose hash was already stored for an earlier anchor, with the distance between these two
            anchors; None if no hash is repeated.
        """
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
        """Drop about half of the stored hashes, again and again, until at most 2^17 (`MOST_STATES`) are left.

        Only the hash itself decides whether it is dropped. So a hash that occurs twice is kept or dropped both times.
        """
        while len(self.states) > MOST_STATES:
            self._sieve = 2 * self._sieve + 1
            kept = {state: at for state, at in self.states.items() if not self._sieve & int.from_bytes(state[:4])}
            self.states = kept

    def short(self, verified: Verified) -> Again | None:
        """Search a part of the sequence for an earlier copy of its last values, which hints at a short period.

        The result is the last heap of the part, with the distance between its last values and their copy. It is None if
        there is no copy. To save time, only the parts given in calls 1, 2, 4, 8, ... are searched; other calls return
        None.
        """
        self._chunks += 1
        if self._chunks & (self._chunks - 1):
            return None
        data = verified.codes.tobytes()
        wanted = data[-self.width :]
        at = data.rfind(wanted[-SHORT:], 0, len(data) - 1)
        p = len(data) - SHORT - at
        if self.rule.coding.mask.flag:
            p += p % 2 * p  # a code means the same value only at places of the same parity
        if at < 0 or p + self.width > len(data) or data[-self.width - p : -p] != wanted:
            return None
        return Again(verified.heap + len(data) - 1, p)

    def since(self, heap: int) -> tuple[tuple[int, bytes], ...]:
        """Return the stored pairs (anchor, hash) whose anchor is at least `heap`, in ascending order of the anchors."""
        latest = takewhile(lambda item: item[1] >= heap, reversed(self.states.items()))
        return tuple((at, state) for state, at in latest)[::-1]
