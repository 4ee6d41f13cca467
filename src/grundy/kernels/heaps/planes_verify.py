"""Verifies the values of an octal game with many rare heaps.

Every value of rare type that is less than a heap's own value must be the value of an option of this heap. Values are
coded as bytes (codes). For most heaps, bit planes (see `planes`) find options with these codes, among the splits into
two common heaps of which one is small. For the codes that remain, all splits of a heap are searched, 64 at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import vectors as v
from ..pointers import word_function
from ..typed import BYTES, NUMBER, NUMBERS, TRUTH, WORDS, kernel, njit, types
from .planes import COVER, comparing, cover, draw_planes, lowest_bit
from .planes_ahead import SHARED, assist
from .shapes import BLOCKS, GROUP, NONE, Bytes, Cover, Numbers, Shared, Words

DEPTH = 1 << 14
"""Blocks of 64 splits that are tried for one code before it is left to `has_split`."""


greater_word = comparing(">")


@word_function(NUMBER, 4)
def blocks_without(build: Any, small: Any, large: Any, blocks: Any, code: Any) -> Any:  # no types in llvmlite
    """Write instructions that search the splits of a heap for a given coded value (code), 64 splits at a time.

    Split i, counted from 0, leaves two heaps whose codes are at the addresses small + i and large - i. Its code is the
    nim-sum of both. Splits with a rare heap, whose byte is 255, are ignored.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        small: The address of the code of the smaller heap in split 0.
        large: The address of the code of the larger heap in split 0.
        blocks: The number of blocks of 64 splits.
        code: The code to search for.

    Returns:
        The index of the first block that has a split with this code, or `blocks` if there is none.
    """
    wanted = v.splat(build, build.trunc(code, v.BYTE))
    none = v.every(v.BYTES, NONE)
    done = v.variable(build, v.word(0))
    head, body, check, last = (build.append_basic_block(f"pairs.{part}") for part in ("head", "body", "check", "last"))
    build.branch(head)
    build.position_at_end(head)
    at = build.load(done)
    build.cbranch(build.icmp_signed("<", at, blocks), body, last)
    build.position_at_end(body)
    offset = build.mul(at, v.word(64))
    left = v.load(build, build.add(small, offset))
    right = v.load(build, build.sub(build.sub(large, offset), v.word(63)))
    right = v.shuffle(build, right, right, range(63, -1, -1))
    equal = build.icmp_unsigned("==", build.xor(left, right), wanted)
    build.store(build.add(at, v.word(1)), done)
    build.cbranch(build.icmp_unsigned("==", build.bitcast(equal, v.WORD), v.word(0)), head, check)
    build.position_at_end(check)
    common = build.and_(build.icmp_unsigned("!=", left, none), build.icmp_unsigned("!=", right, none))
    hit = build.icmp_unsigned("!=", build.bitcast(build.and_(equal, common), v.WORD), v.word(0))
    build.store(build.select(hit, at, build.add(at, v.word(1))), done)
    build.cbranch(hit, last, head)
    build.position_at_end(last)
    return build.load(done)


@kernel(
    *(BYTES, NUMBER, NUMBER, NUMBER, BYTES, COVER, NUMBERS, types.int64[:, ::1], COVER, SHARED),
    *(types.uint64[:, ::1], BYTES, WORDS),
)
def verify(
    codes: Bytes,
    origin: int,
    start: int,
    stop: int,
    limits: Bytes,
    plan: Cover,
    splits: Numbers,
    missing: Numbers,
    ahead: Cover,
    shared: Shared,
    planes: Words,
    needed: Bytes,
    covered: Words,
) -> tuple[int, int]:
    """Check that heaps `start` to `stop - 1` have splits with all the coded values (codes) that they need.

    A heap with code c needs a split into two common heaps with each of the codes below limits[c]. Between the checks
    the function also does a part of the work on a later block of heaps, which another thread generates (see
    `planes_ahead`).

    Args:
        codes: The code of each heap, with as many unused bytes at both ends as `generate` requires.
        origin: The index of heap 0 in `codes`.
        start: The first heap to check.
        stop: The heap after the last one. There may be at most as many heaps as the planes of `plan` contain.
        limits: For each code c of a heap, the number of codes 0, 1, ... that it needs.
        plan: The splits that are tried first, for 1984 heaps at once.
        splits: The numbers of tokens that a move may take and leave two heaps.
        missing: Receives rows (heap, needed code), if no split with this code was found among the first 64 * DEPTH.
        ahead: The options by which the later block is prepared.
        shared: The arrays that this thread shares with the one that generates the later block.
        planes: Memory for the planes of `plan`, one row for each.
        needed: Memory for one byte for each heap of a group.
        covered: Memory for the bitset of a group, `BLOCKS` + 1 words.

    Returns:
        The number of rows written, and the first heap not checked: `stop` unless `missing` was nearly full.
    """
    base = codes.ctypes.data + origin
    count = 0
    word = plan.reach // 64
    draw_planes(base + start - plan.reach, plan.planes, planes, 0, word)
    while start < stop:
        assist(ahead, shared)
        draw_planes(base + start, plan.planes, planes, word, BLOCKS)
        needed[:] = 0
        most = 0
        for k in range(min(GROUP, stop - start)):
            needed[k] = limits[codes[origin + start + k]]
            most = max(most, needed[k])
        for y in range(most):
            covered[:] = 0
            if y < len(plan.starts):
                at = planes.ctypes.data + 8 * word
                cover(at, plan.offsets.ctypes.data, plan.starts[y].ctypes.data, covered.ctypes.data)
            for block in range(BLOCKS):
                left = greater_word(needed.ctypes.data + 64 * block, y) & ~covered[block]
                while left != np.uint64(0):
                    heap = start + 64 * block + lowest_bit(left)
                    left &= left - np.uint64(1)
                    if not _near_split(base, heap, y, splits):
                        missing[count, 0], missing[count, 1] = heap, y
                        count += 1
        start += GROUP
        word += BLOCKS
        if count > len(missing) - GROUP * NONE:
            break
    return count, min(start, stop)


@njit(nogil=True)
def _near_split(base: int, heap: int, code: int, splits: Numbers) -> bool:
    for k in range(len(splits)):
        rest = heap - splits[k]
        blocks = min((rest - 1) // 2 // 64, DEPTH)
        if blocks_without(base + 1, base + rest - 1, blocks, code) < blocks:
            return True
    return False


@kernel(BYTES, NUMBER, NUMBER, NUMBER, NUMBERS, TRUTH)
def has_split(codes: Bytes, origin: int, heap: int, code: int, splits: Numbers, distinct: bool) -> bool:
    """Return whether a heap has a split into two common heaps with a given coded value (code).

    Args:
        codes: codes[origin + n] is the code of heap n, or 255 if n is rare.
        origin: The index of heap 0 in `codes`.
        heap: The heap to split.
        code: The code to search for: the nim-sum of the codes of the two heaps.
        splits: The numbers of tokens that a move may take and leave two heaps.
        distinct: Whether the two heaps must differ.

    Returns:
        Whether there is such a split.
    """
    base = codes.ctypes.data + origin
    for k in range(len(splits)):
        rest = heap - splits[k]
        blocks = (rest - 1) // 2 // 64
        if blocks_without(base + 1, base + rest - 1, blocks, code) < blocks:
            return True
        for small in range(64 * blocks + 1, ((rest - 1) // 2 if distinct else rest // 2) + 1):
            left, right = codes[origin + small], codes[origin + rest - small]
            if NONE not in (left, right) and left ^ right == code:
                return True
    return False
