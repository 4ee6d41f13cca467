"""On a terminal no line is wider than it, words stay whole, and what is longer than the screen goes to a pager."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from tests.cases import few
from tests.house.console_blocks import calls
from tests.house.test_guide import CALLS, write_files
from tests.on_terminal import PageResponse, shown, shown_here

from grundy.cli.screen import DATA, broken

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
COMMANDS = [("README.md", command) for command, *_ in calls(README)] + [call[:2] for call in CALLS]
ONCE = {command: page for page, command in reversed(COMMANDS) if DATA.isdisjoint(shlex.split(command))}
"""Commands with the first page that shows them."""
TEXTS = [
    pytest.param(page, command, marks=[pytest.mark.nightly] * ("--misere --out" in command))
    for command, page in ONCE.items()
]
QUICK = [
    'solve "nim: 10 12 5" --moves',
    'solve "cram: 2x3" --moves',
    'values "take {1, 3, 4}" --to 19',
    'solve "nothing: 3"',
    "games",
    "solve --help",
    "explore kayles --to 39",
]


def fits(found: PageResponse, columns: int, wide: PageResponse | None = None) -> None:
    """No line is wider than the terminal, and every word is one of those that a wide terminal shows."""
    assert found.lines
    assert all(len(line) <= columns for line in found.lines), found.lines
    if wide is not None:
        whole = {word for line in wide.lines for word in re.findall(r"[a-z]{3,}", line) if len(word) < 20}
        told = {word for line in found.lines for word in re.findall(r"[a-z]{3,}", line)}
        assert not {word for word in told if not any(word in one for one in whole)} - {"columns", "working"}


@pytest.mark.parametrize("columns", few([40, 80, 120], 40))
@pytest.mark.parametrize("command", QUICK)
def test_a_command_fits_its_terminal(command: str, columns: int, tmp_path: Path) -> None:
    words = shlex.split(command)
    wide = shown(words, 1000, folder=tmp_path) if columns < 120 else None
    fits(shown(words, columns, folder=tmp_path), columns, wide)


@pytest.mark.parametrize(("page", "command"), TEXTS, ids=str)
def test_every_command_of_readme_and_guide_fits_any_terminal_and_a_screen(
    page: str, command: str, tmp_path: Path
) -> None:
    words = shlex.split(command)[1:]

    def told(columns: int, lines: int = 500, **variables: str) -> PageResponse:
        folder = tmp_path / f"{columns} {lines} {variables}"  # a file that is there is gone on with
        folder.mkdir()
        if page != "README.md":
            write_files(page, folder)
        return shown_here(words, columns, lines=lines, folder=folder, **variables)

    wide = told(1000)
    for columns in (40, 80, 120):
        fits(told(columns), columns, wide)
    fits(told(80, NO_COLOR="1"), 80)
    assert len(told(80, lines=24).lines) <= 24 or "--moves" in words


@pytest.mark.nightly
def test_data_is_not_broken(tmp_path: Path) -> None:
    found = shown(["solve", "nim: 10 12 5", "--json"], 40, folder=tmp_path)
    assert len(found.lines[0]) > 1000


@pytest.mark.nightly
def test_one_screen_of_a_long_answer_is_shown_and_the_rest_is_counted(tmp_path: Path) -> None:
    whole = shown(["games"], 80, folder=tmp_path).lines
    found = shown(["games"], 80, lines=24, folder=tmp_path).lines
    assert (found[:22], found[23:]) == (whole[:22], [""])
    assert found[22] == f"... {len(whole) - 1 - 22} more lines: --all"
    few = ["solve", "nim: 3 5 7"]
    assert shown(few, 80, lines=24, folder=tmp_path).lines == shown(few, 80, folder=tmp_path).lines
    many = ["solve", "nim: 3 5 7 9 11 13"]
    assert shown(many, 80, lines=10, folder=tmp_path).lines[8].endswith(" more lines: --all")
    for words in (["games", "--all"], ["games", "--no-pager"], [*many, "--moves"]):
        assert shown(words, 80, lines=10, folder=tmp_path).lines[:40] == shown(words, 80, folder=tmp_path).lines[:40], (
            words
        )


@pytest.mark.nightly
def test_all_of_a_long_answer_goes_to_the_pager_that_is_named(tmp_path: Path) -> None:
    pager = "sed s/^/pager>/"

    def paged(*words: str, **variables: str) -> str:
        return shown(words, 80, lines=24, folder=tmp_path, typed=(), piped=None, **variables).text

    long = shown(["games", "--all"], 80, lines=24, folder=tmp_path, typed=(), PAGER=pager)
    assert all(line.startswith("pager>") for line in long.lines if line)
    assert "pager>" in paged("games", "--all", PAGER="cat", GRUNDY_PAGER=pager)
    assert "pager>" in paged("solve", "--help", PAGER=pager)
    for words, variables in (
        (["nim", "3 + 5"], {"PAGER": pager}),
        (["games"], {"PAGER": pager}),
        (["games", "--all"], {"PAGER": ""}),
        (["games", "--all"], {"PAGER": "cat"}),
        (["games", "--all"], {"PAGER": pager, "GRUNDY_PAGER": "cat"}),
        (["games", "--all", "--no-pager"], {"PAGER": pager}),
        (["solve", "--help", "--no-pager"], {"PAGER": pager}),
    ):
        assert "pager>" not in paged(*words, **variables)
    whole = shown(["games"], 80, folder=tmp_path).lines
    assert shown(["games", "--all"], 80, lines=24, folder=tmp_path, typed=(), PAGER="no-such-pager").lines == whole


def test_a_screen_option_is_ignored_after_two_dashes_or_inside_another_word(tmp_path: Path) -> None:
    told = shown(["solve", "--", "--no-pager"], 80, folder=tmp_path).lines
    assert told[0].startswith("grundy: expected the name of a ruleset, found '--no-pager'")
    out = ["values", "kayles", "--to", "9", "--out", "--no-pager"]
    assert shown(out, 80, folder=tmp_path).code == 0
    assert (tmp_path / "--no-pager").exists()


def test_a_line_continues_below_its_last_column() -> None:
    assert broken("a  word and words", 10) == ["a  word", "   and", "   words"]
    assert broken("  item item item", 12) == ["  item item", "   item"]
    assert broken("\x1b[31mred\x1b[0m", 3) == ["\x1b[31mred\x1b[0m"]
    assert "".join(broken("x" * 25, 10)).replace(" ", "") == "x" * 25
