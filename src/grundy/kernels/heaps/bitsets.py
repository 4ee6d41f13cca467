"""Compiled functions for subtraction games with long or infinite sets; a set of heaps is an array of bits.

Reference implementation: `sequences.values.plain_subtraction_values`. One pass over the heaps in ascending order finds
all heaps of value v: each heap found blocks those from which it can be reached (Berlekamp, Conway and Guy, "Winning
Ways", 1982, chapter 4). With v = 0 these are the P-positions. If the subtraction set is dense, all heaps that a heap
blocks are marked by one shifted bitset; if it is sparse, they are marked one by one. Bitsets have 64 bits in each word,
so heaps 0 to 64 * words - 1 are examined.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..typed import NUMBER, NUMBERS, VALUES, WORDS, kernel, njit
from .planes import lowest_bit
from .shapes import Numbers, Words

Values = NDArray[np.uint32]


@kernel(NUMBERS, WORDS, WORDS, WORDS, NUMBERS, VALUES, NUMBER, NUMBER, NUMBER)
def layers_kernel(
    takes: Numbers,
    bits: Words,
    done: Words,
    blocked: Words,
    found: Numbers,
    values: Values,
    level: int,
    start: int,
    last: int,
) -> tuple[int, int, int]:
    """Write heaps with their Grundy values: first all heaps of value 0, then those of value 1, and so on.

    The function stops when `found` is full, or when all heaps of values up to `last` are done. With `last` = 0 the
    heaps are the P-positions.

    Args:
        takes: The subtraction set in ascending order.
        bits: The same set as bits if it is dense: bit k is 1 if a move may take k tokens. If it is sparse, no words.
        done: Bit n is 1 if the value of heap n is known, or if there is no heap n.
        blocked: Bit n is 1 if heap n has a move to a heap of value `level`; heap n then has another value.
        found: Receives the heaps.
        values: Receives the value of each of these heaps; it is as long as `found`.
        level: The value whose heaps are being found.
        start: The first heap that may have this value.
        last: The largest value whose heaps are found.

    Returns:
        The numbers to pass as `level` and `start` to the next call, and the number of heaps written. If the second is
        64 * len(done), all heaps are done.
    """
    count, n, end, first = 0, start, 64 * len(done), 0
    while count < len(found):
        n = _next_open(done, blocked, n)
        if n < end:
            found[count], values[count] = n, level
            count += 1
            done[n >> 6] |= np.uint64(1) << np.uint64(n & 63)
            if len(bits):
                _push(bits, blocked, n)
            else:
                for k in takes:
                    if n + k >= end:
                        break
                    blocked[(n + k) >> 6] |= np.uint64(1) << np.uint64((n + k) & 63)
        elif level == last:
            break
        else:
            level += 1
            n = first = _next_open(done, done, first)
            blocked[n >> 6 :] = 0
            if n >= end:
                break
    return level, n, count


@kernel(NUMBERS, VALUES, VALUES, NUMBER)
def stamp_kernel(takes: Numbers, values: Values, stamps: Values, start: int) -> None:
    """Compute `values[start:]` of a subtraction game: mark the values of a heap's options, take the least unmarked.

    Args:
        takes: The subtraction set in ascending order.
        values: The value of each heap; those below `start` must be known.
        stamps: Memory with one number for each possible value.
        start: The first heap whose value is computed.
    """
    many = 0
    for n in range(start, len(values)):
        while many < len(takes) and takes[many] <= n:
            many += 1
        mark = np.uint32(n + 1)
        for i in range(many):
            stamps[values[n - takes[i]]] = mark
        least = 0
        while stamps[least] == mark:
            least += 1
        values[n] = least


@njit(nogil=True)
def _next_open(first: Words, second: Words, n: int) -> int:
    """Return the least heap from n on that is in neither of the bitsets `first` and `second`.

    Both have 64 bits in each word. If there is no such heap, return their length in bits.
    """
    at = n >> 6
    if at >= len(first):
        return 64 * len(first)
    left = ~(first[at] | second[at]) >> np.uint64(n & 63) << np.uint64(n & 63)
    while left == 0:
        at += 1
        if at == len(first):
            return 64 * at
        left = ~(first[at] | second[at])
    return 64 * at + lowest_bit(left)


@njit(nogil=True)
def _push(bits: Words, blocked: Words, n: int) -> None:
    at, shift = n >> 6, np.uint64(n & 63)
    length = min(len(bits), len(blocked) - at)
    if shift == 0:
        target, source = blocked[at : at + length], bits[:length]
        for i in range(length):
            target[i] |= source[i]
        return
    blocked[at] |= bits[0] << shift
    rest = np.uint64(64) - shift
    target, upper, lower = blocked[at + 1 : at + length], bits[1:length], bits[: length - 1]
    for i in range(len(target)):
        target[i] |= (upper[i] << shift) | (lower[i] >> rest)
    if at + length < len(blocked):
        blocked[at + length] |= bits[length - 1] >> rest
