"""Public functions document their parameters by name, and public names also results, errors and an example.

A method that overrides a documented one inherits its docstring.

`python -m tests.house.test_arguments_documented` prints what public functions of all packages lack, and
`python -m tests.house.public_names` what the public names of the library lack.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache

from tests.house.imports import PATHS, ROOT, tree_of
from tests.house.public_names import Function, PublicName, arguments, bases, decorators, lacking_parts, public_names

SHOWN_TO_USERS = {"command", "group", "get", "post", "delete"}
"""Decorators of commands and endpoints: users read their docstrings, next to a list of the parameters."""


def public_functions(
    tree: ast.AST, prefix: str = "", owner: ast.ClassDef | None = None
) -> Iterator[tuple[str, Function, ast.ClassDef | None]]:
    """Yield the full name, the definition and the class of each public function of a module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            if not node.name.startswith("_"):
                yield from public_functions(node, f"{prefix}{node.name}.", node)
        elif isinstance(node, Function):
            if not node.name.startswith("_"):
                yield prefix + node.name, node, owner
        elif isinstance(node, ast.If | ast.Try):
            yield from public_functions(node, prefix, owner)


def is_inherited(module: str, owner: ast.ClassDef | None, method: str) -> bool:
    """Return whether a base class documents a method, so that `help` shows that text for an override without one."""
    upper = [found for _, found in bases(module, owner)][1:] if owner else []
    own = (node for found in upper for node in found.body if isinstance(node, Function) and node.name == method)
    return any(map(ast.get_docstring, own))


def lacking(node: Function) -> list[str]:
    """Return the sections that a docstring should have and does not have."""
    text = ast.get_docstring(node)
    if text is None and not decorators(node) & {"overload", "setter"}:
        return ["a docstring"]
    if len(arguments(node)) < 2 or text is None or decorators(node) & {"overload", *SHOWN_TO_USERS}:
        return []
    returns = ast.unparse(node.returns) if node.returns else "None"
    wanted = {"Args": True, "Returns": returns not in {"None", "NoReturn", "Never"}}
    sections = {"Args": r"Args", "Returns": r"(?:Returns|Yields)"}
    present = {name for name, pattern in sections.items() if re.search(rf"^{pattern}:$", text, re.MULTILINE)}
    return [name for name, needed in wanted.items() if needed and name not in present]


@cache
def missing() -> tuple[str, ...]:
    """Return what each public function of every distribution lacks, and its place."""
    return tuple(
        f"{path.relative_to(ROOT).as_posix()}:{node.lineno}: {name}: {', '.join(sections)}"
        for module, path in PATHS.items()
        for name, node, owner in public_functions(tree_of(module))
        if (sections := lacking(node)) and not is_inherited(module, owner, node.name)
    )


def test_public_functions_document_their_parameters_and_results() -> None:
    assert not missing(), "\n".join(missing())


def test_public_names_document_results_and_errors_and_show_an_example() -> None:
    found = [f"{name}: {', '.join(parts)}" for name in public_names() if (parts := lacking_parts(name))]
    assert not found, "\n".join(found)


def test_a_public_method_needs_returns_raises_and_an_example_unless_its_class_shows_it() -> None:
    source = """
class A:
    ">>> A().f(1)"
    def f(self, a) -> int:
        "Count."
        raise ValueError
    def g(self, a) -> None:
        "Stop."
"""
    shown = ast.parse(source).body[0]
    assert isinstance(shown, ast.ClassDef)
    one, other = [PublicName("grundy", each.name, each, (shown,)) for each in shown.body if isinstance(each, Function)]
    assert (lacking_parts(one), lacking_parts(other)) == (["Returns", "Raises"], ["Example"])


def misnamed(node: Function) -> list[str]:
    """Return the names in the section Args if they differ from the parameters; names such as `_` may be absent."""
    section = re.search(r"^Args:\n((?: +.*\n?|\n(?= ))+)", ast.get_docstring(node) or "", re.MULTILINE)
    if not section:
        return []
    named = set(re.findall(r"^    \*{0,2}(\w+)(?: \([^)]*\))?:", section[1], re.MULTILINE))
    names = set(arguments(node))
    return sorted(named ^ names) if named - names or any(not each.startswith("_") for each in names - named) else []


def test_documented_arguments_are_the_parameters() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}: {', '.join(names)}"
        for module, path in PATHS.items()
        for node in ast.walk(tree_of(module))
        if isinstance(node, Function) and (names := misnamed(node))
    ]
    assert not wrong, "\n".join(wrong)


def test_a_renamed_parameter_is_found() -> None:
    text = '"""Add.\n\n    Args:\n        a: One.\n    """'
    good, bad = ast.parse(f"def f(a, _): {text}\ndef g(b): {text}").body
    assert isinstance(good, ast.FunctionDef)
    assert isinstance(bad, ast.FunctionDef)
    assert (misnamed(good), misnamed(bad)) == ([], ["a", "b"])


def test_a_method_counts_without_self_and_needs_returns_only_if_it_returns() -> None:
    source = 'class A:\n def f(self, a, b: int) -> None: "..."\n def g(self, a) -> int: "..."\n def _h(a, b): "..."\n'
    found = {name: lacking(node) for name, node, _ in public_functions(ast.parse(source))}
    assert found == {"A.f": ["Args"], "A.g": []}


def test_sections_are_found_at_the_start_of_a_line() -> None:
    text = '"""Add.\n\n    Args:\n        a: One.\n\n    Returns:\n        Sum.\n    """'
    (node,) = ast.parse(f"def f(a, b) -> int:\n    {text}\n").body
    assert isinstance(node, ast.FunctionDef)
    assert lacking(node) == []


if __name__ == "__main__":
    sys.stdout.writelines(f"{text}\n" for text in missing())
