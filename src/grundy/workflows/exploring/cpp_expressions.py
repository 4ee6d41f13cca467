"""CppExpressions of a rule that Python states, told in C++: whole numbers, truth values, positions of several numbers.

Division and remainder have floors, as in Python. Whatever has no words here is refused with its line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

Kind = Literal["number", "position"]
"""What an expression is."""
Said: TypeAlias = tuple[str, Kind]

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"} | {
    ast.LShift: "<<",
    ast.RShift: ">>",
}
CALLED = {ast.FloorDiv: "quotient", ast.Mod: "rest", ast.Pow: "power"}
COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
OF_NUMBERS = {"abs": "absolute({})", "int": "{}", "gcd": "gcd({}, {})"}
OF_POSITIONS = {"min": "lowest({})", "max": "highest({})", "sum": "total({})", "len": "(long long){}.size()"}
TO_POSITIONS = {"tuple": "{}", "list": "{}", "sorted": "ordered({})"}
"""Functions by what they are called with, and what they give."""
KNOWN = {*OF_NUMBERS, *OF_POSITIONS, *TO_POSITIONS, "range", "enumerate", "set"}
"""Functions that have a meaning here; a file that defines one of them has another."""


class Unsaid(Exception):  # no error: the values are told by a table
    """Something has no words in C++; the text says what, and in which line."""

    def __init__(self, node: ast.AST) -> None:
        """Keep the line and the words."""
        text = ast.unparse(node).partition("\n")[0]
        super().__init__(f"line {getattr(node, 'lineno', 0)}: {text}")


class CppExpressions:
    """Tells expressions over names whose kinds are known, and over constants of the file."""

    def __init__(self, kinds: dict[str, Kind], constants: dict[str, ast.expr]) -> None:
        """Keep what names are."""
        self.kinds, self.constants = kinds, constants
        self.shown: dict[str, str] = {}
        """Names of a comprehension in C++; every other name has a letter in front."""

    def number(self, node: ast.expr) -> str:
        """Return a whole number."""
        text, kind = self.expression(node)
        if kind != "number":
            raise Unsaid(node)
        return text

    def position(self, node: ast.expr) -> str:
        """Return a position of several numbers."""
        text, kind = self.expression(node)
        if kind != "position":
            raise Unsaid(node)
        return text

    def truth(self, node: ast.expr) -> str:
        """Return a condition."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(map(self.truth, node.values))})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!({self.truth(node.operand)})"
        if isinstance(node, ast.Compare):
            return f"({' && '.join(self._links(node))})"
        return f"({self.number(node)} != 0)"

    def expression(self, node: ast.expr) -> Said:
        """Return a number or a position, and which of them it is."""
        say = _SAY.get(type(node))
        if say is None:
            raise Unsaid(node)
        return say(self, node)

    def _links(self, node: ast.Compare) -> Iterator[str]:
        sides = [node.left, *node.comparators]
        for sign, left, right in zip(node.ops, sides, sides[1:], strict=False):
            if isinstance(sign, ast.In | ast.NotIn) and isinstance(right, ast.Tuple | ast.List | ast.Set):
                equal = " || ".join(f"{self.number(left)} == {self.number(one)}" for one in right.elts) or "false"
                yield f"({equal})" if isinstance(sign, ast.In) else f"!({equal})"
                continue
            one, other = self.expression(left), self.expression(right)
            if type(sign) not in COMPARED or one[1] != other[1]:
                raise Unsaid(node)
            yield f"{one[0]} {COMPARED[type(sign)]} {other[0]}"

    def _constant(self, node: ast.Constant) -> Said:
        if not isinstance(node.value, int) or abs(node.value) >= 1 << 62:
            raise Unsaid(node)
        return f"{int(node.value)}LL", "number"

    def _name(self, node: ast.Name) -> Said:
        if node.id in self.kinds:
            return self.shown.get(node.id, f"v_{node.id}"), self.kinds[node.id]
        if node.id not in self.constants:
            raise Unsaid(node)
        return self.expression(self.constants[node.id])

    def _tuple(self, node: ast.Tuple) -> Said:
        return f"Position{{{', '.join(map(self.number, node.elts))}}}", "position"

    def _part(self, node: ast.Subscript) -> Said:
        text, cut = self.position(node.value), node.slice
        if not isinstance(cut, ast.Slice):
            return f"{text}[spot({text}, {self.number(cut)})]", "number"
        if cut.step is not None:
            raise Unsaid(node)
        low = "0" if cut.lower is None else self.number(cut.lower)
        high = f"(long long){text}.size()" if cut.upper is None else self.number(cut.upper)
        return f"slice({text}, {low}, {high})", "position"

    def _one_sided(self, node: ast.UnaryOp) -> Said:
        if isinstance(node.op, ast.Not):
            return self._as_number(node)
        if not isinstance(node.op, ast.USub):
            raise Unsaid(node)
        return f"(-{self.number(node.operand)})", "number"

    def _as_number(self, node: ast.expr) -> Said:
        if not _is_truth(node):  # "a or b" is a or b, not whether one of them is there
            raise Unsaid(node)
        return f"(long long)({self.truth(node)})", "number"

    def _two_sided(self, node: ast.BinOp) -> Said:
        (left, one), (right, other) = self.expression(node.left), self.expression(node.right)
        if one == other == "position" and isinstance(node.op, ast.Add):
            return f"joined({left}, {right})", "position"
        if one != "number" or other != "number":
            raise Unsaid(node)
        if type(node.op) in CALLED:
            return f"{CALLED[type(node.op)]}({left}, {right})", "number"
        if type(node.op) not in SIGNS:
            raise Unsaid(node)
        return f"({left} {SIGNS[type(node.op)]} {right})", "number"

    def _either(self, node: ast.IfExp) -> Said:
        one, other = self.expression(node.body), self.expression(node.orelse)
        if one[1] != other[1]:
            raise Unsaid(node)
        return f"({self.truth(node.test)} ? {one[0]} : {other[0]})", one[1]

    def _called(self, node: ast.Call) -> Said:
        name, args = getattr(node.func, "id", ""), node.args
        if node.keywords or not args:
            raise Unsaid(node)
        if name in TO_POSITIONS and len(args) == 1:
            return TO_POSITIONS[name].format(self.position(args[0])), "position"
        if name in OF_POSITIONS and len(args) == 1:
            return OF_POSITIONS[name].format(self.position(args[0])), "number"
        if name in {"min", "max"}:
            text = self.number(args[0])
            for other in args[1:]:
                text = f"{'least' if name == 'min' else 'most'}({text}, {self.number(other)})"
            return text, "number"
        if name not in OF_NUMBERS or len(args) != OF_NUMBERS[name].count("{}"):
            raise Unsaid(node)
        return OF_NUMBERS[name].format(*map(self.number, args)), "number"


def _is_truth(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


_SAY: dict[type[ast.expr], Callable[..., Said]] = {
    ast.Constant: CppExpressions._constant,  # noqa: SLF001
    ast.Name: CppExpressions._name,  # noqa: SLF001
    ast.Tuple: CppExpressions._tuple,  # noqa: SLF001
    ast.Subscript: CppExpressions._part,  # noqa: SLF001
    ast.UnaryOp: CppExpressions._one_sided,  # noqa: SLF001
    ast.BinOp: CppExpressions._two_sided,  # noqa: SLF001
    ast.IfExp: CppExpressions._either,  # noqa: SLF001
    ast.Compare: CppExpressions._as_number,  # noqa: SLF001
    ast.BoolOp: CppExpressions._as_number,  # noqa: SLF001
    ast.Call: CppExpressions._called,  # noqa: SLF001
}
"""Who tells an expression."""
