"""Bit planes of coded values (codes): the plane of a code has one bit per heap, 1 if the heap has this code.

An option (d, g) gives heap n the code g ^ code(n - d). So this option has the code y exactly if the plane of y ^ g,
moved up by d heaps, has a bit at n. The bitwise or of such planes shows for 1984 heaps at once which of them have an
option with code y. Heaps to be ignored, because they are rare, have the byte 255, which has no plane. The vector code
is the same for all processors.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from .. import vectors as v
from ..compiled import register_bytes
from ..pointers import word_function
from ..typed import BYTES, INTS, NUMBER, named, njit, types
from .shapes import WIDTH, Bytes, Cover, Words

SHIFTS = 8
"""Planes are read at whole bytes; options are sorted by the remaining shift."""

REGISTER = register_bytes()
"""Bytes in a vector register of the processor that the kernels are compiled for."""

_ROW = ir.VectorType(v.WORD, 8)
COVER = named(Cover, BYTES, INTS, types.int64[:, ::1], NUMBER, NUMBER)


def comparing(sign: str) -> Any:
    """Make a function that compares 64 bytes in memory with a number, such as a coded value.

    Args:
        sign: "==", or ">" for bytes that are greater than the number.

    Returns:
        A function of the address of the bytes and of the number. It returns a 64-bit number whose bit i is 1 if the
        comparison is true for byte i.
    """

    def compare(build: Any, address: Any, code: Any) -> Any:
        given = v.splat(build, build.trunc(code, v.BYTE))
        return build.bitcast(build.icmp_unsigned(sign, v.load(build, address), given), v.WORD)

    return word_function(types.uint64, 2)(compare)


plane_word = comparing("==")


@word_function(NUMBER, 1)
def lowest_bit(build: Any, bits: Any) -> Any:
    """Write code for the index of the lowest one bit of a number.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        bits: The number.

    Returns:
        The index.
    """
    return build.cttz(bits, ir.Constant(v.BIT, 1))


@word_function(types.void, 4)
def cover(build: Any, base: Any, offsets: Any, starts: Any, out: Any) -> None:
    """Write instructions that find those of 1984 consecutive heaps for which one of several options has a given code.

    The plane of a code is a bitset of the heaps with this code. For an option, the plane is read at an offset and
    moved by 0 to 7 bits. The results for all options are added to the bitset at `out` by bitwise or.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        base: The address, in the first plane, of the word for the first 64 heaps of the group.
        offsets: The address of one 32-bit number per option: how many bytes after `base` its plane is read. Options are
            sorted by the bits that their planes are moved.
        starts: The address of nine indices: options starts[s] to starts[s + 1] - 1 are moved by s bits.
        out: The address of the bitset that is changed, 2048 bits.
    """
    total = [v.load(build, build.add(out, v.word(64 * k)), _ROW) for k in range(WIDTH)]
    for shift in range(SHIFTS):
        bounds = build.add(starts, v.word(8 * shift))
        places = [v.variable(build, v.every(_ROW, 0)) for _ in range(WIDTH)]
        low, high = (v.load(build, build.add(bounds, v.word(at)), v.WORD) for at in (0, 8))
        with v.counted(build, build.sub(high, low), "options") as index:
            at = build.add(offsets, build.mul(build.add(low, index), v.word(4)))
            address = build.add(base, build.sext(v.load(build, at, v.INT), v.WORD))
            for k, place in enumerate(places):
                row = v.load(build, build.add(address, v.word(64 * k)), _ROW)
                build.store(build.or_(build.load(place), row), place)
        read = [build.load(place) for place in places]
        if shift:  # the 512 bits that begin so many bits after those of each vector; the next one continues it
            move, by = v.function(build, "llvm.fshr.v8i64", _ROW, [_ROW] * 3), v.every(_ROW, shift)
            pairs = zip(read, [*read[1:], v.every(_ROW, 0)], strict=True)
            read = [build.call(move, [v.shuffle(build, low, high, range(1, 9)), low, by]) for low, high in pairs]
        total = [build.or_(*pair) for pair in zip(total, read, strict=True)]
    for k, row in enumerate(total):
        v.store(build, row, build.add(out, v.word(64 * k)))


@njit(nogil=True)
def draw_planes(address: int, chosen: Bytes, planes: Words, first: int, count: int) -> None:
    """Compute the bitsets of the heaps that have certain codes, for 64 * `count` consecutive heaps.

    Args:
        address: The address of the code of the first heap, one byte per heap.
        chosen: The codes for which bitsets are stored.
        planes: Receives the bitsets: row k is that of chosen[k], with 64 heaps per word.
        first: The index, in each row, of the first word to write.
        count: The number of words to write in each row.
    """
    for k in range(len(chosen)):
        for word in range(count):
            planes[k, first + word] = plane_word(address + 64 * word, chosen[k])
