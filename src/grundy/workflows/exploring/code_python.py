"""Writes functions in Python without dependencies."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping, Sequence
from textwrap import indent, wrap
from typing import NamedTuple, TypeAlias

from ...core import FunctionRuleset
from ...core.expressions import Node

WIDTH = 96
"""The largest length of a line in a comment or a table."""
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

NAMES = {"grundy_value", "is_p_position"}
"""The names of the exported functions."""
STATEMENTS = {
    "if": "if {0}:\n    return {1}",
    "refuse": 'if {0}:\n    raise ValueError("{1}")',
    "return": "return {0}",
    "digits": """\
digits = []
while n:
    n, digit = divmod(n, {0})
    digits.append(digit)
state = 0
for digit in reversed(digits):
    state = NEXT[state * {0} + digit]""",
    "Wythoff": """\
i, rest = divmod(abs(a - b), {0})
return rest == 0 and min(a, b) == ({1} * i + isqrt({2} * i * i)) // 2""",
    "pairs": """\
a, b = min(a, b), max(a, b)
for i in range(0, {0}, 2):
    x, y = a - PAIRS[i], b - PAIRS[i + 1]
    if i < {1} and x == y == 0:
        return True
    if i >= {1} and x >= 0 and x % {2} == 0 and y == x // {2} * {3}:
        return True
return False""",
    "smaller heaps": """\
while len(_values) <= n:
    m = len(_values)
    seen = set()
    {0}
    value = 0
    while value in seen:
        value += 1
    _values.append(value)
return _values[n]""",
    "takes": """\
for k in TAKES:
    if k <= m:
        seen.add(_values[m - k])""",
    "code": """\
for taken in range(min(m + 1, {0})):
    rest, digit, limit = m - taken, DIGITS[taken], LIMITS[taken]
    # what may be left: nothing (1), one heap (2), two heaps (4), which are different (limit 1) or equal (limit 2)
    if digit & 1 and rest == 0:
        seen.add(0)
    if digit & 2 and rest > 0:
        seen.add(_values[rest])
    if digit & 4:
        for a in range(1, rest // 2 + 1):
            if not limit or (limit == 2) == (2 * a == rest):
                seen.add(_values[a] ^ _values[rest - a])""",
    "search": """\
start = {1}
waiting = [start]
while waiting:
    at = waiting[-1]
    left = list({0}(at))
    missing = [option for option in left if option not in _known]
    if missing:
        waiting += missing
        continue
    seen = {{_known[option] for option in left}}
    value = {2}
    while value in seen:
        value += 1
    _known[at] = value
    waiting.pop()
return _known[start]""",
}
"""The statements of exported functions by name, with places for their arguments.

"smaller heaps" computes the values of smaller heaps one after another; its argument, such as "takes", collects the
values of the options of heap m.
"""
_BEFORE = {"Wythoff": "from math import isqrt", "smaller heaps": "_values = []", "search": "_known = {}"}
"""What a statement needs before the function."""
Statement: TypeAlias = tuple["str | int | Node | Statement", ...]
"""The name of a statement and its arguments: numbers, formulas, source code for both languages, or statements."""


class Function(NamedTuple):
    """A function for values or P-positions, which can be written in Python and in C++.

    Attributes:
        notes: The lines of the comment of the function.
        statements: The statements of the function.
        arrays: The constant arrays of the function, by name.
        names: The parameters of the function, one for each number of a position, such as "n", or "a" and "b".
        lost: Whether the function returns True for P-positions and False for others, instead of the value.
        bits: In C++ with its 64-bit numbers, the statements other than formulas are correct for parameters below
            2^`bits`. The bounds of formulas are determined when the C++ code is written.
        parts: Pieces of Python source code that define the user's rule, if the function computes values by a search
            with this rule; otherwise empty.
    """

    notes: tuple[str, ...]
    statements: Sequence[Statement]
    arrays: Mapping[str, Sequence[int]] = {}
    names: tuple[str, ...] = ("n",)
    lost: bool = False
    bits: int = 62
    parts: Sequence[str] = ()


def python_text(function: Function) -> str:
    """Write the Python source of the function `grundy_value`, or of `is_p_position` if only outcomes are known."""
    body = "\n".join(_statement(one) for one in function.statements)
    used = [_BEFORE[str(one[0])] for one in function.statements if one[0] in _BEFORE]
    arrays = (f"{name} = {_literal(items)}" for name, items in function.arrays.items())
    formulas = " ".join(str(arg) for one in function.statements for arg in one if isinstance(arg, Node))
    head = [*function.parts, *helpers(formulas, HELPERS), *arrays, *used]
    defined = [piece for piece in head if piece.startswith("def")]
    named = "\n".join(piece for piece in head if piece not in defined)
    comment = "".join(f"# {line}\n" for line in function.notes)
    name = "is_p_position" if function.lost else "grundy_value"
    text = f"{comment}def {name}({', '.join(function.names)}):\n{indent(body, '    ')}"
    return "\n\n\n".join(filter(None, [named, *defined, text])) + "\n"


def _statement(statement: Statement) -> str:
    name, *args = statement
    shown = [indent(_statement(arg), "    ").lstrip() if type(arg) is tuple else str(arg) for arg in args]
    return STATEMENTS[str(name)].format(*shown)


def _literal(items: Sequence[int]) -> str:
    text = repr(tuple(items))
    return text if len(text) < WIDTH else "(\n    " + "\n    ".join(wrap(text[1:-1], WIDTH)) + "\n)"


def helpers(text: str, known: dict[str, str]) -> list[str]:
    """Return the source of the functions that a formula calls, such as v2 or popcount.

    Args:
        text: The formula as source code.
        known: All available definitions, by the beginning of a call, such as "v2(".

    Returns:
        The definitions whose call occurs in the formula.
    """
    return [definition for call, definition in known.items() if re.search(rf"\b{re.escape(call)}", text)]


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
    if not isinstance(own, ast.FunctionDef) or own.lineno != function.__code__.co_firstlineno or own.name in NAMES:
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
