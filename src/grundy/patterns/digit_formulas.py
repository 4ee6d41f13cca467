"""Claims as statements about the digits of all heaps, built from machines (`digit_machines`), or rejected.

Streams are heaps, constants, sums, multiples by a constant, & | ^, and quotients by powers of 2, which disappear if
both sides of a comparison are multiplied by them. Scalars have few values, which are known at the end of the digits:
remainders x % m, popcount(x) % m, those of sums and products of these, and any function of scalars and constants. A
comparison with a scalar, max, min or abs in place of a stream is split into cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from ..core import iterate_checked
from ..core.evaluation import compile_node
from ..core.expressions import Node
from .claims import SIGNS, names_in
from .courses import Unsettled
from .digit_machines import Machines, Read

MOST_CASES = 64
"""The largest number of values of a scalar that are distinguished."""
MOST_SPLITS = 64
"""The largest number of comparisons that are split into cases."""


def number(value: int) -> Node:
    """Return a constant as an expression."""
    return Node("number", value=value)


def heap(name: str) -> Node:
    """Return a heap as an expression."""
    return Node("name", value=name)


def compared(left: Node, sign: str, right: Node) -> Node:
    """Return a comparison as an expression.

    Args:
        left: The left side.
        sign: The sign of the comparison.
        right: The right side.

    Returns:
        The comparison.
    """
    return Node("compare", (left, right), signs=(sign,))


class Formulas:
    """Converts conditions on heaps to one automaton (`machines`) that reads the binary digits of all heaps together.

    The names of the heaps are given to the constructor. Each method extends the automaton and returns a function: given
    the state in which the automaton ends, it returns the truth or value of the condition or term. `Unsettled` is raised
    if a condition is not supported.

    In addition to the operations of claims there are: iff; fold(n, preperiod, period), the smallest number that n
    equals by the period; lookup(i, c0, c1, ...), the constant with index i; and columns(m), which is true if in every
    binary column of the heaps the number of ones is a multiple of m.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.machines = Machines(len(names))
        self._splits = 0

    def truth(self, node: Node) -> Read:
        """Return a function that gives the truth value of a condition in a final state of the automaton."""
        if node.op in {"and", "or"}:
            every = [self.truth(arg) for arg in node.args]
            until = node.op == "or"
            return lambda state: int(until if any(bool(one(state)) == until for one in every) else not until)
        if node.op == "iff":
            left, right = map(self.truth, node.args)
            return lambda state: int(bool(left(state)) == bool(right(state)))
        if node.op == "not":
            inner = self.truth(node.args[0])
            return lambda state: int(not inner(state))
        if node.op == "compare" and len(node.args) > 2:
            links = zip(node.args, node.signs, node.args[1:], strict=False)
            return self.truth(Node("and", tuple(compared(*link) for link in links)))
        if node.op == "columns":
            return self.machines.columns(int(node.args[0].value))
        return self._atom(node._replace(args=tuple(map(_simple, node.args))))

    def _atom(self, node: Node) -> Read:
        """Return a function that gives the truth value of a comparison once the automaton has read all digits.

        A comparison with a remainder or a minimum inside is first split into cases without them.
        """
        awkward = next((found for arg in node.args for found in _awkward(arg, all(map(_scalar, node.args)))), None)
        if awkward is not None:
            self._splits += 1
            if self._splits > MOST_SPLITS:
                raise Unsettled
            return self.truth(Node("or", tuple(_cases(node, awkward))))
        if all(map(_scalar, node.args)):
            return self.value(node)
        if node.op == "is_power" and node.args[1] == number(2):
            x = node.args[0]
            bits = compared(Node("&", (x, Node("-", (x, number(1))))), "==", number(0))
            return self.truth(Node("and", (compared(x, ">=", number(1)), bits)))
        if node.op != "compare":
            raise Unsettled
        shift, sign = max(map(_depth, node.args)), node.signs[0]  # both sides are multiplied by the same power of 2
        left, right = (self._stream(side, shift) for side in node.args)
        if sign in {"==", "!="}:
            read = self.machines.nonzero(self.machines.bitwise("^", left, right))
        else:
            read = self.machines.sign(self.machines.sum(left, right, minus=True))
        return lambda state: int(SIGNS[sign](read(state), 0))

    def _stream(self, node: Node, shift: int) -> int:
        """Return the number, in `machines`, of the machine that produces the bits of 2^shift times an expression.

        `shift` is at least the number of divisions by 2 in the expression.
        """
        machines, op = self.machines, node.op
        if op == "number":
            return machines.number(int(node.value) << shift)
        if op == "name":
            return machines.multiple(machines.heap(self.names.index(str(node.value))), 1 << shift)
        if op == "//":
            halvings = _halvings(node)
            whole = machines.number(-(1 << shift))
            return machines.bitwise("&", self._stream(node.args[0], shift - halvings), whole)
        if op == "*":
            factor, other = node.args if node.args[0].op == "number" else node.args[::-1]
            if factor.op != "number":
                raise Unsettled
            return machines.multiple(self._stream(other, shift), int(factor.value))
        args = [self._stream(arg, shift) for arg in node.args]
        if op == "neg":
            return machines.sum(machines.number(0), args[0], minus=True)
        if op in {"+", "-"}:
            return machines.sum(*args, minus=op == "-")
        if op in {"&", "|", "^"}:
            return machines.bitwise(op, *args)
        raise Unsettled

    def value(self, node: Node) -> Read:
        """Return a function that gives the value of an expression of remainders and constants in a final state."""
        if node.op == "number":
            constant = int(node.value)
            return lambda _: constant
        if _leaf(node):
            return self._leaf(node)
        args = [self.value(arg) for arg in node.args]
        if node.op == "lookup":
            return lambda state: args[1 + args[0](state)](state)
        places = [f"x{i}" for i in range(len(args))]
        evaluate = compile_node(node._replace(args=tuple(map(heap, places))), places)
        return lambda state: int(evaluate([arg(state) for arg in args]))

    def _leaf(self, node: Node) -> Read:
        x, modulus = node.args[0], int(node.args[-1].value)
        if node.op == "fold":
            return self.machines.folded(self.names.index(str(x.value)), int(node.args[1].value), modulus)
        if x.op == "popcount":
            shift = _depth(x.args[0])
            return self.machines.ones(self._stream(x.args[0], shift), modulus)
        shift = _depth(x)
        rest = self.machines.residue(self._stream(x, shift), modulus << shift)
        return lambda state: rest(state) >> shift


