"""On a terminal no line is wider than it, words stay whole, and what is longer than the screen goes to a pager."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from tests.house.console_blocks import calls
from tests.house.test_guide import CALLS, write_files
from tests.on_terminal import shown

from grundy.cli.screen import DATA, broken

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
COMMANDS = [("README.md", command) for command, *_ in calls(README)] + [call[:2] for call in CALLS]
TEXTS = [(page, command) for page, command in COMMANDS if DATA.isdisjoint(shlex.split(command))]
QUICK = [
    'solve "nim: 10 12 5" --moves',
    'solve "cram: 2x3" --moves',
    'values "take {1, 3, 4}" --to 19',
    'solve "nothing: 3"',
    "games",
    "solve --help",
    "explore kayles --to 39",
]


def fits(words: list[str], columns: int, folder: Path, **variables: str) -> None:
    found = shown(words, columns, folder=folder, **variables)
    assert found.lines
    assert all(len(line) <= columns for line in found.lines), found.lines
    if columns < 120 and not variables and "--out" not in words:  # a file that is there is gone on with
        wide = shown(words, 1000, folder=folder)
        whole = {word for line in wide.lines for word in re.findall(r"[a-z]{3,}", line) if len(word) < 20}
        told = {word for line in found.lines for word in re.findall(r"[a-z]{3,}", line)}
        assert not {word for word in told if not any(word in one for one in whole)} - {"columns", "working"}


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("command", QUICK)
def test_a_command_fits_its_terminal(command: str, columns: int, tmp_path: Path) -> None:
    fits(shlex.split(command), columns, tmp_path)


@pytest.mark.apart
@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize(("page", "command"), TEXTS, ids=str)
def test_every_command_of_readme_and_guide_fits(page: str, command: str, columns: int, tmp_path: Path) -> None:
    if page != "README.md":
        write_files(page, tmp_path)
    words = shlex.split(command)[1:]
    fits(words, columns, tmp_path)
    fits(words, columns, tmp_path, NO_COLOR="1")


def test_data_is_not_broken(tmp_path: Path) -> None:
    found = shown(["solve", "nim: 10 12 5", "--json"], 40, folder=tmp_path)
    assert len(found.lines[0]) > 1000


def test_what_is_longer_than_the_screen_goes_to_the_pager_that_is_named(tmp_path: Path) -> None:
    pager = "sed s/^/pager>/"
    long = shown(["games"], 80, lines=24, folder=tmp_path, typed=(), PAGER=pager)
    assert all(line.startswith("pager>") for line in long.lines if line)
    for words, variables in (
        (["nim", "3 + 5"], {"PAGER": pager}),
        (["games"], {"PAGER": ""}),
        (["games"], {"PAGER": "cat"}),
    ):
        assert "pager>" not in shown(words, 80, lines=24, folder=tmp_path, typed=(), **variables).text
    assert "pager>" not in shown(["games", "--no-pager"], 80, lines=24, folder=tmp_path, typed=(), PAGER=pager).text
    assert (
        shown(["games"], 80, lines=24, folder=tmp_path, typed=(), PAGER="no-such-pager").lines
        == shown(["games"], 80, folder=tmp_path).lines
    )


def test_a_line_goes_on_below_its_last_column() -> None:
    assert broken("a  word and words", 10) == ["a  word", "   and", "   words"]
    assert broken("  item item item", 12) == ["  item item", "   item"]
    assert broken("\x1b[31mred\x1b[0m", 3) == ["\x1b[31mred\x1b[0m"]
    assert "".join(broken("x" * 25, 10)).replace(" ", "") == "x" * 25
