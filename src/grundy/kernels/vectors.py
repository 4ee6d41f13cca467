"""Functions that write vector instructions for LLVM, for kernels that are built at run time.

The LLVM code is the same for all processors, except for the lookup of bytes in a table. A `Lookup` names the processor
instructions to use for that; all of them give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

from llvmlite import ir

from .lookup import Lookup

Value = Any
"""A value of LLVM's; llvmlite has no types."""

BIT, BYTE, INT, WORD = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64)
LANES = 64
"""Heaps that one vector of bytes holds."""
BYTES = ir.VectorType(BYTE, LANES)


def word(number: int) -> Value:
    """Return an LLVM constant of 64 bits."""
    return ir.Constant(WORD, number)


def every(kind: Value, number: int) -> Value:
    """Return a constant vector with the same number in every lane.

    Args:
        kind: The vector type.
        number: The number.

    Returns:
        The constant.
    """
    return ir.Constant(kind, [number] * kind.count)


def splat(build: Value, number: Value, count: int = LANES) -> Value:
    """Write code that copies a number, known only at run time, to every lane of a vector.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        number: The number.
        count: The number of lanes.

    Returns:
        The vector.
    """
    nothing = ir.Constant(ir.VectorType(number.type, count), ir.Undefined)
    first = build.insert_element(nothing, number, ir.Constant(INT, 0))
    return build.shuffle_vector(first, nothing, every(ir.VectorType(INT, count), 0))


def load(build: Value, address: Value, kind: Value = BYTES) -> Value:
    """Write code that reads a value from an address, which need not be aligned.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        address: The address as a 64-bit number.
        kind: The LLVM type of the value.

    Returns:
        The value, as an LLVM value.
    """
    return build.load(build.inttoptr(address, kind.as_pointer()), align=1)


def store(build: Value, value: Value, address: Value) -> None:
    """Write code that writes a value to an address, which need not be aligned.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        value: The value.
        address: The address as a 64-bit number.
    """
    build.store(value, build.inttoptr(address, value.type.as_pointer()), align=1)


def shuffle(build: Value, left: Value, right: Value, places: Sequence[int]) -> Value:
    """Write code that selects lanes of two vectors, given by their indices.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        left: The first vector.
        right: The second vector; its lanes have the indices after those of the first.
        places: The indices of the lanes to select.

    Returns:
        The vector of the selected lanes.
    """
    return build.shuffle_vector(left, right, ir.Constant(ir.VectorType(INT, len(places)), list(places)))


def function(build: Value, name: str, result: Value, arguments: Sequence[Value]) -> Value:
    """Return a function of an LLVM module by name; declare it there if it is not declared yet.

    Args:
        build: The builder of a function in the module.
        name: The name of the function.
        result: The type of the result.
        arguments: The types of the arguments.

    Returns:
        The function.
    """
    known = build.module.globals.get(name)
    return known if known is not None else ir.Function(build.module, ir.FunctionType(result, arguments), name)


def population(build: Value, vector: Value) -> Value:
    """Write code that counts the one bits in every lane.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        vector: A vector of whole numbers.

    Returns:
        The vector of counts.
    """
    kind = vector.type
    return build.call(function(build, f"llvm.ctpop.v{kind.count}i{kind.element.width}", kind, [kind]), [vector])


def nonzero(build: Value, vector: Value) -> Value:
    """Write code that checks whether any bit of a vector is set.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        vector: A vector whose size is a multiple of 64 bits.

    Returns:
        An LLVM value of one bit, which is 1 if a bit of the vector is set.
    """
    words = vector.type.count * vector.type.element.width // 64
    kind = ir.VectorType(WORD, words)
    differ = build.icmp_unsigned("!=", build.bitcast(vector, kind), every(kind, 0))
    return build.icmp_unsigned("!=", build.bitcast(differ, ir.IntType(words)), ir.Constant(ir.IntType(words), 0))


def floor_divided(build: Value, left: Value, right: Value) -> tuple[Value, Value]:
    """Write code for Python's `left // right` and `left % right`.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        left: The dividend.
        right: The divisor, which is not 0.

    Returns:
        The quotient, rounded down, and the remainder.
    """
    zero, quotient, rest = ir.Constant(left.type, 0), build.sdiv(left, right), build.srem(left, right)
    differ = build.icmp_signed("<", build.xor(rest, right), zero)
    adjust = build.and_(differ, build.icmp_signed("!=", rest, zero))
    floor = build.sub(quotient, build.zext(adjust, left.type))
    return floor, build.select(adjust, build.add(rest, right), rest)


