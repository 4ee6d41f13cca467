"""What the docstrings of public names lack: a summary, Args or Attributes, Returns, Raises, or an example.

Public names are those that `PACKAGES` export and the lists of the reference name (`docs/_ext/library_pages.py`). Their
public methods and properties are public too, and so are the classes of the objects that they return.
`python -m tests.house.public_names` prints every name that lacks something, and the number for each part.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TypeGuard

from tests.house.imports import PATHS, ROOT, from_where, lent, tree_of

PACKAGES = ("grundy", "grundy.testing", "grundy.integrations", "grundy_check", "grundy_atlas")
REFERENCE = ROOT / "docs" / "_ext" / "library_pages.py"
LISTS = ("RESULTS", "MATCHES", "OPERATIONS")
"""The lists of full names in the reference."""
ERRORS = frozenset({"Exception", "ValueError", "TypeError", "KeyError", "IndexError", "OverflowError"})
CONSTRUCTORS = ("__init__", "__new__", "__post_init__")
WITHOUT_RETURNS = frozenset({"None", "NoReturn", "Never"})
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class PublicName:
    """A public name: the module that defines it, and its path there.

    `classes` are for a member the class that shows it and the class that defines it, whose examples may show it.
    """

    module: str
    path: str
    node: Definition
    classes: tuple[ast.ClassDef, ...] = ()

    def __str__(self) -> str:
        return f"{PATHS[self.module].relative_to(ROOT).as_posix()}:{self.node.lineno}: {self.path}"


def decorators(node: Function | ast.ClassDef) -> set[str]:
    found = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return {ast.unparse(each).rpartition(".")[2] for each in found}


def arguments(node: Function) -> list[str]:
    """Return the names of the parameters without self and cls."""
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return [each.arg for each in every if each.arg not in {"self", "cls"}]


@cache
def definitions(module: str) -> dict[str, Definition]:
    """Return the definitions at the top of a module, by name."""
    found: dict[str, Definition] = {}
    for node in tree_of(module).body:
        if isinstance(node, ast.ClassDef) or (isinstance(node, Function) and "overload" not in decorators(node)):
            found.setdefault(node.name, node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id: node for target in targets if isinstance(target, ast.Name)}
    return found


@cache
def imported_names(module: str) -> dict[str, tuple[str, str]]:
    """Return for each name that a module imports the module that it comes from, and its name there."""
    found = {name: (home, name) for name, home in lent(module).items()}
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom):
            found |= {each.asname or each.name: (from_where(module, node), each.name) for each in node.names}
    return found


@cache
def resolved(module: str, name: str) -> tuple[str, Definition] | None:
    """Return the module that defines a name of another module, and the definition; None outside the project."""
    if module not in PATHS:
        return None
    if name in definitions(module):
        return module, definitions(module)[name]
    home = imported_names(module).get(name)
    return None if home is None or home == (module, name) else resolved(*home)


def bases(module: str, node: ast.ClassDef) -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield a class and the classes of the project from which it inherits, each with its module."""
    yield module, node
    for base in node.bases:
        found = resolved(module, ast.unparse(base.value if isinstance(base, ast.Subscript) else base))
        if found is not None and isinstance(found[1], ast.ClassDef):
            yield from bases(found[0], found[1])


def is_error(module: str, node: ast.ClassDef) -> bool:
    return any(ast.unparse(base) in ERRORS for _, each in bases(module, node) for base in each.bases)


def methods(node: ast.ClassDef) -> Iterator[Function]:
    functions = (each for each in node.body if isinstance(each, Function))
    hidden = {"overload", "setter", "override"}
    return (each for each in functions if not (each.name.startswith("_") or decorators(each) & hidden))


def members_of(module: str, node: ast.ClassDef) -> Iterator[PublicName]:
    """Yield the public methods and properties of a class, with those that it inherits."""
    for home, upper in bases(module, node):
        yield from (PublicName(home, f"{upper.name}.{each.name}", each, (node, upper)) for each in methods(upper))


