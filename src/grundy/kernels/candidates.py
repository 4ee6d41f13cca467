"""Values of take-and-break codes by the candidate scan: stamp some options, look for the missing ones among the rest.

Plain twin: `sequences.values.plain_code_values`. A heap of n has up to n / 2 splits but few distinct
values among them. The first splits are stamped one by one; the least values not met so far are
wanted, and the other splits are only asked whether they have a wanted value, 64 pairs of heaps at a
time (the values forward against a copy backward). A wanted value that is found gets its stamp; the
least one that is never found is the mex. On processors with AVX-512 VBMI the wanted values are 1024
bits in two registers, one permutation looks all lanes up, and what is found is packed; elsewhere they
are a short list, each compared with all lanes. Nothing is assumed about the code, so the values are
exact, and all ways give the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from .machine import Machine, define
from .vectors import (
    BIT,
    BYTE,
    LANES,
    WORD,
    Lookup,
    Value,
    any_of,
    counted,
    every,
    function,
    load,
    splat,
    store,
    variable,
    word,
)

Bytes = NDArray[np.uint8]
Values = NDArray[np.uint16]
Numbers = NDArray[np.int64]

LISTED = 8
"""Wanted values at a time where they are compared one by one."""
WINDOW = 1024
"""Wanted values lie within so many consecutive numbers."""
WANTED_PLACES = LANES + LISTED
"""The array of wanted values: a bitmap (v modulo 1024: bit 15 - v // 64 of word v % 64), and the list."""
SEGMENT = 64
"""Blocks of 64 pairs that are looked at before the wanted values among them are taken out."""

SHORT = ir.IntType(16)
HALF = LANES // 2
SHORTS = ir.VectorType(SHORT, HALF)
NONE = 0xFFFF
"""No value: it stands in the places of the list that are not used."""


class _Bitmap:
    """The wanted values as 1024 bits in two vectors, for processors that permute 16-bit lanes."""

    def __init__(self, build: Value, wanted: Value) -> None:
        """Load the bitmap and make room for the values found."""
        self.build = build
        self.places = [build.add(wanted, word(at)) for at in (0, LANES)]
        self.halves = [variable(build, load(build, place, SHORTS)) for place in self.places]
        self.values = build.ptrtoint(build.alloca(SHORT, (SEGMENT + 1) * LANES), WORD)

    def note(self, low: Value, high: Value, noted: Value) -> None:
        """Write down the wanted values, or equal to wanted ones modulo 1024, among 64 sums of two heaps."""
        build = self.build
        mask, all_lanes = ir.VectorType(BIT, HALF), ir.IntType(HALF)
        pack = function(build, f"llvm.x86.avx512.mask.compress.v{HALF}i16", SHORTS, [SHORTS, SHORTS, mask])
        for at in (0, LANES):
            sums = _pair(build, build.add(low, word(at)), build.add(high, word(at)), SHORTS)
            wanted, number = self._wanted(sums), build.load(noted)
            place = build.add(self.values, build.shl(number, word(1)))
            store(build, build.call(pack, [sums, every(SHORTS, 0), wanted]), place)
            build.store(build.add(number, build.zext(build.ctpop(build.bitcast(wanted, all_lanes)), WORD)), noted)

    def _wanted(self, sums: Value) -> Value:
        """Return the lanes whose bit is set."""
        build = self.build
        low, high = (build.load(half) for half in self.halves)
        permute = function(build, "llvm.x86.avx512.vpermi2var.hi.512", SHORTS, [SHORTS] * 3)
        turn = function(build, f"llvm.fshl.v{HALF}i16", SHORTS, [SHORTS] * 3)
        words = build.call(permute, [low, sums, high])
        turned = build.call(turn, [words, words, build.lshr(sums, every(SHORTS, 6))])
        return build.icmp_signed("<", turned, every(SHORTS, 0))

    def stamp(self, at: Value, stamps: Value) -> None:
        """Stamp a value that was written down."""
        value = load(self.build, self.build.add(self.values, self.build.shl(at, word(1))), SHORT)
        store(self.build, ir.Constant(BYTE, 1), self.build.add(stamps, self.build.zext(value, WORD)))

    def refresh(self, stamps: Value, base: Value, bound: Value) -> None:
        """Take out what has a stamp by now, and write the bitmap back."""
        build = self.build
        with counted(build, build.lshr(build.sub(bound, base), word(6)), "chunk") as chunk:
            first = build.add(base, build.shl(chunk, word(6)))
            shift = build.trunc(build.and_(build.lshr(first, word(6)), word(15)), SHORT)
            bit = splat(build, build.lshr(ir.Constant(SHORT, 1 << 15), shift), HALF)
            for at, half in zip((0, HALF), self.halves, strict=True):
                block = load(build, build.add(build.add(stamps, first), word(at)), ir.VectorType(BYTE, HALF))
                met = build.icmp_unsigned("!=", block, every(block.type, 0))
                gone = build.select(met, bit, every(SHORTS, 0))
                build.store(build.and_(build.load(half), build.not_(gone)), half)
        for place, half in zip(self.places, self.halves, strict=True):
            store(build, build.load(half), place)


class _List:
    """The wanted values as a short list, each in all lanes of a vector, for any processor."""

    def __init__(self, build: Value, wanted: Value) -> None:
        """Load the list, which stands behind the bitmap, and make room for the blocks found."""
        self.build = build
        self.places = [build.add(wanted, word(2 * (LANES + i))) for i in range(LISTED)]
        self.each = [variable(build, splat(build, load(build, place, SHORT), HALF)) for place in self.places]
        self.blocks = [build.alloca(WORD, SEGMENT) for _ in range(2)]

    def note(self, low: Value, high: Value, noted: Value) -> None:
        """Write down the block of 64 sums of two heaps if one of them is wanted."""
        build, number = self.build, self.build.load(noted)
        lanes = []
        for at in (0, LANES):
            sums = _pair(build, build.add(low, word(at)), build.add(high, word(at)), SHORTS)
            lanes += [build.icmp_unsigned("==", sums, build.load(one)) for one in self.each]
        for row, start in zip(self.blocks, (low, high), strict=True):
            build.store(start, build.gep(row, [number]))
        bits = build.bitcast(any_of(build, lanes), ir.IntType(HALF))
        hit = build.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))
        build.store(build.add(number, build.zext(hit, WORD)), noted)

    def stamp(self, at: Value, stamps: Value) -> None:
        """Stamp all sums of a block that was written down."""
        build = self.build
        low, high = (build.load(build.gep(row, [at])) for row in self.blocks)
        with counted(build, word(LANES), "lane") as lane:
            byte = build.shl(lane, word(1))
            value = _pair(build, build.add(low, byte), build.add(high, byte), SHORT)
            store(build, ir.Constant(BYTE, 1), build.add(stamps, build.zext(value, WORD)))

    def refresh(self, stamps: Value, base: Value, bound: Value) -> None:
        """Take out what has a stamp by now, and write the list back."""
        build, none = self.build, ir.Constant(SHORT, NONE)
        for place, one in zip(self.places, self.each, strict=True):
            value = load(build, place, SHORT)
            used = build.select(build.icmp_unsigned("==", value, none), ir.Constant(SHORT, 0), value)
            stamp = load(build, build.add(stamps, build.zext(used, WORD)), BYTE)
            kept = build.select(build.icmp_unsigned("!=", stamp, ir.Constant(BYTE, 0)), none, value)
            store(build, kept, place)
            build.store(splat(build, kept, HALF), one)


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
    met, noted = variable(build, word(0)), variable(build, word(0))
    with counted(build, build.udiv(build.add(blocks, word(SEGMENT - 1)), word(SEGMENT)), "segment") as segment:
        start = build.mul(segment, word(SEGMENT))
        left = build.sub(blocks, start)
        length = build.select(build.icmp_signed("<", left, word(SEGMENT)), left, word(SEGMENT))
        build.store(word(0), noted)
        with counted(build, length, "block") as block:
            byte = build.mul(build.add(start, block), word(2 * LANES))
            wants.note(build.add(low, byte), build.add(high, byte), noted)
        number = build.load(noted)
        with counted(build, number, "noted") as at:
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
    """Return the values of sums of two heaps."""
    return build.xor(load(build, low, kind), load(build, high, kind))