def _leaf(node: Node) -> bool:
    if node.op == "fold":
        return True
    return node.op == "%" and node.args[1].op == "number" and int(node.args[1].value) > 0 and not _scalar(node.args[0])


def _scalar(node: Node) -> bool:
    if node.op == "name":
        return False
    return node.op == "number" or _leaf(node) or all(map(_scalar, node.args))


def _halvings(node: Node) -> int:
    """Return how often a quotient divides by 2; raise `Unsettled` for any other divisor."""
    divisor = int(node.args[1].value) if node.args[1].op == "number" else 0
    if divisor < 1 or divisor & (divisor - 1):
        raise Unsettled
    return divisor.bit_length() - 1


def _depth(node: Node) -> int:
    if node.op == "//":
        return _halvings(node) + _depth(node.args[0])
    return max(map(_depth, node.args), default=0)


def _simple(node: Node) -> Node:
    """Return an equal expression with constants computed, and with remainders only of sums and bitwise operations."""
    node = node._replace(args=tuple(map(_simple, node.args)))
    if node.op in {"fold", "lookup", "name", "number"}:
        return node
    if not any(names_in(node)):
        return number(int(compile_node(node, ())(())))
    last = node.args[-1]
    if last.op != "number" or _scalar(node.args[0]):
        return node
    inner, value = node.args[0], int(last.value)
    if node.op == "gcd" and value:
        return node._replace(args=(Node("%", (inner, number(abs(value)))), last))
    if node.op == "%" and inner.op == "//" and inner.args[1].op == "number":
        divisor = int(inner.args[1].value)
        if divisor > 0 and value > 0:
            return Node("//", (_simple(Node("%", (inner.args[0], number(divisor * value)))), inner.args[1]))
    if node.op == "%" and inner.op in {"+", "-", "*"} and value > 0 and _apart(inner):
        rests = tuple(_simple(Node("%", (arg, last))) for arg in inner.args)
        return node._replace(args=(inner._replace(args=rests), last))
    return node


