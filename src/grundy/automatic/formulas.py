"""Converts conditions on natural numbers to automata, or gives the reason why no automaton decides them.

The language is that of rules and claims. Sums, differences and multiples by a constant are linear. Other operations are
replaced by linear ones with additional variables, or by a case distinction. This is possible for quotients and
remainders by a constant, max, min, abs, bitwise operations in base 2, and remainders of popcount and v2. Any function
of finitely many remainders is split into cases. A product of two variables is rejected, because conditions with such
products are undecidable (the module `relation` names the source: Bruyère and others, 1994).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import count
from typing import NamedTuple, TypeAlias

from ..core import Scanner
from ..core.evaluation import compile_node
from ..core.expressions import CLAIM_FUNCTIONS, Node, is_natural, read_condition
from .linear import Arithmetic, NotDefinable
from .numeration import Base
from .relation import Relation

FEW = 4
"""Up to this number, min(x, number) is replaced by each of its values."""
MOST_CASES = 64
"""The largest number of values of a remainder that are distinguished."""
BITS = {"&": int.__and__, "|": int.__or__, "^": int.__xor__}
_WORDS = {*CLAIM_FUNCTIONS, "and", "or", "not", "in"}

Form: TypeAlias = tuple[dict[str, int], int]
"""A linear form: the factor of each number, and a constant."""


class Defined(NamedTuple):
    """A function that a formula may use, given by an automaton for its arguments and its value.

    Attributes:
        places: The names of the arguments in `relation`.
        relation: The relation that is true for the arguments together with the value.
        value: The name of the value in `relation`.
    """

    places: tuple[str, ...]
    relation: Relation
    value: str


class Formulas:
    """Converts conditions on natural numbers to relations, which are automata that decide them.

    Args:
        arithmetic: The factory for relations, in one numeration system.
        defined: Further functions by their names.

    Example:
        >>> from .numeration import Base
        >>> formulas = Formulas(Arithmetic(Base(2)))
        >>> formulas.read("a ^ b == c and c % 3 == 0").holds({"a": 2**90 + 4, "b": 2**90 + 2, "c": 6})
        True
        >>> formulas.read("a * b == c")
        Traceback (most recent call last):
        grundy.automatic.linear.NotDefinable: a * b is a product of two numbers
    """

    def __init__(self, arithmetic: Arithmetic, defined: Mapping[str, Defined] | None = None) -> None:
        self.arithmetic, self.defined = arithmetic, dict(defined or {})
        self._known: dict[Node, Relation] = {}
        self._fresh = count()

    def read(self, text: str) -> Relation:
        """Return the relation of the numbers for which a condition, given as text, is true."""
        return self.relation(self.parsed(text))

    def parsed(self, text: str) -> Node:
        """Parse a condition, given as text, and return its syntax tree."""
        functions = {**CLAIM_FUNCTIONS, **{name: len(one.places) for name, one in self.defined.items()}}
        names = sorted(set(re.findall("[A-Za-z_][A-Za-z_0-9]*", text)) - _WORDS - set(self.defined))
        scanner = Scanner(text)
        node = read_condition(scanner, names, functions=functions)
        scanner.end()
        return node

    def relation(self, node: Node) -> Relation:
        """Return the relation of the numbers for which a parsed condition is true.

        Raises:
            NotDefinable: If the condition is not definable.
            LimitReached: If an automaton is too large.
        """
        if node not in self._known:
            self._known[node] = self._relation(node)
        return self._known[node]

    def _relation(self, node: Node) -> Relation:
        if node.op in {"and", "or"}:
            parts = sorted(map(self.relation, node.args), key=lambda part: (len(part.names), part.states))
            return reduce(Relation.__and__ if node.op == "and" else Relation.__or__, parts)
        if node.op == "not":
            return ~self.relation(node.args[0])
        if node.op == "compare" and len(node.args) > 2:
            links = zip(node.args, node.signs, node.args[1:], strict=False)
            return self.relation(Node("and", tuple(compared(*link) for link in links)))
        return self._atom(node._replace(args=tuple(map(_simple, node.args))))

    def _atom(self, atom: Node) -> Relation:
        self.arithmetic.budget.charge_unstored(1)  # a formula may have very many cases
        if (short := self._remainder(atom)) is not None:
            return short
        awkward, listed = next((found for arg in atom.args for found in self._awkward(arg)), (None, False))
        if awkward is None:
            return self._linear_atom(atom)
        found = self.arithmetic.never
        for condition, value, fresh in self._values(awkward) if listed else self._cases(awkward, atom):
            if not condition.empty:
                simpler = atom._replace(args=tuple(_simple(arg.replaced(awkward, value)) for arg in atom.args))
                found |= (condition & self._relation(simpler)).some(*fresh)
        return found

    def _linear_atom(self, atom: Node) -> Relation:
        arithmetic = self.arithmetic
        if atom.op == "compare":
            (left, const), (right, other) = map(_form, atom.args)
            form = {name: left.get(name, 0) - right.get(name, 0) for name in {*left, *right}}
            return compared_with_zero(arithmetic, form, const - other, atom.signs[0])
        if atom.op == "is_power" and atom.args[1].op == "number" and int(atom.args[1].value) > 1:
            name = self._new()
            equal = self.relation(compared(atom.args[0], "==", name))
            return (arithmetic.power(str(name.value), int(atom.args[1].value)) & equal).some(str(name.value))
        raise NotDefinable(f"{atom} is not definable by an automaton")

    def _applied(self, node: Node, value: str) -> Relation:
        """Return the relation that is true if the number named `value` is the value of the function call `node`."""
        places, relation, result = self.defined[node.op]
        names = [self._new() for _ in places]
        changes = {place: str(name.value) for place, name in zip(places, names, strict=True)}
        found = relation.rename({**changes, result: value})
        for name, arg in zip(names, node.args, strict=True):
            found = found & self.relation(compared(arg, "==", name))
        return found.some(*changes.values())

    def _remainder(self, atom: Node) -> Relation | None:
        """Return the relation of an equation such as (2*a + b) % 5 == 3, or None if the condition has another form."""
        if atom.op != "compare" or atom.signs[0] not in {"==", "!="} or atom.args[1].op != "number":
            return None
        left, right = atom.args[0], int(atom.args[1].value)
        if left.op != "%" or left.args[1].op != "number" or any(self._awkward(left.args[0])):
            return None
        modulus = int(left.args[1].value)
        if modulus < 1:
            return None
        if not 0 <= right < modulus:
            never = atom.signs[0] == "=="
            return self.arithmetic.never if never else self.arithmetic.natural(names_of(atom))
        form, const = _form(left.args[0])
        found = self.arithmetic.congruent(form, const - right, modulus)
        return found if atom.signs[0] == "==" else ~found

    def _new(self) -> Node:
        return Node("name", value=f"_{next(self._fresh)}")

    def _awkward(self, node: Node) -> Iterator[tuple[Node, bool]]:
        """Yield (subexpression, listed) for those subexpressions of a condition that are not linear, innermost first.

        `listed` is True for a remainder inside a function that is not linear, such as the two in (a % 2) * (b % 3).
        Such a remainder is replaced by each of its possible values in turn.
        """
        if node.op in {"number", "name"}:
            return
        if _nonlinear(node, self.arithmetic) and _scalar(node):
            for leaf in _leaves(node):
                inner = leaf.args[0]
                yield from self._awkward(inner.args[0] if inner.op in {"popcount", "v2"} else inner)
                yield leaf, True
        for arg in node.args:
            counted = arg.op in {"popcount", "v2"} and _leaf(node)  # only its remainder is definable
            yield from self._awkward(arg.args[0] if counted else arg)
        if node.op in {"+", "-", "neg"} or (node.op == "*" and any(arg.op == "number" for arg in node.args)):
            return
        yield node, False

    def _values(self, leaf: Node) -> Iterator[tuple[Relation, Node, tuple[str, ...]]]:
        """Yield one case (condition, value, names) for each value of a remainder `leaf`, such as a % 3.

        `condition` is the relation that is true if the remainder has this value. `value` is this number as an
        expression, which replaces the remainder. `names` would contain additional variables, but is always empty here.
        """
        size = int(leaf.args[1].value)
        if size > MOST_CASES:
            raise NotDefinable(f"{leaf} has more than {MOST_CASES} values in a function that is not linear")
        for value in map(number, range(size)):
            yield self.relation(compared(leaf, "==", value)), value, ()

    def _cases(self, node: Node, atom: Node) -> Iterator[tuple[Relation, Node, tuple[str, ...]]]:
        """Yield cases (condition, value, names) that replace the expression `node` by a linear one.

        In a case, `condition` is a relation, `value` is the linear expression that replaces `node` if the relation is
        true, and `names` are additional variables in both. `atom` is the whole comparison that contains `node`.
        """
        read, args = self.relation, node.args
        new = self._new()
        name = str(new.value)
        constant = int(args[-1].value) if args and args[-1].op == "number" else 0
        if node.op == "abs" and any(one.op in {"popcount", "v2", "//", *BITS} for one in atom.walk()):
            sides = compared(args[0], "==", new), compared(Node("neg", args), "==", new)
            yield read(Node("or", sides)), new, (name,)
        elif node.op == "abs":
            yield read(compared(args[0], ">=", number(0))), args[0], ()
            yield read(compared(args[0], "<", number(0))), Node("neg", args), ()
        elif node.op in {"max", "min"}:
            for condition, value in self._extremes(node):
                yield condition, value, ()
        elif node.op == "%" and constant > 0:
            yield from self._remainders(node, constant, new)
        elif node.op == "//" and constant > 0:
            part = Node("-", (args[0], Node("*", (number(constant), new))))
            yield read(Node("compare", (number(0), part, number(constant - 1)), signs=("<=", "<="))), new, (name,)
            if not is_natural(args[0]):
                part = Node("+", (args[0], Node("*", (number(constant), new))))
                inside = Node("compare", (number(0), part, number(constant - 1)), signs=("<=", "<="))
                positive = compared(new, ">=", number(1))
                yield read(Node("and", (inside, positive))), Node("neg", (new,)), (name,)
        elif node.op in BITS:
            yield from self._bitwise(node, new)
        elif node.op in self.defined:
            yield self._applied(node, name), new, (name,)
        else:
            what = "a product of two numbers" if node.op in {"*", "**"} else "not definable by an automaton"
            raise NotDefinable(f"{node} is {what}")

    def _extremes(self, node: Node) -> Iterator[tuple[Relation, Node]]:
        """Yield the two cases of a minimum or maximum: a condition, and the operand that is the value if it is true."""
        read, (first, *others) = self.relation, node.args
        rest = others[0] if len(others) == 1 else Node(node.op, tuple(others))
        most = int(rest.value) if rest.op == "number" else 0
        if node.op == "min" and 0 < most <= FEW and is_natural(first):
            yield read(compared(first, ">=", rest)), rest
            for value in map(number, range(most)):  # numbers, which may be factors of a product
                yield read(compared(first, "==", value)), value
        else:
            larger, smaller = (first, rest) if node.op == "max" else (rest, first)
            yield read(compared(larger, ">=", smaller)), first
            yield read(compared(larger, "<", smaller)), rest

    def _remainders(self, node: Node, modulus: int, new: Node) -> Iterator[tuple[Relation, Node, tuple[str, ...]]]:
        """Yield cases (condition, value, names) that replace a remainder by the constant `modulus`; see `_cases`.

        `new` is a variable that has not been used yet.
        """
        arithmetic, part, name = self.arithmetic, node.args[0], str(new.value)
        if _leaf(node) and part.op in {"popcount", "v2"} and modulus <= MOST_CASES:
            inner = self.relation(compared(part.args[0], "==", new))
            for left in range(modulus):
                counted = arithmetic.counted(name, left, modulus, trailing=part.op == "v2")
                yield (counted & inner).some(name), number(left), ()
            return
        form, const = _form(part)
        below = arithmetic.linear({name: -1}, modulus - 1, ">=")
        yield arithmetic.congruent({**form, name: -1}, const, modulus) & below, new, (name,)

    def _bitwise(self, node: Node, new: Node) -> Iterator[tuple[Relation, Node, tuple[str, ...]]]:
        if self.arithmetic.system != Base(2):
            raise NotDefinable(f"{node} is not definable in {self.arithmetic.system.name}")
        op, args = node.op, node.args
        for place, arg in enumerate(args):
            if arg.op != "name" and not (arg.op == "number" and int(arg.value) >= 0):
                name, others = self._new(), [args[1 - place]]
                fresh = (str(name.value),)
                yield self.relation(compared(arg, "==", name)), Node(op, (name, *others)), fresh
                if is_natural(arg):
                    return
                both, other = Node("&", (name, *others)), others[0]
                negative = {
                    "&": Node("-", (other, both)),
                    "^": Node("-", (number(-1), Node("^", (name, other)))),
                    "|": Node("-", (number(-1), Node("-", (name, both)))),
                }
                flipped = Node("-", (number(-1), arg))
                yield self.relation(compared(flipped, "==", name)), negative[op], fresh
                return
        names, found = [], self.arithmetic.always
        for arg in args:
            names.append(str(arg.value) if arg.op == "name" else str(self._new().value))
            if arg.op == "number":
                found = found & self.arithmetic.constant(names[-1], int(arg.value))
        column = self.arithmetic.columns([*names, str(new.value)], lambda x, y, z: z == BITS[op](x, y))
        hidden = [name for name, arg in zip(names, args, strict=True) if arg.op == "number"]
        yield (found & column).some(*hidden), new, (str(new.value),)


def number(value: int) -> Node:
    """Return the expression that consists of an integer."""
    return Node("number", value=value)


def variable(name: str) -> Node:
    """Return the expression that consists of a named variable."""
    return Node("name", value=name)


def compared(left: Node, sign: str, right: Node) -> Node:
    """Return the expression that compares two expressions by a sign such as "<=".

    Args:
        left: The left side.
        sign: The sign of the comparison.
        right: The right side.

    Returns:
        The comparison.
    """
    return Node("compare", (left, right), signs=(sign,))


def names_of(node: Node) -> set[str]:
    """Return the names of the variables in an expression."""
    return {str(one.value) for one in node.walk() if one.op == "name"}


def compared_with_zero(arithmetic: Arithmetic, form: Mapping[str, int], const: int, sign: str) -> Relation:
    """Return the relation that compares a linear form, such as 2 a - b + 3, with 0.

    Args:
        arithmetic: The factory for relations, in one numeration system.
        form: The factor of each variable, by name.
        const: The constant that is added.
        sign: The sign of the comparison, such as "<=".

    Returns:
        The relation, on all names in `form`, also those with the factor 0.
    """
    negative = {name: -times for name, times in form.items()}
    found = {
        "==": lambda: arithmetic.linear(form, const, "=="),
        "!=": lambda: ~arithmetic.linear(form, const, "=="),
        ">=": lambda: arithmetic.linear(form, const, ">="),
        ">": lambda: arithmetic.linear(form, const - 1, ">="),
        "<=": lambda: arithmetic.linear(negative, -const, ">="),
        "<": lambda: arithmetic.linear(negative, -const - 1, ">="),
    }[sign]()
    lacking = {name for name, times in form.items() if not times}
    return found & arithmetic.natural(lacking) if lacking else found


def _form(node: Node) -> Form:
    """Convert a linear expression to a linear form: the coefficient of each name, and a constant."""
    if node.op == "number":
        return {}, int(node.value)
    if node.op == "name":
        return {str(node.value): 1}, 0
    parts = list(map(_form, node.args))
    if node.op == "neg":
        return _plus(({}, 0), parts[0], -1)
    if node.op in {"+", "-"}:
        return _plus(parts[0], parts[1], 1 if node.op == "+" else -1)
    if node.op == "*":
        one, other = sorted(parts, key=lambda part: len(part[0]))
        return _plus(({}, 0), other, one[1])
    raise NotDefinable(f"{node} is not linear")


def _plus(one: Form, other: Form, times: int) -> Form:
    form = dict(one[0])
    for name, factor in other[0].items():
        form[name] = form.get(name, 0) + times * factor
    return form, one[1] + times * other[1]


def _leaf(node: Node) -> bool:
    """Return whether an expression is x % c, where x has infinitely many values, such as (a + b) % 3."""
    return _remains(node) and not _scalar(node.args[0])


def _scalar(node: Node) -> bool:
    """Return whether an expression has finitely many values because it is made from remainders by constants."""
    if node.op in {"name", "number"}:
        return node.op == "number"
    return _remains(node) or all(map(_scalar, node.args))


def _remains(node: Node) -> bool:
    return node.op == "%" and node.args[1].op == "number" and int(node.args[1].value) > 0


def _leaves(node: Node) -> Iterator[Node]:
    if _leaf(node):
        yield node
    else:
        for arg in node.args:
            yield from _leaves(arg)


def _nonlinear(node: Node, arithmetic: Arithmetic) -> bool:
    constants = [arg.op == "number" for arg in node.args]
    if node.op == "*":
        return not any(constants)
    if node.op in {"//", "%"}:
        return not constants[1]
    return node.op in {"**", "gcd", "popcount", "v2"} or (node.op in BITS and arithmetic.system != Base(2))


def _replaced(node: Node) -> bool:
    """Return whether an operand of a sum is a variable that replaced a term, such as a remainder.

    The sum is the expression `node`. Variables that replace terms have names that begin with "_".
    """
    return any(arg.op == "name" and str(arg.value).startswith("_") for arg in node.args)


def _simple(node: Node) -> Node:
    """Simplify an expression: compute constants, and rewrite remainders of products.

    (a * b) % 3 becomes ((a % 3) * (b % 3)) % 3, and in the same way for sums that contain a product, popcount or v2.
    """
    node = node._replace(args=tuple(map(_simple, node.args)))
    if node.op in {"name", "number"}:
        return node
    if not names_of(node):
        return number(int(compile_node(node, ())(())))
    if node.op in {"popcount", "v2"} and not is_natural(node.args[0]):
        return node._replace(args=(Node("abs", node.args),))
    last = node.args[-1]
    if last.op != "number" or _scalar(node.args[0]):
        return node
    inner, value = node.args[0], int(last.value)
    if node.op == "gcd" and value:
        return node._replace(args=(Node("%", (inner, number(abs(value)))), last))
    if node.op == "%" and inner.op in {"+", "-", "*"} and value > 0 and _apart(inner) and not _replaced(inner):
        rests = tuple(_simple(Node("%", (arg, last))) for arg in inner.args)
        return _simple(node._replace(args=(inner._replace(args=rests), last)))
    return node


def _apart(node: Node) -> bool:
    """Return whether an expression contains popcount, v2 or a product of variables.

    Automata can compute the remainders of these by a constant, but not their values.
    """
    product = node.op == "*" and all(map(names_of, node.args))
    return node.op in {"popcount", "v2"} or product or any(map(_apart, node.args))
