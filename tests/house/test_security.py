"""The threat model says nothing that no test shows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
TABLE = TEXT.partition("## What is protected")[2]
ROWS = [line.strip("| ").split(" | ") for line in TABLE.splitlines() if line.startswith("|")][2:]
SHOWN = [row[-1].strip("` ").split("::") for row in ROWS]
FROM_OUTSIDE = {
    "text of a game",
    "rule file",
    "record of a match",
    "certificate",
    "visitor",
    "shared link",
    "worker of a cluster",
    "notebook",
    "database",
    "journal",
}


@pytest.mark.parametrize(("file", "name"), SHOWN, ids=[name for _, name in SHOWN])
def test_every_row_names_a_test_that_is_there(file: str, name: str) -> None:
    body = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    assert name in {node.name for node in body if isinstance(node, ast.FunctionDef)}


def test_every_row_is_shown_and_nothing_from_outside_is_forgotten() -> None:
    assert all(re.fullmatch(r"`tests/[a-z_0-9/]+\.py::test_[a-z_0-9]+`", row[-1].strip()) for row in ROWS)
    for what in FROM_OUTSIDE:
        assert any(what in line for line in TEXT.splitlines() if line.startswith("|")), what


def test_a_stranger_learns_which_versions_are_supported_how_to_report_and_when_to_expect_what() -> None:
    for part in ("## Supported versions", "## How to report a vulnerability", "## What happens then"):
        assert part in TEXT
    assert "Do not open a public issue" in TEXT
    assert re.search(r"\| 3 working days \|", TEXT)
