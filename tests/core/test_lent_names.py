from __future__ import annotations

import subprocess
import sys

import pytest

import grundy
from grundy import core, workflows


def python(*lines: str) -> str:
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_every_name_that_a_package_promises_can_be_fetched() -> None:
    for package in (grundy, core, workflows):
        for name in package.__all__:
            assert getattr(package, name) is not None


def test_a_module_never_hides_the_name_that_it_lends() -> None:
    answer = python(
        "import grundy",
        "import grundy.workflows.solve",
        "@grundy.rule",
        "def f(n): return range(n)",
        "assert f.value(3) == 3",
        "print(grundy.solve('nim: 3').value, grundy.workflows.solve.__name__)",
        "from grundy.workflows.solve import Solver",
        "from grundy.workflows import solve",
        "print(solve('nim: 4').value, Solver.__name__)",
    )
    assert answer.splitlines() == ["3 solve", "4 Solver"]


def test_a_name_that_nobody_lends_is_missing_as_python_says_it() -> None:
    with pytest.raises(AttributeError, match="module 'grundy' has no attribute 'nothing'"):
        _ = grundy.nothing


def test_a_knock_at_one_door_opens_no_other() -> None:
    answer = python(
        "import sys, grundy",
        "grundy.solve('nim: 3 5 7')",
        "print('numpy' in sys.modules, 'numba' in sys.modules, 'grundy.core.codes' in sys.modules)",
    )
    assert answer.split() == ["False", "False", "False"]
