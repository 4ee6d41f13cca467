"""Writes functions in Python without dependencies: a formula, a period, a rule, a table, and others."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable
from textwrap import indent, wrap
from typing import Literal, NamedTuple

from ...core import Course, FunctionRuleset
from ...core.expressions import Node
from ...patterns import AdditivePairs, Automaton

WIDTH = 96
HELPERS = {
    "gcd(": "from math import gcd",
    "v2(": "def v2(n):\n    return (n & -n).bit_length() - 1  # how often 2 divides n > 0",
    "popcount(": 'def popcount(n):\n    return bin(n).count("1")  # of abs(n)',
    "sqrt(": "from math import isqrt as sqrt  # rounded down",
    "log2(": "def log2(n):\n    return n.bit_length() - 1  # rounded down",
    "digit_sum(": "def digit_sum(n, base):\n    return n and digit_sum(n // base, base) + n % base",
    "is_square(": "from math import isqrt\n\n\ndef is_square(n):\n    return n >= 0 and isqrt(n) ** 2 == n",
    "is_power(": (
        "def is_power(n, b):\n    if abs(b) < 2:\n        return n in (1, b)\n"
        "    while n and n % b == 0:\n        n //= b\n    return n == 1"
    ),
    "v(": "def v(n, p):\n    return 0 if n % p else 1 + v(n // p, p)  # how often p divides n > 0",
}
"""Definitions for the calls in formulas, by the beginning of the call."""

Kind = Literal["formula", "pairs", "period", "automaton", "takes", "code", "search", "cells", "table"]
CONSTANT = Course(0, 1)
NOTHING = Automaton(2, least_first=True, transitions=((0, 0),), outputs=(0,))
TAKEN = {"grundy_value", "is_p_position"}
"""The names of the exported functions."""


class Source(NamedTuple):
    """What the writers of Python and C++ need to export a function for values or P-positions.

    Attributes:
        kind: The kind of the function, such as "formula" or "period".
        notes: The lines of its comment.
        first: The values of the heaps from `start` on that the function contains: those before a formula applies, those
            of the preperiod and the first period, or a whole table. A table for several numbers is row by row.
        start: The first heap; for a formula of pairs, the least size of both heaps; for a table with several numbers,
            the bound of each.
        node: The formula as a syntax tree.
        course: The preperiod, period and saltus (the constant that is added to the values in each period).
        automaton: The automaton that reads the digits of n.
        takes: The subtraction set; for P-positions of Wythoff type, the number t of the law.
        digits: The digits of a take-and-break code, each with its condition on two heaps: "", "=" (equal) or "!"
            (different).
        lost: Whether the function returns whether a position is a P-position, instead of its value.
        pairs: The P-positions of a two-heap game that repeat by adding a constant vector.
        names: The names of the numbers of a position, which are the parameters.
        rule: The Python function whose positions are searched.
        misere: Whether the player who makes the last move loses.
    """

    kind: Kind
    notes: tuple[str, ...]
    first: tuple[int, ...] = ()
    start: int = 0
    node: Node | None = None
    course: Course = CONSTANT
    automaton: Automaton = NOTHING
    takes: tuple[int, ...] = ()
    digits: tuple[tuple[int, str], ...] = ()
    lost: bool = False
    pairs: AdditivePairs | None = None
    names: tuple[str, ...] = ("a", "b")
    rule: StatedRule | None = None
    misere: bool = False

    @property
    def arguments(self) -> tuple[str, ...]:
        """The parameters of the exported function: the names of the numbers of a position."""
        return self.names if self.kind in {"pairs", "search", "cells"} else ("n",)


def python_text(source: Source) -> str:
    """Write the Python source of the function `grundy_value`, or of `is_p_position` if only outcomes are known."""
    head, body = _WRITERS[source.kind](source)
    name = "is_p_position" if source.lost else "grundy_value"
    arguments = ", ".join(source.arguments)
    comment = "".join(f"# {line}\n" for line in source.notes)
    function = f"{comment}def {name}({arguments}):\n{indent(body, '    ')}"
    defined = [piece for piece in head if piece.startswith("def")]
    named = "\n".join(piece for piece in head if piece not in defined)
    return "\n\n\n".join(filter(None, [named, *defined, function])) + "\n"


def _formula(source: Source) -> tuple[list[str], str]:
    text = str(source.node)
    lines = []
    stop = source.start + len(source.first)
    if source.first:
        found = f"{_literal(source.first)}[n{minus(source.start)}]" if len(source.first) > 1 else str(source.first[0])
        lines = [f"if n < {stop}:", f"    return {found}"]
    return helpers(text, HELPERS), "\n".join([*lines, f"return {text}"])


def _pairs(source: Source) -> tuple[list[str], str]:
    lines = []
    if source.start:
        refused = f'raise ValueError("expected heaps from {source.start} on")'
        lines = [f"if min(a, b) < {source.start}:", f"    {refused}"]
    if source.node is not None:
        text = str(source.node)
        return helpers(text, HELPERS), "\n".join([*lines, f"return {text}"])
    if source.pairs is not None:  # shifted by a multiple of the growth
        first, again = source.pairs.first[: source.pairs.preperiod], source.pairs.first[source.pairs.preperiod :]
        s, u = source.pairs.growth
        head = [f"_PAIRS = {_literal(again)}"]
        lines += ["a, b = min(a, b), max(a, b)"]
        if first:
            head.append(f"_FIRST = {_literal(first)}")
            lines += ["if (a, b) in _FIRST:", "    return True"]
        steps = "((a - x, b - y) for x, y in _PAIRS)"
        lines.append(f"return any(x >= 0 and x % {s} == 0 and y == x // {s} * {u} for x, y in {steps})")
        return head, "\n".join(lines)
    t = source.takes[0]
    lines += [f"i, rest = divmod(abs(a - b), {t})"]
    low = f"({2 - t} * i + isqrt({t * t + 4} * i * i)) // 2"
    return ["from math import isqrt"], "\n".join([*lines, f"return rest == 0 and min(a, b) == {low}"])


def _period(source: Source) -> tuple[list[str], str]:
    n0, p, saltus = source.course
    head = [f"_VALUES = {_literal(source.first)}  # preperiod {n0}, period {p}"]
    place = minus(source.start)
    behind = f"(n - {n0})" if n0 else "n"
    within = f"{n0 - source.start} + " if n0 > source.start else ""
    later = f"return _VALUES[{within}{behind} % {p}]" + (f" + {behind} // {p} * {saltus}" if saltus else "")
    return head, f"if n < {n0}:\n    return _VALUES[n{place}]\n{later}" if n0 > source.start else later


def _automaton(source: Source) -> tuple[list[str], str]:
    machine = source.automaton
    head = [f"_NEXT = {_literal(machine.transitions)}", f"_OUTPUT = {_literal(machine.outputs)}"]
    lines = ["digits = []", "while n:", f"    n, digit = divmod(n, {machine.base})", "    digits.append(digit)"]
    order = "digits" if machine.least_first else "reversed(digits)"
    lines += ["state = 0", f"for digit in {order}:", "    state = _NEXT[state][digit]", "return _OUTPUT[state]"]
    if source.first:
        lines = [f"if n < {len(source.first)}:", f"    return {_literal(source.first)}[n]", *lines]
    return head, "\n".join(lines)


_LOOP = """\
while len(_values) <= n:
    m = len(_values)
    seen = set()
{options}
    value = 0
    while value in seen:
        value += 1
    _values.append(value)
