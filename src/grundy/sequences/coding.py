"""Codes of Grundy values in one byte: one bit of a value is omitted, because it can be computed from the other bits.

A mask divides values into common and rare ones by the parity of the bits of value & mask (see `Mask`). If it is known
whether a value is common, the lowest bit b of the mask can be omitted. The code of the value is the value without this
bit. (Here a code is a number, not the name of a game such as 0.77.)

Two different values that are both common, or both rare, still have different codes in the same order. For if b were the
highest bit in which they differ, exactly one of them would be common. The exclusive or of two codes is the code of the
exclusive or. So the least common value that is not excluded has the least code that is not excluded, and the codes take
half the space of the values. Sources: the programs of A. Flammenkamp; J. P. Grossman, "Searching for periodicity in
Officers", 2019.
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
"""The number of codes in a byte; values below twice this number have one."""


@dataclass(frozen=True)
class Coding:
    """Converts Grundy values to coded values (codes) and back, for one mask.

    For each heap, the mask divides the possible values into two types, common and rare (see `Mask`). The code of a
    value is the value without one bit, which can be recovered because the type of the value is known.
    """

    mask: Mask

    @cached_property
    def bit(self) -> int:
        """The index of the omitted bit: the lowest bit of the mask."""
        return (self.mask.bits & -self.mask.bits).bit_length() - 1

    def encode(self, values: Values) -> Codes:
        """Return the codes of some values, one byte each; all values must be below 512."""
        low = values & np.uint16((1 << self.bit) - 1)
        return (low | (values >> np.uint16(self.bit + 1)) << np.uint16(self.bit)).astype(np.uint8)

    def decode(self, codes: Codes, heap: int) -> Values:
        """Return the values of consecutive common heaps from their codes.

        Args:
            codes: The codes of these heaps, in order.
            heap: The first of these heaps.

        Returns:
            The values.
        """
        pairs = len(codes) // 2 if codes.flags.c_contiguous else 0
        values = np.empty(len(codes), np.uint16)
        if pairs:
            table = self._pairs[heap & 1]
            np.take(table, codes[: 2 * pairs].view(np.uint16), out=values[: 2 * pairs].view(np.uint32), mode="clip")
        for place in range(2 * pairs, len(codes)):
            values[place] = self.value(int(codes[place]), heap + place)
        return values

    def value(self, code: int, heap: int) -> int:
        """Return the value of common type whose code is `code`.

        Args:
            code: The code.
            heap: The heap, whose parity may decide the type.

        Returns:
            The value.
        """
        low = code & (1 << self.bit) - 1
        value = low | code >> self.bit << self.bit + 1
        odd = (value & self.mask.bits).bit_count() & 1
        return value if odd == self.common(heap) else value | 1 << self.bit

    def common(self, heap: int) -> int:
        """Return 1 if the common values v of a heap are those with an odd number of 1 bits in v & mask, else 0."""
        return 1 ^ (self.mask.flag & (heap - self.mask.tau) & 1)

    def needs(self, heap: int, codes: int) -> list[int]:
        """Return, for each code of a common value v, the set of the codes of all rare values below v.

        A heap has the value v only if all these rare values are values of its options. Each set consists of all codes
        below some multiple of 2^`bit`.

        Args:
            heap: The heap for which values are common or rare; only its parity matters.
            codes: The number of codes for which sets are returned: 0, 1, ..., `codes` - 1.

        Returns:
            The set for each code, as a number whose bit i is 1 if code i is in the set.
        """
        sets = []
        for code in range(codes):
            value = self.value(code, heap)
            step = (code >> self.bit) + (value >> self.bit & 1)
            sets.append((1 << (step << self.bit)) - 1)
        return sets

    def common_heaps(self, values: Values) -> NDArray[np.bool_]:
        """Return for each of the heaps 0, 1, ... whether its value is of common type; heap 0 never counts as common."""
        common = np.ones(len(values), np.bool_)
        common[self.mask.rares(values)] = False
        common[:1] = False
        return common

    @cached_property
    def _pairs(self) -> list[NDArray[np.uint32]]:
        """Two tables that decode the codes of two consecutive heaps at once.

        The first table is for pairs that begin with an even heap, the second for those that begin with an odd one. The
        two codes, read as one 16-bit number, are the index in a table. The number found there consists of the two
        values of 16 bits. The byte order is that of the machine.
        """
        even, odd = (np.array([self.value(c, heap) for c in range(BYTE_CODES)], np.uint16) for heap in (0, 1))
        codes = np.arange(1 << 16, dtype=np.uint16).view(np.uint8).reshape(-1, 2)
        tables = []
        for first, second in ((even, odd), (odd, even)):
            values = np.stack([first[codes[:, 0]], second[codes[:, 1]]], axis=1)
            tables.append(np.ascontiguousarray(values).view(np.uint32).ravel())
        return tables


def lanes_for(top: int) -> int | None:
    """Return the number of bits, 16, 32 or 64, of an integer that represents a set of coded values (codes).

    Bit c of the integer is 1 if code c is in the set. `top` is the largest code known so far. It must be below 7/8 of
    the number of bits, so that larger codes fit too. The result is None if 64 bits do not suffice.
    """
    return next((bits for bits in (16, 32, 64) if top < bits - bits // 8), None)
