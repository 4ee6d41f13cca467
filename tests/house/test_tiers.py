"""Every test runs in a tier: `check`, or a named part of `nightly`, which also runs what `check` runs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.house.imports import PATHS
from tests.nightly import PARTS, chosen, command
from tests.tiers import sample

ROOT = Path(__file__).parents[2]
BUGS = ROOT / "tests" / "promises" / "bugs"


def part_of(file: str) -> str:
    """Return the name of the part with the longest path that the file lies in."""
    found = [
        (len(path), part.name) for part in PARTS for path in part.paths if file == path or file.startswith(path + "/")
    ]
    return max(found)[1]


def test_every_file_of_tests_is_in_a_part() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    assert len(files) > 400
    assert all(part_of(file) for file in files)


def test_a_part_runs_its_own_files_and_leaves_those_of_a_part_inside_it_alone() -> None:
    web = next(part for part in PARTS if part.name == "web")
    words = command(web, 7)
    assert words[-1] == "tests/promises/web"
    assert "--ignore=tests/promises/web/browser" in words
    assert "--hypothesis-seed=7" in words


def test_every_source_is_covered_by_a_part_that_a_change_of_it_asks_for() -> None:
    for path in PATHS.values():
        file = path.relative_to(ROOT).as_posix()
        assert any(
            file.startswith(part.covers) for part in PARTS if part.name not in {"doctests", "unit", "architecture"}
        ), file


def test_what_changed_is_tested_within_the_minutes_and_the_part_of_the_day_always_is() -> None:
    files = ["src/grundy/patterns/claims.py"]
    for day in range(len(PARTS)):
        run, left = chosen(files, day, 9)
        assert run[0] is PARTS[day]
        assert sum(part.minutes for part in run) <= max(9, run[0].minutes)
        assert {"claims", "doctests"} <= {part.name for part in [*run, *left]}


def test_parts_take_at_most_ten_minutes() -> None:
    assert all(part.minutes <= 10 for part in PARTS)
    assert len({part.name for part in PARTS}) == len(PARTS)


@pytest.mark.parametrize(("count", "kept"), [(1, [0]), (2, [0, 9]), (10, [*range(10)]), (20, [*range(10)])])
def test_a_sample_has_the_first_case_and_the_last(count: int, kept: list[int]) -> None:
    assert sample(range(10), count) == kept


def bugs() -> list[str]:
    """Return a row for every bug of the past: its test, and whether `check` runs it."""
    rows = []
    for path in sorted(BUGS.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                nightly = any("mark.nightly" in ast.unparse(each) for each in node.decorator_list)
                words = node.name.removeprefix("test_").replace("_", " ")
                rows.append(f"| {words} | {'' if nightly else 'check, '}{part_of(path.relative_to(ROOT).as_posix())} |")
    return rows


def listed() -> str:
    """Write the page that lists them."""
    text = (BUGS / "README.md").read_text(encoding="utf-8")
    return "\n".join([text.partition("|---|---|")[0] + "|---|---|", *bugs()]) + "\n"


def test_the_list_of_past_bugs_names_the_tiers_that_find_each() -> None:
    text = (BUGS / "README.md").read_text(encoding="utf-8")
    assert text == listed(), "python -m tests.house.test_tiers"


if __name__ == "__main__":
    (BUGS / "README.md").write_text(listed(), encoding="utf-8")
