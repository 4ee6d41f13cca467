"""Evaluates expressions for many positions at once, in 64-bit arrays that provably contain all intermediate numbers.

Each array (column) has bounds of its entries. If the bounds of a result would exceed 63 bits, or a divisor may be 0,
`Unsafe` is raised before the computation. The caller then uses the reference implementation
`core.evaluation.compile_node`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial, reduce
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.evaluation import BOUND, SIGNS
from ...core.expressions import Node
from ...patterns import Comparison
from .truth import ILLEGAL, Failure

if TYPE_CHECKING:
    from ...sequences.arrays import Series

MOST_PRIMES = 1 << 25
"""The bound below which primes are looked up in a table."""


class Unsafe(ArithmeticError):  # not named an error, because the reference implementation is used
    """The exception for a computation whose numbers may need more than 63 bits, or that may divide by 0."""


class Column(NamedTuple):
    """An array of numbers or truth values (0 and 1), with bounds of its entries.

    Attributes:
        data: The array.
        least: A lower bound of all entries.
        most: An upper bound of all entries.
    """

    data: Any
    least: int
    most: int


def evaluated(node: Node, columns: Mapping[str, Column]) -> NDArray[np.int64]:
    """Evaluate an expression for many positions at once.

    Args:
        node: The expression as a syntax tree.
        columns: For each variable its values at all positions.

    Returns:
        The values, one for each position, as an array of the common shape of the columns.

    Raises:
        Unsafe: If intermediate numbers may need more than 63 bits, or if a divisor may be 0.
    """
    shape = np.broadcast_shapes(*(np.shape(column.data) for column in columns.values()))
    values: NDArray[np.int64] = np.broadcast_to(_column(node, columns).data, shape)
    return values


def first_failing(claim: Comparison, sides: Sequence[range], truth: Series) -> Failure | None:
    """Find the failure of a claim with the least sum of heaps, among all positions with heaps in given ranges.

    Args:
        claim: The claim to test.
        sides: The range of sizes of each heap.
        truth: The true values or outcomes (1 for P, 0 for N) of the positions, with the last heap varying fastest.

    Returns:
        The failure, or None if there is none.

    Raises:
        Unsafe: If intermediate numbers may need more than 63 bits.
    """
    columns = {}
    for axis, (name, side) in enumerate(zip(claim.names, sides, strict=True)):
        shape = [-1 if i == axis else 1 for i in range(len(sides))]
        columns[name] = Column(np.arange(side.start, side.stop).reshape(shape), side.start, side.stop - 1)
    claimed = evaluated(claim.node, columns)
    if claim.kind == "N":
        claimed = np.logical_not(claimed)
    box = np.asarray(truth).reshape([len(side) for side in sides])
    failing = ~_SIGNS[claim.sign](box, claimed) & (box != ILLEGAL)
    if not failing.any():
        return None
    places = np.argwhere(failing)  # in lexicographic order, and argmin takes the first
    place = tuple(places[int(np.argmin(places.sum(axis=1)))].tolist())
    heaps = tuple(side[index] for side, index in zip(sides, place, strict=True))
    return Failure(heaps, int(claimed[place]), int(box[place]))


def _column(node: Node, columns: Mapping[str, Column]) -> Column:
    if node.op == "number":
        return Column(np.int64(node.value), int(node.value), int(node.value))
    if node.op == "name":
        return columns[str(node.value)]
    args = [_column(arg, columns) for arg in node.args]
    if node.op == "compare":
        links = zip(node.signs, args, args[1:], strict=False)
        truths = [_SIGNS[sign](left.data, right.data) for sign, left, right in links]
        return Column(reduce(np.logical_and, truths), 0, 1)
    result = _OPERATIONS[node.op](*args) if node.op in _OPERATIONS else None
    if result is None or not -BOUND < result.least <= result.most < BOUND:
        raise Unsafe
    return result._replace(data=result.data())


def _later(data: Callable[[], Any], *corners: int) -> Column:
    """Return a column whose array is computed later by calling `data`; its bounds are the extremes of `corners`."""
    return Column(data, min(corners), max(corners))


def _quotient(x: Column, y: Column) -> Column:
    _refuse_zero(y)
    return _later(lambda: x.data // y.data, *(a // b for a in x[1:] for b in y[1:]))


def _rest(x: Column, y: Column) -> Column:
    _refuse_zero(y)
    if y.least == y.most > 0 and not y.most & (y.most - 1):
        return _later(lambda: x.data & (y.data - 1), 0, y.most - 1)
    return _later(lambda: x.data % y.data, min(y.least + 1, 0), max(y.most - 1, 0))


def _power(x: Column, y: Column) -> Column:
    size = max(abs(x.least), abs(x.most))
    if y.least < 0 or (size > 1 and size.bit_length() * y.most > 126):
        raise Unsafe
    most = size**y.most if size > 1 else 1
    return _later(lambda: np.power(x.data, y.data), 0 if x.least >= 0 else -most, most)


def _bits(operation: Callable[..., Any], x: Column, y: Column) -> Column:
    full = 1 << max(number.bit_length() for number in (*x[1:], *y[1:]))
    least = 0 if x.least >= 0 and y.least >= 0 else -full
    return _later(lambda: operation(x.data, y.data), least, full - 1)


def _refuse_zero(divisor: Column) -> None:
    if divisor.least <= 0 <= divisor.most:
        raise Unsafe


def _prime(x: Column) -> Column:
    if x.most >= MOST_PRIMES or x.least < 0:
        raise Unsafe
    return _later(lambda: _primes(max(2, x.most).bit_length())[x.data], 0, 1)


@lru_cache(maxsize=2)
def _primes(bits: int) -> NDArray[np.bool_]:
    prime = np.ones(1 << bits, np.bool_)
    prime[:2] = False
    for d in range(2, isqrt(len(prime)) + 1):
        if prime[d]:
            prime[d * d :: d] = False
    return prime


def _square(x: Column) -> Column:
    if x.most >= 1 << 52:
        raise Unsafe
    return _later(lambda: np.sqrt(np.maximum(x.data, 0)).astype(np.int64) ** 2 == x.data, 0, 1)


def _is_power(x: Column, y: Column) -> Column:
    base = y.most
    if y.least != base or base < 2:
        raise Unsafe
    powers = [base**i for i in range(max(1, x.most).bit_length()) if base**i <= max(1, x.most)]
    return _later(lambda: np.isin(x.data, powers), 0, 1)


def _valuation(x: Column) -> Column:
    _refuse_zero(x)
    return _later(lambda: np.bitwise_count((x.data & -x.data) - 1).astype(np.int64), 0, 63)


def _extreme(elementwise: Callable[..., Any], bound: Callable[..., int], *args: Column) -> Column:
    data = (arg.data for arg in args)
    return _later(lambda: reduce(elementwise, data), bound(arg.least for arg in args), bound(arg.most for arg in args))


_SIGNS: Mapping[str, Callable[..., Any]] = SIGNS
_OPERATIONS: dict[str, Callable[..., Column]] = {
    "+": lambda x, y: _later(lambda: x.data + y.data, x.least + y.least, x.most + y.most),
    "-": lambda x, y: _later(lambda: x.data - y.data, x.least - y.most, x.most - y.least),
    "*": lambda x, y: _later(lambda: x.data * y.data, *(a * b for a in x[1:] for b in y[1:])),
    "//": _quotient,
    "%": _rest,
    "**": _power,
    "&": partial(_bits, np.bitwise_and),
    "|": partial(_bits, np.bitwise_or),
    "^": partial(_bits, np.bitwise_xor),
    "neg": lambda x: _later(lambda: -x.data, -x.least, -x.most),
    "not": lambda x: _later(lambda: np.logical_not(x.data), 0, 1),
    "or": lambda *args: _later(lambda: reduce(np.logical_or, (arg.data for arg in args)), 0, 1),
    "and": lambda *args: _later(lambda: reduce(np.logical_and, (arg.data for arg in args)), 0, 1),
    "is_prime": _prime,
    "is_square": _square,
    "is_power": _is_power,
    "gcd": lambda x, y: _later(lambda: np.gcd(x.data, y.data), 0, *map(abs, (*x[1:], *y[1:]))),
    "popcount": lambda x: _later(lambda: np.bitwise_count(np.abs(x.data)).astype(np.int64), 0, 63),
    "abs": lambda x: _later(lambda: np.abs(x.data), 0, abs(x.least), abs(x.most)),
    "min": partial(_extreme, np.minimum, min),
    "max": partial(_extreme, np.maximum, max),
    "v2": _valuation,
}
"""The functions for operators on columns."""
