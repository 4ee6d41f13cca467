"""Mutation testing: changes the code in one place after the other, and reports which changes no test notices.

    python benchmarks/mutation.py src/grundy/storage/pages.py --tests tests/storage/test_value_salvage.py

Every mutant differs from the file in one place: a comparison, an operator, a whole number, a condition, a statement
that is left out. It is compiled in a forked child, which runs the tests until one fails; a child that takes three times
as long as the tests take is killed, and counts as noticed. Nothing on the disk is changed. `--most N` takes N mutants
by chance, `--seed S` others. (DeMillo, Lipton and Sayward, "Hints on test data selection", 1978.)
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis  # noqa: F401  # loaded once, for all children
import numpy as np  # noqa: F401
import pytest

COMPARISONS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
"""What takes the place of what."""


class Mutant(NamedTuple):
    """A changed tree, where it was changed, and how."""

    tree: ast.Module
    line: int
    change: str


def changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """Yield the changes of one node in place, each with its description."""
    match node:
        case ast.Compare(ops=[first, *_]):
            other = COMPARISONS[type(first)]
            yield f"{type(first).__name__} -> {other.__name__}", lambda n: n.ops.__setitem__(0, other())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op) if type(op) in OPERATORS:
            new = OPERATORS[type(op)]
            yield f"{type(op).__name__} -> {new.__name__}", lambda n: setattr(n, "op", new())
        case ast.Constant(value=bool(value)):
            yield f"{value} -> {not value}", lambda n: setattr(n, "value", not value)
        case ast.Constant(value=int(value)):
            yield f"{value} -> {value + 1}", lambda n: setattr(n, "value", value + 1)
        case ast.If() | ast.While() | ast.IfExp():
            yield "condition denied", lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))
        case ast.Return(value=ast.expr() as given) if not (isinstance(given, ast.Constant) and given.value is None):
            yield "return None", lambda n: setattr(n, "value", ast.Constant(None))


def removable(node: ast.stmt) -> bool:
    """Return whether a statement can be left out; texts are no statements."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Assign | ast.AugAssign | ast.Raise | ast.Delete | ast.Break | ast.Continue)


def skipped(tree: ast.Module) -> set[int]:
    """Return the nodes that are only read by people and type checkers: annotations, `if TYPE_CHECKING`."""
    found: set[int] = set()
    for node in ast.walk(tree):
        hidden = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            hidden.append(node)
        found |= {id(inner) for one in hidden if one is not None for inner in ast.walk(one)}
    return found


def mutants(tree: ast.Module) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    hidden = skipped(tree)
    for i, node in enumerate(ast.walk(tree)):
        if id(node) in hidden:
            continue
        for j, (change, _) in enumerate(changes(node)):
            changed = copy.deepcopy(tree)
            found = [*ast.walk(changed)][i]
            list(changes(found))[j][1](found)
            yield Mutant(changed, getattr(node, "lineno", 0), change)
        for field in ("body", "orelse", "finalbody"):
            for j, statement in enumerate(
                statements if isinstance(statements := getattr(node, field, None), list) else []
            ):
                if isinstance(statement, ast.stmt) and removable(statement) and id(statement) not in hidden:
                    changed = copy.deepcopy(tree)
                    getattr([*ast.walk(changed)][i], field)[j] = ast.Pass(lineno=statement.lineno, col_offset=0)
                    yield Mutant(changed, statement.lineno, "left out")


def child(path: Path, tree: ast.Module, tests: list[str]) -> int:
    """Run the tests in a forked child in which `path` is this tree; return its process id."""
    if pid := os.fork():
        return pid
    os.setpgid(0, 0)
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> Any:  # noqa: ANN401  # what it returns
        if Path(self.path).resolve() == path:
            return compile(ast.fix_missing_locations(tree), self.path, "exec")
        return original(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    code = 1
    try:
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))
    finally:
        os._exit(code)


def passes(path: Path, tree: ast.Module, tests: list[str], seconds: float) -> bool:
    """Return whether all tests pass in time."""
    pid, end = child(path, tree, tests), time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.01)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return False


def survivors(path: Path, tests: list[str], most: int, seed: int) -> Iterator[tuple[Mutant, bool]]:
    """Yield mutants of a file, each with whether no test noticed it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    start = time.monotonic()
    if not passes(path, tree, tests, 600):
        sys.exit("the tests fail without any mutation")
    seconds = 3 * (time.monotonic() - start) + 5
    found = list(mutants(tree))
    if most < len(found):
        found = sorted(random.Random(seed).sample(found, most), key=lambda mutant: mutant.line)
    for mutant in found:
        yield mutant, passes(path, mutant.tree, tests, seconds)


def main() -> None:
    """Try the mutants of each file and print the survivors and the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tests", nargs="+", required=True)
    given = parser.parse_args()
    sys.dont_write_bytecode = True
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they cost more than most tests
    for file in given.files:
        path = file.resolve()
        lines = path.read_text(encoding="utf-8").splitlines()
        count = noticed = 0
        for mutant, survived in survivors(path, given.tests, given.most, given.seed):
            count, noticed = count + 1, noticed + (not survived)
            if survived:
                print(f"{file}:{mutant.line}: {mutant.change}: {lines[mutant.line - 1].strip()}", flush=True)
        print(f"{file}: {noticed} of {count} mutants noticed, {100 * noticed / max(1, count):.1f} %", flush=True)


if __name__ == "__main__":
    main()
