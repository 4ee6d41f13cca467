"""The unit tests without numpy, numba and llvmlite: `pytest tests/unit -p tests.without_compiler`.

What needs one of them is skipped, told by the one line that says what to install; anything else must pass.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from typing import TypeVar

import pytest

NEEDED = ("numpy", "numba", "llvmlite")
TOLD = re.compile(rf"needs ({'|'.join(NEEDED)}): pip install \1|import of (?:{'|'.join(NEEDED)})\S* halted")

R = TypeVar("R", pytest.CollectReport, pytest.TestReport)


class Missing:
    """Finds none of them; `None` in `sys.modules` would say that they have been imported."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse the import as Python does."""
        if name.partition(".")[0] in NEEDED:
            raise ModuleNotFoundError(f"import of {name} halted", name=name)


# where one of them is there already, as in a run without this plugin, nothing is taken away
if not sys.modules.keys() & set(NEEDED):
    sys.meta_path.insert(0, Missing())


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a module that imports one of them."""
    report = yield
    return _skipped(report)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Skip a test that was told to install one of them."""
    report = yield
    return _skipped(report)


def _skipped(report: R) -> R:
    if report.failed and (found := TOLD.search(report.longreprtext)):
        report.outcome = "skipped"
        report.longrepr = (str(report.nodeid), 0, f"Skipped: {found[0]}")
    return report