def roots() -> Iterator[tuple[str, str]]:
    """Yield module and name of each name that a package exports or the reference lists."""
    for package in PACKAGES:
        yield from ((package, name) for name in imported_names(package) if name[0] != "_" and name != "lazy_exports")
    for node in ast.parse(REFERENCE.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in LISTS:
            for package, _, name in (full.rpartition(".") for full in ast.literal_eval(node.value)):
                yield package, name


def returned(module: str, node: Function) -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield the classes of the project that the annotation of the result names."""
    for each in ast.walk(node.returns) if node.returns else ():
        name = each.id if isinstance(each, ast.Name) else each.value if isinstance(each, ast.Constant) else None
        found = resolved(module, name) if isinstance(name, str) else None
        if found is not None and isinstance(found[1], ast.ClassDef):
            yield found[0], found[1]


@cache
def public_names() -> tuple[PublicName, ...]:
    """Return every public name once, the members of a class after it."""
    exported = {place: resolved(*place) for place in roots()}
    missing = [".".join(place) for place, found in exported.items() if found is None]
    if missing:
        raise ValueError(f"the reference lists names that do not exist: {', '.join(missing)}")
    todo = deque((*found, True) for found in exported.values() if found is not None)
    names: dict[str, PublicName] = {}
    while todo:
        module, node, follow = todo.popleft()
        own = node.name if isinstance(node, Function | ast.ClassDef) else ast.unparse(node).partition(" ")[0]
        members = members_of(module, node) if isinstance(node, ast.ClassDef) else ()
        for name in (PublicName(module, own, node), *members):
            names.setdefault(f"{name.module}.{name.path}", name)
            if follow and isinstance(name.node, Function):
                todo.extend((*found, False) for found in returned(name.module, name.node))
    return tuple(name for name in names.values() if not name.module.startswith("grundy.kernels"))


def raised(module: str, node: Function) -> set[str]:
    """Return the errors that a function raises itself."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Raise) and each.exc:
            name = ast.unparse(each.exc).partition("(")[0].partition(".")[0]
            made = resolved(module, name)
            if name in ERRORS or (made and isinstance(made[1], ast.ClassDef) and is_error(made[0], made[1])):
                found.add(name)
    return found


def calls(node: Function) -> Iterator[ast.Call]:
    """Yield the calls in a function to which it passes a parameter, except those whose errors it handles."""
    handled = {
        id(call)
        for each in ast.walk(node)
        if isinstance(each, ast.Try) and each.handlers
        for statement in each.body
        for call in ast.walk(statement)
    }
    parameters = set(arguments(node))
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and id(call) not in handled:
            passed = [*call.args, *(each.value for each in call.keywords)]
            if any(isinstance(each, ast.Name) and each.id in parameters for one in passed for each in ast.walk(one)):
                yield call


def called(name: PublicName, call: ast.Call) -> Iterator[tuple[str, Function]]:
    """Yield the functions of the project that a call may run, each with its module."""
    if isinstance(call.func, ast.Name) and (found := resolved(name.module, call.func.id)):
        if isinstance(found[1], Function):
            yield found[0], found[1]
        elif isinstance(found[1], ast.ClassDef):
            yield from ((found[0], each) for each in found[1].body if is_named(each, CONSTRUCTORS))
    elif isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) in {"self", "cls"} and name.classes:
        for home, upper in bases(name.module, name.classes[-1]):
            yield from ((home, each) for each in upper.body if is_named(each, (call.func.attr,)))


def is_named(node: ast.stmt, names: tuple[str, ...]) -> TypeGuard[Function]:
    return isinstance(node, Function) and node.name in names


def documented_errors(node: Function) -> set[str]:
    """Return the errors in the section Raises of a docstring."""
    section = re.search(r"^Raises:\n((?: +.*\n?)+)", ast.get_docstring(node) or "", re.MULTILINE)
    return set(re.findall(r"^    (\w+):", section[1], re.MULTILINE)) if section else set()


def errors(name: PublicName) -> set[str]:
    """Return the errors of a function, and those of the functions to which it passes its parameters."""
    if not isinstance(name.node, Function):
        return set()
    found = raised(name.module, name.node)
    for call in calls(name.node):
        for module, node in called(name, call):
            found |= raised(module, node) | documented_errors(node)
    return found


def has(text: str, *sections: str) -> bool:
    return bool(re.search(rf"^(?:{'|'.join(sections)}):$", text, re.MULTILINE))


def fields(node: ast.ClassDef) -> list[str]:
    """Return the public fields of a class that have no description of their own."""
    body = [*node.body, ast.Pass()]
    return [
        ast.unparse(each.target)
        for each, after in pairwise(body)
        if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each.annotation)
        if not (isinstance(after, ast.Expr) or ast.unparse(each.target).startswith("_"))
    ]


def needed_by_class(name: PublicName, node: ast.ClassDef, text: str) -> dict[str, bool]:
    """Return for each part that a class needs whether its docstring has it; an error needs only a summary."""
    made = [each for each in node.body if is_named(each, CONSTRUCTORS)]
    documented = "\n".join([text, *(ast.get_docstring(each) or "" for each in made)])
    needs = any(len(arguments(each)) > 1 for each in made)
    return {
        "Summary": bool(text),
        "Args": not needs or has(documented, "Args", "Attributes"),
        "Attributes": len(fields(node)) < 2 or has(documented, "Args", "Attributes"),
        "Example": ">>>" in text or is_error(name.module, node),
    }


def needed_by_function(name: PublicName, node: Function, text: str) -> dict[str, bool]:
    """Return for each part that a function needs whether its docstring, or the example of its class, has it."""
    around = "\n".join(ast.get_docstring(each) or "" for each in name.classes)
    shown = re.findall(r"^ *(?:>>>|\.\.\.) .*$", around, re.MULTILINE)
    returns = ast.unparse(node.returns) if node.returns else "None"
    simple = decorators(node) & {"property", "cached_property"} or returns in WITHOUT_RETURNS
    stated = not arguments(node) and text.startswith(("Return ", "Yield "))
    return {
        "Summary": bool(text),
        "Args": len(arguments(node)) < 2 or has(text, "Args"),
        "Returns": bool(simple) or stated or has(text, "Returns", "Yields"),
        "Raises": not errors(name) or has(text, "Raises"),
        "Example": ">>>" in text or bool(re.search(rf"\b{node.name}\b", "\n".join(shown))),
    }


def lacking_parts(name: PublicName) -> list[str]:
    """Return the parts that the docstring of a public name should have and does not have."""
    if isinstance(name.node, ast.Assign | ast.AnnAssign):
        return []
    text = ast.get_docstring(name.node) or ""
    if isinstance(name.node, ast.ClassDef):
        parts = needed_by_class(name, name.node, text)
    else:
        parts = needed_by_function(name, name.node, text)
    return [part for part, there in parts.items() if not there]


def main() -> None:
    """Print every public name that lacks something, and the number for each part."""
    counts: Counter[str] = Counter()
    for name in public_names():
        if parts := lacking_parts(name):
            counts.update(parts)
            named = f" ({', '.join(sorted(errors(name)))})" if "Raises" in parts else ""
            sys.stdout.write(f"{name}: {', '.join(parts)}{named}\n")
    sys.stdout.write(f"{len(public_names())} public names, lacking: {dict(counts)}\n")


if __name__ == "__main__":
    main()
