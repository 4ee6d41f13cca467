"""Evaluates expressions of rules: a checked syntax tree is converted to nested Python closures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from operator import add as plus
from operator import and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub, xor
from typing import Any

from . import arithmetic
from .errors import RuleError
from .expressions import Node

BOUND = 1 << 63
"""All numbers must be smaller than this in absolute value."""

Closure = Callable[[Sequence[int]], Any]
"""Maps the values of the variables, in order, to a number or a truth value."""

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": plus,
    "-": sub,
    "*": mul,
    "//": floordiv,
    "%": mod,
    "&": and_,
    "|": or_,
    "^": xor,
}
"""The binary operators on numbers."""
SIGNS: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
"""The comparisons of two numbers."""
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "is_prime": arithmetic.is_prime,
    "is_square": arithmetic.is_square,
    "is_power": arithmetic.is_power,
    "gcd": gcd,
    "popcount": int.bit_count,
    "abs": abs,
    "min": min,
    "max": max,
    "v2": arithmetic.valuation,
}


class _TooLargeError(ArithmeticError):
    """A number is outside the allowed range: its absolute value is 2^63 or more."""


def compile_node(node: Node, names: Sequence[str], bound: int = BOUND) -> Closure:
    """Compile an expression to a function.

    The function raises `RuleError` on division by zero, on a number of 2^63 or more, and on a negative exponent.

    Args:
        node: The expression.
        names: The names of the variables, in the order in which the function takes their values.
        bound: Results of +, - and * must be below this number, 2^63 by default.

    Returns:
        A function that takes the values of the variables as one sequence and returns the value of the expression.
    """
    inner = _closure(node, {name: i for i, name in enumerate(names)}, bound)
    text = str(node)

    def evaluate(values: Sequence[int]) -> Any:  # noqa: ANN401  # a number or a truth value
        try:
            return inner(values)
        except (ZeroDivisionError, _TooLargeError, ValueError) as error:
            where = ", ".join(f"{name} = {value}" for name, value in zip(names, values, strict=True))
            what = "division by zero" if isinstance(error, ZeroDivisionError) else str(error)
            raise RuleError(f"{text}: {what} at {where}") from None

    return evaluate


def _closure(node: Node, places: dict[str, int], bound: int) -> Closure:
    if node.op == "number":
        constant = int(node.value)
        return lambda _: constant
    if node.op == "name":
        place = places[str(node.value)]
        return lambda values: values[place]
    args = [_closure(arg, places, bound) for arg in node.args]
    if node.op in {"or", "and", "not", "compare"}:
        return _logic(node, args)
    if node.op in OPERATORS:
        return _arithmetic(node.op, args, bound)
    if node.op == "neg":
        return lambda values, inner=args[0]: -inner(values)  # type: ignore[misc]
    if node.op == "**":
        return lambda values, base=args[0], exponent=args[1]: _power(base(values), exponent(values))  # type: ignore[misc]
    function = _FUNCTIONS[node.op]
    return lambda values: function(*[arg(values) for arg in args])


def _logic(node: Node, args: list[Closure]) -> Closure:
    """Compile "and", "or", "not" or a chain of comparisons to a function that stops once the result is known.

    `node` is the expression, and `args` are its compiled operands.
    """
    if node.op == "not":
        return lambda values, inner=args[0]: not inner(values)  # type: ignore[misc]
    if node.op == "or":
        return lambda values: any(arg(values) for arg in args)
    if node.op == "and":
        return lambda values: all(arg(values) for arg in args)
    if len(args) == 2:
        sign = SIGNS[node.signs[0]]
        return lambda values, left=args[0], right=args[1]: sign(left(values), right(values))  # type: ignore[misc]
    signs = [SIGNS[sign] for sign in node.signs]

    def chain(values: Sequence[int]) -> bool:
        left = args[0](values)
        for compare, arg in zip(signs, args[1:], strict=True):
            right = arg(values)
            if not compare(left, right):
                return False
            left = right
        return True

    return chain


def _arithmetic(op: str, args: list[Closure], bound: int) -> Closure:
    """Compile the binary operator `op` to a function of the values of the variables; `args` are its compiled operands.

    The function raises `_TooLargeError` if the absolute value of the result is at least `bound`.
    """
    operator = OPERATORS[op]
    left, right = args
    if op in {"//", "%", "|"}:
        return lambda values: operator(left(values), right(values))

    def bounded(values: Sequence[int]) -> int:
        result = operator(left(values), right(values))
        if -bound < result < bound:
            return result
        raise _TooLargeError("a number of 2^63 or more")

    return bounded


def _power(base: int, exponent: int) -> int:
    """Compute base ** exponent, but raise an error for a negative exponent, or for a result of 2^63 or more.

    The size of the result is estimated before it is computed.
    """
    if exponent < 0:
        raise ValueError("a negative exponent")
    if abs(base) > 1 and (abs(base).bit_length() - 1) * exponent >= 63:
        raise _TooLargeError("a number of 2^63 or more")
    result = base**exponent if abs(base) > 1 else base ** min(exponent, 2 + exponent % 2)
    if abs(result) >= BOUND:
        raise _TooLargeError("a number of 2^63 or more")
    return int(result)
