"""With --json a command prints one document on standard output, however it ends, and nothing on standard error.

A partial result says why it ends early; where there is none the document is the error. Both have the exit code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tests.terminal import Terminal

from grundy.cli.commands import grundy

SOON = ("--limit-seconds", "0.01")
BAD_INPUT = {
    "solve": ["nosuch: 3"],
    "values": ["nosuch"],
    "period": ["nosuch"],
    "birthday": ["nosuch: 3"],
    "genus": ["nosuch: 3"],
    "claim": ["kayles", "value = n"],
    "explore": ["nosuch"],
    "sweep": ["0.??", "--to", "x"],
    "misere": ["nosuch"],
    "replay": ["MISSING"],
    "learn": ["99"],
    "quiz": ["nosuch"],
    "nim": ["3 +"],
    "atlas find": ["--value", "x"],
    "atlas show": ["ID", "--atlas", "MISSING"],
    "atlas verify": ["--atlas", "MISSING"],
    "oeis": ["nosuch"],
    "games": ["nosuch"],
    "verify": ["MISSING"],
    "store verify": ["MISSING"],
    "site": ["MISSING", "--runtime", "MISSING"],
}
"""Command with --json -> what it cannot read; MISSING is no file, FILE one that holds no more than a word."""
LIMITS = {
    "solve": ["cram: 7x7", *SOON],
    "values": ["kayles", "--misere", "--to", "10^5", *SOON],
    "values of boards": ["cram", "--to", "30", *SOON],
    "values of long numbers": ["turn", "--to", "5000"],
    "claim": ["cram", "value == n % 2", "--to", "10^4", *SOON],
    "explore": ["turn", "--to", "5000", *SOON],
    "misere": ["0.106", *SOON],
}
"""Command -> what reaches a limit."""
REFUSED = {
    "values": ["graph"],
    "period": ["graph"],
    "claim": ["graph", "value == n"],
    "explore": ["graph"],
    "misere": ["chomp"],
    "oeis": ["kayles", "--draft"],
    "quiz": ["binary", "--count", "0"],
    "verify": ["FILE"],
    "store verify": ["FILE"],
}
"""Command -> what it understands and does not do."""


def with_json(command: click.Command, words: str = "") -> Iterator[str]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from with_json(below, f"{words} {name}".strip())
    elif any("--json" in option.opts for option in command.params):
        yield words


def test_every_command_with_json_has_a_row() -> None:
    assert set(with_json(grundy)) == set(BAD_INPUT)


def document(terminal: Terminal, words: list[str], tmp_path: Path) -> tuple[int, dict[str, object]]:
    (tmp_path / "file").write_text("word")
    places = {"MISSING": str(tmp_path / "missing"), "FILE": str(tmp_path / "file")}
    code, out, err = terminal.run(*(places.get(word, word) for word in words), "--json")
    assert err == ""
    assert out.count("\n") == 1
    found = json.loads(out)
    assert found["schema"] == 1
    return code, found


@pytest.mark.parametrize("command", BAD_INPUT)
def test_what_cannot_be_read_is_one_document(terminal: Terminal, tmp_path: Path, command: str) -> None:
    code, found = document(terminal, [*command.split(), *BAD_INPUT[command]], tmp_path)
    assert code == 2
    assert "error" in found or found["verdict"]


@pytest.mark.parametrize("command", LIMITS)
def test_a_limit_is_one_document(terminal: Terminal, tmp_path: Path, command: str) -> None:
    code, found = document(terminal, [command.partition(" of ")[0], *LIMITS[command]], tmp_path)
    assert code == 4
    error = found.get("error")
    assert (isinstance(error, dict) and error["code"] == "limit") or found.get("status") == "limit" or found["reason"]


@pytest.mark.parametrize("command", REFUSED)
def test_what_is_refused_is_one_document(terminal: Terminal, tmp_path: Path, command: str) -> None:
    code, found = document(terminal, [*command.split(), *REFUSED[command]], tmp_path)
    assert code in {2, 5, 6}
    assert "error" in found or found["verdict"]
