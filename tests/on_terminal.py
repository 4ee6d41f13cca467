"""Commands on a pseudo-terminal of a given size: what a person would see, and what they type."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Shown(NamedTuple):
    """The lines that stay on the screen, all that was written, the exit code, and after how many seconds it began."""

    lines: list[str]
    text: str
    code: int
    said: float


def shown(
    words: Sequence[str],
    columns: int,
    *,
    lines: int = 500,
    folder: Path | None = None,
    typed: Sequence[str] | None = None,
    **variables: str,
) -> Shown:
    """Run a command on a terminal; each line that is `typed` is sent when the last character written is a blank."""
    import termios

    begun, said = monotonic(), None
    screen, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (lines, columns))
    known = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "NO_COLOR", "PAGER", "LESS"}}
    process = subprocess.Popen(
        [sys.executable, "-m", "grundy", *words],
        stdin=subprocess.DEVNULL if typed is None else terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=folder,
        env=known | {"TERM": "xterm-256color"} | variables,
        start_new_session=True,
    )
    os.close(terminal)
    text, left = b"", list(typed or ())
    while True:
        try:
            piece = os.read(screen, 1 << 16)
        except OSError:  # Linux says the end so
            piece = b""
        if not piece:
            break
        said = monotonic() - begun if said is None else said
        text += piece
        if left and ESCAPES.sub("", text.decode(errors="replace")).endswith(": "):
            os.write(screen, f"{left.pop(0)}\n".encode())
    os.close(screen)
    told = text.decode().replace("\r\n", "\n")
    code = process.wait()
    said = monotonic() - begun if said is None else said  # nothing was said
    return Shown(seen(told), told, code, said)


def seen(text: str) -> list[str]:
    """Return what stays on a screen, without colours: what follows a carriage return stands over what was there."""
    found = []
    for line in ESCAPES.sub("", text).split("\n"):
        kept = ""
        for piece in line.split("\r"):
            kept = piece + kept[len(piece) :]
        found.append(kept.rstrip())
    return found
