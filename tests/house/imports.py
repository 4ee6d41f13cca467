"""Who imports whom in the distributions: imports inside functions and under TYPE_CHECKING count like those at the top.

A name that is fetched through a package's door leads to the module that defines it: the door is a map, no import.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
SOURCES = (SOURCE, *sorted(ROOT.glob("packages/*/src")))
"""The folders with the packages of each distribution."""
PATHS = {
    ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
    for source in SOURCES
    for path in sorted(source.rglob("*.py"))
}
"""The file of every module, by its full name."""


@cache
def tree_of(module: str) -> ast.Module:
    """Return the syntax tree of a module; what a package declares beside its code counts as written in it."""
    path = PATHS[module]
    stub = path.with_suffix(".pyi")
    return ast.parse(path.read_text(encoding="utf-8") + (stub.read_text(encoding="utf-8") if stub.exists() else ""))


def is_package(module: str) -> bool:
    return PATHS[module].name == "__init__.py"


def from_where(module: str, node: ast.ImportFrom) -> str:
    """Return the full name of what a `from` speaks of."""
    if not node.level:
        return node.module or ""
    above = node.level - is_package(module)
    parts = module.split(".")[: len(module.split(".")) - above]
    return ".".join([*parts, *([node.module] if node.module else [])])


@cache
def lent(package: str) -> dict[str, str]:
    """Return where each name of a package comes from, as its imports and its door say."""
    homes: dict[str, str] = {}
    for node in ast.walk(tree_of(package)):
        if isinstance(node, ast.ImportFrom):
            homes |= {alias.asname or alias.name: from_where(package, node) for alias in node.names}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "lazy_exports":
            for names, home in ast.literal_eval(node.args[1]).items():
                homes |= dict.fromkeys(names.split(), f"{package}{home}")
    return homes


def exported(package: str) -> set[str]:
    """Return the public names of a package: what it imports, fetches through its door or defines itself."""
    names = set(lent(package))
    for node in tree_of(package).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return {name for name in names if not name.startswith("_")}


def past_doors(module: str, outer: tuple[str, ...]) -> Iterator[str]:
    """Yield what a module imports from inside a package of grundy, although the package does not export it.

    Imports from the packages named in `outer` do not count.
    """
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in PATHS and not is_package(alias.name))
        elif isinstance(node, ast.ImportFrom) and (where := from_where(module, node)).partition(".")[0] == "grundy":
            names = {f"{where}.{alias.name}": alias.name for alias in node.names if not where.startswith(outer)}
            for full, name in names.items():
                public = is_package(where) and (name in exported(where) or (full in PATHS and is_package(full)))
                if not (public or full.startswith(outer)):
                    yield full


def home_of(module: str, name: str) -> str:
    """Return the module in which a name is defined that is imported from `module`."""
    if f"{module}.{name}" in PATHS:
        return f"{module}.{name}"
    home = lent(module).get(name) if is_package(module) else None
    return home_of(home, name) if home in PATHS and home != module else module


def imported(module: str) -> Iterator[str]:
    """Yield the modules that a module imports; what a package lends does not count as imported by it."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in PATHS)
        elif isinstance(node, ast.ImportFrom) and (where := from_where(module, node)) in PATHS:
            homes = {home_of(where, alias.name) for alias in node.names}
            yield from (home for home in homes if not (is_package(module) and home.startswith(f"{module}.")))


def circles() -> list[set[str]]:
    """Return the circles of imports: sets of modules of which each leads to each (Tarjan, 1972, iteratively)."""
    below = {module: sorted(set(imported(module)) - {module}) for module in PATHS}
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []
    for start in below:
        trail = [] if start in order else [start]
        while trail:
            module = trail[-1]
            if module not in order:
                order[module] = low[module] = len(order)
                stack.append(module)
            news = [other for other in below[module] if other not in order]
            if news:
                trail.append(news[0])
                continue
            trail.pop()
            low[module] = min([low[module], *(low[other] for other in below[module] if other in stack)])
            if low[module] == order[module]:
                circle = set(stack[stack.index(module) :])
                del stack[-len(circle) :]
                found += [circle] if len(circle) > 1 else []
    return found
