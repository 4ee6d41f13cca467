"""Compiles `sift`, which searches 64 splits of a heap at a time for certain values and marks those that it finds.

On processors with AVX-512 VBMI these values are stored as 1024 bits in two registers, on others as a short list.
"""

from __future__ import annotations

from functools import reduce

from llvmlite import ir

from .. import vectors as v
from ..lookup import Lookup
from ..machine import define, object_code
from ..vectors import Value
from .shapes import LISTED, has_bitmap

WINDOW = 1024
"""Wanted values lie within so many consecutive numbers."""
SEGMENT = 64
"""Blocks of 64 pairs that are looked at before the wanted values among them are taken out."""

SHORT = ir.IntType(16)
HALF = v.LANES // 2
SHORTS = ir.VectorType(SHORT, HALF)
NONE = 0xFFFF
"""No value: it is in the places of the list that are not used."""


class _Bitmap:
    """Writes code that stores the values to search for as a bitmap of 1024 bits in two vectors.

    It is used for processors that can permute 16-bit lanes.
    """

    def __init__(self, build: Value, wanted: Value) -> None:
        self.build = build
        self.places = [build.add(wanted, v.word(at)) for at in (0, v.LANES)]
        self.halves = [v.variable(build, v.load(build, place, SHORTS)) for place in self.places]
        self.values = build.ptrtoint(build.alloca(SHORT, (SEGMENT + 1) * v.LANES), v.WORD)

    def note(self, low: Value, high: Value, noted: Value) -> None:
        """Write code that lists the values of those of 64 splits that may have one of the values searched for.

        A value is listed if it is congruent modulo 1024 to one of these. `low` and `high` are the addresses of the
        values of the smaller and larger heaps. `noted` is a pointer to the length of the list, which is increased.
        """
        build = self.build
        mask, all_lanes = ir.VectorType(v.BIT, HALF), ir.IntType(HALF)
        pack = v.function(build, f"llvm.x86.avx512.mask.compress.v{HALF}i16", SHORTS, [SHORTS, SHORTS, mask])
        permute = v.function(build, "llvm.x86.avx512.vpermi2var.hi.512", SHORTS, [SHORTS] * 3)
        turn = v.function(build, f"llvm.fshl.v{HALF}i16", SHORTS, [SHORTS] * 3)
        low_half, high_half = (build.load(half) for half in self.halves)
        for at in (0, v.LANES):
            sums = _pair(build, build.add(low, v.word(at)), build.add(high, v.word(at)), SHORTS)
            words = build.call(permute, [low_half, sums, high_half])
            turned = build.call(turn, [words, words, build.lshr(sums, v.every(SHORTS, 6))])
            wanted, number = build.icmp_signed("<", turned, v.every(SHORTS, 0)), build.load(noted)
            place = build.add(self.values, build.shl(number, v.word(1)))
            v.store(build, build.call(pack, [sums, v.every(SHORTS, 0), wanted]), place)
            build.store(build.add(number, build.zext(build.ctpop(build.bitcast(wanted, all_lanes)), v.WORD)), noted)

    def stamp(self, at: Value, stamps: Value) -> None:
        """Write code that marks in `stamps` the value with index `at` in the list, as the value of an option."""
        value = v.load(self.build, self.build.add(self.values, self.build.shl(at, v.word(1))), SHORT)
        v.store(self.build, ir.Constant(v.BYTE, 1), self.build.add(stamps, self.build.zext(value, v.WORD)))

    def refresh(self, stamps: Value, base: Value, bound: Value) -> None:
        """Write code that removes the values marked in `stamps` from the bitmap of values to search for.

        Only the values from `base` to `bound` - 1 are examined.
        """
        build = self.build
        with v.counted(build, build.lshr(build.sub(bound, base), v.word(6)), "chunk") as chunk:
            first = build.add(base, build.shl(chunk, v.word(6)))
            shift = build.trunc(build.and_(build.lshr(first, v.word(6)), v.word(15)), SHORT)
            bit = v.splat(build, build.lshr(ir.Constant(SHORT, 1 << 15), shift), HALF)
            for at, half in zip((0, HALF), self.halves, strict=True):
                block = v.load(build, build.add(build.add(stamps, first), v.word(at)), ir.VectorType(v.BYTE, HALF))
                met = build.icmp_unsigned("!=", block, v.every(block.type, 0))
                gone = build.select(met, bit, v.every(SHORTS, 0))
                build.store(build.and_(build.load(half), build.not_(gone)), half)
        for place, half in zip(self.places, self.halves, strict=True):
            v.store(build, build.load(half), place)


