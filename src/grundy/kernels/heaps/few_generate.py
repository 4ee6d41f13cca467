"""Generates values of an octal game with few rare heaps, by machine code compiled for one rule.

Heaps are rare or common by the bits of their values (`sequences.sparse`), and a value is coded as one byte, its code.
The code of every heap is the least one that no option has: code(n) = mex { code(n - d) ^ g } over a fixed list of items
(d, g), one for every rare heap and split. A set of codes is one lane of 16, 32 or 64 bits, and its mex is the single
bit in (set + 1) & ~set.

Items with d of at least two blocks are looked up for a whole block, one block ahead, so that no load waits for a value
that was just computed. The other items are processed for one group of consecutive heaps at a time. A group is at most
as long as the smallest d, so its heaps do not depend on each other. Reference implementation: `plain_codes` of the
tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from llvmlite import ir

from .. import vectors as v
from ..lookup import Lookup
from ..machine import Machine, define
from ..vectors import Value

Item = tuple[int, int]
"""A partner: how many tokens below the heap it lies, and what its code is combined with."""

FAR_LANES = 32
"""Heaps whose far items are looked up together."""
NEAR_LANES = 8
"""Lanes of a vector of near heaps, of which a group fills the first."""
SETS = 512
"""Bytes for the far sets of one block."""
SCRATCH = 2 * SETS
"""Bytes that the kernel needs in addition to the codes: the sets of this block and the next."""
SLACK = 64
"""Bytes after the last code that are written and mean nothing."""


class CodeGenerator:
    """The compiled function that generates the values of one octal game with few rare heaps.

    The code of a value is one byte, as `sequences.coding.Coding` defines it. Each item is a pair (d, g) which means
    that heap n cannot have the code code(n - d) ^ g.

    `run(address, blocks, scratch)` writes `blocks * self.block` codes from a memory address on. The codes of the
    preceding heaps, back to the largest d, must lie directly before it. `scratch` is the address of `SCRATCH` bytes.
    If a code is not below `bits`, the number `bits` is written instead, and all later codes are wrong.
    """

    def __init__(self, items: Sequence[Item], bits: int, way: Lookup) -> None:
        """Compile the function.

        Args:
            items: The pairs (d, g), with d at least 1.
            bits: The number of bits of a set of codes: 16, 32 or 64. All codes must be below it.
            way: The method of table lookup.
        """
        self.bits, self.way = bits, way
        self.group = min(*(d for d, _ in items), NEAR_LANES)
        self.block = (FAR_LANES if self.group > 2 else FAR_LANES // 2) // self.group * self.group
        self.near = sorted(item for item in items if item[0] < 2 * self.block)
        self.far = sorted(item for item in items if item[0] >= 2 * self.block)
        module = ir.Module()
        build, (start, blocks, scratch) = define(module, "generate", ("start", "blocks", "scratch"))
        lanes = ir.VectorType(ir.IntType(self.bits), NEAR_LANES)
        depth = max((-(-d // self.group) for d, _ in self.near), default=0) + 1
        slots = [build.alloca(lanes) for _ in range(depth)]
        for back, slot in enumerate(slots, 1):  # the groups before the first heap, from the codes themselves
            group = v.every(lanes, 0)
            for lane in range(self.group):
                code = v.load(build, build.add(start, v.word(lane - back * self.group)), v.BYTE)
                one = build.shl(lanes.element(1), build.zext(code, lanes.element))
                group = build.insert_element(group, one, ir.Constant(v.INT, lane))
            build.store(group, slot)
        self._far_sets(build, start, scratch)
        with v.counted(build, blocks, "block") as index:
            q = build.add(start, build.mul(index, v.word(self.block)))
            now = build.add(scratch, build.mul(build.and_(index, v.word(1)), v.word(SETS)))
            ahead = build.add(scratch, build.mul(build.and_(build.add(index, v.word(1)), v.word(1)), v.word(SETS)))
            self._far_sets(build, build.add(q, v.word(self.block)), ahead)
            groups = [build.load(slot) for slot in slots]
            for at in range(0, self.block, self.group):
                groups = self._next_group(build, groups, build.add(now, v.word(at * self.bits // 8)), q, at)
            for value, slot in zip(groups, slots, strict=True):
                build.store(value, slot)
        build.ret_void()
        self.run = Machine(module, way).function("generate", 3)

    def _far_sets(self, build: Value, q: Value, where: Value) -> None:
        """Write code that computes, for each heap of a block, the set of codes that the far items exclude.

        An item (d, g) excludes the code code(n - d) ^ g for heap n. Far items have a d of at least two blocks, so all
        codes that they need are known. `q` is the address of the code of the block's first heap, and the sets are
        written to the address `where`.
        """
        kind = ir.VectorType(v.BYTE, FAR_LANES)
        planes = [v.every(kind, 0)] * (self.bits // 8)
        for distance, code in self.far:
            partners = v.load(build, build.sub(q, v.word(distance)), kind)
            for j in range(len(planes)):
                hits = v.looked_up(build, self.way, one_hot_table(self.bits, code, j), partners)
                planes[j] = build.or_(planes[j], hits)
        for place, vector in enumerate(_interleaved(build, planes, 1)):
            for half in (0, 1):
                quarter = v.shuffle(build, vector, vector, range(16 * half, 16 * half + 16))
                v.store(build, quarter, build.add(where, v.word(16 * (half * len(planes) + place))))

    def _next_group(self, build: Value, groups: list[Value], sets: Value, q: Value, at: int) -> list[Value]:
        lanes = groups[0].type
        ready: dict[int, list[Value]] = {}
        last: list[Value] = []
        for distance, code in reversed(self.near):
            partners = self._partners(build, groups, distance)
            if distance < 2 * self.group:
                last.append(_exchanged(build, partners, code))
            else:
                ready.setdefault(code, []).append(partners)
        sets_of = {code: reduce(build.or_, vectors) for code, vectors in ready.items()}
        for bit in reversed(
            range(self.bits.bit_length() - 1)
        ):  # one exchange of bits for a half of the codes at a time
            for code in sorted(code for code in sets_of if code >> bit & 1):
                moved, rest = _exchanged(build, sets_of.pop(code), 1 << bit), code ^ 1 << bit
                sets_of[rest] = build.or_(sets_of[rest], moved) if rest in sets_of else moved
        full = reduce(build.or_, [v.load(build, sets, lanes), *sets_of.values(), *last])
        least = build.and_(build.add(full, v.every(lanes, 1)), build.not_(full))
        codes = v.population(build, build.sub(least, v.every(lanes, 1)))
        v.store(build, build.trunc(codes, ir.VectorType(v.BYTE, NEAR_LANES)), build.add(q, v.word(at)))
        return [least, *groups[:-1]]

    def _partners(self, build: Value, groups: list[Value], distance: int) -> Value:
        """Return the codes of the heaps n - `distance`, for each heap n of the next group of consecutive heaps.

        Each vector in `groups` has the codes of one earlier group, the latest group first. In these vectors and in the
        result, a code c is the number 1 << c.
        """
        back, lane = -(-distance // self.group), -distance % self.group
        if lane == 0:
            return groups[back - 1]
        empty = NEAR_LANES - self.group
        older = groups[back - 1]
        zeros = v.every(older.type, 0)
        high = v.shuffle(build, zeros, older, [0] * empty + [NEAR_LANES + i for i in range(self.group)])
        return v.shuffle(build, high, groups[back - 2], range(empty + lane, empty + lane + NEAR_LANES))


def one_hot_table(bits: int, code: int, plane: int) -> list[int]:
    """Return a table with one byte for every x below `bits`, byte number `plane` of 1 << (x ^ code).

    The number 1 << y represents the set {y}.

    Args:
        bits: The length of the table.
        code: The number y in x ^ y, for each x.
        plane: The index of the byte in the number, 0 for the lowest.

    Returns:
        The table.
    """
    return [1 << ((x ^ code) & 7) if (x ^ code) >> 3 == plane else 0 for x in range(bits)]


def _interleaved(build: Value, planes: list[Value], size: int) -> list[Value]:
    """Write code that joins bytes to larger numbers; byte j of each number comes from vector j of `planes`.

    Byte 0 is the lowest. `size` is the number of bytes that are joined in each vector already. Return the vectors of
    the numbers.
    """
    if len(planes) == 1:
        return planes
    low: list[Value] = []
    high: list[Value] = []
    for left, right in zip(planes[::2], planes[1::2], strict=True):
        for part, begin in ((low, 0), (high, 8)):
            places: list[int] = []
            for half in (0, 16):
                for at in range(half + begin, half + begin + 8, size):
                    places += [*range(at, at + size), *range(FAR_LANES + at, FAR_LANES + at + size)]
            part.append(v.shuffle(build, left, right, places))
    return _interleaved(build, low, 2 * size) + _interleaved(build, high, 2 * size)


def _exchanged(build: Value, ones: Value, code: int) -> Value:
    """Write code that replaces every member x of the sets in `ones` by x ^ code.

    Each lane of the vector `ones` is a set: a number whose bit x is 1 if x is in the set.
    """
    lanes = ones.type
    width = lanes.element.width
    for bit, pattern in ((0, 0x55), (1, 0x33), (2, 0x0F)):
        if code >> bit & 1:
            mask = v.every(lanes, int.from_bytes([pattern] * (width // 8)))
            by = v.every(lanes, 1 << bit)
            up = build.shl(build.and_(ones, mask), by)
            ones = build.or_(up, build.and_(build.lshr(ones, by), mask))
    if code >> 3:
        size = lanes.count * width // 8
        flat = build.bitcast(ones, ir.VectorType(v.BYTE, size))
        ones = build.bitcast(v.shuffle(build, flat, flat, [i ^ code >> 3 for i in range(size)]), lanes)
    return ones
