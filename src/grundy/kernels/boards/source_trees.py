"""Finds the source of a function as a syntax tree, and the values of the names in it."""

from __future__ import annotations

import ast
import builtins
from functools import lru_cache
from importlib.abc import InspectLoader
from linecache import getlines
from types import CodeType, FunctionType

from .rule_digest import is_word

Definition = ast.FunctionDef | ast.Lambda


class Untranslatable(Exception):
    """The error for a Python function that cannot be translated to LLVM."""


def constant_word(value: object) -> int:
    """Return a constant as a word of 64 bits; raise `Untranslatable` if it is not an integer that fits."""
    if is_word(value):
        return int(value)
    raise Untranslatable(f"{value!r} is no word")


def names_of(function: FunctionType) -> dict[str, object]:
    """Return the builtins, globals and closure variables visible to a function."""
    try:
        inside = [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:
        raise Untranslatable("a name that means nothing yet") from None
    return vars(builtins) | function.__globals__ | dict(zip(function.__code__.co_freevars, inside, strict=True))


def definition(function: FunctionType) -> Definition:
    """Return the source of a function as a syntax tree; raise `Untranslatable` if no source matches its code.

    A file may have changed since it was imported, so its text is compiled, and the result is compared with the
    function.
    """
    code = function.__code__
    text = "".join(getlines(code.co_filename, function.__globals__))
    known, nodes = _read(text, code.co_filename)
    found = nodes.get((code.co_name, code.co_firstlineno), [])
    if len(found) != 1 or code not in known:
        raise Untranslatable(f"{code.co_name} has no source")
    return found[0]


@lru_cache(maxsize=64)
def _read(text: str, name: str) -> tuple[frozenset[CodeType], dict[tuple[str, int], list[Definition]]]:
    """Return the code objects of all functions in a file's `text`, and their syntax trees by name and first line."""
    nodes: dict[tuple[str, int], list[Definition]] = {}
    try:
        tree = ast.parse(text)
        found = [InspectLoader.source_to_code(tree, name)]  # compared, never run
    except (SyntaxError, ValueError):
        return frozenset(), nodes
    for code in found:
        found += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            nodes.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault(("<lambda>", node.lineno), []).append(node)
    return frozenset(found), nodes