class _List:
    """Writes code that stores the values to search for as a short list, on any processor.

    Each value fills all lanes of a vector.
    """

    def __init__(self, build: Value, wanted: Value) -> None:
        """Write code that loads the values to search for, and that allocates memory for a list of blocks of 64 splits.

        `wanted` is the address of these values.
        """
        self.build = build
        self.places = [build.add(wanted, v.word(2 * (v.LANES + i))) for i in range(LISTED)]
        self.each = [v.variable(build, v.splat(build, v.load(build, place, SHORT), HALF)) for place in self.places]
        self.blocks = [build.alloca(v.WORD, SEGMENT) for _ in range(2)]

    def note(self, low: Value, high: Value, noted: Value) -> None:
        """Write code that lists a block of 64 splits if one of them has a value that is searched for.

        `low` and `high` are the addresses of the values of the smaller and larger heaps. `noted` is a pointer to the
        length of the list, which is increased.
        """
        build, number = self.build, self.build.load(noted)
        lanes = []
        for at in (0, v.LANES):
            sums = _pair(build, build.add(low, v.word(at)), build.add(high, v.word(at)), SHORTS)
            lanes += [build.icmp_unsigned("==", sums, build.load(one)) for one in self.each]
        for row, start in zip(self.blocks, (low, high), strict=True):
            build.store(start, build.gep(row, [number]))
        bits = build.bitcast(reduce(build.or_, lanes), ir.IntType(HALF))
        hit = build.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))
        build.store(build.add(number, build.zext(hit, v.WORD)), noted)

    def stamp(self, at: Value, stamps: Value) -> None:
        """Write code that marks in `stamps` the values of all 64 splits in the block with index `at` in the list."""
        build = self.build
        low, high = (build.load(build.gep(row, [at])) for row in self.blocks)
        with v.counted(build, v.word(v.LANES), "lane") as lane:
            byte = build.shl(lane, v.word(1))
            value = _pair(build, build.add(low, byte), build.add(high, byte), SHORT)
            v.store(build, ir.Constant(v.BYTE, 1), build.add(stamps, build.zext(value, v.WORD)))

    def refresh(self, stamps: Value, base: Value, bound: Value) -> None:
        """Write code that removes the values marked in `stamps` from the list of values to search for.

        `base` and `bound` are not used.
        """
        build, none = self.build, ir.Constant(SHORT, NONE)
        for place, one in zip(self.places, self.each, strict=True):
            value = v.load(build, place, SHORT)
            used = build.select(build.icmp_unsigned("==", value, none), ir.Constant(SHORT, 0), value)
            stamp = v.load(build, build.add(stamps, build.zext(used, v.WORD)), v.BYTE)
            kept = build.select(build.icmp_unsigned("!=", stamp, ir.Constant(v.BYTE, 0)), none, value)
            v.store(build, kept, place)
            build.store(v.splat(build, kept, HALF), one)


def sift_object(way: Lookup, level: str = "") -> bytes:
    """Compile the function `sift(low, high, blocks, wanted, stamps, base, bound)`.

    `sift` searches for certain values among low[i] ^ high[i], the values of 64 * `blocks` splits. The values to search
    for are at the address `wanted` and lie from `base` to `bound` - 1; both bounds are multiples of 64. For each value
    v found, `sift` sets stamps[v] to 1 and removes v from `wanted`. It may also mark other values of these splits. It
    returns the number of splits, or of blocks of splits, in which it found one. All arguments are 64-bit numbers or
    addresses.

    Args:
        way: The method of table lookup: the instructions that look up bytes in a table.
        level: The level of processors to compile for, such as "x86-64-v3"; empty for this processor alone.

    Returns:
        The object file with the compiled function.
    """
    module = ir.Module()
    names = ["low", "high", "blocks", "wanted", "stamps", "base", "bound"]
    build, (low, high, blocks, wanted, stamps, base, bound) = define(module, "sift", names, result=True)
    wants = (_Bitmap if has_bitmap(way) else _List)(build, wanted)
    met, noted = v.variable(build, v.word(0)), v.variable(build, v.word(0))
    with v.counted(build, build.udiv(build.add(blocks, v.word(SEGMENT - 1)), v.word(SEGMENT)), "segment") as segment:
        start = build.mul(segment, v.word(SEGMENT))
        left = build.sub(blocks, start)
        length = build.select(build.icmp_signed("<", left, v.word(SEGMENT)), left, v.word(SEGMENT))
        build.store(v.word(0), noted)
        with v.counted(build, length, "block") as block:
            byte = build.mul(build.add(start, block), v.word(2 * v.LANES))
            wants.note(build.add(low, byte), build.add(high, byte), noted)
        number = build.load(noted)
        with v.counted(build, number, "noted") as at:
            wants.stamp(at, stamps)
        build.store(build.add(build.load(met), number), met)
        wants.refresh(stamps, base, bound)
    build.ret(build.load(met))
    return object_code(module, way, level)


def _pair(build: Value, low: Value, high: Value, kind: Value) -> Value:
    return build.xor(v.load(build, low, kind), v.load(build, high, kind))
