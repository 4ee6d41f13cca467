"""Translates Python expressions over machine words to LLVM code, which evaluates them in Python's order.

The value of an expression is a word or the truth value of a comparison; used as a word, a truth value is 1 or 0.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from llvmlite import ir

from ..vectors import BIT, WORD, Value, floor_divided, variable
from .rule_digest import Datum
from .source_trees import Untranslatable

ARRAY = WORD.as_pointer()
OPERATIONS = {
    ast.Add: ("add", int.__add__),
    ast.Sub: ("sub", int.__sub__),
    ast.Mult: ("mul", int.__mul__),
    ast.BitAnd: ("and_", int.__and__),
    ast.BitOr: ("or_", int.__or__),
    ast.BitXor: ("xor", int.__xor__),
    ast.LShift: ("shl", int.__lshift__),
    ast.RShift: ("ashr", int.__rshift__),
}
"""An operation of Python -> that of LLVM, and what it does with two constants."""
SIGNS = {
    ast.USub: ("neg", int.__neg__),
    ast.Invert: ("not_", int.__invert__),
}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Expressions:
    """Writes LLVM code for the Python expressions of one function.

    `build` is LLVM's builder, which adds instructions to the code. `names` has the meaning of each name outside the
    function, and `cells` the place in the rule's data of each closure variable.
    """

    def __init__(self, whole: Any, build: Value, names: dict[str, object], cells: dict[str, Datum]) -> None:
        self.whole = whole
        """The `Translation` whose module is written; it imports this class."""
        self.build = build
        self.names = names
        """What the names outside the function mean."""
        self.cells = cells
        """Those that mean data."""
        self.arrays: dict[str, Value] = {}
        """Arguments that are arrays."""
        self.places: dict[str, Value] = {}
        """Where other arguments and names are."""

    def value(self, node: ast.expr) -> Value:
        """Translate an expression to a word or a truth value; raise `Untranslatable` if that is impossible."""
        write: Callable[..., Value] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            raise Untranslatable(f"line {node.lineno}: {type(node).__name__}")
        return write(node)

    def word(self, node: ast.expr) -> Value:
        """Translate an expression to a word; a truth value becomes 1 or 0."""
        return self._widened(self.value(node))

    def truth(self, node: ast.expr) -> Value:
        """Translate an expression to a truth value; a word is true if it is not 0."""
        if isinstance(node, ast.BoolOp):
            found = self.truth(node.values[0])
            for other in node.values[1:]:
                found = self._then(found, partial(self.truth, other), wanted=isinstance(node.op, ast.And))
            return found
        value = self.value(node)
        return value if value.type == BIT else self.build.icmp_signed("!=", value, self.whole.word(0))

    def items(self, node: ast.expr, count: int) -> list[Value]:
        """Translate a tuple such as `(a, b)`, or a conditional expression that chooses between such tuples.

        Args:
            node: The syntax tree of the expression.
            count: The length that the tuple must have.

        Returns:
            The values of the items.

        Raises:
            Untranslatable: If the expression is neither a tuple nor such a choice, or if a tuple has another length.
        """
        if isinstance(node, ast.IfExp):
            sides = (partial(self.items, side, count) for side in (node.body, node.orelse))
            return self._either(self.truth(node.test), *sides)
        if not isinstance(node, ast.Tuple) or len(node.elts) != count:
            raise Untranslatable(f"line {node.lineno}: a tuple that is not written out")
        return [self.word(item) for item in node.elts]

    def write(self, target: ast.expr, value: Value) -> None:
        """Translate an assignment of a value to a name or to an item of an array.

        Args:
            target: The syntax tree of the name or of the item.
            value: The LLVM value of the number to assign.

        Raises:
            Untranslatable: If the target is neither a local name nor an item of an array argument.
        """
        if isinstance(target, ast.Name) and target.id in self.places:
            self.build.store(value, self.places[target.id])
            return
        if not isinstance(target, ast.Subscript):
            raise Untranslatable(f"line {target.lineno}: {ast.unparse(target)} is given a value")
        if not isinstance(target.value, ast.Name) or target.value.id not in self.arrays:
            raise Untranslatable(f"line {target.lineno}: a constant is changed")
        self.whole.write_item(self.build, self.arrays[target.value.id], self._index(target), value)

    def _index(self, node: ast.Subscript, length: Value = None) -> Value:
        """Translate the index i in `a[i]` to a word.

        With `length`, the LLVM value of the array's length, a negative index counts from the end, as in Python. Without
        it, a negative constant raises `Untranslatable`.
        """
        index = self.word(node.slice)
        if length is not None:
            behind = self.build.add(index, length)  # Python counts from the end
            index = self.build.select(self.build.icmp_signed("<", index, self.whole.word(0)), behind, index)
        elif isinstance(index, ir.Constant) and index.constant < 0:
            raise Untranslatable(f"line {node.lineno}: an index that is negative")
        return index

    def array(self, node: ast.expr) -> tuple[Value, Value | None]:
        """Return the LLVM address of an array; with it return its length if it is a table of constants, else None."""
        if isinstance(node, ast.Name) and node.id in self.arrays:
            return self.arrays[node.id], None
        numbers, cell = self.known(node), self._cell(node)
        if cell is not None and cell.table is not None:
            return self.whole.data_table(cell.table), self.whole.number(self.build, cell.place)
        if not isinstance(numbers, tuple | list):
            raise Untranslatable(f"line {node.lineno}: {ast.unparse(node)} is no array")
        return self.whole.table(numbers), self.whole.word(len(numbers))

    def known(self, node: ast.expr) -> object:
        """Return the Python value of a global or closure variable; raise `Untranslatable` for another expression."""
        if isinstance(node, ast.Name) and node.id not in self.places and node.id in self.names:
            return self.names[node.id]
        raise Untranslatable(f"line {node.lineno}: {ast.unparse(node)}")

    def _cell(self, node: ast.expr) -> Datum | None:
        """Return the place in the rule's data of the closure variable that a name means.

        Return None for another expression.
        """
        return self.cells.get(node.id) if isinstance(node, ast.Name) and node.id not in self.places else None

    def operation(self, operator: ast.operator, left: Value, node: ast.expr) -> Value:
        """Translate an arithmetic operation such as `a + b`, whose left operand is translated already.

        Args:
            operator: The operator in Python's syntax tree.
            left: The LLVM value of the left operand.
            node: The syntax tree of the right operand.

        Returns:
            The LLVM value of the result.

        Raises:
            Untranslatable: If there is no translation of the operator or of the right operand.
        """
        right = self.word(node)
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            return self._divided(left, right, rest=isinstance(operator, ast.Mod), known=self._cell(node) is not None)
        if type(operator) not in OPERATIONS:
            raise Untranslatable(type(operator).__name__)
        name, python = OPERATIONS[type(operator)]
        if (
            name in {"shl", "ashr"}
            and isinstance(right, ir.Constant)
            and not 0 <= right.constant < self.whole.kind.width
        ):
            raise Untranslatable("a shift beyond the word")
        if isinstance(left, ir.Constant) and isinstance(right, ir.Constant):
            return self.whole.word(python(left.constant, right.constant))
        return getattr(self.build, name)(left, right)

    def _divided(self, left: Value, right: Value, *, rest: bool, known: bool) -> Value:
        """Write code for `left // right`, or for the remainder `left % right` if `rest` is true, rounded as in Python.

        `known` states that the divisor is a number from the data of the rule, which is positive. Otherwise the divisor
        must be a positive constant; any other divisor raises `Untranslatable`.
        """
        if not known and (not isinstance(right, ir.Constant) or right.constant <= 0):
            raise Untranslatable("a divisor that is not known")
        if known:  # where Python raises an error the processor would end the process
            right = self.build.select(
                self.build.icmp_signed("==", right, self.whole.word(0)), self.whole.word(1), right
            )
        return floor_divided(self.build, left, right)[rest]

    def _constant(self, node: ast.Constant) -> Value:
        return self.whole.word(node.value)

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.places:
            return self.build.load(self.places[node.id])
        value, cell = self.known(node), self._cell(node)
        if cell is not None and cell.table is None:
            return self.whole.number(self.build, cell.place)
        return self.whole.word(value)

    def _subscript(self, node: ast.Subscript) -> Value:
        start, length = self.array(node.value)
        return self.whole.item(self.build, start, self._index(node, length), constant=length is not None)

    def _binop(self, node: ast.BinOp) -> Value:
        return self.operation(node.op, self.word(node.left), node.right)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.build.not_(self.truth(node.operand))
        if type(node.op) not in SIGNS:
            raise Untranslatable(f"line {node.lineno}: {type(node.op).__name__}")
        name, python = SIGNS[type(node.op)]
        value = self.word(node.operand)
        if isinstance(value, ir.Constant):
            return self.whole.word(python(value.constant))
        return getattr(self.build, name)(value)

    def _compare(self, node: ast.Compare) -> Value:
        """Translate a comparison such as `a < b < c`, whose evaluation ends at the first comparison that is false."""
        return self._chain(self.word(node.left), zip(node.ops, node.comparators, strict=True), len(node.ops))

    def _chain(self, left: Value, others: Iterator[tuple[ast.cmpop, ast.expr]], count: int) -> Value:
        operator, other = next(others)
        if type(operator) not in COMPARISONS:
            raise Untranslatable(f"line {other.lineno}: {type(operator).__name__}")
        right = self.word(other)
        found = self.build.icmp_signed(COMPARISONS[type(operator)], left, right)
        return found if count == 1 else self._then(found, lambda: self._chain(right, others, count - 1), wanted=True)

    def _ifexp(self, node: ast.IfExp) -> Value:
        sides = (lambda: [self.word(node.body)], lambda: [self.word(node.orelse)])
        return self._either(self.truth(node.test), *sides)[0]

    def _boolop(self, node: ast.BoolOp) -> Value:
        """Translate "and" or "or"; the result is the operand at which Python would stop."""
        first, *others = node.values
        rest = others[0] if len(others) == 1 else ast.BoolOp(node.op, others)
        value = self.word(first)
        sides = (lambda: [self.word(rest)], lambda: [value])
        true = self.build.icmp_signed("!=", value, self.whole.word(0))
        return self._either(true, *(sides if isinstance(node.op, ast.And) else sides[::-1]))[0]

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute):
            return self._counted(node.func, node)
        function = self.known(node.func)
        if node.keywords or any(isinstance(item, ast.Starred) for item in node.args):
            raise Untranslatable(f"line {node.lineno}: arguments with names or stars")
        if function in (min, max) and len(node.args) > 1:
            first, *others = map(self.word, node.args)
            for other in others:
                before = self.build.icmp_signed("<" if function is min else ">", other, first)
                first = self.build.select(before, other, first)
            return first
        return self.whole.call(self.build, function, [self._argument(item) for item in node.args])

    def _counted(self, method: ast.Attribute, node: ast.Call) -> Value:
        """Translate the call `n.bit_count()` or `n.bit_length()`, for a number n that is not negative.

        `method` is the syntax tree of the expression before the parentheses, and `node` that of the whole call.
        """
        if method.attr not in {"bit_count", "bit_length"} or node.args or node.keywords:
            raise Untranslatable(f"line {node.lineno}: {ast.unparse(node)}")
        value, kind = self.word(method.value), self.whole.kind
        if method.attr == "bit_count":
            return self.build.ctpop(value)
        return self.build.sub(self.whole.word(kind.width), self.build.ctlz(value, BIT(0)))

    def _argument(self, node: ast.expr) -> Value:
        """Translate an argument of a call, which is a word or an array."""
        match node:
            case ast.Name(id=name) if name in self.arrays or isinstance(self.names.get(name), tuple | list):
                start, length = self.array(node)
                if length is not None and self.whole.kind != WORD:
                    raise Untranslatable(
                        f"line {node.lineno}: a constant as an argument of a function on several words"
                    )
                return start
        return self.word(node)

    def _widened(self, value: Value) -> Value:
        return self.build.zext(value, self.whole.kind) if value.type == BIT else value

    def _then(self, first: Value, second: Callable[[], Value], *, wanted: bool) -> Value:
        """Write code for "first and second" if `wanted` is true, else for "first or second".

        As in Python, the code of the second operand runs only if the first operand does not decide the result.
        """
        place = variable(self.build, BIT(0))
        self.build.store(first, place)
        with self.build.if_then(first if wanted else self.build.not_(first)):
            self.build.store(second(), place)
        return self.build.load(place)

    def _either(self, test: Value, *sides: Callable[[], Sequence[Value]]) -> list[Value]:
        """Write a branch that computes the values of the first side if the test is true, else those of the second side.

        Both sides must have the same number of values. Return the values, as LLVM values.
        """
        places: list[Value] = []
        with self.build.if_else(test) as branches:
            for branch, side in zip(branches, sides, strict=True):
                with branch:
                    found = side()
                    places = places or [variable(self.build, self.whole.word(0)) for _ in found]
                    for value, place in zip(found, places, strict=True):
                        self.build.store(value, place)
        return [self.build.load(place) for place in places]
