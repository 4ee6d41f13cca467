"""The command line, run in this process: what a command writes, and the code it leaves with."""

from __future__ import annotations

import io
import json
import sys
from typing import Any
from unittest.mock import patch

import pytest

from grundy.cli.main import main


class Terminal:
    """Runs commands and keeps what they say; never a traceback."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def run(self, *words: str, said: str | None = None) -> tuple[int, str, str]:
        """Return the exit code, standard output and standard error of a command that reads what is said."""
        stdin = sys.stdin if said is None else io.StringIO(said)
        with pytest.raises(SystemExit) as left, patch.object(sys, "stdin", stdin):
            main(words)
        out, err = self.capsys.readouterr()
        assert "Traceback" not in out + err
        assert isinstance(left.value.code, int)
        return left.value.code, out, err

    def json(self, *words: str) -> tuple[int, Any]:
        """Return the exit code and the one line of JSON of a command."""
        code, out, err = self.run(*words, "--json")
        assert err == ""
        assert out.count("\n") == 1
        return code, json.loads(out)
