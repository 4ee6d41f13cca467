"""The commands that the pages for students, teachers and others show without an output can be run."""

from __future__ import annotations

import doctest
import io
import shlex
from pathlib import Path

import pytest
from tests.house.console_blocks import calls
from tests.terminal import Terminal

PAGES = sorted((Path(__file__).parents[2] / "docs" / "do").glob("[a-z]*.md"))
SHOWN = {page.name: [call[0] for call in calls(page.read_text(encoding="utf-8"))] for page in PAGES}
NOT_RUN = {"grundy serve"}
"""What does not end by itself; `tests/promises/web` starts it."""


@pytest.mark.parametrize("page", [page for page in PAGES if SHOWN[page.name]], ids=lambda page: page.name)
def test_the_commands_of_a_page_run_one_after_the_other(
    page: Path, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in SHOWN[page.name]:
        if command not in NOT_RUN:
            words = shlex.split(command.partition(" < ")[0])
            assert words[0] == "grundy"
            said = b"nim: 1 2\nkayles: 4\n" if " < " in command else b"quit\n"
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said), "utf-8"))
            code, _, err = terminal.run(*words[1:])
            assert code == 0, (command, err)


def test_the_tabs_of_the_front_page_show_what_the_program_prints(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(__file__).parents[2] / "docs" / "index.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.attempted, result.failed) == (5, 0)
    shown = calls(page.read_text(encoding="utf-8"))
    assert len(shown) == 3
    for command, output, _ in shown:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n"), "utf-8"))
        code, out, _ = terminal.run(*shlex.split(command)[1:])
        assert code == 0
        assert out.startswith(output), command


def test_the_python_examples_for_contest_programmers_run() -> None:
    page = next(page for page in PAGES if page.name == "contest.md")
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.attempted, result.failed) == (4, 0)
