"""Compiles the conditions of user rules to machine code that computes, for one heap, which moves they allow.

Reference implementation: `core.evaluation.compile_node`. In the machine code, every number has an error mark. It is set
if the number leaves the bounds |x| < 2^63, at a division by zero or a negative power, and beyond the end of a table. As
in the reference implementation, an error in an operand that is not evaluated does not count. If a heap has an error,
the reference implementation computes it again and raises the error with its message.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, reduce
from typing import Any

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from ..lookup import host_lookup
from ..machine import Machine, define
from ..vectors import BIT, BYTE, WORD, Value, counted, floor_divided, function, load, repeated, store, variable, word

Tree = tuple[Any, ...]
"""("number", x), ("name", place), ("compare", signs, tree, tree, ...) or (operator or function, tree, ...)."""
Marked = tuple[Value, Value]
"""A number or truth value, and whether there was trouble on the way (then it is 0)."""

Bytes = NDArray[np.uint8]

TABLE = 1 << 22
"""Arguments of is_prime from here on are trouble."""
LEAST = -(1 << 63)
"""The one 64-bit number that is out of bounds."""

DOUBLE = ir.DoubleType()


NO = ir.Constant(BIT, 0)


@cache
def prime_table() -> Bytes:
    """Return a table with 1 for every prime number below `TABLE`, and 0 for every other number."""
    primes = np.ones(TABLE, np.uint8)
    primes[:2] = 0
    for d in range(2, int(TABLE**0.5) + 1):
        if primes[d]:
            primes[d * d :: d] = 0
    return primes


@lru_cache(maxsize=256)
def filler(tree: Tree, *, split: bool = False) -> Machine:
    """Compile a condition on the moves from a heap of n to a function `fill(n, out, primes)`.

    A move takes k tokens, 1 <= k <= n. With `split` it splits the heap into a and b = n - a instead, 1 <= a <= n // 2;
    it is allowed if (a, b) or (b, a) satisfies the condition.

    Args:
        tree: The condition as nested tuples, on n and k, or on n, a and b.
        split: Whether the moves are splits.

    Returns:
        The compiled function. It writes to out[k - 1], or to out[a - 1], whether the move is allowed (1 or 0). `out` is
        the address of the results, and `primes` that of the table from `prime_table`. It returns 0 unless an error
        occurred, such as a division by 0.
    """
    module = ir.Module()
    build, (n, out, primes) = define(module, "fill", ["n", "out", "primes"], result=True)
    trouble = variable(build, NO)
    with counted(build, build.lshr(n, word(1)) if split else n, "place") as at:
        k = build.add(at, word(1))
        names: list[tuple[Value, ...]] = [(n, k)]
        if split:
            b = build.sub(n, k)
            names = [(n, k, b), (n, b, k)]
        orders = [_Writer(build, primes, each).write(tree) for each in names]
        holds, bad = _chained(build, orders, until=True)
        store(build, build.zext(holds, BYTE), build.add(out, at))
        build.store(build.or_(build.load(trouble), bad), trouble)
    build.ret(build.zext(build.load(trouble), WORD))
    return Machine(module, host_lookup())


class _Writer:
    """Writes machine code for a condition, given as a tree of nested tuples.

    `primes` is the address of a table of primes, and `names` has the values of the condition's variables, such as n and
    k.
    """

    def __init__(self, build: Value, primes: Value, names: tuple[Value, ...]) -> None:
        self.build = build
        self.primes = primes
        self.names = names

    def write(self, tree: Tree) -> Marked:
        """Write the code for a tree, after the code for its operands; return its value and its error mark.

        The error mark is a bit that is 1 if an error occurred; the value is then 0.
        """
        op = tree[0]
        if op == "number":
            return word(tree[1]), NO
        if op == "name":
            return self.names[tree[1]], NO
        args = [self.write(arg) for arg in tree[2 if op == "compare" else 1 :]]
        if op == "compare":
            return _compared(self.build, tree[1], args)
        if op in {"or", "and"}:
            return _chained(self.build, args, until=op == "or")
        trouble = reduce(self.build.or_, [bad for _, bad in args])
        values = [value for value, _ in args]
        found, bad = self._prime(*values) if op == "is_prime" else _OPERATORS[op](self.build, *values)
        trouble = self.build.or_(trouble, bad)
        return self.build.select(trouble, ir.Constant(found.type, 0), found), trouble

    def _prime(self, value: Value) -> Marked:
        build = self.build
        beyond = build.icmp_signed(">=", value, word(TABLE))
        inside = build.and_(build.icmp_signed(">=", value, word(0)), build.not_(beyond))
        found = load(build, build.add(self.primes, build.select(inside, value, word(0))), BYTE)
        return build.trunc(found, BIT), beyond


def _chained(build: Value, args: list[Marked], *, until: bool) -> Marked:
    """Write code for "and", or for "or" if `until` is true; return the truth value and an error mark.

    As in Python, operands after the first false one (of "and") or true one (of "or") are not evaluated, so errors in
    them do not count.
    """
    holds, trouble = args[0]
    for value, bad in args[1:]:
        going = build.not_(holds) if until else holds
        trouble = build.or_(trouble, build.and_(going, bad))
        holds = build.or_(holds, value) if until else build.and_(holds, value)
    return holds, trouble


def _compared(build: Value, signs: tuple[str, ...], args: list[Marked]) -> Marked:
    """Write code for a chain of comparisons such as a < b < c; it ends at the first comparison that is false.

    `args` has the value of each operand with its error mark, a bit that is 1 if an error occurred.
    """
    (left, trouble), *others = args
    links = []
    for sign, (right, bad) in zip(signs, others, strict=True):
        links.append((build.icmp_signed(sign, left, right), bad))
        left = right
    holds, behind = _chained(build, [(ir.Constant(BIT, 1), NO), *links], until=False)
    return holds, build.or_(trouble, behind)


def _bounded(build: Value, name: str, left: Value, right: Value) -> Marked:
    """Write code for a sum ("sadd"), a difference ("ssub") or a product ("smul") of two numbers.

    `name` states which. Return the result, and a bit that is 1 if the result is out of the bounds |x| < 2^63.
    """
    kind = ir.LiteralStructType([WORD, BIT])
    done = build.call(function(build, f"llvm.{name}.with.overflow.i64", kind, [WORD, WORD]), [left, right])
    found, over = (build.extract_value(done, place) for place in (0, 1))
    return found, build.or_(over, build.icmp_signed("==", found, word(LEAST)))


def _divided(build: Value, left: Value, right: Value) -> tuple[Value, Value, Value]:
    """Write code for Python's `left // right` and `left % right`, and for a bit that is 1 if the divisor is 0."""
    none = build.icmp_signed("==", right, word(0))
    return *floor_divided(build, left, build.select(none, word(1), right)), none


