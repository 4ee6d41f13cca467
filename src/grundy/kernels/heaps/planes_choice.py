"""Chooses the options that exclude most coded values (codes) of known heaps; the choice affects only the time.

Each step chooses the option with the largest gain. The gain of an option can only become less, so an old count is an
upper bound, and few counts have to be repeated (M. Minoux, "Accelerated greedy algorithms for maximizing submodular set
functions", 1978).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from .. import vectors as v
from ..pointers import word_function
from ..typed import BYTES, NUMBER, NUMBERS, WORDS, kernel, njit, types
from .planes import plane_word
from .shapes import NONE, Bytes, Numbers, Words

Weights = NDArray[np.float32]

FADING = np.float32(0.75)
"""What a candidate loses of its weight when it is struck out."""
TOGETHER = 512
"""Options that are compared with each other."""


@word_function(types.intp, 3)
def common_bits(build: Any, left: Any, right: Any, rows: Any) -> Any:  # no types in llvmlite
    """Write instructions that count the bits which are 1 in both of two bitsets.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        left: The address of one bitset.
        right: The address of the other bitset.
        rows: The length of each bitset in units of 64 bytes.

    Returns:
        The number of bits.
    """
    kind = ir.VectorType(v.WORD, 8)
    sums = v.variable(build, v.every(kind, 0))
    with v.counted(build, rows, "rows") as index:
        first, second = (v.load(build, build.add(area, build.mul(index, v.word(64))), kind) for area in (left, right))
        build.store(build.add(build.load(sums), v.population(build, build.and_(first, second))), sums)
    total = build.load(sums)
    return build.call(v.function(build, "llvm.vector.reduce.add.v8i64", v.WORD, [kind]), [total])


@kernel(BYTES, NUMBERS, BYTES, NUMBER, NUMBERS, BYTES, NUMBER, WORDS)
def choose_cover(
    codes: Bytes,
    places: Numbers,
    limits: Bytes,
    code: int,
    distances: Numbers,
    partners: Bytes,
    least: int,
    missing: Words,
) -> Numbers:
    """Choose options that together have a given code (a coded value) for most of the training heaps that need it.

    Option (d, g) of heap n has the code code(n - d) ^ g. A heap with code c needs all codes below limits[c] as options.
    The options are chosen greedily from the first 512, then from the next 512, and so on.

    Args:
        codes: The code of each heap.
        places: For each group of 64 consecutive training heaps, the index in `codes` of the first heap.
        limits: For each code c of a heap, the number of codes 0, 1, ... that it needs.
        code: The code that the chosen options must have.
        distances: The number d of each option.
        partners: The number g of each option.
        least: The least number of heaps for which a chosen option must have the code when no earlier one has it.
        missing: Receives one word per group: bit i is 1 if heap i needs the code but no chosen option has it.

    Returns:
        The indices of the chosen options.
    """
    chosen = np.empty(len(distances), np.int64)
    count = 0
    for i in range(len(places)):
        missing[i] = _needing(codes, places[i], limits, code)
    for begin in range(0, len(distances), TOGETHER):
        live = np.nonzero(missing)[0]
        if len(live) == 0:
            break
        end = min(begin + TOGETHER, len(distances))
        left = np.zeros((len(live) + 7) // 8 * 8, np.uint64)
        for i in range(len(live)):  # assigning slices would cost three more seconds of compilation
            left[i] = missing[live[i]]
        hits = np.zeros((end - begin, len(left)), np.uint64)  # in whole rows of eight words
        for k in range(begin, end):
            for i in range(len(live)):
                at = codes.ctypes.data + places[live[i]] - distances[k]
                hits[k - begin, i] = plane_word(at, partners[k] ^ np.uint8(code))
        for best in _greedy(hits, left, least):
            chosen[count] = begin + best
            count += 1
        for i in range(len(live)):
            missing[live[i]] = left[i]
    return chosen[:count]


@njit(nogil=True)
def _greedy(hits: Words, left: Words, least: int) -> Numbers:
    """Choose options greedily, and return their indices.

    Row k of `hits` is the set of heaps for which option k has the wanted code, as a bitset; `left` is the set of heaps
    that need the code. Each step chooses the option with the most heaps in `left` and removes them from `left`. It
    stops when no option has at least `least`.
    """
    rows, row = left.size // 8, hits.shape[1] * 8
    gains = np.zeros(len(hits), np.int64)
    base, other = hits.ctypes.data, left.ctypes.data
    for k in range(len(hits)):
        gains[k] = common_bits(base + k * row, other, rows)
    chosen = np.empty(len(hits), np.int64)
    count = 0
    while True:
        best = 0  # without `np.argmax`, whose error for an empty array has the path of numba in the compiled code
        for k in range(1, len(gains)):
            if gains[k] > gains[best]:
                best = k
        if gains[best] < least:
            return chosen[:count]
        known, gains[best] = gains[best], common_bits(base + best * row, other, rows)
        if gains[best] == known:
            chosen[count] = best
            count += 1
            gains[best] = 0
            for i in range(left.size):
                left[i] &= ~hits[best, i]


@kernel(BYTES, NUMBERS, BYTES, NUMBER, NUMBERS, BYTES, WORDS)
def uncovered(
    codes: Bytes, places: Numbers, limits: Bytes, code: int, distances: Numbers, partners: Bytes, missing: Words
) -> None:
    """Find the heaps that need a code (a coded value) which none of the given options has.

    Option (d, g) of heap n has the code code(n - d) ^ g.

    Args:
        codes: The code of each heap.
        places: For each group of 64 consecutive heaps, the index in `codes` of the first heap.
        limits: For each code c of a heap, the number of codes 0, 1, ... that it needs.
        code: The code that heaps may need.
        distances: The number d of each option.
        partners: The number g of each option.
        missing: Receives one word per group: bit i is 1 if heap i needs the code but no option has it.
    """
    for i in range(len(places)):
        missing[i] = _needing(codes, places[i], limits, code)
        for k in range(len(distances)):
            missing[i] &= ~plane_word(codes.ctypes.data + places[i] - distances[k], partners[k] ^ np.uint8(code))


@kernel(BYTES, NUMBERS, BYTES, NUMBERS, BYTES)
def choose_order(codes: Bytes, places: Numbers, wanted: Bytes, distances: Numbers, partners: Bytes) -> Numbers:
    """Order options so that trying them in this order soon excludes most wrong codes (coded values) of heaps.

    Option (d, g) excludes the code code(n - d) ^ g for heap n. The order is found from a sample of candidates, that is,
    of heaps with a code each. A candidate that an earlier option excludes still counts, with less weight, so that the
    order also suits heaps outside the sample.

    Args:
        codes: The code of each heap.
        places: For each candidate, the index of its heap in `codes`.
        wanted: For each candidate, its code.
        distances: The number d of each option.
        partners: The number g of each option.

    Returns:
        The indices of the options in this order.
    """
    items = len(distances)
    hits = np.zeros((items, len(places)), np.float32)
    weights = np.ones(len(places), np.float32)
    gains = np.zeros(items, np.float32)
    for k in range(items):
        for i in range(len(places)):
            hits[k, i] = codes[places[i] - distances[k]] ^ partners[k] == wanted[i]
        gains[k] = hits[k].sum()
    order = np.empty(items, np.int64)
    count = 0
    while count < items:
        best = np.argmax(gains)
        known, gains[best] = gains[best], _weight(hits[best], weights)
        if gains[best] == known:
            order[count] = best
            gains[best] = -1
            for i in range(len(weights)):
                weights[i] *= 1 - FADING * hits[best, i]
            count += 1
    return order


@njit(nogil=True, fastmath=True)
def _weight(hits: Weights, weights: Weights) -> np.float32:
    total = np.float32(0)
    for i in range(len(hits)):
        total += hits[i] * weights[i]
    return total


@kernel(BYTES, NUMBERS, BYTES, NUMBERS, BYTES)
def struck_out(codes: Bytes, places: Numbers, wanted: Bytes, distances: Numbers, partners: Bytes) -> Numbers:
    """Return, for every candidate (a heap with a possible code), how many options are tried before one excludes it.

    Option (d, g) excludes the code code(n - d) ^ g for heap n.

    Args:
        codes: The code of each heap.
        places: For each candidate, the index of its heap in `codes`.
        wanted: For each candidate, its code.
        distances: The number d of each option, in the order in which the options are tried.
        partners: The number g of each option.

    Returns:
        One number per candidate; the number of all options if none excludes it.
    """
    struck = np.full(len(places), len(distances), np.int64)
    for i in range(len(places)):
        for k in range(len(distances)):
            if codes[places[i] - distances[k]] ^ partners[k] == wanted[i]:
                struck[i] = k
                break
    return struck


@njit(nogil=True)
def _needing(codes: Bytes, place: int, limits: Bytes, code: int) -> np.uint64:
    word = np.uint64(0)
    for lane in range(64):
        heap = codes[place + lane]
        word |= np.uint64(heap != NONE and code < limits[heap]) << np.uint64(lane)
    return word
