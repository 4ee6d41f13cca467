from __future__ import annotations

import subprocess
import sys
from itertools import permutations

import pytest

CALLS = ['grundy.game("nim")', 'grundy.solve("nim: 3").winning_moves', "grundy.Solution", "grundy.rule(range).value(3)"]


@pytest.mark.parametrize("calls", list(permutations(CALLS, 2)))
def test_the_names_of_the_library_do_not_depend_on_the_order_of_imports(calls: tuple[str, str]) -> None:
    """A module that shares its name with a function must not take the function's place."""
    program = f"import grundy; {'; '.join(calls)}; assert callable(grundy.solve)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
