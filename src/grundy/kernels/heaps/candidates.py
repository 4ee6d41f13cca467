"""Values of take-and-break codes by the candidate scan: stamp some options, look for the missing ones among the rest.

Plain twin: `sequences.values.plain_code_values`. The first splits are stamped one by one; the least values not met so
far are wanted, and the other splits are only asked whether they have a wanted value, 64 pairs of heaps at a time (the
values forward against a copy backward). With AVX-512 VBMI the wanted values are 1024 bits in two registers, elsewhere a
short list. The least one that is never found is the mex; all ways give the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from .. import vectors as v
from ..machine import Machine, define
from ..typed import BYTES, NUMBER, NUMBERS, SMALL, TRUTH, kernel, njit, types
from ..vectors import Lookup, Value
from .planes import word_function

Bytes = NDArray[np.uint8]
Values = NDArray[np.uint16]
Numbers = NDArray[np.int64]

LISTED = 8
"""Wanted values at a time where they are compared one by one."""
WINDOW = 1024
"""Wanted values lie within so many consecutive numbers."""
WANTED_PLACES = v.LANES + LISTED
"""The array of wanted values: a bitmap (v modulo 1024: bit 15 - v // 64 of word v % 64), and the list."""
SEGMENT = 64
"""Blocks of 64 pairs that are looked at before the wanted values among them are taken out."""

SHORT = ir.IntType(16)
HALF = v.LANES // 2
SHORTS = ir.VectorType(SHORT, HALF)
NONE = 0xFFFF
"""No value: it stands in the places of the list that are not used."""


class _Bitmap:
    """The wanted values as 1024 bits in two vectors, for processors that permute 16-bit lanes."""

    def __init__(self, build: Value, wanted: Value) -> None:
        self.build = build
        self.places = [build.add(wanted, v.word(at)) for at in (0, v.LANES)]
        self.halves = [v.variable(build, v.load(build, place, SHORTS)) for place in self.places]
        self.values = build.ptrtoint(build.alloca(SHORT, (SEGMENT + 1) * v.LANES), v.WORD)

    def note(self, low: Value, high: Value, noted: Value) -> None:
        """Write down the wanted values, or equal to wanted ones modulo 1024, among 64 sums of two heaps."""
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
        """Stamp a value that was written down."""
        value = v.load(self.build, self.build.add(self.values, self.build.shl(at, v.word(1))), SHORT)
        v.store(self.build, ir.Constant(v.BYTE, 1), self.build.add(stamps, self.build.zext(value, v.WORD)))

    def refresh(self, stamps: Value, base: Value, bound: Value) -> None:
        """Take out what has a stamp by now, and write the bitmap back."""
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
    """The wanted values as a short list, each in all lanes of a vector, for any processor."""

    def __init__(self, build: Value, wanted: Value) -> None:
        """Load the list, which stands behind the bitmap, and make room for the blocks found."""
        self.build = build
        self.places = [build.add(wanted, v.word(2 * (v.LANES + i))) for i in range(LISTED)]
        self.each = [v.variable(build, v.splat(build, v.load(build, place, SHORT), HALF)) for place in self.places]
        self.blocks = [build.alloca(v.WORD, SEGMENT) for _ in range(2)]

    def note(self, low: Value, high: Value, noted: Value) -> None:
        """Write down the block of 64 sums of two heaps if one of them is wanted."""
        build, number = self.build, self.build.load(noted)
        lanes = []
        for at in (0, v.LANES):
            sums = _pair(build, build.add(low, v.word(at)), build.add(high, v.word(at)), SHORTS)
            lanes += [build.icmp_unsigned("==", sums, build.load(one)) for one in self.each]
        for row, start in zip(self.blocks, (low, high), strict=True):
            build.store(start, build.gep(row, [number]))
        bits = build.bitcast(v.any_of(build, lanes), ir.IntType(HALF))
        hit = build.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))
        build.store(build.add(number, build.zext(hit, v.WORD)), noted)

    def stamp(self, at: Value, stamps: Value) -> None:
        """Stamp all sums of a block that was written down."""
        build = self.build
        low, high = (build.load(build.gep(row, [at])) for row in self.blocks)
        with v.counted(build, v.word(v.LANES), "lane") as lane:
            byte = build.shl(lane, v.word(1))
            value = _pair(build, build.add(low, byte), build.add(high, byte), SHORT)
            v.store(build, ir.Constant(v.BYTE, 1), build.add(stamps, build.zext(value, v.WORD)))

    def refresh(self, stamps: Value, base: Value, bound: Value) -> None:
        """Take out what has a stamp by now, and write the list back."""
        build, none = self.build, ir.Constant(SHORT, NONE)
        for place, one in zip(self.places, self.each, strict=True):
            value = v.load(build, place, SHORT)
            used = build.select(build.icmp_unsigned("==", value, none), ir.Constant(SHORT, 0), value)
            stamp = v.load(build, build.add(stamps, build.zext(used, v.WORD)), v.BYTE)
            kept = build.select(build.icmp_unsigned("!=", stamp, ir.Constant(v.BYTE, 0)), none, value)
            v.store(build, kept, place)
            build.store(v.splat(build, kept, HALF), one)


def has_bitmap(way: Lookup) -> bool:
    """Return whether wanted values are kept as a bitmap on this way, so that any number fits."""
    return way == "vbmi"


