"""Which tests run when: `check` by default, everything in named parts at night (`tests/nightly.py`).

`check` leaves out tests marked `nightly`. Of a parametrised test it runs a sample: the first and the last case of a
unit test, the first case of any other, and all cases of a test marked `every_case`. The parts of
`nightly` run every case.
A test that needs a package of a dependency group that is not installed is skipped, with the name of the group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest

GROUPS = {
    "playwright": "browser",
    "schemathesis": "browser",
    "sphinx": "docs",
    "myst_parser": "docs",
    "yaml": "docs",
    "docutils": "docs",
    "ray": "cluster",
    "mypy": "types",
    "gymnasium": "integrations",
    "matplotlib": "integrations",
    "mcp": "integrations",
    "networkx": "integrations",
    "pettingzoo": "integrations",
    "pycgt": "integrations",
    "anywidget": "paper",
    "nbformat": "paper",
    "nbclient": "paper",
    "numba": "jit",
    "llvmlite": "jit",
}
"""Packages that are not among the test tools, each with its dependency group."""
_MISSING = re.compile(r"No module named '(\w+)|\bpip install (\w+)")

R = TypeVar("R", pytest.CollectReport, pytest.TestReport)
T = TypeVar("T")


def sample(cases: Sequence[T], count: int) -> list[T]:
    """Choose cases evenly, the first and the last included.

    Args:
        cases: All cases of a test.
        count: How many to choose; 1 chooses the first.

    Returns:
        The chosen cases, in their order.

    >>> sample("abcdefg", 3), sample("ab", 3), sample("abc", 1)
    (['a', 'd', 'g'], ['a', 'b'], ['a'])
    """
    if len(cases) <= count:
        return list(cases)
    return [cases[i * (len(cases) - 1) // max(1, count - 1)] for i in range(count)]


def mark_other_cases(items: Iterable[pytest.Item]) -> None:
    """Mark the cases that `check` leaves out as `nightly`."""
    tests: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        if not any(item.get_closest_marker(name) for name in ("nightly", "every_case")):
            path, _, rest = item.nodeid.partition("::")
            tests.setdefault((path, rest.partition("[")[0]), []).append(item)
    for (path, _), cases in tests.items():
        kept = {item.nodeid for item in sample(cases, 2 if path.startswith("tests/unit/") else 1)}
        for item in cases:
            if item.nodeid not in kept:
                item.add_marker(pytest.mark.nightly)


def skip_missing(report: R) -> R:
    """Skip what failed because a dependency group is not installed, and name the group."""
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)  # the source of a test that failed may name packages too
        said = report.longreprtext if crash is None else crash.message
        names = [name for pair in _MISSING.findall(said) for name in pair]
        group = next((GROUPS[name] for name in names if name in GROUPS and not _installed(name)), None)
        if group:
            report.outcome = "skipped"
            report.longrepr = ("tests", 0, f"Skipped: needs more packages: uv run --group test --group {group} pytest")
    return report


def _installed(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None
