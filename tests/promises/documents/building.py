"""Builds the documentation from a copy of its pages, as `uv run poe docs` does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NEEDED = ("sphinx", "furo", "myst_parser", "sphinx_click", "sphinx_copybutton", "sphinx_design")

needed = pytest.mark.skipif(
    any(find_spec(name) is None for name in NEEDED), reason="the dependency group docs is not installed"
)
"""Marks a test that builds the documentation."""


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
