"""Reads the commands in the console blocks of a Markdown page, with what the page says they print."""

from __future__ import annotations

import re

STATUS = "echo $?"
"""In a page this command prints the exit status of the one before."""


def sessions(text: str) -> list[tuple[str, str]]:
    """Return (command, expected output) of every console block."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            found.append((command, output))
    return found


def calls(text: str) -> list[tuple[str, str, int]]:
    """Return (command, expected output, exit status): 0 unless the page shows another one behind the command."""
    found: list[tuple[str, str, int]] = []
    for command, output in sessions(text):
        if command == STATUS:
            found[-1] = (*found[-1][:2], int(output))
        else:
            found.append((command, output, 0))
    return found
