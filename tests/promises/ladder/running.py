"""The command line in this process: what a command writes, and how it ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from unittest.mock import patch

from grundy.cli.main import main


def run(words: Sequence[str], said: str = "") -> tuple[int, str]:
    """Return the exit code of a command that reads what is said, and everything that it writes."""
    kept = BytesIO()
    out = TextIOWrapper(kept, encoding="utf-8", write_through=True)
    with redirect_stdout(out), redirect_stderr(out), patch.object(sys, "stdin", StringIO(said)):
        try:
            main(words)
        except SystemExit as end:
            return int(end.code or 0), kept.getvalue().decode()
    raise AssertionError("the command did not end")
