"""Mutation testing: changes the code in one place after the other, and reports which changes no test notices.

    python benchmarks/mutation.py --jobs 16 --most 60
    python benchmarks/mutation.py src/grundy/storage/disk.py --tests tests/unit/storage/test_disk.py

    python benchmarks/mutation.py packages/grundy-check/src/grundy_check/tails.py --package grundy_check

Every mutant differs from the file in one place: a comparison, an operator, a whole number, a condition, a statement
that is left out. It is made in a forked child, which runs the tests until one fails; a child that takes three times
as long as the tests take is killed, and counts as noticed. Nothing in the repository is changed. Without files those
of `TESTS` are looked at, each with its tests. `--most N` takes N mutants of a file by chance, `--seed S` others;
`--jobs N` runs so many at a time. With `--package P` the tests are loaded once, and a child imports
only P again: three times as many mutants a minute, where tests keep nothing of P but modules, functions and classes.
(DeMillo, Lipton and Sayward, "Hints on test data selection", 1978.)
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, NamedTuple

import hypothesis  # noqa: F401  # loaded once, for all children
import numpy as np  # noqa: F401
import pytest
from _pytest.runner import runtestprotocol


def tests(*names: str) -> list[str]:
    """Return the files of the tests of these names, in any folder."""
    return [str(path) for name in names for path in Path("tests").rglob(f"test_{name}.py")]


SEQUENCES = tests("disk", "format", "sequence_file", "simulated_failures")
VALUES = tests("value_database", "value_database_refusals", "database_copies", "database_failures")
CHECKER = tests(
    *("certificate_refusals", "certificates_accepted", "checker_limits", "checker_nim_sum", "quotient_bounds"),
    "segments_refusals",
    *("strict_reading", "tampering", "forgeries"),
)
NOTATION = tests("refused_texts", "reader", "files", "fuzz")
SLOW = "--deselect=tests/unit/check/test_certificate_refusals.py::test_a_part_that_is_too_deep_is_not_evidence"
TESTS: dict[str, list[str]] = {
    "packages/grundy-check/src/grundy_check/rare.py": CHECKER,
    "packages/grundy-check/src/grundy_check/*.py": [*CHECKER, SLOW],
    "src/grundy/storage/value_*.py": VALUES,
    "src/grundy/storage/errors.py": [*SEQUENCES, *VALUES],
    "src/grundy/storage/*.py": SEQUENCES,
    "src/grundy/notation/nim_expressions.py": ["tests/unit/cli/test_nim_command.py", *NOTATION],
    "src/grundy/notation/*.py": [*NOTATION, "tests/unit/cli/test_refusals.py"],
}
"""Which tests speak of which files; the first that fits counts."""
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
    """A line, what is changed there, and how to do it to the tree it was found in."""

    line: int
    change: str
    apply: Callable[[], None]


class Job(NamedTuple):
    """A file, its tree, what is changed in it, the tests, and how many seconds they have."""

    path: Path
    tree: ast.Module
    mutant: Mutant | None
    tests: list[str]
    seconds: float


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
    """Return whether a statement can be left out; texts do not count as statements."""
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
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        for change, apply in changes(node):
            yield Mutant(getattr(node, "lineno", 0), change, partial(apply, node))
        for field in ("body", "orelse", "finalbody"):
            found: list[ast.AST] = statements if isinstance(statements := getattr(node, field, None), list) else []
            for i, statement in enumerate(found):
                if isinstance(statement, ast.stmt) and removable(statement) and id(statement) not in hidden:
                    nothing = ast.Pass(lineno=statement.lineno, col_offset=0)
                    yield Mutant(statement.lineno, "left out", partial(found.__setitem__, i, nothing))


def child(job: Job, folder: str, run: Callable[[Job, str], int]) -> int:
    """Run the tests of a job in a forked child in which the file is changed; return its process id."""
    if pid := os.fork():
        return pid
    os.setpgid(0, 0)
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> Any:  # noqa: ANN401  # what it returns
        if Path(self.path).resolve() == job.path:
            return compile(ast.fix_missing_locations(job.tree), self.path, "exec")
        return original(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    code = 1
    try:
        if job.mutant is not None:
            job.mutant.apply()
        code = run(job, folder)
    finally:
        os._exit(code)


def options(tests: list[str]) -> list[str]:
    """Return the options of pytest: it stops at the first failure, and loads no plugin."""
    plain = ["-x", "-q", "-o", "addopts=", "-m", "not soak and not apart", "-p", "no:cacheprovider"]
    return [*plain, "-W", "ignore::pytest.PytestAssertRewriteWarning", *tests]  # hypothesis is there before


def afresh(job: Job, folder: str) -> int:
    """Load and run the tests."""
    return int(pytest.main([f"--basetemp={folder}", *options(job.tests)]))


class Loaded:
    """Tests that were loaded once, for mutants of a package that each child imports again."""

    def __init__(self, package: str, use: Callable[[Callable[[Job, str], int]], None]) -> None:
        """Begin; `use` is called with what runs a job."""
        self.package, self.use = package, use

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run no test here."""
        self.session = session
        self.use(self.run)
        return True

    def run(self, job: Job, _: str) -> int:
        """Import the package again, put it where the tests have the old one, and run them to the first failure."""
        old = {name: sys.modules.pop(name) for name in [*sys.modules] if f"{name}.".startswith(f"{self.package}.")}
        for name in old:
            import_module(name)

        def new(value: Any) -> Any:  # noqa: ANN401  # whatever a test holds
            name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(value, ModuleType) or name not in old or not hasattr(value, "__qualname__"):
                return sys.modules[name] if isinstance(value, ModuleType) and name in old else value
            return getattr(sys.modules[str(name)], value.__qualname__, value)

        files = [(getattr(module, "__file__", None) or "", vars(module)) for module in sys.modules.values()]
        holders = [names for file, names in files if "/tests/" in file]
        holders += [item.callspec.params for item in self.session.items if hasattr(item, "callspec")]
        for holder in holders:
            holder.update({name: new(value) for name, value in holder.items() if new(value) is not value})
        for item in self.session.items:
            if any(report.failed for report in runtestprotocol(item, log=False)):
                return 1
        return 0