def _joined(build: Value, found: Value) -> Marked:
    """Return the result of a bit operation with an error mark: a bit that is 1 if the result is -2^63.

    That number is out of the bounds |x| < 2^63.
    """
    return found, build.icmp_signed("==", found, word(LEAST))


def _power(build: Value, base: Value, exponent: Value) -> Marked:
    """Write code for a power, by repeated multiplication; return it with an error mark.

    The mark is a bit that is 1 if the absolute value of the power is 2^63 or more, or if the exponent is negative. At
    most 63 factors are multiplied, because with more every power is out of these bounds, except for the bases -1, 0 and
    1.
    """
    small = build.icmp_unsigned("<=", build.add(base, word(1)), word(2))
    even = build.add(word(2), build.and_(exponent, word(1)))
    times = _extreme(build, "<", exponent, build.select(small, even, word(63)))
    found, trouble = variable(build, word(1)), variable(build, build.icmp_signed("<", exponent, word(0)))
    with counted(build, times, "factor"):
        value, bad = _bounded(build, "smul", build.load(found), base)
        build.store(value, found)
        build.store(build.or_(build.load(trouble), bad), trouble)
    return build.load(found), build.load(trouble)


def _size(build: Value, value: Value) -> Value:
    return build.select(build.icmp_signed("<", value, word(0)), build.neg(value), value)