return _values[n]"""


def _takes(source: Source) -> tuple[list[str], str]:
    options = "for k in _TAKES:\n    if k <= m:\n        seen.add(_values[m - k])"
    return [f"_TAKES = {_literal(source.takes)}", "_values = []"], _LOOP.format(options=indent(options, "    "))


def _code(source: Source) -> tuple[list[str], str]:
    options = """\
for taken, (digit, limit) in enumerate(_DIGITS[: m + 1]):
    rest = m - taken
    if digit & 1 and rest == 0:
        seen.add(0)
    if digit & 2 and rest > 0:
        seen.add(_values[rest])
    if digit & 4:
        for a in range(1, rest // 2 + 1):
            if limit == "" or (limit == "=") == (2 * a == rest):
                seen.add(_values[a] ^ _values[rest - a])"""
    head = [f"_DIGITS = {_literal(source.digits)}  # what may be left after taking 0, 1, ...", "_values = []"]
    return head, _LOOP.format(options=indent(options, "    "))


_SEARCH = """\
start = {start}
waiting = [start]
while waiting:
    at = waiting[-1]
    left = list({name}(at))
    missing = [option for option in left if option not in _known]
    if missing:
        waiting += missing
        continue
    seen = {{_known[option] for option in left}}
    value = {least}
    while value in seen:
        value += 1
    _known[at] = value
    waiting.pop()
return _known[start]"""


def _search(source: Source) -> tuple[list[str], str]:
    if source.rule is None:
        raise ValueError("expected a rule that is searched")
    start = source.names[0] if len(source.names) == 1 else f"({', '.join(source.names)})"
    least = "0 if left else 1" if source.misere else "0"
    body = _SEARCH.format(start=start, name=source.rule.name, least=least)
    return [*source.rule.parts, "_known = {}"], body


def _cells(source: Source) -> tuple[list[str], str]:
    side, numbers = source.start, ", ".join(source.names)
    place = source.names[0]
    for name in source.names[1:]:
        place = f"({place}) * {side} + {name}" if " " in place else f"{place} * {side} + {name}"
    error = f'raise ValueError("only positions with numbers below {side} are known")'
    body = f"if not (0 <= min({numbers}) and max({numbers}) < {side}):\n    {error}\nreturn _VALUES[{place}]"
    return [f"_VALUES = {_literal(source.first)}"], body


def _table(source: Source) -> tuple[list[str], str]:
    last = source.start + len(source.first) - 1
    head = [f"_VALUES = {_literal(source.first)}"]
    error = f'raise ValueError("only heaps {source.start} to {last} are known")'
    return head, f"if not {source.start} <= n <= {last}:\n    {error}\nreturn _VALUES[n{minus(source.start)}]"


def helpers(text: str, known: dict[str, str]) -> list[str]:
    """Return the source of the functions that a formula calls, such as v2 or popcount.

    Args:
        text: The formula as source code.
        known: All available definitions, by the beginning of a call, such as "v2(".

    Returns:
        The definitions whose call occurs in the formula.
    """
    return [definition for call, definition in known.items() if re.search(rf"\b{re.escape(call)}", text)]


def minus(number: int) -> str:
    """Return " - number" to append to a name in source code, or "" for 0."""
    return f" - {number}" if number else ""


def _literal(items: Iterable[object]) -> str:
    text = repr(tuple(items))
    return text if len(text) < WIDTH else "(\n    " + "\n    ".join(wrap(text[1:-1], WIDTH)) + "\n)"


_WRITERS = {
    "formula": _formula,
    "pairs": _pairs,
    "period": _period,
    "automaton": _automaton,
    "takes": _takes,
    "code": _code,
    "search": _search,
    "cells": _cells,
    "table": _table,
}


class StatedRule(NamedTuple):
    """The source code of a Python function that states a ruleset.

    Attributes:
        name: The name of the function.
        parts: The source code of all imports, constants and functions that it uses and of itself, in order.
    """

    name: str
    parts: list[str]


def stated_rule(ruleset: FunctionRuleset) -> StatedRule | None:
    """Return the source code of the function of a ruleset, or None if it is not available or self-contained.

    The functions, constants and imports that it uses are included. A function is not self-contained if it is a lambda,
    is decorated, uses variables of an enclosing function, or imports `grundy`.
    """
    function = ruleset.function
    if not inspect.isfunction(function) or function.__closure__:
        return None
    try:
        text = inspect.getsource(inspect.getmodule(function) or function)
        tree = ast.parse(text)
    except (OSError, TypeError, SyntaxError):
        return None
    made: dict[str, ast.stmt] = {}
    for statement in tree.body:
        made |= dict.fromkeys(_names_of(statement), statement)
    own = made.get(function.__name__)
    if not isinstance(own, ast.FunctionDef) or own.lineno != function.__code__.co_firstlineno or own.name in TAKEN:
        return None
    needed = _needed(own.name, made)
    used = list(dict.fromkeys(one for name, one in made.items() if name in needed))
    parts = [ast.get_source_segment(text, one) or "" for one in used]
    if any(isinstance(one, ast.Import | ast.ImportFrom) and "grundy" in ast.unparse(one) for one in used):
        return None
    return StatedRule(own.name, parts)


def _needed(first: str, made: dict[str, ast.stmt]) -> set[str]:
    needed, waiting = set[str](), [first]
    while waiting:
        name = waiting.pop()
        if name in made and name not in needed:
            needed.add(name)
            waiting += [one.id for one in ast.walk(made[name]) if isinstance(one, ast.Name)]
    return needed


def _names_of(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [(alias.asname or alias.name).partition(".")[0] for alias in statement.names]
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
    return []
