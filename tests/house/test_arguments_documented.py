"""Public functions with two or more parameters document them, by their names: how many do not may only fall.

`python -m tests.house.test_arguments_documented` prints the number for each package. With names of packages, such as
`core` or `workflows/library`, it prints every function and what it lacks. `--lower` records today's numbers.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.house.imports import PATHS, ROOT
from tests.house.plain_words import git

RECORD = Path(__file__).with_name("arguments_documented.json")
SLACK = 3
"""A recorded number may be this much too high, so that deleted code does not fail the test at once."""
SHOWN_TO_USERS = {"command", "group", "get", "post", "delete"}
"""Decorators of commands and endpoints: users read their docstrings, next to a list of the parameters."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function, bool]]:
    """Yield the full name, the definition and whether it is a method, for each public function of a module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            if not node.name.startswith("_"):
                yield from public_functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, Function):
            if not node.name.startswith("_"):
                yield prefix + node.name, node, isinstance(tree, ast.ClassDef)
        elif isinstance(node, ast.If | ast.Try):
            yield from public_functions(node, prefix)


def decorators(node: Function) -> set[str]:
    found = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return {ast.unparse(each).rpartition(".")[2] for each in found}


def parameters(node: Function, *, method: bool) -> int:
    """Count the parameters without self and cls."""
    given = node.args
    bound = method and "staticmethod" not in decorators(node)
    return len([*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]) - bound


def lacking(node: Function, *, method: bool) -> list[str]:
    """Return the sections that a docstring should have and does not have."""
    if parameters(node, method=method) < 2 or decorators(node) & {"overload", "override", *SHOWN_TO_USERS}:
        return []
    text = ast.get_docstring(node) or ""
    returns = ast.unparse(node.returns) if node.returns else "None"
    wanted = {"Args": True, "Returns": returns not in {"None", "NoReturn", "Never"}}
    sections = {"Args": r"Args", "Returns": r"(?:Returns|Yields)"}
    present = {name for name, pattern in sections.items() if re.search(rf"^{pattern}:$", text, re.MULTILINE)}
    return [name for name, needed in wanted.items() if needed and name not in present]


@cache
def missing() -> tuple[tuple[str, str], ...]:
    """Return (package, what is missing and where) for each public function of every distribution."""
    found = []
    for module, path in PATHS.items():
        place = path.relative_to(ROOT)
        for name, node, method in public_functions(ast.parse(path.read_text(encoding="utf-8"))):
            if sections := lacking(node, method=method):
                package = module.removeprefix("grundy.").partition(".")[0]
                found.append((package, f"{place.as_posix()}:{node.lineno}: {name}: {', '.join(sections)}"))
    return tuple(found)


def figures() -> Counter[str]:
    """Count the functions by the first package of their path."""
    return Counter(package.partition("/")[0] for package, _ in missing())


def record() -> dict[str, int]:
    """Return the recorded numbers."""
    numbers: dict[str, int] = json.loads(RECORD.read_text(encoding="utf-8"))
    return numbers


def test_no_package_has_more_functions_without_args_or_returns() -> None:
    recorded = record()
    more = {package: number for package, number in figures().items() if number > recorded.get(package, 0)}
    assert not more, "\n".join(text for package, text in missing() if package.partition("/")[0] in more)


def test_a_recorded_number_is_lowered_when_functions_are_documented() -> None:
    high = [package for package, number in record().items() if number > figures()[package] + SLACK]
    assert not high, f"{high}: python -m tests.house.test_arguments_documented --lower"


def test_the_recorded_numbers_add_up_to_no_more_than_on_main() -> None:
    on_main = "\n".join(git("show", f"main:tests/house/{RECORD.name}"))
    assert not on_main or sum(record().values()) <= sum(json.loads(on_main).values())


def misnamed(node: Function) -> list[str]:
    """Return the names in the section Args if they differ from the parameters; names such as `_` may be absent."""
    section = re.search(r"^Args:\n((?: +.*\n?|\n(?= ))+)", ast.get_docstring(node) or "", re.MULTILINE)
    if not section:
        return []
    named = set(re.findall(r"^    \*{0,2}(\w+)(?: \([^)]*\))?:", section[1], re.MULTILINE))
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    names = {each.arg for each in every} - {"self", "cls"}
    return sorted(named ^ names) if named - names or any(not each.startswith("_") for each in names - named) else []


def test_documented_arguments_are_the_parameters() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}: {', '.join(names)}"
        for path in PATHS.values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
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
    found = {name: lacking(node, method=method) for name, node, method in public_functions(ast.parse(source))}
    assert found == {"A.f": ["Args"], "A.g": []}


def test_sections_are_found_at_the_start_of_a_line() -> None:
    text = '"""Add.\n\n    Args:\n        a: One.\n\n    Returns:\n        Sum.\n    """'
    (node,) = ast.parse(f"def f(a, b) -> int:\n    {text}\n").body
    assert isinstance(node, ast.FunctionDef)
    assert lacking(node, method=False) == []


def main(arguments: list[str]) -> None:
    """Print the number of each package, or what the named packages lack."""
    if "--lower" in arguments:
        RECORD.write_text(json.dumps(dict(sorted(figures().items())), indent=2) + "\n", encoding="utf-8")
    names = tuple(f"{argument}/" for argument in arguments if argument != "--lower")
    if names:
        sys.stdout.write("".join(f"{text}\n" for package, text in missing() if f"{package}/".startswith(names)))
        return
    counts = Counter(package for package, _ in missing())
    sys.stdout.write("".join(f"{number:5} {package}\n" for package, number in sorted(counts.items())))


if __name__ == "__main__":
    main(sys.argv[1:])
