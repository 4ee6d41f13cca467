"""A stream that cannot be written and memory that is short end a command as an error does, never in a traceback."""

from __future__ import annotations

import errno
import io
import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.terminal import Terminal
from tests.unit.check.sealed import samples, seal

import grundy_check
from grundy.core import CorruptStore
from grundy_check.reading import Stop


class Full(io.StringIO):
    encoding = "utf-8"

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_an_error_that_cannot_be_printed_keeps_its_exit_code(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Full())
    assert terminal.run("solve", "nim: x")[0] == 2


def test_an_error_that_cannot_be_printed_as_json_is_printed_as_a_line(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    code, _, err = terminal.run("solve", "nim: x", "--json")
    assert (code, err.startswith("grundy: ")) == (2, True)


def test_short_memory_is_a_limit(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("grundy.operations.solve.solving", short)
    code, _, err = terminal.run("solve", "nim: 1 2")
    assert (code, err) == (4, "grundy: there is not enough memory\n")
    code, out, _ = terminal.run("solve", "nim: 1 2", "--json")
    assert (code, json.loads(out)["error"]["code"]) == (4, "limit")
    monkeypatch.setattr(sys.modules["grundy.cli.main"], "fast_path", short)
    assert terminal.run("solve", "nim: 1 2")[0] == 4


def test_an_atlas_that_cannot_be_read_is_named_and_not_left_out(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise CorruptStore("atlas.jsonl: cannot be read")

    monkeypatch.setattr(import_module("grundy.workflows.exploring.explore"), "facts_about", broken)
    code, _, err = terminal.run("explore", "take 1..3", "--to", "30")
    assert (code, err) == (5, "grundy: atlas.jsonl: cannot be read\n")


def test_a_certificate_that_can_be_read_only_once_is_named(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = next(found for found in samples().values() if found[0]["claim"].get("via") == "segments")
    file = tmp_path / "c"
    file.write_bytes(seal(*data))

    def gone(*_: object) -> None:
        raise Stop("UNSUPPORTED", "cannot be read: Input/output error")

    monkeypatch.setattr(grundy_check, "opened", gone)
    code, _, err = terminal.run("verify", str(file), "--segments", "1")
    assert (code, err) == (2, f"grundy: {file}: cannot be read: Input/output error\n")
