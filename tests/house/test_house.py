"""The house rules: floors, doors, style, types, start-up and documents."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.imports import PATHS, tree_of
from tests.terminal import Terminal

import grundy
from grundy.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "grundy"
ROOMS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists())


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=ROOT, check=False)


def test_imports_go_down_only_and_rooms_on_one_floor_never_meet() -> None:
    done = run("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    assert done.returncode == 0, done.stdout


@pytest.mark.nightly
def test_the_types_hold_under_mypy_strict() -> None:
    done = run("-m", "mypy")
    assert done.returncode == 0, done.stdout


def test_ruff_finds_nothing_in_package_tests_benchmarks_and_documentation() -> None:
    done = run("-m", "ruff", "check", "src", "packages", "tests", "benchmarks", "docs", "examples")
    assert done.returncode == 0, done.stdout


def test_the_code_is_formatted() -> None:
    done = run("-m", "ruff", "format", "--check", "src", "packages", "tests", "benchmarks", "docs", "examples")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "code",
    ["import grundy", "from grundy.cli.main import _run; _run(['solve', 'nim: 3 5 7'])"],
    ids=["import grundy", "solve nim"],
)
def test_start_up_imports_neither_numpy_nor_numba(code: str) -> None:
    heavy = {"numpy", "numba", "matplotlib", "scipy"}
    done = run("-c", f"import sys\n{code}\nsys.exit(' '.join({heavy!r} & sys.modules.keys()) or 0)")
    assert done.returncode == 0, done.stderr


def test_nothing_that_a_user_types_is_evaluated() -> None:
    forbidden = {"eval", "exec", "compile", "__import__"}
    modules = {"pickle", "marshal", "shelve"}
    methods = {"isdigit", "isdecimal", "isnumeric", "allow_pickle"}
    for module in PATHS:
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in forbidden, module
            if isinstance(node, ast.Import):
                assert not modules & {alias.name for alias in node.names}, module
            if isinstance(node, ast.ImportFrom):
                assert node.module not in modules, module
            if isinstance(node, ast.Attribute):
                assert node.attr not in methods, module


def test_the_architecture_lists_every_package_and_every_package_has_a_summary() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert ROOMS
    for room in ROOMS:
        assert f"\n{room} | " in text
        caption = ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text(encoding="utf-8")))
        assert caption
        assert caption.splitlines()[0][-1] in ".?"


def test_every_command_has_help_and_appears_in_the_changelog(terminal: Terminal) -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"`{command}`" in text or f"`grundy {command}`" in text
        code, out, _ = terminal.run(command, "--help")
        assert (code, "Usage: grundy" in out) == (0, True)


def test_the_public_names_are_these() -> None:
    for name in dir(grundy):
        assert getattr(grundy, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nimm'"):
        _ = grundy.nimm  # type: ignore[attr-defined]


def test_no_file_names_a_place_of_one_machine() -> None:
    for path in [*PATHS.values(), *ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / ".ci" / "run"]:
        assert not re.search(r"/work/|/root/|/home/|file://", path.read_text(encoding="utf-8")), path