def _apart(node: Node) -> bool:
    """Return whether an expression contains popcount, // or a product of heaps.

    The remainder of a sum, difference or product that contains one is computed from the remainders of its operands.
    """
    product_of_heaps = node.op == "*" and all(any(names_in(arg)) for arg in node.args)
    return node.op in {"popcount", "//"} or product_of_heaps or any(map(_apart, node.args))


def _awkward(node: Node, in_scalar: bool) -> Iterator[Node]:
    """Yield the subexpressions, such as max(a, b), that must be split into cases before a comparison is converted.

    `in_scalar` states that an expression of remainders and constants around the node is split as a whole, so that its
    remainders are not.
    """
    if node.op in {"number", "name", "fold"}:
        if node.op == "fold" and not in_scalar:
            yield node
    elif _leaf(node):
        inner = node.args[0].args[0] if node.args[0].op == "popcount" else node.args[0]
        yield from _awkward(inner, in_scalar=False)
        if not in_scalar:
            yield node
    elif _scalar(node):
        whole = in_scalar or _count(node) <= MOST_CASES
        for arg in node.args:
            yield from _awkward(arg, in_scalar=whole)
        if not in_scalar and whole:
            yield node
    else:
        for arg in node.args:
            yield from _awkward(arg, in_scalar=False)
        if node.op in {"max", "min", "abs"}:
            yield node


def _cases(atom: Node, awkward: Node) -> Iterator[Node]:
    """Yield a condition for each case of `awkward`: the case holds, and so does the comparison `atom` in this case."""
    if awkward.op == "abs" and not _scalar(awkward):
        x = awkward.args[0]
        yield Node("and", (compared(x, ">=", number(0)), atom.replaced(awkward, x)))
        yield Node("and", (compared(x, "<", number(0)), atom.replaced(awkward, Node("neg", (x,)))))
    elif awkward.op in {"max", "min"} and not _scalar(awkward):
        first, *others = awkward.args
        rest = others[0] if len(others) == 1 else Node(awkward.op, tuple(others))
        larger, smaller = (first, rest) if awkward.op == "max" else (rest, first)
        yield Node("and", (compared(larger, ">=", smaller), atom.replaced(awkward, first)))
        yield Node("and", (compared(larger, "<", smaller), atom.replaced(awkward, rest)))
    else:
        leaves = list(dict.fromkeys(_leaves(awkward)))
        if _count(awkward) > MOST_CASES:
            raise Unsettled
        values = set[int]()
        for rests in iterate_checked(product(*map(range, map(_size, leaves)))):
            scalar = awkward
            for leaf, entry in zip(leaves, rests, strict=True):
                scalar = scalar.replaced(leaf, number(entry))
            values.add(Formulas(()).value(scalar)(()))
        for one in map(number, sorted(values)):
            yield Node("and", (compared(awkward, "==", one), atom.replaced(awkward, one)))


def _count(node: Node) -> int:
    return prod(_size(leaf) for leaf in dict.fromkeys(_leaves(node)))


def _leaves(node: Node) -> Iterator[Node]:
    if _leaf(node):
        yield node
    else:
        for arg in node.args:
            yield from _leaves(arg)


def _size(leaf: Node) -> int:
    """Return the number of values that a remainder, or a heap reduced by a period, can have."""
    whole = int(leaf.args[-1].value)
    return whole + int(leaf.args[1].value) if leaf.op == "fold" else whole