def done(jobs: Iterable[Job], count: int, run: Callable[[Job, str], int]) -> Iterator[tuple[Job, bool, float]]:
    """Run so many jobs at a time; yield each with whether all its tests passed in time, and how long they took."""
    waiting, running = iter(jobs), dict[int, tuple[Job, float, str]]()
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as home:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = f"{home}/hypothesis"
        for number in range(10**9):
            if len(running) < count and (job := next(waiting, None)) is not None:
                folder = f"{home}/{number}"
                running[child(job, folder, run)] = (job, time.monotonic(), folder)
                continue
            if not running:
                return
            for pid, (job, start, folder) in list(running.items()):
                passed = ended(pid, start + job.seconds)
                if passed is not None:
                    del running[pid]
                    shutil.rmtree(folder, ignore_errors=True)
                    yield job, passed, time.monotonic() - start
            time.sleep(0.005)


def ended(pid: int, deadline: float) -> bool | None:
    """Return whether a child passed its tests, False when its time is over, None while it runs."""
    found, status = os.waitpid(pid, os.WNOHANG)
    if not found and time.monotonic() < deadline:
        return None
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # also what it started itself
    if found:
        return os.waitstatus_to_exitcode(status) == 0
    os.waitpid(pid, 0)
    return False


def tests_of(file: Path, given: list[str] | None) -> list[str]:
    """Return the tests of a file: those of the command line, or those of the table."""
    if given:
        return given
    found = next((tests for name, tests in TESTS.items() if file.match(name)), None)
    return found or sys.exit(f"{file}: no --tests, and not in TESTS")


def sampled(job: Job, seconds: float, most: int, seed: int) -> list[Job]:
    """Return the mutants of a file, so many by chance, each as a job with three times the seconds the tests took."""
    found = list(mutants(job.tree))
    if most < len(found):
        found = sorted(random.Random(seed).sample(found, most), key=lambda mutant: mutant.line)
    return [job._replace(mutant=mutant, seconds=3 * seconds + 5) for mutant in found]


def main() -> None:
    """Try the mutants of each file and print the survivors and the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--most", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="start no mutant after so long")
    parser.add_argument("--tests", nargs="+")
    parser.add_argument("--package", help="load the tests once, and only this package for each mutant")
    given = parser.parse_args()
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(Path("src").resolve()))  # these files are changed, whatever is installed
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they cost more than most tests
    files = given.files or sorted({path for name in TESTS for path in Path().glob(name) if path.name != "__init__.py"})
    whole = [
        Job(file.resolve(), ast.parse(file.read_text(encoding="utf-8")), None, tests_of(file, given.tests), 600)
        for file in files
    ]
    if not given.package:
        tried(given, files, whole, afresh)
        return
    if len({tuple(job.tests) for job in whole}) > 1:
        sys.exit("--package is for files with the same tests: name them by --tests")
    plugin = Loaded(given.package, partial(tried, given, files, whole))
    pytest.main(["-s", *options(whole[0].tests)], plugins=[plugin])


def tried(given: argparse.Namespace, files: list[Path], whole: list[Job], run: Callable[[Job, str], int]) -> None:
    """Try the mutants of the files."""
    end = time.monotonic() + given.seconds
    jobs: list[Job] = []
    first = {tuple(job.tests): job for job in reversed(whole)}  # once for all files with the same tests
    for plain, passed, seconds in done(first.values(), given.jobs, run):
        if not passed:
            sys.exit(f"{plain.path.name}: the tests fail without any mutation")
        for job in whole:
            if job.tests == plain.tests:
                jobs += sampled(job, seconds, given.most, given.seed)
    random.Random(given.seed).shuffle(jobs)  # so that every file has its share when the time is over
    counts = {job.path: [0, 0] for job in whole}
    tell(done((job for job in jobs if time.monotonic() < end), given.jobs, run), counts, len(jobs))
    total = [sum(column) for column in zip(*counts.values(), strict=True)]
    for name, (noticed, count) in [*((str(file), counts[file.resolve()]) for file in files), ("all", total)]:
        print(f"{name}: {noticed} of {count} mutants noticed, {100 * noticed / max(1, count):.1f} %", flush=True)


def tell(results: Iterator[tuple[Job, bool, float]], counts: dict[Path, list[int]], most: int) -> None:
    """Count what was noticed, and print what was not, and about every minute how far it is."""
    start = told = time.monotonic()
    for number, (job, passed, _) in enumerate(results, 1):
        counts[job.path][0] += not passed
        counts[job.path][1] += 1
        if passed and job.mutant is not None:
            line = job.path.read_text(encoding="utf-8").splitlines()[job.mutant.line - 1].strip()
            print(f"{job.path.name}:{job.mutant.line}: {job.mutant.change}: {line}", flush=True)
        if (now := time.monotonic()) - told > 60:
            told = now
            print(f"{number} of {most} mutants in {now - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
