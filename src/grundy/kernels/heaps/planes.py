"""Bit planes of coded values (codes): the plane of a code has one bit per heap, 1 if the heap has this code.

An option (d, g) gives heap n the code g ^ code(n - d), so it gives y exactly where the plane of y ^ g, moved up by d
heaps, has a bit; the or of such planes shows for 1984 heaps at once which of them have the option value y. Partners
that are to be left out (rare heaps) hold 255, which has no plane. Plain vector code, one path for all
processors.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from llvmlite import ir
from numba.extending import intrinsic

from .. import vectors as v
from ..compiled import register_bytes
from ..typed import BYTES, INTS, NUMBER, named, njit, types
from .shapes import WIDTH, Bytes, Cover, Words

SHIFTS = 8
"""Planes are read at whole bytes; options are sorted by the remaining shift."""

REGISTER = register_bytes()
"""Bytes in a vector register of the processor that the kernels are compiled for."""

_ROW = ir.VectorType(v.WORD, 8)
_NUMBER, _NOTHING = types.intp, types.void


COVER = named(Cover, BYTES, INTS, types.int64[:, ::1], NUMBER, NUMBER)


def word_function(result: Any, arguments: int) -> Callable[[Callable[..., Any]], Any]:  # no types in numba
    """Make a function that numba can call from a function that writes vector code.

    Args:
        result: The type of the result.
        arguments: The number of arguments, addresses or numbers.

    Returns:
        A decorator.
    """

    def make(write: Callable[..., Any]) -> Any:
        def typed(_context: object, *_: object) -> tuple[Any, Callable[..., Any]]:
            def generate(context: Any, build: Any, _signature: object, values: Any) -> Any:
                written = write(build, *values)
                return context.get_dummy_value() if written is None else written

            return result(*[_NUMBER] * arguments), generate

        names = ["context", *(f"value{k}" for k in range(arguments))]
        kind = Parameter.POSITIONAL_OR_KEYWORD
        setattr(typed, "__signature__", Signature([Parameter(name, kind) for name in names]))  # noqa: B010  # for numba
        typed.__name__ = write.__name__
        typed.__doc__ = write.__doc__
        return intrinsic(typed)

    return make


def code_vector(build: Any, code: Any) -> Any:
    """Write code for a vector with one code in all lanes.

    Args:
        build: The builder of the function.
        code: The code as a whole number.

    Returns:
        The vector.
    """
    return v.splat(build, build.trunc(code, v.BYTE))


@word_function(types.uint64, 2)
def plane_word(build: Any, address: Any, code: Any) -> Any:
    """Write code that compares 64 codes at an address with one code; the result has one bit for each of them.

    Args:
        build: The builder of the function.
        address: The address of 64 codes.
        code: The code.

    Returns:
        One bit per code.
    """
    equal = build.icmp_unsigned("==", v.load(build, address), code_vector(build, code))
    return build.bitcast(equal, v.WORD)


@word_function(_NOTHING, 4)
def cover(build: Any, base: Any, offsets: Any, starts: Any, out: Any) -> None:
    """Write code that adds to `out` the heaps that have an option with one code, for several options at once.

    Args:
        build: The builder of the function.
        base: The address of the planes.
        offsets: The address of the offsets.
        starts: The address of nine bounds.
        out: The address of the words to change.
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
    """Compute words of the planes of the chosen codes.

    Args:
        address: The address of the codes.
        chosen: The codes that have planes.
        planes: One row of words per chosen code.
        first: The first word to write.
        count: The number of words.
    """
    for k in range(len(chosen)):
        for word in range(count):
            planes[k, first + word] = plane_word(address + 64 * word, chosen[k])
