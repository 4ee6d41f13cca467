"""Codes of values: under a mask, the type of a value gives one of its bits back, so that bit is left out.

Let b be the lowest bit of the mask. Without it two values of one type still differ and keep their
order (if b were the highest bit in which they differ, they would differ in type as no lower bit counts), and
exclusive or commutes with leaving it out. So the least free value of common type has the least free code, and windows
of the sequence take half the room (SEQUENCES in the literature: Flammenkamp's programs, Grossman 2019).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .sparse import Mask

Codes = NDArray[np.uint8]
Values = NDArray[np.uint16]

BYTE_CODES = 256
"""Codes are bytes: values below twice this have one."""


@dataclass(frozen=True)
class Coding:
    """The codes under one mask."""

    mask: Mask

    @cached_property
    def bit(self) -> int:
        """The bit that is left out: the lowest of the mask."""
        return (self.mask.bits & -self.mask.bits).bit_length() - 1

    def encode(self, values: Values) -> Codes:
        """Return the codes of values below 512."""
        low = values & np.uint16((1 << self.bit) - 1)
        return (low | (values >> np.uint16(self.bit + 1)) << np.uint16(self.bit)).astype(np.uint8)

    def decode(self, codes: Codes, heap: int) -> Values:
        """Return the values of consecutive common heaps from `heap` on."""
        pairs = len(codes) // 2 if codes.flags.c_contiguous else 0
        values = np.empty(len(codes), np.uint16)
        if pairs:
            found = self._pairs[heap & 1]
            np.take(found, codes[: 2 * pairs].view(np.uint16), out=values[: 2 * pairs].view(np.uint32), mode="clip")
        for place in range(2 * pairs, len(codes)):
            values[place] = self.value(int(codes[place]), heap + place)
        return values

    def value(self, code: int, heap: int) -> int:
        """Return the value of common type at `heap` that has a code."""
        low = code & (1 << self.bit) - 1
        value = low | code >> self.bit << self.bit + 1
        odd = (value & self.mask.bits).bit_count() & 1
        return value if odd == self.common(heap) else value | 1 << self.bit

    def common(self, heap: int) -> int:
        """Return the parity of value & mask that is of common type at `heap`."""
        return 1 ^ (self.mask.flag & (heap - self.mask.tau) & 1)

    def needs(self, heap: int, codes: int) -> list[int]:
        """Return for every code of common type at `heap` the set of the codes of all smaller values of rare type.

        Values below one whose code is e have codes up to e; of the values of the other type below it these are
        exactly the codes below a multiple of 2^bit. A set is a number with one bit for each code.
        """
        found = []
        for code in range(codes):
            value = self.value(code, heap)
            step = (code >> self.bit) + (value >> self.bit & 1)
            found.append((1 << (step << self.bit)) - 1)
        return found

    def common_heaps(self, values: Values) -> NDArray[np.bool_]:
        """Return which of the heaps 0, 1, ... are common; heap 0 is not."""
        common = np.ones(len(values), np.bool_)
        common[self.mask.rares(values)] = False
        common[:1] = False
        return common

    @cached_property
    def _pairs(self) -> list[NDArray[np.uint32]]:
        """The values of every pair of codes, read as one number, at two heaps of which the first is even, or odd."""
        even, odd = (np.array([self.value(c, heap) for c in range(BYTE_CODES)], np.uint16) for heap in (0, 1))
        codes = np.arange(1 << 16, dtype=np.uint16).view(np.uint8).reshape(-1, 2)
        tables = []
        for first, second in ((even, odd), (odd, even)):
            values = np.stack([first[codes[:, 0]], second[codes[:, 1]]], axis=1)
            tables.append(np.ascontiguousarray(values).view(np.uint32).ravel())
        return tables


def lanes_for(top: int) -> int | None:
    """Return how many codes a set must hold, 16, 32 or 64, when the largest so far is `top`; None: too many."""
    return next((bits for bits in (16, 32, 64) if top < bits - bits // 8), None)
