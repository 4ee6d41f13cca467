"""Verifies codes of a sequence with few rare heaps: every smaller value of rare type is the value of some option.

Two stages for 64 heaps at a time. First the lowest codes, which nearly every heap needs, are crossed off by a
list of splits that was chosen for the purpose, all heaps at once. What is left, and the higher codes that few
heaps need, is looked for heap by heap: 64 splits at a time, from the smallest part on, until it is found or the
depth is used up.

Plain twin: `sequences.few_rares.plain_missing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from llvmlite import ir

from .few_generate import Item, one_hot_table
from .machine import Machine, define
from .vectors import (
    BIT,
    BYTE,
    BYTES,
    LANES,
    WORD,
    Lookup,
    Value,
    any_of,
    constant,
    counted,
    every,
    function,
    load,
    looked_up,
    nonzero,
    splat,
    store,
    variable,
    word,
)

FIRST_LOOK = 16
"""Splits that are tried before the first look whether something is missing still; then every `NEXT_LOOK`."""
NEXT_LOOK = 8
NEAR_ROWS = 6
"""Rows of 64 small parts that are searched for all higher codes of a heap together."""
ABSENT = 0xFF
"""The code of a heap that is no partner."""


@dataclass(frozen=True)
class Exclusion:
    """What is to be verified: the rule's side of it.

    `needs[parity]` gives for every code the set of smaller codes of rare type, for even and odd lanes;
    `options` are splits (distance, code of the small part), `takes` distances of plain takes that give values
    of rare type, `splits` the takes after which two heaps may be left. `planes` is how many bytes of each set
    the first stage looks after.
    """

    bits: int
    needs: tuple[Sequence[int], Sequence[int]]
    options: Sequence[Item]
    takes: Sequence[int]
    splits: Sequence[int]
    planes: int


class Verifier:
    """The kernel of one rule: `run(address, blocks, parts, depth, deepest)` looks at 64 * blocks codes.

    They stand from the address on. It returns the first lane that lacks a value, or -1. `parts` is the address of
    the codes of the heaps 64, 63 ... 1, 128, 127 ... with `ABSENT` for rare ones, `depth` how many such rows of 64
    there are, and at `deepest` (a 64-bit number) stands a bound for the small parts that were searched. All codes
    within 64 * depth plus the largest distance below must be there, and none of them rare.
    """

    def __init__(self, rule: Exclusion, way: Lookup) -> None:
        """Compile the kernel."""
        self.rule, self.way = rule, way
        self.reach = max([d for d, _ in rule.options], default=0)
        self._module = ir.Module()
        self._table = self._need_table()
        self._build()
        self.run = Machine(self._module, way).function("verify", 5, result=True)

    def _need_table(self) -> Any:  # llvmlite has no types
        """Write the sets that are needed into the module: 64-bit words, those of even lanes first."""
        size = self.rule.bits
        kind = ir.ArrayType(WORD, 2 * size)
        table = ir.GlobalVariable(self._module, kind, "needs")
        table.initializer = ir.Constant(kind, [*self.rule.needs[0], *self.rule.needs[1]])
        table.global_constant = True
        return table

    def _build(self) -> None:
        """Write the function."""
        names = ("start", "blocks", "parts", "depth", "deepest")
        build, (start, blocks, parts, depth, deepest) = define(self._module, "verify", names, result=True)
        self._scratch = build.ptrtoint(build.alloca(BYTES, self.rule.planes), WORD)
        self._slots = [build.alloca(BYTES) for _ in range(self.rule.planes)]
        with counted(build, blocks, "block") as index:
            q = build.add(start, build.mul(index, word(LANES)))
            codes = load(build, q)
            self._cross_off(build, q, codes)
            lanes = variable(build, self._unfinished(build, codes))
            with build.if_then(build.icmp_unsigned("!=", build.load(lanes), word(0)), likely=False):
                for j, slot in enumerate(self._slots):
                    store(build, build.load(slot), build.add(self._scratch, word(LANES * j)))
                first = build.mul(index, word(LANES))
                self._each(build, lanes, lambda lane: self._search(build, q, first, lane, parts, depth, deepest))
        build.ret(word(-1))

    def _needed(self, build: Value, codes: Value, plane: int) -> Value:
        """Return one byte of the set that every lane needs."""
        tables = [[need >> 8 * plane & 0xFF for need in needs] for needs in self.rule.needs]
        within = build.and_(codes, every(BYTES, self.rule.bits - 1))
        even, odd = (looked_up(build, self.way, table, within) for table in tables)
        lanes = constant(ir.VectorType(BIT, LANES), [lane & 1 for lane in range(LANES)])
        return even if tables[0] == tables[1] else build.select(lanes, odd, even)

    def _cross_off(self, build: Value, q: Value, codes: Value) -> None:
        """First stage: cross off what the chosen splits give, until nothing is left in any lane."""
        for plane, slot in enumerate(self._slots):
            build.store(self._needed(build, codes, plane), slot)
        done = build.append_basic_block("crossed")
        options = [*((d, 0) for d in self.rule.takes), *self.rule.options]
        looks = [0, *range(FIRST_LOOK, len(options), NEXT_LOOK), len(options)]
        for begin, end in pairwise(looks):
            for distance, code in options[begin:end]:
                partners = load(build, build.sub(q, word(distance)))
                for plane, slot in enumerate(self._slots):
                    hits = looked_up(build, self.way, one_hot_table(self.rule.bits, code, plane), partners)
                    build.store(build.and_(build.load(slot), build.not_(hits)), slot)
            onward = build.append_basic_block("look")
            build.cbranch(nonzero(build, any_of(build, [build.load(slot) for slot in self._slots])), onward, done)
            build.position_at_end(onward)
        build.branch(done)
        build.position_at_end(done)

    def _unfinished(self, build: Value, codes: Value) -> Value:
        """Return the lanes, as a set, whose code is too large or that need more."""
        upper = [self._needed(build, codes, plane) for plane in range(self.rule.planes, self.rule.bits // 8)]
        left = any_of(build, [*(build.load(slot) for slot in self._slots), *upper])
        open_ = build.icmp_unsigned("!=", left, every(BYTES, 0))
        large = build.icmp_unsigned(">=", codes, every(BYTES, self.rule.bits))
        return build.bitcast(build.or_(open_, large), WORD)

    def _each(self, build: Value, members: Value, visit: Any) -> None:
        """Visit the members of a set of 64 bits, which is emptied."""
        head, body, done = (build.append_basic_block(f"each.{part}") for part in ("head", "body", "done"))
        build.branch(head)
        build.position_at_end(head)
        now = build.load(members)
        build.cbranch(build.icmp_unsigned("!=", now, word(0)), body, done)
        build.position_at_end(body)
        build.store(build.and_(now, build.sub(now, word(1))), members)
        visit(build.cttz(now, ir.Constant(BIT, 1)))
        build.branch(head)
        build.position_at_end(done)

    def _search(
        self, build: Value, q: Value, first: Value, lane: Value, parts: Value, depth: Value, deepest: Value
    ) -> None:
        """Second stage for one heap; leave the function when something is missing."""
        heap = build.add(q, lane)
        code = build.zext(load(build, heap, BYTE), WORD)
        lost = build.append_basic_block("lost")
        known = build.append_basic_block("known")
        build.cbranch(build.icmp_unsigned("<", code, word(self.rule.bits)), known, lost)
        build.position_at_end(lost)
        build.ret(build.add(first, lane))
        build.position_at_end(known)
        row = build.add(build.mul(build.and_(lane, word(1)), word(self.rule.bits)), code)
        need = build.load(build.gep(self._table, [word(0), row]))
        need = build.and_(need, word((1 << self.rule.bits) - (1 << 8 * self.rule.planes)))
        for plane in range(self.rule.planes):
            byte = load(build, build.add(build.add(self._scratch, word(LANES * plane)), lane), BYTE)
            need = build.or_(need, build.shl(build.zext(byte, WORD), word(8 * plane)))
        for distance in self.rule.takes:
            given = build.zext(load(build, build.sub(heap, word(distance)), BYTE), WORD)
            need = build.and_(need, build.not_(build.shl(word(1), build.and_(given, word(63)))))
        missing = variable(build, need)
        upper = (1 << self.rule.bits) - (1 << 8 * self.rule.planes)
        if upper:
            some = build.icmp_unsigned("!=", build.and_(need, word(upper)), word(0))
            with build.if_then(some, likely=True):
                build.store(build.and_(need, build.not_(self._near_parts(build, heap, parts))), missing)
                store(build, self._larger(build, word(NEAR_ROWS * LANES), load(build, deepest, WORD)), deepest)
        self._each(build, missing, lambda wanted: self._find(build, heap, wanted, parts, depth, deepest, lost))

    def _find(
        self, build: Value, heap: Value, wanted: Value, parts: Value, depth: Value, deepest: Value, lost: Value
    ) -> None:
        """Look for one code among all splits, 64 at a time; go to `lost` when there is none."""
        before = build.block
        target = splat(build, build.trunc(wanted, BYTE))
        head, body, found = (build.append_basic_block(f"find.{part}") for part in ("head", "body", "found"))
        build.branch(head)
        build.position_at_end(head)
        row = build.phi(WORD)
        row.add_incoming(word(0), before)
        build.cbranch(build.icmp_signed("<", row, depth), body, lost)
        build.position_at_end(body)
        at = build.mul(row, word(LANES))
        smaller = load(build, build.add(parts, at))
        hits = []
        for split in self.rule.splits:
            larger = load(build, build.sub(build.sub(heap, word(split + LANES)), at))
            hits.append(build.icmp_unsigned("==", build.xor(larger, smaller), target))
        after = build.add(row, word(1))
        row.add_incoming(after, build.block)
        build.cbranch(build.icmp_unsigned("!=", build.bitcast(any_of(build, hits), WORD), word(0)), found, head)
        build.position_at_end(found)
        used = build.mul(after, word(LANES))
        store(build, self._larger(build, used, load(build, deepest, WORD)), deepest)

    def _near_parts(self, build: Value, heap: Value, parts: Value) -> Value:
        """Return the set of all higher codes that the splits of the first rows of small parts give to one heap."""
        planes = range(self.rule.planes, self.rule.bits // 8)
        found = [every(BYTES, 0) for _ in planes]
        for row in range(NEAR_ROWS):
            smaller = load(build, build.add(parts, word(LANES * row)))
            for split in self.rule.splits:
                larger = load(build, build.sub(heap, word(split + LANES * (row + 1))))
                given = build.xor(larger, smaller)
                there = build.icmp_unsigned("<", given, every(BYTES, self.rule.bits))
                for at, plane in enumerate(planes):
                    hits = looked_up(build, self.way, one_hot_table(self.rule.bits, 0, plane), given)
                    found[at] = build.or_(found[at], build.select(there, hits, every(BYTES, 0)))
        sets = [build.shl(self._folded(build, each), word(8 * j)) for j, each in zip(planes, found, strict=True)]
        return any_of(build, sets)

    def _folded(self, build: Value, vector: Value) -> Value:
        """Return the union of 64 bytes as a number."""
        kind = ir.VectorType(WORD, LANES // 8)
        reduced = function(build, f"llvm.vector.reduce.or.v{kind.count}i64", WORD, [kind])
        whole = build.call(reduced, [build.bitcast(vector, kind)])
        for shift in (32, 16, 8):
            whole = build.or_(whole, build.lshr(whole, word(shift)))
        return build.and_(whole, word(0xFF))

    def _larger(self, build: Value, left: Value, right: Value) -> Value:
        """Return the larger of two numbers."""
        return build.select(build.icmp_signed(">", left, right), left, right)
