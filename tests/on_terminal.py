"""Commands on a pseudo-terminal of a given size: what a person would see, and what they type."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import NamedTuple
from unittest.mock import patch

from grundy.cli.main import main

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
OURS = {"COLUMNS", "NO_COLOR", "PAGER", "LESS"}
"""Variables of the environment that are a command's only where a test says so."""
END = b"\0the end\0"
"""What no command writes; behind it nothing comes."""


class PageResponse(NamedTuple):
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
    piped: bytes | None = None,
    **variables: str,
) -> PageResponse:
    """Run a command on a terminal; each line that is `typed` is sent when the last character written is a blank.

    What is `piped` comes on standard input after the first character was written: until then the command waits for it.
    """
    import termios

    begun, said = monotonic(), None
    screen, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (lines, columns))
    process = subprocess.Popen(
        [sys.executable, "-m", "grundy", *words],
        stdin=subprocess.PIPE if piped is not None else subprocess.DEVNULL if typed is None else terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=folder,
        env=around(variables),
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
        if process.stdin is not None and not process.stdin.closed:
            process.stdin.write(piped or b"")
            process.stdin.close()
        if left and ESCAPES.sub("", text.decode(errors="replace")).endswith(": "):
            os.write(screen, f"{left.pop(0)}\n".encode())
    os.close(screen)
    told = text.decode().replace("\r\n", "\n")
    code = process.wait()
    said = monotonic() - begun if said is None else said  # nothing was said
    return PageResponse(seen(told), told, code, said)


def around(variables: dict[str, str]) -> dict[str, str]:
    """Return the environment of a command."""
    known = {name: value for name, value in os.environ.items() if name not in OURS}
    return known | {"TERM": "xterm-256color"} | variables


def shown_here(words: Sequence[str], columns: int, *, lines: int = 500, folder: Path, **variables: str) -> PageResponse:
    """Run a command on a terminal in this process, which has loaded already what it needs; nothing is typed."""
    import termios

    begun, pieces = monotonic(), [b""]
    screen, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (lines, columns))

    def read() -> None:
        while not pieces[-1].endswith(END):
            pieces[-1:] = [pieces[-1] + os.read(screen, 1 << 16)]

    reader = Thread(target=read)
    reader.start()
    try:
        with patch.dict(os.environ, around(variables), clear=True), chdir(folder), _before(terminal):
            code = _code(words)
    finally:
        os.write(terminal, END)
        reader.join()
        os.close(terminal)
        os.close(screen)
    told = pieces[-1].removesuffix(END).decode().replace("\r\n", "\n")
    return PageResponse(seen(told), told, code, monotonic() - begun)


def _code(words: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        main(words)
    except SystemExit as end:
        return int(end.code or 0)


@contextmanager
def _before(terminal: int) -> Iterator[None]:
    """Let this process write to a terminal and read nothing."""
    with ExitStack() as stack:
        nothing = stack.enter_context(Path(os.devnull).open(encoding="utf-8"))
        for number, other in enumerate((nothing.fileno(), terminal, terminal)):
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(other, number)
        out, err = (stack.enter_context(open(number, "w", encoding="utf-8", closefd=False)) for number in (1, 2))
        stack.enter_context(patch.multiple(sys, stdin=nothing, stdout=out, stderr=err))
        yield


def seen(text: str) -> list[str]:
    """Return what stays on a screen, without colours: what follows a carriage return stands over what was there."""
    found = []
    for line in ESCAPES.sub("", text).split("\n"):
        kept = ""
        for piece in line.split("\r"):
            kept = piece + kept[len(piece) :]
        found.append(kept.rstrip())
    return found
