"""Writes generated pages, and runs commands of `grundy` as a reader would type them."""

from __future__ import annotations

import io
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from grundy.cli.main import main


def write_pages(folder: Path, pages: dict[str, str]) -> None:
    """Let a folder hold these pages and no others; what has not changed is not touched."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def run(command: str) -> tuple[int, str]:
    r"""Return the exit code of a command, and what it prints.

    >>> run('grundy nim "6 * 7"')
    (0, '3\n')
    """
    said = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(said), redirect_stderr(said):
        try:
            main(shlex.split(command)[1:])
        except SystemExit as left:
            status = int(left.code or 0)
    said.seek(0)
    return status, said.read()


def cut(text: str, most: int) -> str:
    r"""Return the first lines of a text, and how many more there are.

    >>> cut("a\nb\nc\n", 2)
    'a\nb\n... and 1 more line'
    """
    lines = text.rstrip("\n").split("\n")
    rest = len(lines) - most
    return "\n".join(lines if rest <= 0 else [*lines[:most], f"... and {rest} more line{'s' * (rest > 1)}"])


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    cells = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


def title(text: str, line: str = "=") -> str:
    """Return a title in reStructuredText."""
    return f"{text}\n{line * len(text)}\n\n"
