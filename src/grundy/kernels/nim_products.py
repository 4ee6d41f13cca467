"""Nim products of 64-bit numbers in arrays, hundreds at once: each vector holds one bit of many numbers.

A block of numbers is transposed into 64 vectors, of which vector i holds bit i of every number. Then Karatsuba's method
is applied over the tower of fields of nimbers (Conway, "On Numbers and Games", 1976, chapter 6). It needs no tables and
no branches, but 729 bitwise ands and about 3500 exclusive ors of vectors for each block. The result is transposed back.
Reference implementation: `core.nimbers.plain_product`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from llvmlite import ir

from .lookup import Lookup, host_lookup
from .machine import Machine, define
from .vectors import WORD, Value, counted, every, load, store, word

BITS = 64
LEAF = 8
"""Products of so many bits are one piece of code without calls; larger pieces need more registers than there are."""
Planes = Sequence[Value]
"""Vectors of words; the bits of plane i are bit i of the numbers, the lowest first."""


def block_length(way: Lookup) -> int:
    """Return how many numbers are multiplied at once: 512 if the processor's vectors have 512 bits, else 256.

    `way` states how the processor looks up bytes: "vbmi" and "bw" use vectors of 512 bits.
    """
    return BITS * (8 if way in {"vbmi", "bw"} else 4)


@cache
def nim_product_kernel(way: Lookup | None = None) -> Callable[..., int]:
    """Compile a function that computes the nim products of two arrays of numbers.

    Its arguments are the addresses of the two arrays of factors, the address of the array for the products, and the
    number of blocks. The numbers are unsigned and have 64 bits. Each block has `block_length(way)` numbers. The
    products may replace one of the factors. Arguments are not checked. `way` is a method of table lookup; if None, it
    is the fastest of this processor.
    """
    way = way or host_lookup()
    module = ir.Module()
    code = _Code(module, block_length(way) // BITS)
    code.turn()
    width = LEAF
    code.leaf()
    while width < BITS:
        width *= 2
        code.joint(width)
    code.blocks()
    return Machine(module, way).function("nim_products", 4)


class _Code:
    """Writes the LLVM functions for nim products of numbers in bit planes: vector i holds bit i of many numbers."""

    def __init__(self, module: Value, words: int) -> None:
        self.module = module
        self.kind = ir.VectorType(WORD, words)
        self.size = 8 * words

    def blocks(self) -> None:
        """Write the loop over blocks of numbers: transpose both factors, multiply, transpose back."""
        build, (a, b, products, count) = define(self.module, "nim_products", ["a", "b", "products", "count"])
        room = self._room(build, 3 * BITS)
        planes = [self._at(build, room, i * BITS) for i in range(3)]
        turn, multiply = (partial(build.call, self.module.globals[name]) for name in ("turn", f"product{BITS}"))
        with counted(build, count, "block") as block:
            offset = build.mul(block, word(BITS * self.size))
            turn([build.add(a, offset), planes[0]])
            turn([build.add(b, offset), planes[1]])
            multiply(planes)
            turn([planes[2], build.add(products, offset)])
        build.ret_void()

    def turn(self) -> None:
        """Write the function that transposes 64 rows of 64 bits in every lane of a vector, by exchanging blocks."""
        build, (rows, turned) = self._define("turn", ["rows", "turned"])
        x = self._load(build, rows, BITS)
        reach, mask = BITS // 2, (1 << BITS // 2) - 1
        while reach:
            shift, kept = every(self.kind, reach), every(self.kind, mask)
            for i in (i for i in range(BITS) if not i & reach):
                differ = build.and_(build.xor(build.lshr(x[i], shift), x[i + reach]), kept)
                x[i] = build.xor(x[i], build.shl(differ, shift))
                x[i + reach] = build.xor(x[i + reach], differ)
            reach //= 2
            mask ^= mask << reach & ((1 << BITS) - 1)
        self._store(build, x, turned)
        build.ret_void()

    def leaf(self) -> None:
        """Write the function for nim products of numbers of `LEAF` bits, without calls of other functions."""
        build, (a, b, c) = self._define(f"product{LEAF}", ["a", "b", "c"])
        self._store(build, product(build, self._load(build, a, LEAF), self._load(build, b, LEAF)), c)
        build.ret_void()

    def joint(self, width: int) -> None:
        """Write the function for nim products of numbers of `width` bits.

        It calls the function for half the width three times.
        """
        build, (a, b, c) = self._define(f"product{width}", ["a", "b", "c"])
        half = width // 2
        multiply = partial(build.call, self.module.globals[f"product{half}"])
        room = self._room(build, 6 * half)
        sum_a, sum_b, top, low, middle, high = (self._at(build, room, i * half) for i in range(6))
        a1, b1 = self._at(build, a, half), self._at(build, b, half)
        high_a = self._load(build, a1, half)
        self._store(build, xors(build, self._load(build, a, half), high_a), sum_a)
        self._store(build, xors(build, self._load(build, b, half), self._load(build, b1, half)), sum_b)
        self._store(build, times_half(build, high_a), top)
        multiply([a, b, low])
        multiply([sum_a, sum_b, middle])
        multiply([top, b1, high])
        lows = self._load(build, low, half)
        self._store(build, xors(build, lows, self._load(build, high, half)), c)
        self._store(build, xors(build, lows, self._load(build, middle, half)), self._at(build, c, half))
        build.ret_void()

    def _define(self, name: str, arguments: Sequence[str]) -> tuple[Value, list[Value]]:
        """Begin an LLVM function that only this module calls; return the builder of its body, and its arguments."""
        build, values = define(self.module, name, arguments)
        build.function.linkage = "internal"
        build.function.attributes.add("noinline")
        return build, values

    def _room(self, build: Value, planes: int) -> Value:
        return build.ptrtoint(build.alloca(ir.ArrayType(self.kind, planes)), WORD)

    def _at(self, build: Value, address: Value, plane: int) -> Value:
        return build.add(address, word(plane * self.size))

    def _load(self, build: Value, address: Value, count: int) -> list[Value]:
        return [load(build, self._at(build, address, i), self.kind) for i in range(count)]

    def _store(self, build: Value, planes: Planes, address: Value) -> None:
        for i, plane in enumerate(planes):
            store(build, plane, self._at(build, address, i))


def product(build: Value, a: Planes, b: Planes) -> list[Value]:
    """Write code for a nim product, by Karatsuba's method down to single bits, whose product is the bitwise and.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        a: The bits of one factor: vector i holds bit i of many numbers. Their count is a power of two.
        b: The same number of vectors for the other factor.

    Returns:
        The vectors of the product.
    """
    if len(a) == 1:
        return [build.and_(a[0], b[0])]
    half = len(a) // 2
    (a0, a1), (b0, b1) = (a[:half], a[half:]), (b[:half], b[half:])
    low = product(build, a0, b0)
    middle = product(build, xors(build, a0, a1), xors(build, b0, b1))
    high = product(build, times_half(build, a1), b1)
    return xors(build, low, high) + xors(build, low, middle)


def times_half(build: Value, a: Planes) -> list[Value]:
    """Write code for the nim product of a number of w bits and 2^(w-1).

    Write a = a1 F + a0 with F = 2^(w/2), and let g = 2^(w/2-1). Then the product is g(a0 ^ a1) F + g(g a1); all
    products are nim products.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        a: The bits of the factor: vector i holds bit i of many numbers.

    Returns:
        The vectors of the product.
    """
    if len(a) == 1:
        return list(a)
    half = len(a) // 2
    low = times_half(build, times_half(build, a[half:]))
    return low + times_half(build, xors(build, a[:half], a[half:]))


def xors(build: Value, a: Planes, b: Planes) -> list[Value]:
    """Write code for the nim-sum of two numbers.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        a: The bits of one number: vector i holds bit i of many numbers.
        b: The same number of vectors for the other number.

    Returns:
        The vectors of the nim-sum.
    """
    return [build.xor(x, y) for x, y in zip(a, b, strict=True)]
