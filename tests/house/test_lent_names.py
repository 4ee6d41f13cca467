from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pydoc import plain, render_doc

import pytest

import grundy
import grundy_atlas
import grundy_learn
import grundy_web

PACKAGES = [Path(str(package.__file__)).parent for package in (grundy, grundy_atlas, grundy_learn, grundy_web)]


def python(*lines: str) -> str:
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


FACES = {
    ".".join(path.parent.relative_to(package.parent).parts): path
    for package in PACKAGES
    for path in sorted(package.rglob("__init__.pyi"))
}
"""The stub of every package with lazy imports, by the name of the package."""


def test_a_package_shows_exactly_the_names_that_its_stub_declares_each_from_its_home() -> None:
    for where, path in FACES.items():
        package = import_module(where)
        stub = ast.parse(path.read_text(encoding="utf-8"))
        declared = {}
        for node in stub.body:
            assert isinstance(node, ast.ImportFrom), where
            for alias in node.names:
                assert alias.name == alias.asname, where
                declared[alias.name] = import_module("." * node.level + (node.module or ""), package.__name__)
        assert sorted(declared) == dir(package) == package.__all__, where
        for name, home in declared.items():
            assert getattr(package, name) is getattr(home, name), (where, name)


def test_help_lists_the_lazily_imported_names() -> None:
    text = plain(render_doc(grundy))
    assert all(
        f"{name}(" in text or f"{name} = " in text for name in ("Game", "Limits", "solve", "nim_sum", "read_game")
    )


def test_a_module_never_hides_a_name_that_it_imports_lazily() -> None:
    answer = python(
        "import grundy",
        "import grundy.search.choose",
        "@grundy.rule",
        "def f(n): return range(n)",
        "assert f.value(3) == 3",
        "print(grundy.solve('nim: 3').value, grundy.search.choose.__name__)",
        "from grundy.search import choose",
        "print(grundy.solve('nim: 4').value, choose.__name__)",
    )
    assert answer.splitlines() == ["3 choose", "4 choose"]


def test_an_unknown_name_raises_the_usual_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'grundy' has no attribute 'nothing'"):
        _ = grundy.nothing  # type: ignore[attr-defined]


def test_a_knock_at_one_door_opens_no_other() -> None:
    answer = python(
        "import sys, grundy",
        "grundy.solve('nim: 3 5 7')",
        "print('numpy' in sys.modules, 'numba' in sys.modules, 'grundy.core.codes' in sys.modules)",
    )
    assert answer.split() == ["False", "False", "False"]
