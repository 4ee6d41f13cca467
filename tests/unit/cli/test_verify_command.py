"""`grundy verify` keeps the limits that every command has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.terminal import Terminal
from tests.unit.check.sealed import header, samples, seal

NIM = {"family": "nim"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "c"
    path.write_bytes(seal(*samples()["cram"]))
    return path


@pytest.mark.parametrize("option", ["--limit-seconds", "--max-seconds"])
def test_seconds_are_a_limit_by_the_name_of_other_commands_and_by_the_older_one(
    option: str, file: Path, terminal: Terminal
) -> None:
    assert terminal.run("verify", str(file), option, "30")[0] == 0
    code, out, _ = terminal.run("verify", str(file), option, "0")
    assert (code, out.splitlines()[0]) == (4, f"{file}: LIMIT: the 0-second limit was reached")
    assert "--max-seconds" not in terminal.run("verify", "--help")[1]


def test_memory_is_a_limit(file: Path, terminal: Terminal) -> None:
    head = header("labelling", NIM, {"start": "x" * (40 << 20), "value": 0})
    file.write_bytes(seal(head, []))
    assert terminal.run("verify", str(file), "--limit-memory", "1G")[0] == 5
    code, out, _ = terminal.run("verify", str(file), "--limit-memory", "1M")
    assert (code, out.splitlines()[0]) == (4, f"{file}: LIMIT: there is not enough memory")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, terminal: Terminal) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code, answer = terminal.json("verify", str(pipe))
    assert (code, answer["verdict"], answer["reason"]) == (2, "unsupported", "cannot read it: not a regular file")


def test_standard_input_cannot_be_read_twice(terminal: Terminal) -> None:
    code, _, err = terminal.run("verify", "-", "--segments", "1")
    assert (code, "--segments and --record need a file, not standard input" in err) == (2, True)
