"""Chooses the options that exclude most coded values (codes) of known heaps; the choice affects only the time.

Each step chooses the option with the largest gain. The gain of an option can only become less, so an old count is an
upper bound, and few counts have to be repeated (M. Minoux, "Accelerated greedy algorithms for maximizing submodular set
functions", 1978).
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from .. import vectors as v
from ..pointers import word_function
from ..typed import BYTES, NUMBER, NUMBERS, WORDS, kernel, njit, types
from .planes import plane_word
from .shapes import Bytes, Numbers, Words


@word_function(types.int64, 3)
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


@kernel(BYTES, NUMBERS, NUMBERS, BYTES, NUMBER, WORDS, NUMBERS, types.uint64[:, ::1], WORDS, NUMBERS, NUMBERS)
def choose_cover(
    codes: Bytes,
    places: Numbers,
    distances: Numbers,
    wanted: Bytes,
    least: int,
    missing: Words,
    live: Numbers,
    hits: Words,
    left: Words,
    gains: Numbers,
    chosen: Numbers,
) -> int:
    """Choose options greedily, so that most heaps that need a code (a coded value) have one with this code.

    Option (d, g) of heap n has the code code(n - d) ^ g. It has the code c if heap n - d has the code c ^ g. Each step
    chooses the option with the most heaps in `missing` and removes them from `missing`, until no option has at least
    `least` of these heaps. The options are chosen from the first `len(hits)`, then from the next ones, and so on.

    Args:
        codes: The code of each heap.
        places: For each group of 64 consecutive heaps, the index in `codes` of the first heap.
        distances: The number d of each option.
        wanted: The number c ^ g of each option.
        least: The least number of heaps of a chosen option.
        missing: One word for each group: bit i is 1 if heap i needs the code but no chosen option has it.
        live: Memory for one number for each group.
        hits: Memory for the heaps that have the code, with one row for each option that is compared. The length of the
            rows is the number of groups, rounded up to a multiple of eight.
        left: Memory for one such row.
        gains: Memory for one number for each row.
        chosen: Receives the indices of the chosen options.

    Returns:
        The number of chosen options.
    """
    count, row = 0, hits.shape[1] * 8
    for begin in range(0, len(distances), len(hits)):
        number, options = 0, min(len(hits), len(distances) - begin)
        left[:] = 0
        for i in range(len(missing)):
            if missing[i] != 0:
                live[number], left[number] = i, missing[i]
                number += 1
        rows = (number + 7) // 8
        for k in range(options):
            for i in range(number):
                at = codes.ctypes.data + places[live[i]] - distances[begin + k]
                hits[k, i] = plane_word(at, wanted[begin + k])
            gains[k] = common_bits(hits.ctypes.data + k * row, left.ctypes.data, rows)
        some = _greedy(hits[:options], left[: 8 * rows], least, gains, chosen[count:])
        for k in range(count, count + some):
            chosen[k] += begin
        count += some
        for i in range(number):
            missing[live[i]] = left[i]
    return count


@njit(nogil=True)
def _greedy(hits: Words, left: Words, least: int, gains: Numbers, chosen: Numbers) -> int:
    """Choose options greedily, write their indices to `chosen`, and return their number.

    Row k of `hits` is the set of heaps for which option k has the wanted code, as a bitset. gains[k] is the number of
    these heaps in `left`, the set of heaps that need the code. Each step chooses the option with the most heaps in
    `left` and removes them from `left`. It stops when no option has at least `least`.
    """
    rows, row, count = left.size // 8, hits.shape[1] * 8, 0
    while True:
        best = 0  # without `np.argmax`, whose error for an empty array has the path of numba in the compiled code
        for k in range(1, len(hits)):
            if gains[k] > gains[best]:
                best = k
        if gains[best] < least:
            return count
        known, gains[best] = gains[best], common_bits(hits.ctypes.data + best * row, left.ctypes.data, rows)
        if gains[best] == known:
            chosen[count] = best
            count += 1
            gains[best] = 0
            for i in range(left.size):
                left[i] &= ~hits[best, i]
