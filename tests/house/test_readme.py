"""The README's examples are run."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from tests.house.console_blocks import sessions
from tests.terminal import Terminal

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "guide" / "tour.md").read_text(encoding="utf-8")


def test_the_readme_is_a_front_door() -> None:
    """One page, with an example or a link for everybody."""
    assert TEXT.count("\n") <= 120
    for audience in ("student", "teacher", "contest", "researcher", "player"):
        assert f"](docs/do/{audience}.md)" in TEXT


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", TEXT)
    assert len(links) >= 10
    assert all((ROOT / link).is_file() for link in links)


def test_the_readme_shows_several_commands() -> None:
    assert len(sessions(TEXT)) >= 4


@pytest.mark.parametrize(("command", "output"), sessions(TEXT), ids=lambda value: value.splitlines()[0][:40])
def test_a_command_of_the_readme_prints_what_the_readme_shows(command: str, output: str, terminal: Terminal) -> None:
    words = shlex.split(command)
    assert words[0] == "grundy"
    code, out, _ = terminal.run(*words[1:])
    assert (code, out) == (0, output)


def test_the_python_examples_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0


@pytest.mark.parametrize("row", re.findall(r"^\| (`.*?) \|", TOUR, re.MULTILINE))
def test_every_game_in_the_table_of_the_tour_can_be_read(row: str) -> None:
    from grundy import read_game

    for text in re.findall("`([^`]+)`", row):
        if ".py:" not in text and "(games.dot)" not in text:
            assert str(read_game(text))


def test_the_two_commands_of_the_readme_are_the_ones_that_continuous_integration_runs() -> None:
    tests = "uv run --group test pytest -n 2"
    assert "pip install uv && uv run grundy solve" in TEXT
    assert f"pip install uv && {tests}" in TEXT
    assert tests in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
