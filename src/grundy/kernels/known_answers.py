"""Tests with known answers, which a kernel must pass after it was loaded into memory.

A checksum detects code that was changed. These tests detect code that was loaded wrongly, or that does something else
on this processor. They take microseconds and are not random. A known answer is a checksum of the results of the
reference implementation, and another test computes it again. Search kernels have no test here, because they need a
compiled rule and a component store.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

HEAPS = 128
"""Heaps that are valued, and bits of a bitset."""
SQUARES = [n * n for n in range(1, 12)]
ROWS, COLUMNS = 3, 4


class Question(NamedTuple):
    """The arguments with which a kernel is tested, and the indices of those arguments that the kernel writes."""

    given: tuple[Any, ...]
    written: tuple[int, ...]

    def answer(self, returned: object) -> int:
        """Return a checksum of the value that the kernel returned and of the arguments that it wrote."""
        found = crc32(repr(returned).encode())
        for place in self.written:
            found = crc32(self.given[place].tobytes(), found)
        return found


def _small(*numbers: int, more: int = 0) -> Any:
    return np.array([*numbers, *[0] * more], np.uint32)


def _bits(numbers: list[int]) -> Any:
    return np.frombuffer(sum(1 << n for n in numbers).to_bytes(HEAPS // 8, "little"), np.uint64).copy()


def _turns() -> Any:
    """Return the shared array by which threads that fill a table coordinate, for one thread.

    `boards.ordered_threads_shape` describes the array.
    """
    turns = np.zeros(24, np.int64)
    turns[0], turns[1] = 1, 3
    return turns


def _code() -> Question:
    return Question((_small(0, 7, 7), _small(more=HEAPS), _small(more=4 * HEAPS), 0, False), (1,))  # Kayles


def _layers() -> Question:
    found = np.zeros(HEAPS, np.int64), _small(more=HEAPS)
    return Question((np.array(SQUARES), _bits(SQUARES), _bits([]), _bits([]), *found, 0, 0, HEAPS), (4, 5))


def _stamps() -> Question:
    return Question((np.array(SQUARES), _small(more=HEAPS), _small(more=len(SQUARES) + 2), 0), (1,))


def _parts() -> Question:
    masks = np.zeros(HEAPS, np.uint8)
    masks[[k - 1 for k in SQUARES]] = 1
    return Question((np.zeros((1, 2), np.int64), masks, _small(more=HEAPS), _small(more=2 * HEAPS), 0, 0, HEAPS), (2,))


def _sparse() -> Question:
    kinds = np.array([n & 1 for n in range(4 * HEAPS)], np.uint8)
    digits, splits, values = np.array([0, 7, 7]), np.array([1, 2]), np.zeros(HEAPS, np.uint16)
    memory = (
        np.zeros(HEAPS, np.int64),
        np.zeros(HEAPS, np.uint16),
        0,
        _small(more=4 * HEAPS),
        np.zeros(4 * HEAPS, np.int64),
    )
    return Question((digits, splits, values, 1, kinds, 0, 0, *memory), (2,))


def _diagrams() -> Question:
    table = np.zeros(comb(ROWS + COLUMNS, ROWS), np.uint8)
    sums = np.array([[comb(c + q, q) - 1 for c in range(COLUMNS + 1)] for q in range(ROWS + 1)])
    words = np.zeros(2 * ROWS + COLUMNS + 1 + 258, np.int64)
    return Question((table, 1, len(table), ROWS, COLUMNS, sums, words, _turns(), 0, 1), (0,))


KNOWN: dict[str, tuple[Callable[[], Question], int]] = {
    "heaps.candidates.code_kernel": (_code, 0x00F0EC0C),
    "heaps.bitsets.layers_kernel": (_layers, 0xC12EDC84),
    "heaps.bitsets.stamp_kernel": (_stamps, 0x7CB8BD46),
    "heaps.stamps.stamp_heaps": (_parts, 0xE18CB066),
    "heaps.sparse.sparse_kernel": (_sparse, 0xB3534344),
    "boards.ranked_table.fill": (_diagrams, 0x0165AA86),
}
"""Kernels -> a question, and the checksum of its answer."""


def gives_known_answer(name: str, call: Callable[..., Any]) -> bool:
    """Return whether a kernel passes its test with a known answer; True if there is no test for it.

    Args:
        name: The name of the kernel with its module, such as "boards.ranked_table.fill".
        call: A function that calls the kernel with given arguments.

    Returns:
        False only if a test gives a wrong result.
    """
    if name not in KNOWN:
        return True
    ask, answer = KNOWN[name]
    question = ask()
    return question.answer(call(*question.given)) == answer
