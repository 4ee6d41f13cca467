"""Generates the coded values (codes) of common heaps of an octal game in which many heaps are rare.

Reference implementation: `sequences.values.plain_code_values`. An item (d, g) excludes the code g ^ code(n - d) for
heap n. There is one item for every rare heap and split, and one for every move that leaves one heap.

First, bit planes (see `planes`) exclude most codes for many heaps at once, by those items with d >= 64 that exclude
most. The 16 least codes that are left are the candidates of a heap. Then all items with d >= 64 exclude candidates, in
stages after which 8, 4 and 2 candidates of each heap are kept. Last come the items with d < 64. If one of them excludes
the first candidate of a heap, the heap takes its second one, and the following heaps are checked again. The code of a
heap without candidates is computed by marking the codes of all its options.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from .. import vectors as v
from ..pointers import publish, word_function, words_at
from ..typed import BYTES, INTS, NUMBER, TRUTH, kernel, named, njit, types
from .planes import COVER, REGISTER, cover, draw_planes, lowest_bit
from .planes_ahead import SHARED, covered_ahead
from .shapes import BLOCKS, CANDIDATES, GROUP, IDLE, NONE, Bytes, Covers, Ints, Items, Shared

CODES = 240
"""Codes are below this, so that what they need is below 255 too."""
_TOGETHER = 8
"""Candidates that are compared in one pass over the items."""
_SEEN = 4 * v.LANES
"""Where memory for the codes of one heap begins in the rows of candidates, of which two are left by then."""
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_NO_CANDIDATE = v.every(v.BYTES, NONE)


ITEMS = named(Items, INTS, INTS)


def _lane(address: Any, build: Any, number: int) -> Any:  # no types in llvmlite
    """Write code for the address of row `number` in a table with 64 bytes per row, which begins at `address`."""
    return build.add(address, v.word(64 * number))


def _least(build: Any, left: Any, right: Any) -> Any:
    """Write code for the smaller of two bytes, in every lane of two vectors of bytes.

    Return the vector of the results.
    """
    kind = left.type
    return build.call(v.function(build, f"llvm.umin.v{kind.count}i8", kind, [kind] * 2), [left, right])


def _option(build: Any, heaps: Any, distances: Any, codes: Any, at: Any, kind: Any = v.BYTES) -> Any:
    """Write instructions for the codes (coded values) that one item excludes, for consecutive heaps.

    An item (d, g) excludes the code code(n - d) ^ g for heap n. The result is a vector of the type `kind`, with one
    heap n for every lane. `heaps` is the address of the code of the first heap. The item is at byte `at` of the tables
    `distances` (of d) and `codes` (of g).
    """
    distance = build.sext(v.load(build, build.add(distances, at), v.INT), v.WORD)
    code = v.splat(build, v.load(build, build.add(codes, at), v.INT), kind.count // 4)
    return build.xor(v.load(build, build.sub(heaps, distance), kind), build.bitcast(code, kind))


@word_function(types.void, 3)
def first_candidates(build: Any, covered: Any, codes: Any, out: Any) -> None:
    """Write instructions that list, for each of 64 heaps, the 16 least codes (coded values) not yet excluded.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        covered: The address of the bitsets, one for each code, of the heaps for which this code is excluded.
        codes: The number of codes that are examined: 0, 1, ..., `codes` - 1.
        out: The address of 16 rows of 64 bytes; row k receives the k-th code of every heap, or 255 if there is none.
    """
    for first in range(0, v.LANES, REGISTER):
        _first_of_some(build, build.add(covered, v.word(first // 8)), codes, build.add(out, v.word(first)))


def _first_of_some(build: Any, covered: Any, codes: Any, out: Any) -> None:
    kind = ir.VectorType(v.BYTE, REGISTER)
    found = [v.variable(build, v.every(kind, NONE)) for _ in range(CANDIDATES)]
    code = v.variable(build, v.splat(build, build.trunc(codes, v.BYTE), REGISTER))
    with v.counted(build, codes, "codes") as index:
        this = build.sub(build.load(code), v.every(kind, 1))
        build.store(this, code)
        row = build.mul(build.sub(build.sub(codes, v.word(1)), index), v.word(8 * (BLOCKS + 1)))
        bits = build.not_(v.load(build, build.add(covered, row), ir.IntType(REGISTER)))
        with build.if_then(build.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))):
            free = build.bitcast(bits, ir.VectorType(v.BIT, REGISTER))
            before = [this] + [build.load(place) for place in found]
            for k, place in enumerate(found):
                build.store(build.select(free, before[k], before[k + 1]), place)
    for k, place in enumerate(found):
        v.store(build, build.load(place), _lane(out, build, k))


def _striking(count: int) -> Any:  # no types in numba
    """Make a function that removes those of `count` candidate codes of each of 64 heaps that items exclude.

    A removed candidate is replaced by 255. An item (d, g) excludes the code code(n - d) ^ g for heap n.
    """

    def strike(build: Any, *arguments: Any) -> None:
        for first in range(0, v.LANES, REGISTER):
            some(build, first, *arguments)

    def some(build: Any, first: int, *arguments: Any) -> None:
        heaps, distances, codes, items, rows = arguments
        kind, lanes = ir.VectorType(v.BYTE, REGISTER), v.word(first)
        none, nothing = v.every(kind, NONE), v.every(kind, 0)
        heaps, rows = build.add(heaps, lanes), build.add(rows, lanes)
        candidates = [v.load(build, _lane(rows, build, k), kind) for k in range(count)]
        least = [v.variable(build, none) for _ in candidates]
        with v.counted(build, build.lshr(items, v.word(1)), "items") as index:
            at = build.mul(index, v.word(8))
            one, other = (_option(build, heaps, distances, codes, build.add(at, v.word(k)), kind) for k in (0, 4))
            for candidate, place in zip(candidates, least, strict=True):
                both = _least(build, build.xor(one, candidate), build.xor(other, candidate))
                build.store(_least(build, build.load(place), both), place)
        for k, (candidate, place) in enumerate(zip(candidates, least, strict=True)):
            hit = build.icmp_unsigned("==", build.load(place), nothing)
            v.store(build, build.select(hit, none, candidate), _lane(rows, build, k))

    strike.__name__ = f"strike_{count}"
    return word_function(types.void, 5)(strike)


def _keeping(count: int, kept: int) -> Any:  # no types in numba
    """Make a function that keeps, for each of 64 heaps, the first `kept` of `count` candidate codes that remain.

    A candidate remains if it has not been replaced by 255. The candidates kept are moved to the first rows.
    """

    def keep(build: Any, rows: Any) -> None:
        front = [_NO_CANDIDATE] * kept
        for k in reversed(range(count)):
            candidate = v.load(build, _lane(rows, build, k))
            left = build.icmp_unsigned("!=", candidate, _NO_CANDIDATE)
            front = [build.select(left, *pair) for pair in zip([candidate, *front[:-1]], front, strict=True)]
        for k, candidate in enumerate(front):
            v.store(build, candidate, _lane(rows, build, k))

    keep.__name__ = f"keep_{kept}_of_{count}"
    return word_function(types.void, 1)(keep)


strike_8, strike_4, strike_2 = map(_striking, (8, 4, 2))
keep_8, keep_4, keep_2 = (_keeping(2 * kept, kept) for kept in (8, 4, 2))
order_2 = _keeping(2, 2)


@word_function(types.uint64, 4)
def near_hits(build: Any, heaps: Any, distances: Any, codes: Any, items: Any) -> Any:
    """Write instructions that find which of 64 consecutive heaps have a code (coded value) that cannot be right.

    The code is wrong if an item excludes it, and missing if it is 255. An item (d, g) excludes the code
    code(n - d) ^ g for heap n.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        heaps: The address of the 64 codes.
        distances: The address of the numbers d of the items.
        codes: The address of the numbers g of the items.
        items: The number of items.

    Returns:
        A 64-bit number whose bit i is 1 if the code of heap i is wrong or missing.
    """
    mine = v.load(build, heaps)
    least = v.variable(build, build.xor(mine, _NO_CANDIDATE))
    with v.counted(build, items, "near") as index:
        option = _option(build, heaps, distances, codes, build.mul(index, v.word(4)))
        build.store(_least(build, build.load(least), build.xor(option, mine)), least)
    return build.bitcast(build.icmp_unsigned("==", build.load(least), v.every(v.BYTES, 0)), v.WORD)


COVERS = named(Covers, COVER, COVER)


@kernel(BYTES, NUMBER, NUMBER, NUMBER, COVERS, SHARED, ITEMS, ITEMS, INTS, TRUTH)
def generate(
    codes: Bytes,
    origin: int,
    start: int,
    stop: int,
    plan: Covers,
    shared: Shared,
    far: Items,
    near: Items,
    stages: Ints,
    careful: bool,
) -> int:
    """Compute the values of heaps `start` to `stop - 1`, as if all of them were common.

    Up to GROUP (1984) further values may be written.

    The values are coded: a code is a value without one bit, in one byte. An item (d, g) excludes for heap n the code g
    ^ code(n - d). The code of heap n is the least one that no item excludes.

    Args:
        codes: codes[origin + n] is the code of heap n, or 255 if n is rare or less than 1.
        origin: The index of heap 0 in `codes`, at least GROUP; `codes` also has GROUP unused bytes at the end.
        start: The first heap to compute.
        stop: The heap after the last.
        plan: The items that exclude most codes; they are used first, for 1984 heaps at once.
        shared: The arrays that this thread shares with others.
        far: All items with d of at least 64, in the order in which they are tried.
        near: All items with a smaller d.
        stages: Three even numbers. After so many items of `far`, only 8, 4 and 2 candidate codes are kept for every
            heap.
        careful: Whether every code is computed from all items without shortcuts.

    Returns:
        The first heap whose code was not computed. It is less than `stop` only if the code of this heap is too large.
    """
    rows, base = shared.rows, codes.ctypes.data + origin
    word = plan.near.reach // 64
    draw_planes(base + start - plan.near.reach, plan.near.planes, shared.planes, 0, word)
    group, done = 0, 64
    while start < stop and done == 64:
        covered = shared.covered[covered_ahead(plan.ahead, shared, group)]
        at = shared.planes.ctypes.data + 8 * word
        for y in range(len(plan.near.starts)):
            cover(at, plan.near.offsets.ctypes.data, plan.near.starts[y].ctypes.data, covered[y].ctypes.data)
        for block in range(BLOCKS):
            first_candidates(covered.ctypes.data + 8 * block, len(covered), rows.ctypes.data)
            _strike_out(base + start + 64 * block, far, stages, rows.ctypes.data)
            done = _settle(codes, origin, start + 64 * block, rows, far, near, careful)
            if done < 64:
                start += 64 * block + done
                break
        else:
            draw_planes(base + start, plan.near.planes, shared.planes, word, BLOCKS)
            start += GROUP
            word += BLOCKS
            group += 1
    publish(words_at(shared.marks.ctypes.data), 0, IDLE)
    return start


@njit(nogil=True, inline="always")
def _strike_out(heaps: int, far: Items, stages: Ints, rows: int) -> None:
    distances, codes = far.distances.ctypes.data, far.codes.ctypes.data
    strike_8(heaps, distances, codes, stages[0], rows)
    strike_8(heaps, distances, codes, stages[0], rows + 64 * _TOGETHER)
    keep_8(rows)
    strike_8(heaps, distances + 4 * stages[0], codes + 4 * stages[0], stages[1] - stages[0], rows)
    keep_4(rows)
    strike_4(heaps, distances + 4 * stages[1], codes + 4 * stages[1], stages[2] - stages[1], rows)
    keep_2(rows)
    strike_2(heaps, distances + 4 * stages[2], codes + 4 * stages[2], len(far.codes) - stages[2], rows)
    order_2(rows)


@njit(nogil=True)
def _settle(codes: Bytes, origin: int, heap: int, rows: Bytes, far: Items, near: Items, careful: bool) -> int:
    here = codes.ctypes.data + origin + heap
    for lane in range(64):
        codes[origin + heap + lane] = rows[lane]
    left = _ALL
    while left != np.uint64(0):
        hits = near_hits(here, near.distances.ctypes.data, near.codes.ctypes.data, len(near.codes)) & left
        if careful:
            hits = left
        if hits == np.uint64(0):
            break
        lane = lowest_bit(hits)
        code = rows[v.LANES + lane]
        if careful or code == NONE or rows[lane] == NONE or _is_hit(codes, origin + heap + lane, near, code):
            code = _stamped(codes, origin + heap + lane, far, near, rows[_SEEN : _SEEN + NONE + 1])
            if code == NONE:
                return int(lane)
        codes[origin + heap + lane] = code
        left = left & ((_ALL - np.uint64(1)) << np.uint64(lane))
    return 64


@njit(nogil=True)
def _is_hit(codes: Bytes, place: int, near: Items, code: int) -> bool:
    for k in range(len(near.codes)):
        partner = codes[place - near.distances[k]]
        if partner != NONE and partner ^ np.uint8(near.codes[k]) == code:
            return True
    return False


@njit(nogil=True)
def _stamped(codes: Bytes, place: int, far: Items, near: Items, seen: Bytes) -> int:
    """Return the least code (coded value) that no item excludes for one heap, or 255 if it is not below CODES (240).

    `place` is the index of the heap in `codes`. The items are in `far` and `near`. An item (d, g) excludes code(n - d)
    ^ g for heap n, unless heap n - d is rare. The byte of a rare heap is 255. `seen` is memory for one byte for each
    code.
    """
    seen[:] = 0
    for items in (far, near):
        for k in range(len(items.codes)):
            partner = codes[place - items.distances[k]]
            seen[partner ^ np.uint8(items.codes[k])] |= partner != NONE
    code = 0
    while code < CODES and seen[code]:
        code += 1
    return code if code < CODES else NONE
