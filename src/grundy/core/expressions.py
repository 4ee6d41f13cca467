"""Expressions in rules: integers, comparisons and a few functions. They are parsed and never run as Python.

    truth      = both { "or" both }            both = denial { "and" denial }
    denial     = "not" denial | comparison
    comparison = number { (== != < <= > >=) number } | number "in" "{" number { "," number } "}"
    number     = + - * // % ** & ^ | and unary minus, with the precedence of Python
    atom       = integer | name | function "(" numbers ")" | "(" truth ")"

The absolute value of every intermediate number must be below 2^63, which is checked before `**` is computed. The
language has no loops, so the length of the text bounds the work of an evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .integers import read_integer
from .scanner import Scanner

MAX_DEPTH = 40
"""The deepest nesting of operators."""
MAX_MEMBERS = 100
"""The largest number of members of a set after "in"."""

FUNCTIONS = {"is_prime": 1, "is_square": 1, "is_power": 2, "gcd": 2, "popcount": 1, "abs": 1, "min": -2, "max": -2}
"""The number of arguments of each function; -2 means two or more."""
CLAIM_FUNCTIONS = {**FUNCTIONS, "v2": 1}
"""The functions of claims about games: also v2(n), the exponent of 2 in n, for n not 0."""
TRUTHS = {"is_prime", "is_square", "is_power", "or", "and", "not", "==", "!=", "<", "<=", ">", ">="}
"""The operators and functions that return true or false."""

_LEVELS = (r"\|", r"\^", "&", r"[+-]", r"//|%|\*(?!\*)")
_FROM = ["|".join(_LEVELS[level:]) for level in range(len(_LEVELS))]
"""For each level, the operators of this level and of all levels that bind more tightly."""
_BINDS = {"or": 0, "and": 1, "not": 2, "compare": 3, "|": 4, "^": 5, "&": 6, "+": 7, "-": 7, "*": 8, "//": 8, "%": 8}
_WORD = "[A-Za-z_][A-Za-z_0-9]*"


class Node(NamedTuple):
    """A node of a parsed expression: an operator with its arguments, an integer ("number") or a variable ("name").

    A chain of comparisons such as a < b <= c is one node "compare" with the arguments a, b, c and the signs <, <=.

    Attributes:
        op: "number", "name", "compare", "neg" for the unary minus, the name of a function, or an operator as it is
            written, such as "+" or "and".
        args: The arguments of the operator or function; empty for "number" and "name".
        value: The integer of a "number", or the variable of a "name".
        signs: The signs of a "compare", in order.
    """

    op: str
    args: tuple[Node, ...] = ()
    value: int | str = 0
    signs: tuple[str, ...] = ()

    @property
    def is_truth(self) -> bool:
        """Whether the value is a truth value and not a number."""
        return self.op == "compare" or self.op in TRUTHS

    def walk(self) -> Iterator[Node]:
        """Yield the node, then every node of the tree below it from left to right."""
        yield self
        for arg in self.args:
            yield from arg.walk()

    def replaced(self, old: Node, new: Node) -> Node:
        """Return the expression with another one in place of every subexpression that equals a given one.

        Args:
            old: The subexpression to replace.
            new: The expression that replaces it.

        Returns:
            The new expression.
        """
        if self == old:
            return new
        return self._replace(args=tuple(arg.replaced(old, new) for arg in self.args)) if self.args else self

    def __str__(self) -> str:
        """Return the expression with single blanks and without unnecessary brackets."""
        return _show(self, 0)


def read_condition(
    scanner: Scanner, names: Sequence[str], stop: str = "(?!)", functions: Mapping[str, int] = FUNCTIONS
) -> Node:
    """Parse a condition such as n % k == 0.

    Args:
        scanner: The text, with the cursor before the condition.
        names: The variables.
        stop: A regular expression for the text after an `or` that is not part of the condition. In a rule such as
            "take k where n > 5 or split", the `or` joins two clauses, so it ends the condition. By default there is
            no such text.
        functions: The allowed functions with their numbers of arguments.

    Returns:
        The condition.

    Raises:
        NotationError: If the text is not a condition.
    """
    start = scanner.at
    node = _Reader(scanner, names, stop, functions).either(0)
    if not node.is_truth:
        if (sign := scanner.match("[=/]")) is not None:
            raise scanner.error("a condition", at=scanner.at - 1, hint=f"did you mean {sign}{sign}?")
        raise scanner.error("a condition, for instance n % k == 0", at=start)
    return node


def read_number(scanner: Scanner, names: Sequence[str], functions: Mapping[str, int] = FUNCTIONS) -> Node:
    """Parse an expression whose value is a number, such as n // 2.

    Args:
        scanner: The text, with the cursor before the expression.
        names: The variables.
        functions: The allowed functions with their numbers of arguments.

    Returns:
        The expression.

    Raises:
        NotationError: If the text is not such an expression.
    """
    start = scanner.at
    node = _Reader(scanner, names, "(?!)", functions).either(0)
    if node.is_truth:
        raise scanner.error("a number, for instance n // 2", at=start)
    return node


class _Reader:
    """A recursive-descent parser with one method for each line of the grammar."""

    def __init__(self, scanner: Scanner, names: Sequence[str], stop: str, functions: Mapping[str, int]) -> None:
        self.scanner = scanner
        self.names = names
        self.stop = stop
        self.functions = functions

    def either(self, depth: int) -> Node:
        return self._chain("or", depth, rf"or\b(?!\s*(?:{self.stop}))")

    def both(self, depth: int) -> Node:
        return self._chain("and", depth, r"and\b")

    def _chain(self, op: str, depth: int, pattern: str) -> Node:
        """Read conditions joined by `op` ("or" or "and"); the regular expression `pattern` matches this word."""
        read = self.both if op == "or" else self.denial
        start = self.scanner.at
        items = [read(depth)]
        while self.scanner.match(pattern) is not None:
            items.append(read(depth))
        if len(items) == 1:
            return items[0]
        self._truths(items, start)
        return self._low(Node(op, tuple(items)))

    def denial(self, depth: int) -> Node:
        self._shallow(depth)
        start = self.scanner.at
        if self.scanner.match(r"not\b") is None:
            return self.comparison(depth)
        denied = self.denial(depth + 1)
        self._truths([denied], start)
        return self._low(Node("not", (denied,)))

    def comparison(self, depth: int) -> Node:
        start = self.scanner.at
        args, signs = [self.binary(0, depth)], []
        if self.scanner.match(r"in\b") is not None:
            return self.among(args[0], start, depth)
        while (sign := self.scanner.match("==|!=|<=|>=|<|>")) is not None:
            signs.append(sign)
            args.append(self.binary(0, depth))
        if not signs:
            return args[0]
        self._numbers(args, start)
        return self._low(Node("compare", tuple(args), signs=tuple(signs)))

    def among(self, left: Node, start: int, depth: int) -> Node:
        """Read the set after "in", as in n in {1, 3}, and return the condition n == 1 or n == 3.

        Args:
            left: The expression before "in".
            start: The index in the text where `left` begins, for errors.
            depth: The nesting depth of the condition, which is limited.

        Returns:
            The condition.
        """
        self.scanner.expect("{")
        members = [self.binary(0, depth)]
        while len(members) < MAX_MEMBERS and self.scanner.match(",") is not None:
            members.append(self.binary(0, depth))
        self.scanner.expect("}", '"," or "}"' if len(members) < MAX_MEMBERS else f"at most {MAX_MEMBERS} numbers")
        self._numbers([left, *members], start)
        equal = tuple(self._low(Node("compare", (left, member), signs=("==",))) for member in members)
        return equal[0] if len(equal) == 1 else self._low(Node("or", equal))

    def binary(self, level: int, depth: int) -> Node:
        """Read an expression whose binary operators, outside brackets, have at least a given precedence.

        Operators of the same precedence associate to the left.

        Args:
            level: The lowest precedence: 0 for |, 1 for ^, 2 for &, 3 for + and -, 4 for * // %, 5 for none of these.
            depth: The nesting depth of the expression, which is limited.

        Returns:
            The expression.
        """
        start = self.scanner.at
        left = self.unary(depth)
        while level < len(_LEVELS) and (op := self.scanner.match(_FROM[level])) is not None:
            tighter = _BINDS[op] - _BINDS["|"] + 1
            right = self.binary(tighter, depth)
            self._numbers([left, right], start)
            left = self._low(Node(op, (left, right)))
        return left

    def unary(self, depth: int) -> Node:
        self._shallow(depth)
        start = self.scanner.at
        if self.scanner.match("-") is not None:
            inner = self.unary(depth + 1)
            self._numbers([inner], start)
            return self._low(Node("neg", (inner,)))
        base = self.atom(depth)
        if self.scanner.match(r"\*\*") is None:
            return base
        exponent = self.unary(depth + 1)
        self._numbers([base, exponent], start)
        return self._low(Node("**", (base, exponent)))

    def atom(self, depth: int) -> Node:
        scanner = self.scanner
        if scanner.match(r"\(") is not None:
            inner = self.either(depth + 1)
            scanner.expect(")")
            return inner
        if (digits := scanner.match("[0-9]+")) is not None:
            if len(digits) > 18 or digits[0] == "0" != digits:
                raise scanner.error("a number below 10^18", at=scanner.at - len(digits), number=True)
            return Node("number", value=read_integer(digits))
        word = scanner.match(_WORD)
        if word in self.names:
            return Node("name", value=str(word))
        if word in self.functions:
            return self.call(str(word), depth)
        known = ", ".join([*self.names, *self.functions])
        expected = f"a number, a bracket or one of {known}" if word else "a number, a name or a bracket"
        raise scanner.error(expected, at=scanner.at - len(word or ""))

    def call(self, function: str, depth: int) -> Node:
        self.scanner.expect("(")
        start = self.scanner.at
        args = [self.either(depth + 1)]
        while self.scanner.match(",") is not None:
            args.append(self.either(depth + 1))
        self.scanner.expect(")", '"," or ")"')
        want = self.functions[function]
        if len(args) != want and (want > 0 or len(args) < -want):
            raise self.scanner.error(f"{abs(want)}{' or more' if want < 0 else ''} arguments for {function}", at=start)
        self._numbers(args, start)
        return self._low(Node(function, tuple(args)))

    def _shallow(self, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise self.scanner.error(f"at most {MAX_DEPTH} operators in each other")

    def _low(self, node: Node) -> Node:
        """Return the node; raise `NotationError` if its tree has more than `MAX_DEPTH` levels."""
        self._shallow(_height(node))
        return node

    def _numbers(self, nodes: list[Node], start: int) -> None:
        if any(node.is_truth for node in nodes):
            raise self.scanner.error("numbers on both sides, not true or false", at=start)

    def _truths(self, nodes: list[Node], start: int) -> None:
        if not all(node.is_truth for node in nodes):
            raise self.scanner.error("a condition, for instance n % k == 0", at=start)


def _height(node: Node) -> int:
    return 1 + max(map(_height, node.args)) if node.args else 0


def is_natural(node: Node) -> bool:
    """Return whether an expression is certainly never negative if all its variables are natural numbers.

    Only the operators are examined: n + 1 is certain, while n - n counts as uncertain.
    """
    if node.op == "number":
        return int(node.value) >= 0
    return node.op in {"abs", "gcd", "popcount"} or (node.op not in {"-", "neg"} and all(map(is_natural, node.args)))


def _show(node: Node, outer: int) -> str:
    """Write an expression as text, in brackets if necessary.

    `outer` is the precedence of the operator whose argument the expression is, or 0. Brackets are added if the
    precedence of the expression is lower.
    """
    if node.op in {"number", "name"}:
        return str(node.value)
    if node.op in CLAIM_FUNCTIONS:
        return f"{node.op}({', '.join(_show(arg, 0) for arg in node.args)})"
    if node.op == "neg":
        return _bracket("-" + _show(node.args[0], 9), 9, outer)
    if node.op == "**":
        return _bracket(f"{_show(node.args[0], 11)} ** {_show(node.args[1], 9)}", 10, outer)
    binds = _BINDS[node.op]
    if node.op == "not":
        return _bracket("not " + _show(node.args[0], binds), binds, outer)
    if node.op == "compare":
        pieces = [_show(node.args[0], 4)]
        for sign, arg in zip(node.signs, node.args[1:], strict=True):
            pieces += [sign, _show(arg, 4)]
        return _bracket(" ".join(pieces), binds, outer)
    if node.op in {"or", "and"}:
        return _bracket(f" {node.op} ".join(_show(arg, binds + 1) for arg in node.args), binds, outer)
    left, right = node.args
    return _bracket(f"{_show(left, binds)} {node.op} {_show(right, binds + 1)}", binds, outer)


def _bracket(text: str, binds: int, outer: int) -> str:
    return f"({text})" if binds < outer else text
