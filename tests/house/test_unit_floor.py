"""Unit tests are what they are called: their guard finds what is forbidden, and they stand on nothing above."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.imports import PATHS

UNIT = Path(__file__).parents[1] / "unit"
TESTS = """
import multiprocessing, os, subprocess, time
from contextlib import suppress
import pytest

def caught(work):
    with suppress(BaseException):
        work()

def spawn():
    multiprocessing.get_context("spawn").Process(target=print).start()

def load():
    import llvmlite

IMPURE = [lambda: subprocess.run(["true"]), os.fork, spawn, lambda: os.system("true"), lambda: time.sleep(0.01), load]

@pytest.mark.parametrize("work", IMPURE)
def test_impure(work):
    caught(work)

def test_pure():
    time.sleep(0)
"""


@pytest.mark.nightly
def test_the_guard_fails_a_test_that_starts_a_process_or_sleeps_or_loads_the_compiler_also_where_it_catches_all(
    tmp_path: Path,
) -> None:
    shutil.copy(UNIT / "conftest.py", tmp_path)
    (tmp_path / "test_impure.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1].startswith("7 passed, 6 errors"), done.stdout


def test_unit_tests_import_nothing_from_higher_folders() -> None:
    for path in UNIT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "tests":
                assert (node.module or "").split(".")[1] in {"unit", "golden", "terminal", "pace", "cases"}, path


def test_unit_tests_mirror_the_packages_that_they_test() -> None:
    rooms = {path.relative_to(UNIT) for path in UNIT.rglob("*") if path.is_dir() and any(path.rglob("*.py"))}
    for room in rooms:  # tests of the package grundy_check are in `check`
        module = ".".join(room.parts)
        assert PATHS.keys() & {f"grundy.{module}", f"grundy_{module}"}, room
