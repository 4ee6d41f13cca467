"""A rule that a Python function states, told in C++: assignments, conditions, loops, and one list of options.

The list may be yielded, returned or filled; a position is a number, or a tuple of numbers. Whatever else a function
does is refused with its line, so that what is told says the same as the function.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from textwrap import indent

from .cpp_expressions import KNOWN, CppExpressions, Kind, Unsaid
from .stated import StatedRule

OPTIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)


def cpp_rule(rule: StatedRule, width: int) -> str:
    """Return a function `options` in C++ that lists what a position of `width` numbers leaves; raises `Unsaid`."""
    if rule.defined & KNOWN:
        raise Unsaid(rule.tree)
    return _Translation(rule, width).text()


class _Translation(CppExpressions):
    """The body of one function, statement by statement; every name of it is declared once, in front."""

    def __init__(self, rule: StatedRule, width: int) -> None:
        arguments = rule.tree.args
        if len(arguments.args) != 1 or arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            raise Unsaid(rule.tree)
        self.tree, self.width, self.given = rule.tree, width, arguments.args[0].arg
        super().__init__({self.given: "position" if width > 1 else "number"}, rule.constants)
        self.yields = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(rule.tree))
        self.list = ""
        """The name of the list of options, once there is one."""
        self.changed: set[str] = set()
        """Names of lists of numbers, whose places may be changed."""
        self.loops = 0

    def text(self) -> str:
        body = "".join(map(self._statement, self.tree.body))
        kinds = {"number": "long long v_{} = 0;\n", "position": "Position v_{};\n"}
        declared = "".join(kinds[kind].format(name) for name, kind in self.kinds.items() if name != self.given)
        given = f"const Position& v_{self.given}" if self.width > 1 else f"long long v_{self.given}"
        inside = indent(f"std::vector<Position> found;\n{declared}{body}return found;", "    ")
        return f"auto options = []({given}) -> std::vector<Position> {{\n{inside}\n}};"

    # Statements.

    def _statement(self, node: ast.stmt) -> str:
        say = _SAY.get(type(node))
        if say is None:
            raise Unsaid(node)
        return say(self, node)

    def _block(self, body: list[ast.stmt]) -> str:
        return indent("".join(map(self._statement, body)), "    ")

    def _nothing(self, _: ast.Pass) -> str:
        return ""

    def _as_it_is(self, node: ast.Continue | ast.Break) -> str:
        return f"{ast.unparse(node)};\n"

    def _if(self, node: ast.If) -> str:
        other = f" else {{\n{self._block(node.orelse)}}}" if node.orelse else ""
        return f"if ({self.truth(node.test)}) {{\n{self._block(node.body)}}}{other}\n"

    def _while(self, node: ast.While) -> str:
        if node.orelse:
            raise Unsaid(node)
        return f"while ({self.truth(node.test)}) {{\n{self._block(node.body)}}}\n"

    def _for(self, node: ast.For) -> str:
        if node.orelse:
            raise Unsaid(node)
        return self._loop(node.target, node.iter, lambda: "".join(map(self._statement, node.body)))

    def _assign(self, node: ast.Assign | ast.AnnAssign) -> str:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if len(targets) != 1 or node.value is None:
            raise Unsaid(node)
        return self._assigned(node, targets[0], node.value)

    def _more(self, node: ast.AugAssign) -> str:
        if isinstance(node.target, ast.Name) and node.target.id == self.list:
            if not isinstance(node.op, ast.Add | ast.BitOr):
                raise Unsaid(node)
            return self._options(node.value)
        before = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node)
        return self._assigned(node, node.target, ast.copy_location(ast.BinOp(before, node.op, node.value), node))

    def _return(self, node: ast.Return) -> str:
        if node.value is None or self.yields:
            return "return found;\n"
        kept = any(isinstance(one, ast.Name) and one.id == self.list for one in ast.walk(node.value))
        anew = "" if kept or not self.list else "found.clear();\n"
        return f"{anew}{self._options(node.value)}return found;\n"

    def _alone(self, node: ast.Expr) -> str:
        """Tell a statement that is an expression: a yield, an option that is added, a text for readers."""
        said = node.value
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            return ""
        if isinstance(said, ast.Yield) and said.value is not None:
            return self._option(said.value)
        if isinstance(said, ast.YieldFrom):
            return self._options(said.value)
        if not isinstance(said, ast.Call) or not isinstance(said.func, ast.Attribute) or len(said.args) != 1:
            raise Unsaid(node)
        adding = {"append": self._option, "add": self._option, "extend": self._options, "update": self._options}
        owner, add = said.func.value, adding.get(said.func.attr)
        if not isinstance(owner, ast.Name) or owner.id != self.list or add is None or said.keywords:
            raise Unsaid(node)
        return add(said.args[0])

    def _assigned(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> str:
        if isinstance(target, ast.Tuple):
            return self._unpacked(node, target, value)
        if isinstance(target, ast.Subscript):
            if not isinstance(target.value, ast.Name) or target.value.id not in self.changed:
                raise Unsaid(node)
            return f"{self.number(target)} = {self.number(value)};\n"
        if not isinstance(target, ast.Name):
            raise Unsaid(node)
        if _is_empty(value) or (isinstance(value, OPTIONS) and target.id not in self.kinds):
            if self.list or self.yields or node not in self.tree.body or target.id in self.kinds:
                raise Unsaid(node)
            self.list = target.id
            return self._options(value)
        text, kind = self.expression(value)
        self._declare(target.id, kind, node)
        if isinstance(value, ast.Call) and getattr(value.func, "id", "") in {"list", "sorted"}:
            self.changed.add(target.id)
        elif (isinstance(value, ast.Name) and value.id in self.changed) or target.id in self.changed:
            raise Unsaid(node)
        return f"v_{target.id} = {text};\n"

    def _unpacked(self, node: ast.stmt, target: ast.Tuple, value: ast.expr) -> str:
        parts = [one.id for one in target.elts if isinstance(one, ast.Name)]
        if len(parts) != len(target.elts):
            raise Unsaid(node)
        if isinstance(value, ast.Tuple) and len(value.elts) == len(parts):
            held = ", ".join(f"h{i} = {self.number(one)}" for i, one in enumerate(value.elts))
            text = f"{{ long long {held}; {' '.join(f'v_{part} = h{i};' for i, part in enumerate(parts))} }}\n"
        else:
            whole = self.position(value)
            text = (
                f"{{ const Position h = {whole}; {' '.join(f'v_{part} = h[{i}];' for i, part in enumerate(parts))} }}\n"
            )
        for part in parts:
            self._declare(part, "number", node)
        return text

    def _declare(self, name: str, kind: Kind, node: ast.AST) -> None:
        if name in {self.list, self.given} or self.kinds.setdefault(name, kind) != kind:
            raise Unsaid(node)

    # Loops.

    def _loop(self, target: ast.expr, over: ast.expr, inside: Callable[[], str], *, fresh: bool = False) -> str:
        """Tell a loop over a range, over numbers side by side, or over the numbers of a position.

        Names that are `fresh` are those of a comprehension, whose own they are.
        """
        self.loops += 1
        i, name = f"i{self.loops}", getattr(getattr(over, "func", None), "id", "")
        if isinstance(over, ast.Call) and name == "range" and 1 <= len(over.args) <= 3 and not over.keywords:
            numbers = [self.number(one) for one in over.args]
            start = "0" if len(numbers) == 1 else numbers[0]
            stop, step = numbers[min(1, len(numbers) - 1)], numbers[2] if len(numbers) == 3 else "1"
            e, s = f"e{self.loops}", f"s{self.loops}"
            goes = f"{s} > 0 ? {i} < {e} : {i} > {e}" if step != "1" else f"{i} < {e}"
            head = f"for (long long {i} = {start}, {e} = {stop}, {s} = {step}; {goes}; {i} += {s}) {{\n"
            return head + indent(f"{self._loop_name(target, fresh=fresh)} = {i};\n{inside()}", "    ") + "}\n"
        places = target
        if isinstance(over, ast.Call) and name == "enumerate" and len(over.args) == 1 and not over.keywords:
            if not (isinstance(target, ast.Tuple) and len(target.elts) == 2):
                raise Unsaid(over)
            places, over = target.elts[0], over.args[0]
            target = target.elts[1]
        over = ast.Tuple(over.elts) if isinstance(over, ast.List | ast.Set) else over
        text, held = self.position(over), isinstance(over, ast.Name) and over.id in self.kinds
        whole = text if held else f"p{self.loops}"
        told = "" if places is target else f"{self._loop_name(places, fresh=fresh)} = {i};\n"
        body = indent(f"{told}{self._loop_name(target, fresh=fresh)} = {whole}[{i}];\n{inside()}", "    ")
        loop = f"for (long long {i} = 0; {i} < (long long){whole}.size(); {i}++) {{\n{body}}}\n"
        return loop if held else f"{{\n    const Position {whole} = {text};\n{indent(loop, '    ')}}}\n"

    def _loop_name(self, node: ast.expr, *, fresh: bool) -> str:
        if not isinstance(node, ast.Name):
            raise Unsaid(node)
        if fresh:
            self.kinds[node.id] = "number"
            self.shown[node.id] = f"c{self.loops}_{node.id}"
            return f"const long long {self.shown[node.id]}"
        self._declare(node.id, "number", node)
        return f"v_{node.id}"

    # Options.

    def _options(self, node: ast.expr) -> str:
        name = getattr(getattr(node, "func", None), "id", "")
        if _is_empty(node) or (isinstance(node, ast.Name) and node.id == self.list):
            return ""
        if isinstance(node, ast.List | ast.Set):
            return "".join(map(self._option, node.elts))
        if isinstance(node, OPTIONS):
            return self._comprehended(node.elt, list(node.generators))
        if (
            isinstance(node, ast.Call)
            and name in {"list", "set", "sorted"}
            and len(node.args) == 1
            and not node.keywords
        ):
            return self._options(node.args[0])
        if isinstance(node, ast.Call) and name == "range":
            every = ast.Name("every_option")
            return self._apart(every, node, lambda: self._option(every))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.BitOr):
            return self._options(node.left) + self._options(node.right)
        raise Unsaid(node)

    def _comprehended(self, element: ast.expr, generators: list[ast.comprehension]) -> str:
        if not generators:
            return self._option(element)
        first, *others = generators

        def inside() -> str:
            told = self._comprehended(element, others)
            if not first.ifs:
                return told
            return f"if ({' && '.join(map(self.truth, first.ifs))}) {{\n{indent(told, '    ')}}}\n"

        return self._apart(first.target, first.iter, inside)

    def _apart(self, target: ast.expr, over: ast.expr, inside: Callable[[], str]) -> str:
        """Tell a loop of a comprehension; its names are forgotten behind it."""
        before = dict(self.kinds), dict(self.shown)
        text = self._loop(target, over, inside, fresh=True)
        self.kinds, self.shown = before
        return text

    def _option(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name) and node.id in self.changed:
            raise Unsaid(node)
        return f"found.push_back({self.position(node) if self.width > 1 else f'Position{{{self.number(node)}}}'});\n"


def _is_empty(node: ast.expr) -> bool:
    if isinstance(node, ast.List | ast.Tuple):
        return not node.elts
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"list", "set"} and not node.args


_SAY: dict[type[ast.stmt], Callable[..., str]] = {
    ast.Pass: _Translation._nothing,  # noqa: SLF001
    ast.Continue: _Translation._as_it_is,  # noqa: SLF001
    ast.Break: _Translation._as_it_is,  # noqa: SLF001
    ast.If: _Translation._if,  # noqa: SLF001
    ast.While: _Translation._while,  # noqa: SLF001
    ast.For: _Translation._for,  # noqa: SLF001
    ast.Assign: _Translation._assign,  # noqa: SLF001
    ast.AnnAssign: _Translation._assign,  # noqa: SLF001
    ast.AugAssign: _Translation._more,  # noqa: SLF001
    ast.Return: _Translation._return,  # noqa: SLF001
    ast.Expr: _Translation._alone,  # noqa: SLF001
}
"""Who tells a statement."""