def variable(build: Value, value: Value) -> Value:
    """Write code for a variable with a first value; LLVM may keep it in a register.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        value: The first value.

    Returns:
        A pointer to the variable.
    """
    with build.goto_entry_block():
        place = build.alloca(value.type)
    build.store(value, place)
    return place


@contextmanager
def repeated(build: Value, name: str, test: Callable[[], Value]) -> Iterator[None]:
    """Write a loop that repeats while a test is true; the caller writes the body inside a `with` statement.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        name: The prefix of the names of the LLVM blocks.
        test: A function that writes the test at the head of the loop and returns one bit.

    Yields:
        Nothing; `build` then adds code to the body.
    """
    head, body, done = (build.append_basic_block(f"{name}.{part}") for part in ("head", "body", "done"))
    build.branch(head)
    build.position_at_end(head)
    build.cbranch(test(), body, done)
    build.position_at_end(body)
    yield
    build.branch(head)
    build.position_at_end(done)


@contextmanager
def counted(build: Value, count: Value, name: str) -> Iterator[Value]:
    """Write a loop over the numbers 0 to count - 1; the caller writes the body inside a `with` statement.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        count: The number of repetitions, 64 bits.
        name: The prefix of the names of the LLVM blocks.

    Yields:
        The current number, as an LLVM value.
    """
    place = variable(build, word(0))
    with repeated(build, name, lambda: build.icmp_signed("<", build.load(place), count)):
        index = build.load(place)
        yield index
        build.store(build.add(index, word(1)), place)


@contextmanager
def members(build: Value, place: Value) -> Iterator[Value]:
    """Write a loop over the one bits of the number at `place`, lowest first; each bit is cleared.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        place: A pointer to the number, 64 bits.

    Yields:
        The index of the bit, as an LLVM value.
    """
    with repeated(build, "each", lambda: build.icmp_unsigned("!=", build.load(place), word(0))):
        now = build.load(place)
        build.store(build.and_(now, build.sub(now, word(1))), place)
        yield build.cttz(now, ir.Constant(BIT, 1))


def looked_up(build: Value, way: Lookup, table: Sequence[int], places: Value) -> Value:
    """Write code that looks up many bytes in a table at once.

    Args:
        build: LLVM's builder, at the place in the function where the code is added.
        way: The processor instructions to use.
        table: 16, 32 or 64 bytes.
        places: A vector of 32 or 64 bytes, each an index of the table.

    Returns:
        A vector that contains table[i] for each index i in `places`.
    """
    lanes = places.type.count
    if len(table) == 16 and way != "portable":
        step = LANES if way in {"vbmi", "bw"} and lanes == LANES else 32
        kind = ir.VectorType(BYTE, step)
        name = "llvm.x86.avx512.pshuf.b.512" if step == LANES else "llvm.x86.avx2.pshuf.b"
        look, full = function(build, name, kind, [kind, kind]), ir.Constant(kind, list(table) * (step // 16))
        parts = [shuffle(build, places, places, range(at, at + step)) for at in range(0, lanes, step)]
        done = [build.call(look, [full, part]) for part in parts]
        return done[0] if len(done) == 1 else shuffle(build, done[0], done[1], range(lanes))
    if way == "vbmi" and len(table) <= lanes:
        look = function(build, f"llvm.x86.avx512.permvar.qi.{8 * lanes}", places.type, [places.type] * 2)
        return build.call(look, [ir.Constant(places.type, list(table) * (lanes // len(table))), places])
    if len(table) == 16:
        return _selected(build, table, places)
    half = len(table) // 2
    within = build.and_(places, every(places.type, half - 1))
    low, high = (looked_up(build, way, part, within) for part in (table[:half], table[half:]))
    return build.select(build.icmp_unsigned("<", places, every(places.type, half)), low, high)


def _selected(build: Value, table: Sequence[int], places: Value) -> Value:
    """Write code that looks up bytes in a table of 16 bytes, without special instructions.

    For each different byte of the table, it compares `places`, the vector of indices, with the indices of this byte.
    """
    found = every(places.type, 0)
    for byte in sorted(set(table) - {0}):
        wanted = [at for at, entry in enumerate(table) if entry == byte]
        hits = reduce(build.or_, [build.icmp_unsigned("==", places, every(places.type, at)) for at in wanted])
        found = build.or_(found, build.select(hits, every(places.type, byte), every(places.type, 0)))
    return found
