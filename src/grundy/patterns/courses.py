"""Arithmetic periods of expressions: from some n on, f(n + period) = f(n) + saltus.

Sums, remainders, minima and similar operations on such functions give such functions again, with a common period. So an
equation between two of them is true forever if it holds for one common period after both preperiods. The rules, where L
is the common period and s, t are the increases of f and g over L:

    f + g, f - g      increase by s + t, s - t
    c * f             increases by c * s (c a number)
    f // c, f % c     over a multiple of L so that c divides the increase; the remainder increases by 0
    f & c, f | c, f ^ c    the same with 2^b instead of c, where b is the number of bits of c >= 0
    f < g and others       with s = t: period L. Otherwise f - g is unbounded, so the truth value is constant after
                           the last change of sign
    min, max, abs     by the sign of f - g
    other operations  on functions with saltus 0: period L
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm

from ..core import Course, iterate_checked
from ..core.evaluation import compile_node
from ..core.expressions import Node
from .claims import names_in

MOST_WINDOW = 1 << 17
"""The largest number of values that are computed for one expression."""
MOST_SETTLED = 1 << 12
"""The largest number of values that are computed to find the heap from which on a sign is constant."""
CONSTANT = Course(0, 1)


class Unsettled(ArithmeticError):  # not named an error, because only these rules fail
    """Raised if a method cannot determine its result, such as the arithmetic period of an expression."""


def course_of(node: Node, name: str) -> Course:
    """Find the arithmetic period of an expression f in one variable: f(n + period) = f(n) + saltus from some n on.

    It holds for any values of the other variables. Truth values count as 0 and 1.

    Args:
        node: The expression.
        name: The variable.

    Returns:
        Preperiod, period and saltus.

    Raises:
        Unsettled: If the rules do not determine them.

    Example:
        >>> from ..core import Scanner
        >>> from ..core.expressions import read_condition, read_number
        >>> course_of(read_number(Scanner("3 * n + n // 2"), ("n",)), "n")
        Course(preperiod=0, period=2, saltus=7)
        >>> course_of(read_condition(Scanner("n % 4 == 1 and n % 6 < 3 or n == 9"), ("n",)), "n")
        Course(preperiod=10, period=12, saltus=0)
    """
    if node.op == "number" or (node.op == "name" and node.value != name):
        return CONSTANT
    if node.op == "name":
        return Course(0, 1, 1)
    if node.op == "compare":
        links = []
        for left, right in zip(node.args, node.args[1:], strict=False):
            one, other = common(course_of(left, name), course_of(right, name))
            alike = one.saltus == other.saltus
            links.append(one._replace(saltus=0) if alike else Course(_settled((left, one), (right, other), name), 1))
        return _joined(links)
    courses = [course_of(arg, name) for arg in node.args]
    rule = _RULES.get(node.op)
    return rule(node, courses, name) if rule else _joined(courses)


def common(*courses: Course) -> tuple[Course, ...]:
    """Describe several arithmetic periods with one period and one preperiod; return them in the given order.

    The period is the least common multiple of their periods, and the preperiod is the largest. Raise `Unsettled` if
    the common period is too long.
    """
    period = lcm(*(course.period for course in courses))
    preperiod = max(course.preperiod for course in courses)
    if period > MOST_WINDOW:
        raise Unsettled
    return tuple(course.stretched(period)._replace(preperiod=preperiod) for course in courses)


def _joined(courses: list[Course]) -> Course:
    """Return preperiod and period shared by periodic functions; raise `Unsettled` if the saltus of one is not 0."""
    first, *others = common(*courses)
    if any(course.saltus for course in (first, *others)):
        raise Unsettled
    return first


def _sum(node: Node, courses: list[Course], _: str) -> Course:
    left, right = common(*courses)
    return left._replace(saltus=left.saltus + (right.saltus if node.op == "+" else -right.saltus))


def _divided(node: Node, courses: list[Course], _: str) -> Course:
    number = _number(node.args[1])
    if number is None or not courses[0].saltus:
        return _joined(courses)
    if not number:
        raise Unsettled
    course = _multiple(courses[0], abs(number))
    return course._replace(saltus=course.saltus // number if node.op == "//" else 0)


def _with_number(node: Node, courses: list[Course], _: str) -> Course:
    """Return the course of a product, a gcd or a bitwise operation on a number and an expression with a saltus."""
    for arg, course in zip(node.args, reversed(courses), strict=True):
        if (number := _number(arg)) is None or not course.saltus:
            continue
        if node.op == "*":
            return course._replace(saltus=number * course.saltus)
        if node.op == "gcd" and number:
            return _multiple(course, abs(number))._replace(saltus=0)
        if node.op != "gcd" and number >= 0:
            higher = _multiple(course, 1 << number.bit_length())
            return higher._replace(saltus=0) if node.op == "&" else higher
    return _joined(courses)


def _extreme(node: Node, courses: list[Course], name: str) -> Course:
    course, chosen = courses[0], node.args[0]
    for arg, other in zip(node.args[1:], courses[1:], strict=True):
        left, right = common(course, other)
        growth = left.saltus - right.saltus
        if not growth:
            course = left
        else:
            settled = _settled((chosen, left), (arg, right), name)
            course = (left if (growth > 0) == (node.op == "max") else right)._replace(preperiod=settled)
        chosen = Node(node.op, (chosen, arg))
    return course


def _settled(left: tuple[Node, Course], right: tuple[Node, Course], name: str) -> int:
    """Return a heap from which on the difference of two expressions keeps its sign and is not 0.

    `left` and `right` are the expressions in the variable `name`, each with its arithmetic period. The lengths of the
    periods are equal, and the increases differ. In one period the absolute difference is at most M, and every period
    adds the same amount to the difference. So after more than M / |amount| periods the difference has the sign of the
    amount.
    """
    (one, course), (other, beside) = left, right
    if course.period > MOST_SETTLED or not {*names_in(one), *names_in(other)} <= {name}:
        raise Unsettled
    start = max(course.preperiod, beside.preperiod)
    difference = compile_node(Node("-", (one, other)), (name,))
    largest = max(abs(difference((n,))) for n in iterate_checked(range(start, start + course.period)))
    return start + course.period * (int(largest) // abs(course.saltus - beside.saltus) + 1)


def _multiple(course: Course, modulus: int) -> Course:
    times = modulus // gcd(course.saltus, modulus)
    if course.period * times > MOST_WINDOW:
        raise Unsettled
    return course.stretched(course.period * times)


def _negated(course: Course) -> Course:
    return course._replace(saltus=-course.saltus)


def _number(node: Node) -> int | None:
    return None if any(names_in(node)) else int(compile_node(node, ())(()))


_RULES: dict[str, Callable[[Node, list[Course], str], Course]] = {
    "+": _sum,
    "-": _sum,
    "neg": lambda _, courses, __: _negated(*courses),
    "//": _divided,
    "%": _divided,
    "min": _extreme,
    "max": _extreme,
    "abs": lambda node, courses, name: _extreme(  # max(x, -x)
        Node("max", (*node.args, Node("neg", node.args))), [*courses, _negated(*courses)], name
    ),
    **dict.fromkeys(["*", "gcd", "&", "|", "^"], _with_number),
}
"""The rules for operations about which more is known than that equal arguments give equal results."""
