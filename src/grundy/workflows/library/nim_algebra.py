"""Nim algebra for users: products of arrays, a calculator for expressions, and multiplication tables."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING, NamedTuple

from ...core import Budget, InputError, mex, nim_product, nim_sum, whole
from ...core.nim_field import nim_inverse, nim_power, nim_quadratic, nim_square_root
from ...core.nim_logarithm import nim_log, nim_order
from ...notation.nim_expressions import QUESTIONS, NimTerm, read_nim_expression
from ...notation.nim_ordinals import (
    Ordinal,
    finite,
    ordinal_inverse,
    ordinal_power,
    ordinal_product,
    ordinal_square_root,
    ordinal_sum,
    show_ordinal,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

CHUNK = 1 << 20
"""The number of products between two checks for an interruption, less than a tenth of a second."""
MOST_ROWS = 256
"""The largest number of rows of a multiplication table."""


def nim_products(a: ArrayLike, b: ArrayLike) -> NDArray[np.uint64]:
    """Return the nim products of two arrays.

    About 10^8 products take a second on one core; the first call takes half a second to compile.

    Args:
        a: Integers from 0 to 2^64 - 1.
        b: Integers from 0 to 2^64 - 1, of a shape that numpy can broadcast with that of `a`.

    Returns:
        The products, in the common shape.

    Raises:
        InputError: If a number is out of range or not an integer, or if the shapes do not fit.

    Example:
        >>> nim_products([2, 4, 16], [2, 4, 16]).tolist()
        [3, 6, 24]
    """
    import numpy as np

    try:
        left, right = np.broadcast_arrays(_words(a), _words(b))
    except ValueError as error:
        raise InputError(f"nim products of arrays: {error}") from None
    found = _multiplied(np.ravel(left), np.ravel(right))
    return found.reshape(left.shape)


def _words(numbers: ArrayLike) -> NDArray[np.uint64]:
    import numpy as np

    found = np.asarray(numbers)
    if isinstance(numbers, np.ma.MaskedArray):
        raise InputError("expected whole numbers from 0 to 2^64 - 1, found an array with a mask")
    if (
        not isinstance(numbers, np.ndarray) and found.dtype.kind in "fO"
    ):  # numbers above 2^63 together with smaller ones
        whole = np.asarray(numbers, dtype=object)
        if all(type(number) is int and 0 <= number < 1 << 64 for number in whole.flat):
            return whole.astype(np.uint64)
    if found.size and (found.dtype.kind not in "ui" or (found.dtype.kind == "i" and found.min() < 0)):
        raise InputError(f"expected whole numbers from 0 to 2^64 - 1, found an array of {found.dtype}")
    return found.astype(np.uint64, copy=False)


def _multiplied(left: NDArray[np.uint64], right: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the nim products of two flat arrays of equal length, item by item."""
    import numpy as np

    from ...kernels import can_run

    if not can_run():
        return np.array([nim_product(*pair) for pair in zip(left.tolist(), right.tolist(), strict=True)], np.uint64)
    from ...kernels.lookup import host_lookup
    from ...kernels.nim_products import block_length, nim_product_kernel

    kernel, block = nim_product_kernel(), block_length(host_lookup())
    products = np.empty(len(left), np.uint64)
    for start in range(0, len(left), CHUNK):
        stop = min(start + CHUNK, len(left))
        whole = stop - (stop - start) % block
        a, b = (np.ascontiguousarray(side[start:whole]) for side in (left, right))
        kernel(a.ctypes.data, b.ctypes.data, products[start:].ctypes.data, (whole - start) // block)
        if whole < stop:
            room = np.zeros((2, block), np.uint64)
            room[:, : stop - whole] = left[whole:stop], right[whole:stop]
            kernel(room[0].ctypes.data, room[1].ctypes.data, room[0].ctypes.data, 1)
            products[whole:stop] = room[0, : stop - whole]
    return products


def multiplication_table(size: int) -> list[list[int]]:
    """Return the nim products of 0 to size - 1 with each other, for sizes from 1 to 256.

    >>> multiplication_table(4)
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    """
    size = whole(size, f"a table of 1 to {MOST_ROWS} rows", 1, MOST_ROWS)
    return [[nim_product(a, b) for b in range(size)] for a in range(size)]


class NimAnswer(NamedTuple):
    """The result of an expression of nimbers, such as "6 * 7" or "roots(1, 2)".

    Attributes:
        expression: The expression as it was read.
        values: The numbers: one, the two roots of an equation, or none if a logarithm or root does not exist.
        question: What the numbers are: the "value" of an expression with operators, or the result of the outermost
            function, "log", "order", "roots" or "mex".
        ordinal: The value as text if it is not finite, such as "[w^2]*3"; then `values` is empty.
    """

    expression: str
    values: tuple[int, ...]
    question: str = "value"
    ordinal: str = ""

    def __str__(self) -> str:
        if self.ordinal:
            return self.ordinal
        return " or ".join(map(str, self.values)) or "none"


def calculate(text: str, budget: Budget | None = None) -> NimAnswer:
    """Evaluate an expression of nimbers, with + for the nim-sum, * for the nim product and ^ for powers.

    Args:
        text: The expression; `notation.nim_expressions` has the grammar.
        budget: Counts the work and has its limits.

    Returns:
        The numbers that the expression denotes; none if a logarithm or a root does not exist.

    Raises:
        InputError: If the expression has a mistake or a division by 0; the error shows the place in the text.
        LimitReached: If a limit is exceeded.

    Example:
        >>> str(calculate("6 * 7 + 3 / 2")), str(calculate("roots(1, 2)")), str(calculate("log(2, 4)"))
        ('1', '4 or 5', 'none')
    """
    term = read_nim_expression(text)
    work = budget or Budget()
    try:
        if not term.is_finite:
            found = _ordinal(term, work)
            shown = "" if found.keys() <= {()} else show_ordinal(found)
            return NimAnswer(str(term), () if shown else (found.get((), 0),), ordinal=shown)
        if term.op in QUESTIONS:
            return NimAnswer(str(term), _asked(term, work), term.op)
        return NimAnswer(str(term), (_value(term, work),))
    except InputError as error:
        raise error if error.text is not None else error.within(text, 0) from None


def _asked(term: NimTerm, budget: Budget) -> tuple[int, ...]:
    """Evaluate one of the functions mex, log, order and roots of nimbers.

    Return a tuple of its results. It is empty if there is no such logarithm or order, and has two roots of an equation.
    """
    args = [_value(arg, budget) for arg in term.args]
    if term.op == "mex":
        return (mex(args),)
    if term.op == "roots":
        return nim_quadratic(*args)
    found = nim_order(args[0], budget) if term.op == "order" else nim_log(args[0], args[1], budget)
    return () if found is None or (term.op == "order" and not found) else (found,)


def _ordinal(term: NimTerm, budget: Budget) -> Ordinal:
    """Evaluate an expression of nimbers that contains infinite ordinals, such as w + 1 (w is the first of them)."""
    if term.op in QUESTIONS:
        raise InputError(f"{term.op} is for finite nimbers, found an ordinal from w on", at=term.at)
    if term.op in {"number", "ordinal"}:
        return {term.power: 1} if term.op == "ordinal" else finite(term.value)
    args = [_ordinal(arg, budget) for arg in term.args]
    if not args[0] and (term.op == "/" or (term.op == "^" and term.value < 0)):
        raise InputError("0 has no nim inverse", at=term.at)
    if term.op == "+":
        return reduce(ordinal_sum, args)
    if term.op == "*":
        return reduce(partial(ordinal_product, budget=budget), args)
    if term.op == "^":
        return ordinal_power(args[0], term.value, budget)
    return (ordinal_inverse if term.op == "/" else ordinal_square_root)(args[0], budget)


def _value(term: NimTerm, budget: Budget) -> int:
    if term.op == "number":
        return term.value
    args = [_value(arg, budget) for arg in term.args]
    budget.charge_unstored(len(args))
    if args[0] == 0 and (term.op == "/" or (term.op == "^" and term.value < 0)):
        raise InputError("0 has no nim inverse", at=term.at)
    if term.op == "+":
        return nim_sum(args)
    if term.op == "*":
        return reduce(nim_product, args)
    if term.op == "/":
        return nim_inverse(args[0])
    return nim_power(args[0], term.value, budget) if term.op == "^" else nim_square_root(args[0])
