"""Translates Python functions on machine words, as `core.BitRule` allows them, to one LLVM module.

Whole numbers have 64 bits. A shift must be by less than the length of the word, and an index must not be negative. A
function is translated once for each combination of words and arrays as its arguments. numba supports far more of
Python, but takes five to ten times as long for the same functions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType

from llvmlite import ir

from ..compiled import code_level
from ..lookup import host_lookup
from ..machine import object_code
from ..vectors import WORD, Value, repeated, variable, word
from .expressions import ARRAY, Expressions
from .rule_digest import BITS, Datum, RuleData, limbs_of
from .source_trees import Untranslatable, constant_word, definition, names_of

STARRED = CO_VARARGS | CO_VARKEYWORDS


class Translation:
    """An LLVM module with the translations of a rule's functions; it contains the rule's data or refers to it."""

    def __init__(self, data: RuleData, *, inside: bool) -> None:
        self.module = ir.Module()
        self.kind = ir.IntType(data.bits)
        """The type of a number: 64 bits for each word that a state joins."""
        self._count = data.bits // BITS
        self._data, self._inside = data, inside
        self._numbers = self._given("numbers", data.numbers, len(data.numbers))
        self._given_tables = [self._given(f"table{i}", table, 0) for i, table in enumerate(data.tables)]
        self._written: dict[tuple[FunctionType, tuple[Value, ...]], Value] = {}
        self._tables: dict[tuple[int, ...], Value] = {}

    def call(self, build: Value, function: object, arguments: Sequence[Value]) -> Value:
        """Write a call of a Python function with words and arrays; missing arguments get their defaults.

        Args:
            build: LLVM's builder, at the place in the caller where the code is added.
            function: The Python function, which is translated at its first call.
            arguments: The arguments, as LLVM values.

        Returns:
            The result of the call, as an LLVM value.
        """
        if not isinstance(function, FunctionType):
            raise Untranslatable(f"{function!r} is no plain function")
        code, defaults = function.__code__, function.__defaults__ or ()
        missing = code.co_argcount - len(arguments)
        if not 0 <= missing <= len(defaults) or code.co_kwonlyargcount or code.co_flags & STARRED:
            raise Untranslatable(f"{function.__name__} takes other arguments")
        behind = defaults[len(defaults) - missing :]
        given = [*arguments, *map(self.word, behind)]
        return build.call(self._function(function, tuple(each.type for each in given)), given)

    def table(self, numbers: Sequence[object]) -> Value:
        """Return the address of a table of constant numbers; raise `Untranslatable` if an item is not a number."""
        known = tuple(map(constant_word, numbers)) or (0,)
        if known not in self._tables:
            limbs = limbs_of(known, self._count)
            kind = ir.ArrayType(WORD, len(limbs))
            made = ir.GlobalVariable(self.module, kind, f"table.{len(self._tables)}")
            made.linkage, made.global_constant, made.initializer = "internal", True, ir.Constant(kind, limbs)
            self._tables[known] = made
        return self._tables[known].bitcast(ARRAY)

    def number(self, build: Value, place: int) -> Value:
        """Write code that reads a number from the data of the rule.

        Args:
            build: LLVM's builder, at the place in the function where the code is added.
            place: The index of the number in the data.

        Returns:
            The number.
        """
        return self.item(build, self._numbers.bitcast(ARRAY), self.word(place), constant=True)

    def word(self, value: object) -> Value:
        """Return a constant of LLVM; raise `Untranslatable` if the value is not an integer of 64 bits."""
        return ir.Constant(self.kind, constant_word(value))

    def item(self, build: Value, start: Value, index: Value, *, constant: bool = False) -> Value:
        """Write code that reads a number from an array.

        Args:
            build: LLVM's builder, at the place in the function where the code is added.
            start: The address of the array.
            index: The index of the number.
            constant: Whether the array is data of the rule. A number of several words has 64 bits in each word there,
                but 63 in other arrays.

        Returns:
            The number, as an LLVM value.
        """
        place = self._place(build, start, index)
        if self._count == 1:
            return build.load(place)
        if constant:
            return build.load(build.bitcast(place, self.kind.as_pointer()), align=8)
        words = [build.zext(build.load(build.gep(place, [word(i)])), self.kind) for i in range(self._count)]
        shifted = (build.shl(each, self.word((BITS - 1) * i)) for i, each in enumerate(words))
        return reduce(build.or_, shifted)

    def write_item(self, build: Value, start: Value, index: Value, value: Value) -> None:
        """Write code that writes a number to an array; a number of several words has 63 bits in each word.

        Args:
            build: LLVM's builder, at the place in the function where the code is added.
            start: The address of the array.
            index: The index of the number.
            value: The number.
        """
        place = self._place(build, start, index)
        if self._count == 1:
            build.store(value, place)
            return
        for i in range(self._count):
            part = build.trunc(build.lshr(value, self.word((BITS - 1) * i)), WORD)
            build.store(build.and_(part, word((1 << BITS - 1) - 1)), build.gep(place, [word(i)]))

    def _place(self, build: Value, start: Value, index: Value) -> Value:
        if self._count > 1:
            index = build.mul(build.trunc(index, WORD), word(self._count))
        return build.gep(start, [index])

    def data_table(self, place: int) -> Value:
        """Return the address of the table with the index `place` in the data of the rule."""
        return self._given_tables[place].bitcast(ARRAY)

    def cells(self, function: FunctionType) -> dict[str, Datum]:
        """Return those closure variables of a function that are data of the rule: name -> place in the data."""
        found = ((name, self._data.cell(function, name)) for name in function.__code__.co_freevars)
        return {name: cell for name, cell in found if cell is not None}

    def _given(self, name: str, numbers: Sequence[int], size: int) -> Value:
        """Declare an array of the rule's data in the module, under a name.

        The declaration contains the numbers if the module contains the data. Otherwise it is an external array of
        `size` numbers.
        """
        kind = ir.ArrayType(WORD, (len(numbers) if self._inside else size) * self._count)
        made = ir.GlobalVariable(self.module, kind, name)
        made.global_constant, made.align = True, 8
        if self._inside:
            made.linkage, made.initializer = "internal", ir.Constant(kind, limbs_of(numbers, self._count))
        return made

    def _function(self, function: FunctionType, kinds: tuple[Value, ...]) -> Value:
        if (function, kinds) not in self._written:
            name = f"{function.__name__}.{len(self._written)}"
            made = ir.Function(self.module, ir.FunctionType(self.kind, kinds), name)
            made.linkage = "internal"
            self._written[function, kinds] = made  # before its body, which may call it
            _Body(self, function, made)
        return self._written[function, kinds]


def rule_object(functions: Mapping[str, object], data: RuleData, *, joined: bool, inside: bool = False) -> bytes:
    """Translate the functions of a rule into an object file.

    Args:
        functions: The functions by their names.
        data: The values of their closure variables.
        joined: Whether the functions take a state as one integer of all its words; otherwise they take an array.
        inside: Whether the object file contains the data; otherwise it refers to `numbers`, `table0`, ...

    Returns:
        The content of the object file.

    Raises:
        Untranslatable: If a function uses parts of Python that cannot be translated.
    """
    whole = Translation(data, inside=inside)
    for name, function in functions.items():
        _write(whole, name, function, joined=joined)
    return object_code(whole.module, host_lookup(), code_level())


def _write(whole: Translation, name: str, function: object, *, joined: bool) -> None:
    """Write the function `name` that kernels call, which calls the translated function of the rule with its arguments.

    Kernels pass pointers to words. If `joined` is true, the rule's function takes a state as one integer of all its
    words, which is read from the pointer; otherwise the pointer is passed.
    """
    arguments = 1 if name in {"weight", "known"} else 2
    entry = ir.Function(whole.module, ir.FunctionType(WORD, [ARRAY] * arguments), name)
    build = ir.IRBuilder(entry.append_basic_block("entry"))
    state, *out = entry.args
    first = whole.word(0)
    given = whole.item(build, state, first) if joined else state
    if name == "canon" and joined:
        whole.write_item(build, out[0], first, whole.call(build, function, [given]))
        build.ret(word(1))
    else:
        found = whole.call(build, function, [given, *out])
        found = found if whole.kind == WORD else build.trunc(found, WORD)
        build.ret(word(1) if name == "canon" else found)


class _Body(Expressions):
    """Translates the statements of one Python function to LLVM code.

    `made` is the LLVM function that gets the code, and `whole` is the translation of all functions of the rule.
    """

    def __init__(self, whole: Translation, function: FunctionType, made: Value) -> None:
        build = ir.IRBuilder(made.append_basic_block("entry"))
        super().__init__(whole, build, names_of(function), whole.cells(function))
        self._loops: list[tuple[Value, Value]] = []
        """Where `continue` and `break` lead to."""
        names = function.__code__.co_varnames
        given = dict(zip(names, made.args, strict=False))
        for name in names:
            value: Value = given.get(name, whole.word(0))
            if value.type == ARRAY:
                self.arrays[name] = value
            else:
                self.places[name] = variable(self.build, value)
        node = definition(function)
        if isinstance(node, ast.Lambda):
            self.build.ret(self.word(node.body))
        else:
            self._block(node.body)
            self._end(lambda: self.build.ret(whole.word(0)))

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            if self.build.block.is_terminated:
                return  # nothing comes here
            write: Callable[..., None] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
            if write is None:
                raise Untranslatable(f"line {node.lineno}: {type(node).__name__}")
            write(node)

    def _end(self, leave: Callable[[], object]) -> None:
        """End the current block of LLVM code by the instruction that `leave` writes, unless it has ended already."""
        if not self.build.block.is_terminated:
            leave()

    def _return(self, node: ast.Return) -> None:
        self.build.ret(self.whole.word(0) if node.value is None else self.word(node.value))

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _pass(self, _node: ast.Pass) -> None:
        """Translate `pass`, which needs no code."""

    def _assign(self, node: ast.Assign) -> None:
        """Translate an assignment of a number or a tuple to one or more targets."""
        several = [target for target in node.targets if isinstance(target, ast.Tuple)]
        if several and len(node.targets) > 1:
            raise Untranslatable(f"line {node.lineno}: a tuple that is kept")
        if several:
            targets = several[0].elts
            values = self.items(node.value, len(targets))
        else:
            targets = node.targets
            values = [self.word(node.value)] * len(targets)
        for target, value in zip(targets, values, strict=True):
            self.write(target, value)

    def _augassign(self, node: ast.AugAssign) -> None:
        self.write(node.target, self.operation(node.op, self.word(node.target), node.value))

    def _if(self, node: ast.If) -> None:
        yes, no, done = (self.build.append_basic_block(name) for name in ("yes", "no", "done"))
        self.build.cbranch(self.truth(node.test), yes, no)
        for block, body in ((yes, node.body), (no, node.orelse)):
            self.build.position_at_end(block)
            self._block(body)
            self._end(lambda: self.build.branch(done))
        self.build.position_at_end(done)

    def _while(self, node: ast.While) -> None:
        self._loop(node, lambda: self.truth(node.test), lambda: None, lambda: None)

    def _for(self, node: ast.For) -> None:
        """Translate a loop over a range or a table.

        As in Python, assignments to the loop variable do not change the iterations.
        """
        numbers = None
        if isinstance(node.iter, ast.Call):
            start, stop, step = self._range(node.iter)
        else:
            numbers, length = self.array(node.iter)
            if length is None:
                raise Untranslatable(f"line {node.lineno}: a loop over an array without an end")
            start, stop, step = self.whole.word(0), length, self.whole.word(1)
        counter = variable(self.build, self.whole.word(0))
        self.build.store(start, counter)

        def begin() -> None:
            now = self.build.load(counter)
            self.write(
                node.target, now if numbers is None else self.whole.item(self.build, numbers, now, constant=True)
            )

        def go_on() -> None:
            self.build.store(self.build.add(self.build.load(counter), step), counter)

        sign = "<" if step.constant > 0 else ">"
        self._loop(node, lambda: self.build.icmp_signed(sign, self.build.load(counter), stop), begin, go_on)

    def _range(self, node: ast.Call) -> tuple[Value, Value, Value]:
        """Return the start, the stop and the step of a call of `range`, as LLVM values.

        The step must be a constant other than 0; otherwise raise `Untranslatable`.
        """
        given = [self.word(item) for item in node.args]
        if self.known(node.func) is not range or node.keywords or not 1 <= len(given) <= 3:
            raise Untranslatable(f"line {node.lineno}: {ast.unparse(node)}")
        none, one = self.whole.word(0), self.whole.word(1)
        start, stop, step = (none, *given, one) if len(given) == 1 else (*given, one)[:3]
        if not isinstance(step, ir.Constant) or step.constant == 0:
            raise Untranslatable(f"line {node.lineno}: a step that is not known")
        return start, stop, step

    def _loop(
        self, node: ast.While | ast.For, test: Callable[[], Value], begin: Callable[[], None], go_on: Callable[[], None]
    ) -> None:
        if node.orelse:
            raise Untranslatable(f"line {node.lineno}: else behind a loop")
        step, left = self.build.append_basic_block("step"), self.build.append_basic_block("left")
        with repeated(self.build, "loop", test):
            begin()
            self._loops.append((step, left))
            self._block(node.body)
            self._loops.pop()
            self._end(lambda: self.build.branch(step))
            self.build.position_at_end(step)
            go_on()
        self.build.branch(left)
        self.build.position_at_end(left)

    def _continue(self, _node: ast.Continue) -> None:
        self.build.branch(self._loops[-1][0])

    def _break(self, _node: ast.Break) -> None:
        self.build.branch(self._loops[-1][1])
