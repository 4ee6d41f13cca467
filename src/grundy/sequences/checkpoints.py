"""Stores a few short pieces of a long sequence of Grundy values, from which any interval can be computed again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from .few_course import Kernels

Codes = NDArray[np.uint8]
Values = NDArray[np.uint16]

FIRST_SPACING = 1 << 24
"""The initial number of heaps between two checkpoints."""
MOST_BYTES = 1 << 26
"""The largest size of all checkpoints together; if it is exceeded, every other one is dropped."""


class Checkpoints:
    """Stored parts of a long sequence of Grundy values, from which any interval can be computed again.

    The values of the first heaps are all stored. After them only some windows are stored: the values of consecutive
    heaps, each coded in one byte (see `Coding`), from which the following values can be computed.

    Args:
        kernels: The compiled functions that compute the values of further heaps from those before them.
        values: The exact values of heaps 0, 1, ... They must include all heaps before `FewRares.start`, from which on
            these functions compute values.
    """

    def __init__(self, kernels: Kernels, values: Values) -> None:
        self.kernels, self.values = kernels, values[: kernels.rule.start]
        self.codes = kernels.rule.coding.encode(self.values)
        self.heaps = [kernels.rule.start]
        self.windows = [self.codes[-kernels.reach :].copy()]
        self.spacing = FIRST_SPACING

    def offer(self, heap: int, codes: Codes) -> bool:
        """Store the coded values just before a heap as a window, unless the previous window is too near.

        Args:
            heap: The heap.
            codes: The coded values before it, of which the last `kernels.reach` are stored.

        Returns:
            Whether they were stored. They are not if the previous window ends fewer than `spacing` heaps earlier, or if
            `codes` has fewer than `kernels.reach` values.
        """
        if heap - self.heaps[-1] < self.spacing or len(codes) < self.kernels.reach:
            return False
        self.keep(heap, codes[-self.kernels.reach :].copy())
        return True

    def keep(self, heap: int, window: Codes) -> None:
        """Store the coded values just before a heap as a window (see `Checkpoints`).

        If the memory limit is exceeded, every second earlier window is dropped.

        Args:
            heap: The heap after the window.
            window: The coded values.
        """
        self.heaps.append(heap)
        self.windows.append(window)
        if len(self.heaps) * self.kernels.reach > MOST_BYTES:
            self.spacing *= 2  # the last one is kept
            self.heaps[:-1], self.windows[:-1] = self.heaps[:-1:2], self.windows[:-1:2]

    def values_of(self, low: int, high: int) -> Values:
        """Return the Grundy values of an interval of heaps.

        The values of the first heaps are stored; later heaps are assumed to be common, not rare (see `FewRares`).

        Args:
            low: The first heap.
            high: The heap after the last.

        Returns:
            The values.
        """
        known = self.values[low:high]
        if high <= len(self.values):
            return known
        begin = max(low, len(self.values))
        later = self.kernels.rule.coding.decode(self.codes_of(begin, high), begin)
        return np.concatenate([known, later])

    def codes_of(self, low: int, high: int) -> Codes:
        """Compute the coded values of an interval again, from the last stored window before it.

        Args:
            low: The first heap.
            high: The heap after the last.

        Returns:
            The values, coded in bytes.
        """
        from ..kernels.heaps.few_generate import SLACK

        at = bisect_right(self.heaps, low) - 1
        heap, window = self.heaps[at], self.windows[at]
        reach, step = len(window), self.kernels.chunk(1 << 18)
        buffer = np.zeros(reach + step + SLACK, np.uint8)
        buffer[:reach] = window
        codes = np.empty(high - low, np.uint8)
        while heap < high:
            self.kernels.generate(int(buffer.ctypes.data) + reach, step)
            begin, end = max(low, heap), min(high, heap + step)
            if begin < end:
                codes[begin - low : end - low] = buffer[reach + begin - heap : reach + end - heap]
            buffer[:reach] = buffer[step : step + reach].copy()
            heap += step
        return codes

    def history(self, heap: int) -> Codes:
        """Return the coded values of the last `kernels.history` heaps before `heap`.

        They are all that is needed to compute and verify the values from `heap` on.
        """
        low = heap - self.kernels.history
        seed = self.codes[low:heap]
        begin = max(low, len(self.codes))
        return np.concatenate([seed, self.codes_of(begin, heap)]) if heap > begin else seed


class LongValues(Sequence[int]):
    """The Grundy values of heaps 0 to `length` - 1 as a sequence; most are not stored but computed again when read."""

    def __init__(self, checkpoints: Checkpoints, length: int) -> None:
        self._checkpoints, self._length = checkpoints, length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...

    def __getitem__(self, place: int | slice) -> int | tuple[int, ...]:

        if isinstance(place, slice):
            heaps = range(self._length)[place]
            low, high = sorted((heaps[0], heaps[-1])) if heaps else (0, -1)
            return tuple(self._checkpoints.values_of(low, high + 1).tolist()[:: heaps.step])
        heap = place + self._length if place < 0 else place
        if not 0 <= heap < self._length:
            raise IndexError(place)
        return int(self._checkpoints.values_of(heap, heap + 1)[0])
