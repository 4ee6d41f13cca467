"""Builds the documentation from a copy of its pages, as `sphinx-build` does: once for all who read it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.pace import slowness

ROOT = Path(__file__).parents[3]
NEEDED = ("sphinx", "furo", "myst_parser", "sphinx_click", "sphinx_copybutton", "sphinx_design")

needed = pytest.mark.skipif(
    any(find_spec(name) is None for name in NEEDED), reason="the dependency group docs is not installed"
)
"""Marks a test that builds the documentation."""
MOST_SECONDS = 150
"""Seconds of one processor that the site may take: a third is the navigation of the theme on each of 220 pages."""


def documentation(folders: pytest.TempPathFactory) -> Path:
    """Return the folder of the site `html` and its pages `docs`, which the first worker who asks builds for all."""
    import fcntl

    here = folders.getbasetemp()
    root = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / "documentation"
    with root.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "built").exists():
            shutil.rmtree(root, ignore_errors=True)
            before = seconds_of_children()
            build(copied(root), "html")
            assert seconds_of_children() - before < MOST_SECONDS * slowness()
            (root / "built").touch()
    return root


def seconds_of_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def copied(root: Path) -> Path:
    """Copy the pages below a folder, without those that are generated; return where they stand."""
    made = shutil.ignore_patterns("games", "commands", "library", "project", "__pycache__")
    shutil.copytree(ROOT / "docs", root / "docs", ignore=made)
    for page in ROOT.glob("*.md"):
        shutil.copy(page, root)
    return root / "docs"


def build(source: Path, builder: str, *options: str) -> Path:
    """Build pages of one kind beside their source; what was read for another kind is not read again."""
    built, kept = source.parent / builder, source.parent / "kept"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", builder, "-d", str(kept), *options]
    done = subprocess.run([*command, str(source), str(built)], capture_output=True, text=True, check=False, timeout=900)
    assert (done.returncode, done.stderr) == (0, "")
    return built