def _typed_call(
    _: Value,
    target: Value,
    low: Value,
    high: Value,
    blocks: Value,
    wanted: Value,
    stamps: Value,
    base: Value,
    bound: Value,
) -> Value:
    """Call the code of `sifter` that stands at an address, `target`; the arguments are numba's types."""

    def emit(_: Value, build: Value, __: Value, values: Value) -> Value:
        kind = ir.FunctionType(WORD, [WORD] * 7)
        return build.call(build.inttoptr(values[0], kind.as_pointer()), values[1:])

    return types.int64(target, low, high, blocks, wanted, stamps, base, bound), emit


_call: Any = intrinsic(_typed_call)


@njit(cache=True, nogil=True)
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
                    base, end = c // LANES * LANES, (bound + LANES - 1) // LANES * LANES
                    met += _call(sift, low, high, blocks, wanted.ctypes.data, stamps.ctypes.data, base, end)
            c = _next(stamps, c)
            if c < bound:
                break
        if c >= len(stamps):
            return n, met
        values[n] = c
        back[zero - n] = c
    return stop, met


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _first(half: int, most: int) -> tuple[int, int]:
    """Return how many of `half` splits are stamped one by one, and how many blocks of 64 are left."""
    blocks = max(0, half - most) // LANES
    return half - LANES * blocks, blocks


@njit(cache=True, nogil=True)
def _next(stamps: Bytes, c: int) -> int:
    """Return the least number from c on that has no stamp."""
    while c < len(stamps) and stamps[c]:
        c += 1
    return c


@njit(cache=True, nogil=True)
def _want_some(stamps: Bytes, c: int, wanted: Values, many: int) -> int:
    """Want the values without a stamp from c on, in blocks of 64 until they are `many`; return where they end."""
    words = wanted[:LANES]
    words[:] = 0
    number, at = 0, c // LANES * LANES
    end = min(at + WINDOW, len(stamps))
    while number < many and at < end:
        shift = np.uint16(15 - at // LANES % 16)
        block = stamps[at : at + LANES]
        for i in range(len(block)):
            words[i] |= np.uint16(block[i] ^ 1) << shift
            number += block[i] ^ 1
        at += LANES
    return at


@njit(cache=True, nogil=True)
def _want_few(stamps: Bytes, c: int, wanted: Values) -> int:
    """Want the first values without a stamp from c on, as a list; return where they end."""
    few = wanted[LANES:]
    few[:] = NONE
    number = 0
    while number < len(few) and c < len(stamps):
        if not stamps[c]:
            few[number] = c
            number += 1
        c += 1
    return c
