"""The checker stays small, alone and within the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import grundy_check

FILES = sorted(Path(str(grundy_check.__file__)).parent.glob("*.py"))


def code_lines(path: Path) -> int:
    """Lines that are neither blank, nor a remark, nor a text that documents."""
    text = path.read_text(encoding="utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            told |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(1 for i, line in lines if i not in told and line.strip() and not line.strip().startswith("#"))


def test_the_checker_has_at_most_1542_lines_of_code() -> None:
    assert 300 < sum(map(code_lines, FILES)) <= 1542


def test_every_function_of_the_checker_is_short() -> None:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                assert (body[-1].end_lineno or 0) - body[0].lineno + 1 <= 30, node.name


def test_the_checker_loads_nothing_but_itself_and_the_standard_library() -> None:
    code = (
        "import sys, grundy_check.__main__\n"
        "others = {name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "print(sorted(name for name in others if not name.startswith('_')))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd=FILES[0].parents[1]
    )
    assert done.stdout == "['grundy_check']\n"


def test_no_function_of_the_checker_calls_itself() -> None:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                called = {
                    sub.func.id
                    for sub in ast.walk(node)
                    if isinstance(sub, ast.Call) and isinstance(sub.func, ast.Name)
                }
                assert node.name not in called
