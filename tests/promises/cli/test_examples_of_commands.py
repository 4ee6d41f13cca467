"""Every help ends with examples that run as they stand there."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tests.terminal import Terminal

from grundy.cli.commands import COMMANDS, grundy
from grundy.cli.examples import EXAMPLES, examples_of
from grundy.core import read_code
from grundy.operations import OPERATIONS
from grundy.workflows.persistence.store import game_text, open_store

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
    assert EXAMPLES.keys() | OPERATIONS.keys() == COMMANDS.keys()
    for words, command in commands(grundy):
        examples = examples_of(words)
        assert 1 <= len(examples) <= 4, words
        context = click.Context(command, info_name=f"grundy {words}", max_content_width=200)
        told = command.get_help(context).rpartition("Examples:\n")[2]
        for line, text in examples.items():
            assert f"    {line}\n        {text}" in told, words
            assert len(line) <= 78
        assert any(line.startswith(f"grundy {words}") for line in examples)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in APART])
def test_the_examples_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "store":  # what a stopped run leaves
        open_store(Path("kayles.csv.run"), game_text(read_code("0.77"))).close()
    for line in examples_of(name):
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
        ("solve cram: 5x6 --want outcome", "The player to move wins"),
        ('translate "game.heap.Kayles(7)" --to grundy', "0.77: 7"),
        ("oeis kayles", "A002186"),
    ):
        assert any(line in example for name in COMMANDS for example in examples_of(name))
        assert answer in Terminal(capsys).run(*shlex.split(line))[1]
