"""The guide's examples are run, and its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from tests.house.console_blocks import calls
from tests.terminal import Terminal

GUIDE = Path(__file__).parents[2] / "docs" / "guide"
PAGES = sorted(GUIDE.glob("*.md"))
CALLS = [(page.name, *call) for page in PAGES for call in calls(page.read_text(encoding="utf-8"))]


TOOK = re.compile(r"\d+ positions in \d+\.\d\d s\.")
"""How much work a search was, which no page can promise."""


def write_files(page: str, folder: Path) -> None:
    """Write the Python files that a page shows, block by block: their name stands in the first line."""
    text = (GUIDE / page).read_text(encoding="utf-8")
    for name, lines in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", text, re.DOTALL):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(f"{lines}\n\n")


def lessons() -> list[Path]:
    return [page for page in PAGES if page.name != "README.md"]


def test_every_page_but_the_index_shows_commands_and_one_that_is_refused() -> None:
    assert len(lessons()) >= 7
    for page in lessons():
        shown = [status for name, *_, status in CALLS if name == page.name]
        assert len(shown) >= 5
        assert any(shown)


@pytest.mark.filterwarnings("ignore:First-class function type")
@pytest.mark.parametrize(("page", "command", "output", "status"), CALLS, ids=[f"{call[0]}-{call[1]}" for call in CALLS])
def test_a_command_of_the_guide_prints_what_the_page_shows(
    page: str,
    command: str,
    output: str,
    status: int,
    terminal: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    words = shlex.split(command)
    assert words[0] == "grundy", page
    code, out, err = terminal.run(*words[1:])
    assert code == status
    assert TOOK.sub("", out + err) == TOOK.sub("", output)


@pytest.mark.parametrize("page", lessons(), ids=lambda page: page.name)
def test_the_python_examples_of_the_guide_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(page.name, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_the_guide_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target:
            assert (GUIDE / target.partition("#")[0]).is_file(), target


def test_the_index_of_the_guide_links_every_page() -> None:
    text = (GUIDE / "README.md").read_text(encoding="utf-8")
    assert all(f"]({page.name})" in text for page in lessons())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_an_output_in_the_guide_is_short(page: Path) -> None:
    for _, command, output, _ in (call for call in CALLS if call[0] == page.name):
        assert output.count("\n") <= 26, command