@cache
def sifter(way: Lookup) -> Callable[..., int]:
    """Return the compiled `sift(low, high, blocks, wanted, stamps, base, bound)`, all 64-bit numbers and addresses.

    It stamps the wanted values, which lie from `base` to `bound` (multiples of 64), among low[i] ^ high[i],
    i < 64 blocks, and real options beside, takes them out of `wanted`, and returns how often it met any.
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
    return Machine(module, way).function("sift", len(names), result=True)


def address(call: Callable[..., int]) -> int:
    """Return where the code of a compiled function stands."""
    found: Any = ctypes.cast(call, ctypes.c_void_p)  # type: ignore[arg-type]
    return int(found.value)


def _pair(build: Value, low: Value, high: Value, kind: Value) -> Value:
    return build.xor(v.load(build, low, kind), v.load(build, high, kind))


@word_function(types.int64, 8)
def _call(build: Value, target: Value, *arguments: Value) -> Value:
    """Call the code of `sifter` that stands at an address."""
    kind = ir.FunctionType(v.WORD, [v.WORD] * 7)
    return build.call(build.inttoptr(target, kind.as_pointer()), arguments)


@kernel(NUMBERS, SMALL, SMALL, NUMBER, NUMBER, BYTES, NUMBER, SMALL, NUMBER, NUMBER, TRUTH)
def candidate_kernel(
    digits: Numbers,
    values: Values,
    back: Values,
    start: int,
    stop: int,
    stamps: Bytes,
    most: int,
    wanted: Values,
    many: int,
    sift: int,
    distinct: bool,
) -> tuple[int, int]:
    """Fill the values of heaps `start` to `stop` - 1; return the heap reached and how many wanted values were met.

    `back` holds the values backwards, heap 0 last. `most` splits of each kind and up to 63 more are stamped one by
    one, then about `many` values are wanted at a time (0: a list of them). The length of `stamps` is a power of
    two, at least 64 and above all values; the kernel stops at a heap whose value reaches it. `distinct`: the two
    heaps of a split differ.
    """
    met = 0
    zero = len(back) - 1
    for n in range(start, stop):
        far = _stamp(digits, values, back, n, stamps, most, distinct)
        c = _next(stamps, 0)
        while far and c < len(stamps):
            bound = _want_some(stamps, c, wanted, many) if many else _want_few(stamps, c, wanted)
            for taken in range(min(len(digits), n + 1)):
                first, blocks = _first((n - taken - distinct) // 2, most)
                if digits[taken] & 4 and blocks:
                    low = values.ctypes.data + 2 * (1 + first)
                    high = back.ctypes.data + 2 * (zero - (n - taken) + 1 + first)
                    base, end = c // v.LANES * v.LANES, (bound + v.LANES - 1) // v.LANES * v.LANES
                    met += _call(sift, low, high, blocks, wanted.ctypes.data, stamps.ctypes.data, base, end)
            c = _next(stamps, c)
            if c < bound:
                break
        if c >= len(stamps):
            return n, met
        values[n] = c
        back[zero - n] = c
    return stop, met


@njit(nogil=True)
def _stamp(digits: Numbers, values: Values, back: Values, n: int, stamps: Bytes, most: int, distinct: bool) -> bool:
    """Stamp what takes leave and the first splits of each kind; return whether there are more splits."""
    far = False
    stamps[:] = 0
    for taken in range(min(len(digits), n + 1)):
        digit, rest = digits[taken], n - taken
        if digit & 1 and rest == 0:
            stamps[0] = 1
        if digit & 2 and rest > 0:
            stamps[values[rest]] = 1
        if digit & 4 and rest > 1:
            first, blocks = _first((rest - distinct) // 2, most)
            far = far or blocks > 0
            at = len(back) - rest
            low, high = values[1 : first + 1], back[at : at + first]
            for i in range(len(low)):
                stamps[low[i] ^ high[i]] = 1
    return far


@njit(nogil=True)
def _first(half: int, most: int) -> tuple[int, int]:
    """Return how many of `half` splits are stamped one by one, and how many blocks of 64 are left."""
    blocks = max(0, half - most) // v.LANES
    return half - v.LANES * blocks, blocks


@njit(nogil=True)
def _next(stamps: Bytes, c: int) -> int:
    while c < len(stamps) and stamps[c]:
        c += 1
    return c


@njit(nogil=True)
def _want_some(stamps: Bytes, c: int, wanted: Values, many: int) -> int:
    words = wanted[: v.LANES]
    words[:] = 0
    number, at = 0, c // v.LANES * v.LANES
    end = min(at + WINDOW, len(stamps))
    while number < many and at < end:
        shift = np.uint16(15 - at // v.LANES % 16)
        block = stamps[at : at + v.LANES]
        for i in range(len(block)):
            words[i] |= np.uint16(block[i] ^ 1) << shift
            number += block[i] ^ 1
        at += v.LANES
    return at


@njit(nogil=True)
def _want_few(stamps: Bytes, c: int, wanted: Values) -> int:
    few = wanted[v.LANES :]
    few[:] = NONE
    number = 0
    while number < len(few) and c < len(stamps):
        if not stamps[c]:
            few[number] = c
            number += 1
        c += 1
    return c
