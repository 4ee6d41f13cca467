"""Decides by residues and bounds whether a condition on integers may be true, and whether it may be false.

For each number a residue is known (its value modulo some number; the exact value if that number is 0). If the number is
a linear form of unknown variables, the form is known too, with lower bounds on the unknowns. All results err on the
safe side: a possible case is never excluded. These facts are used. If x % y == r, then x = q * y + r for some q, so
gcd(y, m) divides x - r for every m. gcd(x, y) is a multiple of every common divisor of the residues and the moduli. A
prime has no common factor with m except itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from operator import and_, or_, xor
from typing import NamedTuple, TypeAlias

from ..core import iterate_checked
from ..core.arithmetic import is_prime
from ..core.evaluation import SIGNS, compile_node
from ..core.expressions import Node

Form: TypeAlias = tuple[int, ...]
"""A linear form: the constant, then the coefficient of each unknown."""
May: TypeAlias = tuple[bool, bool]
"""Whether a condition may be true, and whether it may be false."""

MOST_QUOTIENT = 3
"""The largest quotient that is tried to express a remainder as a linear form."""
_BITS: dict[str, Callable[[int, int], int]] = {"&": and_, "|": or_, "^": xor}


class Known(NamedTuple):
    """What is known about an integer: its residue, and perhaps a linear form.

    Attributes:
        rest: Its residue.
        modulus: The modulus; 0 means that `rest` is the exact value.
        form: The number as a linear form (constant, coefficients of the unknowns), or None.
    """

    rest: int = 0
    modulus: int = 1
    form: Form | None = None


class Residues:
    """Decides whether conditions on integers may be true and may be false, from what is known about the integers.

    Args:
        names: What is known about each variable.
        bounds: The lower bounds of the unknowns in the linear forms.
    """

    def __init__(self, names: Mapping[str, Known], bounds: tuple[int, ...]) -> None:
        self.names, self.bounds = names, bounds

    def may(self, node: Node) -> May:
        """Return whether a condition may be true and whether it may be false, as a pair of truth values.

        At least one of them is True; both are if the known residues and bounds do not decide the condition.
        """
        if node.op == "not":
            yes, no = self.may(node.args[0])
            return no, yes
        if node.op in {"and", "or", "compare"}:
            links = zip(node.args, node.signs, node.args[1:], strict=False)
            parts = map(self.may, node.args) if node.op != "compare" else (self._compared(*link) for link in links)
            may, may_not = zip(*parts, strict=True)
            return (any(may), all(may_not)) if node.op == "or" else (all(may), any(may_not))
        args = [self.number(arg) for arg in node.args]
        if all(not arg.modulus for arg in args):
            truth = bool(_computed(node, args))
            return truth, not truth
        return self._may_be(node.op, args), True

    def number(self, node: Node) -> Known:
        """Return the residue and the linear form of an expression, as far as they are known."""
        if node.op == "name":
            return self.names[str(node.value)]
        args = [self.number(arg) for arg in node.args]
        if all(not arg.modulus for arg in args):
            return self._constant(int(node.value) if node.op == "number" else _computed(node, args))
        if node.op in {"+", "-"}:
            return _added(args[0], args[1], -1 if node.op == "-" else 1)
        if node.op == "neg":
            return _added(self._constant(0), args[0], -1)
        if node.op == "*":
            return _multiplied(*args)
        if node.op in {"//", "%"}:
            return self._divided(node.op, *args)
        if node.op in _BITS:  # the low bits of both sides determine those of the result
            shared = gcd(args[0].modulus, args[1].modulus)
            power = shared & -shared
            whole = node.op == "&" and any(not one.modulus and 0 <= one.rest < power for one in args)
            return Known(_BITS[node.op](args[0].rest, args[1].rest) % power, 0 if whole else power)
        return Known()

    def least(self, form: Form | None) -> int | None:
        """Return the least value that a linear form can have by the bounds, or None if it is not known."""
        if form is None or any(times < 0 for times in form[1:]):
            return None
        return form[0] + sum(times * bound for times, bound in zip(form[1:], self.bounds, strict=True))

    def _constant(self, value: int) -> Known:
        return Known(value, 0, (value,) + (0,) * len(self.bounds))

    def _divided(self, op: str, x: Known, y: Known) -> Known:
        divisor = y.rest
        if not y.modulus and divisor > 0:
            if op == "%":
                shared = gcd(x.modulus, divisor)
                return self._constant(x.rest % divisor) if shared == divisor else Known(x.rest % shared, shared)
            if x.modulus % divisor == 0:
                return Known(x.rest // divisor, x.modulus // divisor)
        for rest in (_added(x, y, -quotient) for quotient in range(MOST_QUOTIENT + 1) if op == "%"):
            least, room = self.least(rest.form), self.least(_added(y, rest, -1).form)
            if least is not None and room is not None and least >= 0 < room:
                return rest
        return Known()

    def _compared(self, left: Node, sign: str, right: Node) -> May:
        x, y = self.number(left), self.number(right)
        rest, modulus, form = _added(x, y, -1)
        if modulus == 0:
            truth = SIGNS[sign](rest, 0)
            return truth, not truth
        lower, under = self.least(form), self.least(_added(y, x, -1).form)
        signs = [-1] if lower is None or lower < 0 else []
        signs += [1] if under is None or under < 0 else []
        inside = (lower is None or lower <= 0) and (under is None or under <= 0)
        if inside and rest == 0 and self._may_equal(left, y) and self._may_equal(right, x):
            signs.append(0)
        return any(SIGNS[sign](one, 0) for one in signs), not all(SIGNS[sign](one, 0) for one in signs)

    def _may_equal(self, node: Node, other: Known) -> bool:
        """Return whether the value of `node` may equal `other`, as far as is known.

        Only values of x % y and gcd(x, y) are examined, with what is known about x and y; else the result is True.
        """
        if node.op not in {"%", "gcd"}:
            return True
        x, y = map(self.number, node.args)
        if node.op == "%":
            shared = gcd(y.rest, x.modulus, y.modulus, other.modulus)
            return not shared or (x.rest - other.rest) % shared == 0
        if other.modulus or other.rest <= 0:
            return True
        shared, value = gcd(x.rest, x.modulus, y.rest, y.modulus), other.rest
        divides = all(one.rest % gcd(value, one.modulus) == 0 for one in (x, y))
        return divides and (not shared or value % shared == 0)

    def _may_be(self, op: str, args: list[Known]) -> bool:
        """Return whether the first number may be a prime, a square or a power of the second; `op` states which.

        `args` has what is known about these numbers. If too little is known, the result is True.
        """
        rest, modulus, form = args[0]
        if op == "is_prime":
            shared = gcd(rest, modulus)
            return shared == 1 or (is_prime(shared) and (self.least(form) or 0) <= shared)
        if op == "is_square" and modulus:
            return any((root * root - rest) % modulus == 0 for root in iterate_checked(range(modulus)))
        if op == "is_power" and modulus and not args[1].modulus and args[1].rest > 1:
            powers = {pow(args[1].rest, i, modulus) for i in iterate_checked(range(modulus.bit_length() + modulus))}
            return rest % modulus in powers
        return True


def _computed(node: Node, args: list[Known]) -> int:
    numbers = tuple(Node("number", value=arg.rest) for arg in args)
    return int(compile_node(node._replace(args=numbers), ())(()))


def _added(x: Known, y: Known, times: int) -> Known:
    modulus = gcd(x.modulus, y.modulus)
    rest = x.rest + times * y.rest
    form = (
        None if x.form is None or y.form is None else tuple(a + times * b for a, b in zip(x.form, y.form, strict=True))
    )
    return Known(rest % modulus if modulus else rest, modulus, form)


def _multiplied(x: Known, y: Known) -> Known:
    modulus = gcd(x.rest * y.modulus, y.rest * x.modulus, x.modulus * y.modulus)
    rest = x.rest * y.rest
    form = None
    for factor, other in ((x, y), (y, x)):
        if not factor.modulus and other.form is not None:
            form = tuple(factor.rest * times for times in other.form)
    return Known(rest % modulus if modulus else rest, modulus, form)
