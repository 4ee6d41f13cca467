"""The source of a ruleset that is a Python function, with everything that it needs from its file."""

from __future__ import annotations

import ast
import inspect
from typing import NamedTuple

from ...core import FunctionRuleset

TAKEN = {"grundy_value", "is_p_position"}
"""The names of the exported functions."""


class StatedRule(NamedTuple):
    """The source code of a ruleset that is a Python function, with all definitions of its file that it uses.

    Attributes:
        parts: The source code of the used imports, constants and functions and of the function itself, in order.
        tree: The syntax tree of the function.
        constants: The expressions of the constants in the file, by name.
        defined: All names that the file defines, except imported ones.
    """

    parts: list[str]
    tree: ast.FunctionDef
    constants: dict[str, ast.expr]
    defined: frozenset[str]

    @property
    def name(self) -> str:
        """The name of the Python function."""
        return self.tree.name


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
    constants = {name: one.value for name, one in made.items() if isinstance(one, ast.Assign) and len(one.targets) == 1}
    defined = frozenset(name for name, one in made.items() if not isinstance(one, ast.Import | ast.ImportFrom))
    return StatedRule(parts, own, constants, defined)


def _needed(first: str, made: dict[str, ast.stmt]) -> set[str]:
    """Return the names of a file that a definition uses, directly or through other definitions."""
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
