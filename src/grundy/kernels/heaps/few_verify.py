"""Verifies the values of an octal game with few rare heaps, 64 heaps at a time.

The options of a heap must have all smaller values of rare type (see `heaps.sparse`). Values are coded as bytes (codes).
There are two stages. Nearly every heap needs options with the lowest codes. They are found among a few chosen splits,
for all 64 heaps at once. The other codes are searched heap by heap, 64 splits at a time; splits with a small heap come
first. Reference implementation: `plain_missing` of the tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

from llvmlite import ir

from .. import vectors as v
from ..lookup import Lookup
from ..machine import Machine, define
from ..vectors import Value
from .few_generate import Item, one_hot_table

FIRST_LOOK = 16
"""Splits that are tried before the first look whether something is missing still; then every `NEXT_LOOK`."""
NEXT_LOOK = 8
NEAR_ROWS = 6
"""Rows of 64 small parts that are searched for all higher codes of a heap together."""
ABSENT = 0xFF
"""The code of a heap that is not a partner."""


@dataclass(frozen=True)
class Exclusion:
    """The data of an octal game from which the function that verifies its values is compiled.

    Values are coded as `sequences.coding.Coding` defines. A set of codes is a number with bit c for code c.

    Attributes:
        bits: The number of bits of a set of codes: 16, 32 or 64.
        needs: Two tables, for the first, third, ... heap verified and for the second, fourth, ... one. Each has for
            every code the set of codes that the options of a heap with this code must have.
        options: Pairs (d, g) for the splits that are tried first: splits of heap n into heap n - d and a smaller heap
            with the code g.
        takes: The numbers of tokens that a move may take to leave one heap, if this gives a value of rare type.
        splits: The numbers of tokens that a move may take and leave two heaps.
        planes: Codes below 8 * `planes` are first searched for 64 heaps at once, all others heap by heap.
    """

    bits: int
    needs: tuple[Sequence[int], Sequence[int]]
    options: Sequence[Item]
    takes: Sequence[int]
    splits: Sequence[int]
    planes: int


class Verifier:
    """The compiled function that verifies the values of one octal game with few rare heaps.

    The values are coded as `sequences.coding.Coding` defines. A heap is verified if every smaller number of rare type
    is the value of an option. `run(address, blocks, parts, depth, deepest)` verifies 64 * blocks heaps. It returns the
    index of the first heap that fails, counted from the first heap verified, or -1. Its arguments are:

    - `address`: The address of the code of the first heap to verify. The codes of the preceding heaps lie before it.
    - `blocks`: The number of blocks of 64 heaps.
    - `parts`: The address of the codes of heaps 64, 63, ..., 1, 128, 127, ..., with `ABSENT` for rare heaps. These are
      the smaller heaps of the splits that are tried.
    - `depth`: The number of rows of 64 codes in `parts`.
    - `deepest`: The address of a 64-bit number. It is raised to an upper bound of the smaller heaps of all splits that
      were tried.
    """

    def __init__(self, rule: Exclusion, way: Lookup) -> None:
        self.rule, self.way = rule, way
        self.reach = max([d for d, _ in rule.options], default=0)
        self._module = ir.Module()
        size = rule.bits  # the sets that are needed, as 64-bit words, those of even lanes first
        kind = ir.ArrayType(v.WORD, 2 * size)
        self._table: Any = ir.GlobalVariable(self._module, kind, "needs")
        self._table.initializer = ir.Constant(kind, [*rule.needs[0], *rule.needs[1]])
        self._table.global_constant = True
        names = ("start", "blocks", "parts", "depth", "deepest")
        build, (start, blocks, parts, depth, deepest) = define(self._module, "verify", names, result=True)
        self._scratch = build.ptrtoint(build.alloca(v.BYTES, self.rule.planes), v.WORD)
        self._slots = [build.alloca(v.BYTES) for _ in range(self.rule.planes)]
        with v.counted(build, blocks, "block") as index:
            q = build.add(start, build.mul(index, v.word(v.LANES)))
            codes = v.load(build, q)
            self._cross_off(build, q, codes)
            upper = [self._needed(build, codes, plane) for plane in range(rule.planes, rule.bits // 8)]
            left = reduce(build.or_, [*(build.load(slot) for slot in self._slots), *upper])
            open_ = build.icmp_unsigned("!=", left, v.every(v.BYTES, 0))
            large = build.icmp_unsigned(">=", codes, v.every(v.BYTES, rule.bits))
            lanes = v.variable(build, build.bitcast(build.or_(open_, large), v.WORD))
            with build.if_then(build.icmp_unsigned("!=", build.load(lanes), v.word(0)), likely=False):
                for j, slot in enumerate(self._slots):
                    v.store(build, build.load(slot), build.add(self._scratch, v.word(v.LANES * j)))
                first = build.mul(index, v.word(v.LANES))
                with v.members(build, lanes) as lane:
                    self._search(build, q, first, lane, parts, depth, deepest)
        build.ret(v.word(-1))
        self.run = Machine(self._module, way).function("verify", 5, result=True)

    def _needed(self, build: Value, codes: Value, plane: int) -> Value:
        """Write code that looks up, for each of 64 heaps, the set of codes that its options must have.

        The set is a number with bit c for the code c. The result has one byte per heap: byte `plane` of this number,
        that is, the bits for the codes 8 * plane to 8 * plane + 7. `codes` is the vector of the codes of the heaps.
        """
        tables = [[need >> 8 * plane & 0xFF for need in needs] for needs in self.rule.needs]
        within = build.and_(codes, v.every(v.BYTES, self.rule.bits - 1))
        even, odd = (v.looked_up(build, self.way, table, within) for table in tables)
        lanes = ir.Constant(ir.VectorType(v.BIT, v.LANES), [lane & 1 for lane in range(v.LANES)])
        return even if tables[0] == tables[1] else build.select(lanes, odd, even)

    def _cross_off(self, build: Value, q: Value, codes: Value) -> None:
        """Write code that removes the codes of the options tried first from the sets of codes that 64 heaps need.

        The options tried first are those of `rule.takes` and `rule.options`. The sets that remain are in `_slots`. `q`
        is the address of the codes of the 64 heaps, and `codes` is the vector of these codes.
        """
        for plane, slot in enumerate(self._slots):
            build.store(self._needed(build, codes, plane), slot)
        done = build.append_basic_block("crossed")
        options = [*((d, 0) for d in self.rule.takes), *self.rule.options]
        looks = [0, *range(FIRST_LOOK, len(options), NEXT_LOOK), len(options)]
        for begin, end in pairwise(looks):
            for distance, code in options[begin:end]:
                partners = v.load(build, build.sub(q, v.word(distance)))
                for plane, slot in enumerate(self._slots):
                    hits = v.looked_up(build, self.way, one_hot_table(self.rule.bits, code, plane), partners)
                    build.store(build.and_(build.load(slot), build.not_(hits)), slot)
            onward = build.append_basic_block("look")
            build.cbranch(v.nonzero(build, reduce(build.or_, [build.load(slot) for slot in self._slots])), onward, done)
            build.position_at_end(onward)
        build.branch(done)
        build.position_at_end(done)

    def _search(
        self, build: Value, q: Value, first: Value, lane: Value, parts: Value, depth: Value, deepest: Value
    ) -> None:
        """Write code that searches all splits of one heap for the codes it needs that have not been found yet.

        If no split has one of these codes, the compiled function returns the index of this heap. `q` is the address of
        the codes of the block of 64 heaps, `first` is the index of its first heap, and `lane` that of the heap in the
        block. `parts`, `depth` and `deepest` are arguments of the compiled function, which the class describes.
        """
        heap = build.add(q, lane)
        code = build.zext(v.load(build, heap, v.BYTE), v.WORD)
        lost = build.append_basic_block("lost")
        known = build.append_basic_block("known")
        build.cbranch(build.icmp_unsigned("<", code, v.word(self.rule.bits)), known, lost)
        build.position_at_end(lost)
        build.ret(build.add(first, lane))
        build.position_at_end(known)
        row = build.add(build.mul(build.and_(lane, v.word(1)), v.word(self.rule.bits)), code)
        need = build.load(build.gep(self._table, [v.word(0), row]))
        need = build.and_(need, v.word((1 << self.rule.bits) - (1 << 8 * self.rule.planes)))
        for plane in range(self.rule.planes):
            byte = v.load(build, build.add(build.add(self._scratch, v.word(v.LANES * plane)), lane), v.BYTE)
            need = build.or_(need, build.shl(build.zext(byte, v.WORD), v.word(8 * plane)))
        for distance in self.rule.takes:
            given = build.zext(v.load(build, build.sub(heap, v.word(distance)), v.BYTE), v.WORD)
            need = build.and_(need, build.not_(build.shl(v.word(1), build.and_(given, v.word(63)))))
        missing = v.variable(build, need)
        upper = (1 << self.rule.bits) - (1 << 8 * self.rule.planes)
        if upper:
            some = build.icmp_unsigned("!=", build.and_(need, v.word(upper)), v.word(0))
            with build.if_then(some, likely=True):
                build.store(build.and_(need, build.not_(self._near_parts(build, heap, parts))), missing)
                v.store(
                    build, self._larger(build, v.word(NEAR_ROWS * v.LANES), v.load(build, deepest, v.WORD)), deepest
                )
        with v.members(build, missing) as wanted:
            self._find(build, heap, wanted, parts, depth, deepest, lost)

    def _find(
        self, build: Value, heap: Value, wanted: Value, parts: Value, depth: Value, deepest: Value, lost: Value
    ) -> None:
        """Write code that searches all splits of a heap, 64 at a time, for the code `wanted`.

        It jumps to the LLVM block `lost` if no split has this code. `heap` is the address of the heap's code. `parts`,
        `depth` and `deepest` are arguments of the compiled function, which the class describes.
        """
        before = build.block
        target = v.splat(build, build.trunc(wanted, v.BYTE))
        head, body, found = (build.append_basic_block(f"find.{part}") for part in ("head", "body", "found"))
        build.branch(head)
        build.position_at_end(head)
        row = build.phi(v.WORD)
        row.add_incoming(v.word(0), before)
        build.cbranch(build.icmp_signed("<", row, depth), body, lost)
        build.position_at_end(body)
        at = build.mul(row, v.word(v.LANES))
        smaller = v.load(build, build.add(parts, at))
        hits = []
        for split in self.rule.splits:
            larger = v.load(build, build.sub(build.sub(heap, v.word(split + v.LANES)), at))
            hits.append(build.icmp_unsigned("==", build.xor(larger, smaller), target))
        after = build.add(row, v.word(1))
        row.add_incoming(after, build.block)
        build.cbranch(build.icmp_unsigned("!=", build.bitcast(reduce(build.or_, hits), v.WORD), v.word(0)), found, head)
        build.position_at_end(found)
        used = build.mul(after, v.word(v.LANES))
        v.store(build, self._larger(build, used, v.load(build, deepest, v.WORD)), deepest)

    def _near_parts(self, build: Value, heap: Value, parts: Value) -> Value:
        """Write code for a set of codes that options of one heap have, those from 8 * `rule.planes` on.

        Only splits whose smaller heap is among the first 64 * `NEAR_ROWS` heaps are included. `heap` is the address of
        the heap's code, and `parts` that of the codes of small heaps. The result is a 64-bit number with bit c for the
        code c.
        """
        planes = range(self.rule.planes, self.rule.bits // 8)
        found = [v.every(v.BYTES, 0) for _ in planes]
        for row in range(NEAR_ROWS):
            smaller = v.load(build, build.add(parts, v.word(v.LANES * row)))
            for split in self.rule.splits:
                larger = v.load(build, build.sub(heap, v.word(split + v.LANES * (row + 1))))
                given = build.xor(larger, smaller)
                there = build.icmp_unsigned("<", given, v.every(v.BYTES, self.rule.bits))
                for at, plane in enumerate(planes):
                    hits = v.looked_up(build, self.way, one_hot_table(self.rule.bits, 0, plane), given)
                    found[at] = build.or_(found[at], build.select(there, hits, v.every(v.BYTES, 0)))
        kind = ir.VectorType(v.WORD, v.LANES // 8)
        reduced = v.function(build, f"llvm.vector.reduce.or.v{kind.count}i64", v.WORD, [kind])
        sets = []
        for plane, each in zip(planes, found, strict=True):  # the union of 64 bytes as a number
            whole = build.call(reduced, [build.bitcast(each, kind)])
            for shift in (32, 16, 8):
                whole = build.or_(whole, build.lshr(whole, v.word(shift)))
            sets.append(build.shl(build.and_(whole, v.word(0xFF)), v.word(8 * plane)))
        return reduce(build.or_, sets)

    def _larger(self, build: Value, left: Value, right: Value) -> Value:
        return build.select(build.icmp_signed(">", left, right), left, right)
