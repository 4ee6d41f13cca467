"""Every help ends with examples that run as they stand there; every command has a manual page of the same text."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tests.on_terminal import shown
from tests.terminal import Terminal

from grundy.cli.aid.examples import EXAMPLES, Example, examples_of
from grundy.cli.aid.manual import STATUS
from grundy.cli.commands import COMMANDS, grundy

DOCS = Path(__file__).parents[3] / "docs"
TALKS = {"play", "learn", "mcp"}
"""Commands that listen until their input ends."""
APART = {"serve", "site"}
"""Commands that their own tests run: a server does not end, a site needs Python for browsers."""


def commands(group: click.Group, words: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{words}{name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{words}{name} ")


def test_every_command_has_examples() -> None:
    assert list(EXAMPLES) == list(COMMANDS)
    for words, command in commands(grundy):
        examples = examples_of(words)
        assert 1 <= len(examples) <= 4, words
        context = click.Context(command, info_name=f"grundy {words}", max_content_width=200)
        told = command.get_help(context).rpartition("Examples:\n")[2]
        for each in examples:
            assert f"    {each.line}\n        {each.told}" in told, words
            assert len(each.line) <= 78
        assert any(each.line.startswith(f"grundy {words}") for each in examples)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in APART])
def test_the_examples_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for line, _ in EXAMPLES[name]:
        program, *words = shlex.split(line)
        assert program == "grundy"
        if words[0] == "mcp":
            done = subprocess.run([sys.executable, "-m", "grundy", *words], input=b"", capture_output=True, check=False)
            assert done.returncode == 0, done.stderr
            continue
        typed = "take 1 from heap 2\n" * 9 if words[0] in TALKS else None
        code, out, err = Terminal(capsys).run(*words, said=typed)
        assert code == 0, (line, out, err)
        assert "grundy: " not in err
        assert out or err


def test_what_examples_of_games_end_with_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    for line, answer in (
        ('claim "take 1..3" "P iff n % 4 == 0"', "Proved for every position"),
        ('claim kayles "same as 0.77"', "Proved for every position"),
        ("search cram: 5x6 --want outcome", "the next player wins"),
        ('translate "game.heap.Kayles(7)" --to grundy', "0.77: 7"),
        ("oeis kayles", "A002186"),
    ):
        assert any(line in each.line for examples in EXAMPLES.values() for each in examples)
        assert answer in Terminal(capsys).run(*shlex.split(line))[1]


def test_every_command_has_a_manual_page(capsys: pytest.CaptureFixture[str]) -> None:
    for words, command in commands(grundy):
        code, out, err = Terminal(capsys).run(*words.split(), "--man")
        assert (code, err) == (0, "")
        heads = re.findall(r"^([A-Z][a-z ]+):$", out, re.MULTILINE)
        assert heads[:4] == ["Name", "Synopsis", "Description", "Options"], words
        assert heads[-2:] == ["Exit status", "Environment"]
        assert f"grundy-{words.replace(' ', '-')} - " in out
        assert " ".join((command.help or "").split())[:60] in " ".join(out.split())
        assert all(each.line in out for each in examples_of(words))
        assert max(map(len, out.splitlines())) <= 99
    code, out, _ = Terminal(capsys).run("--man")
    assert code == 0
    assert all(f"\n  {name} " in out for name in COMMANDS)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_manual_page_fits_and_goes_to_the_pager(columns: int, tmp_path: Path) -> None:
    found = shown(["solve", "--man"], columns, lines=24, folder=tmp_path, typed=(), PAGER="cat -v")
    assert found.code == 0
    assert max(map(len, found.lines)) <= columns
    assert any("grundy solve nim: 3 5 7" in line for line in found.lines)
    paged = shown(["store", "--man"], 80, lines=10, folder=tmp_path, typed=(), PAGER="sed s/^/pager>/")
    assert all(line.startswith("pager>") for line in paged.lines if line)


def test_a_manual_names_the_exit_codes_of_the_documentation() -> None:
    page = (DOCS / "lookup" / "json.md").read_text(encoding="utf-8").replace("`", "")
    assert dict(re.findall(r"^\| (\d[\d, ]*) \| (.*) \|$", page.partition("## Exit codes")[2], re.MULTILINE)) == STATUS


def test_an_example_is_a_line_and_what_it_does() -> None:
    assert Example("grundy games", "all").told == "all"