def _gcd(build: Value, left: Value, right: Value) -> Marked:
    """Write code for the greatest common divisor by Euclid's algorithm."""
    x, y = (variable(build, _size(build, value)) for value in (left, right))
    with repeated(build, "gcd", lambda: build.icmp_signed("!=", build.load(y), word(0))):
        rest = build.urem(build.load(x), build.load(y))
        build.store(build.load(y), x)
        build.store(rest, y)
    return build.load(x), NO


def _is_square(build: Value, value: Value) -> Marked:
    """Write code that tests whether a number is a square.

    It compares the number with the squares of the three integers nearest to its floating-point square root.
    """
    positive = build.icmp_signed(">=", value, word(0))
    number = build.sitofp(build.select(positive, value, word(0)), DOUBLE)
    root = build.fptosi(build.call(function(build, "llvm.sqrt.f64", DOUBLE, [DOUBLE]), [number]), WORD)
    near = [build.add(root, word(step)) for step in (-1, 0, 1)]
    hits = [build.icmp_signed("==", build.mul(one, one), value) for one in near]
    return build.and_(positive, reduce(build.or_, hits)), NO


def _is_power(build: Value, value: Value, base: Value) -> Marked:
    """Write code that tests whether a number is a power of a base.

    It divides the number by the base while there is no remainder, then checks that 1 is left.
    """
    small = build.icmp_unsigned("<=", build.add(base, word(1)), word(2))
    divisor = build.select(small, word(2), base)
    left = variable(build, build.select(small, word(1), value))

    def divides() -> Value:
        now = build.load(left)
        whole = build.icmp_signed("==", build.srem(now, divisor), word(0))
        return build.and_(build.icmp_signed("!=", now, word(0)), whole)

    with repeated(build, "divide", divides):
        build.store(build.sdiv(build.load(left), divisor), left)
    one = build.icmp_signed("==", value, word(1))
    trivial = build.or_(one, build.icmp_signed("==", value, base))
    return build.select(small, trivial, build.icmp_signed("==", build.load(left), word(1))), NO


def _extreme(build: Value, sign: str, *values: Value) -> Value:
    """Write code for the smallest of several numbers if `sign` is "<", or for the largest if it is ">"."""
    return reduce(lambda x, y: build.select(build.icmp_signed(sign, y, x), y, x), values)


_OPERATORS: dict[str, Callable[..., Marked]] = {
    "+": lambda build, x, y: _bounded(build, "sadd", x, y),
    "-": lambda build, x, y: _bounded(build, "ssub", x, y),
    "*": lambda build, x, y: _bounded(build, "smul", x, y),
    "//": lambda build, x, y: _divided(build, x, y)[::2],
    "%": lambda build, x, y: _divided(build, x, y)[1:],
    "&": lambda build, x, y: _joined(build, build.and_(x, y)),
    "|": lambda build, x, y: (build.or_(x, y), NO),
    "^": lambda build, x, y: _joined(build, build.xor(x, y)),
    "**": _power,
    "neg": lambda build, x: (build.neg(x), NO),
    "not": lambda build, x: (build.not_(x), NO),
    "gcd": _gcd,
    "abs": lambda build, x: (_size(build, x), NO),
    "popcount": lambda build, x: (build.ctpop(_size(build, x)), NO),
    "min": lambda build, *values: (_extreme(build, "<", *values), NO),
    "max": lambda build, *values: (_extreme(build, ">", *values), NO),
    "is_square": _is_square,
    "is_power": _is_power,
}
