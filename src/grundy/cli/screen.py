"""Fits the output of a command to its terminal: breaks wide lines, cuts a long answer, or shows it in a pager.

Words, tables and boards are laid out for the terminal by `drawing/fit.py`. This module breaks lines that no layout can
foresee, such as a long position. JSON, code and text for documents are not changed, nor is output to files and pipes.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from .output import SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LEAST = 20
"""The least number of columns for which lines are broken."""
FEW = 5
"""A terminal with at most this many lines gets complete answers."""
DATA = {"--json", "--format", "--code"}
"""Options whose output is for programs; a broken line would have another meaning."""
CUT = {"solve", "search", "values", "explore", "misere", "claim", "games"}
"""Commands whose answer is cut to one screen."""
LONG = {"problem", "quiz"}
"""Commands whose answer is never cut but may be shown in a pager."""
HELP = {"-h", "--help"}


def size(number: int) -> os.terminal_size | None:
    """Return the size of the terminal of a file descriptor: None if it is not a terminal or its width is unknown."""
    try:
        found = os.get_terminal_size(number)
    except OSError:
        return None
    columns = os.environ.get("COLUMNS", "")
    across = int(columns) if 0 < len(columns) < 6 and set(columns) <= set("0123456789") else 0
    across = across or found.columns
    return os.terminal_size((max(LEAST, across), found.lines)) if across else None


@contextmanager
def fitted(words: Sequence[str]) -> Iterator[None]:
    """Fit the output of a command to the terminal while the context is active.

    `words` are the arguments of the command line, which determine whether the output may be cut or paged.
    """
    streams = sys.stdout, sys.stderr
    out, err = (None if stream is None else size(number) for number, stream in enumerate(streams, 1))
    if (out is None and err is None) or os.name != "posix":
        yield
        return
    from ..drawing import fit_columns

    answer = None
    if out is not None and not any(word.partition("=")[0] in DATA for word in words):
        options = words[: words.index("--")] if "--" in words else words
        helps = not HELP.isdisjoint(options)
        command = words[0] if words else ""
        cut = command in CUT and not helps and "-" not in words
        kept = cut or (helps and "--no-pager" not in options) or (command in LONG and not helps)
        answer = sys.stdout = Fitted(streams[0], out, kept=kept, cut=cut)
        fit_columns(out.columns)
    if err is not None:
        sys.stderr = Fitted(streams[1], err, before=answer)
    try:
        yield
    finally:
        fit_columns(None)
        sys.stdout, sys.stderr = streams
        if answer is not None:
            with suppress(OSError, ValueError):  # the terminal may be closed
                answer.release(pager=_pager())


def _pager() -> str:
    """Return the command of the pager for long answers, or "" if they are printed without one."""
    if sys.stdin is None or not sys.stdin.isatty() or os.environ.get("TERM") == "dumb" or "plain" in SHOWN:
        return ""
    command = os.environ.get("GRUNDY_PAGER", os.environ.get("PAGER", "less")).strip()
    return "" if command == "cat" else command


class Fitted:
    """A replacement for a terminal's stream that breaks wide lines, and can hold lines until the command ends."""

    def __init__(
        self,
        stream: Any,  # noqa: ANN401  # any stream
        size: os.terminal_size,
        *,
        kept: bool = False,
        cut: bool = False,
        before: Fitted | None = None,
    ) -> None:
        """Wrap a stream of a terminal.

        Args:
            stream: The stream to which the lines are written.
            size: The size of the terminal.
            kept: Whether lines are held until the command ends.
            cut: Whether only one screen of the held lines is shown.
            before: Another stream whose held lines are written before the first line of this one, or None.
        """
        self._stream, self._size, self._kept, self._before = stream, size, kept, before
        self._cut = cut and size.lines > FEW
        self._lines: list[str] = []
        self._dropped = 0
        self._part = ""

    def write(self, text: str | bytes) -> int:
        """Write text, or bytes as text, and break lines that are too wide."""
        if self._before is not None:
            self._before.release()
        words = text if isinstance(text, str) else text.decode("utf-8", "replace")
        *whole, self._part = (self._part + words).split("\n")
        for line in whole:
            for piece in broken(line, self._size.columns):
                if not self._kept:
                    self._stream.write(f"{piece}\n")
                elif self._cut and not SHOWN and len(self._lines) >= self._size.lines:
                    self._dropped += 1
                else:
                    self._lines.append(piece)
        return len(text)

    def flush(self) -> None:
        """Write the text after the last line end, unless lines are held."""
        if not self._kept:
            if self._part:
                part, self._part = self._part, ""
                self._stream.write("\n".join(broken(part, self._size.columns)))
            self._stream.flush()

    def release(self, pager: str = "") -> None:
        """Write the held lines: all of them, or one screen of them if they are to be cut.

        If all are written and they need more than one screen, the pager shows them.

        Args:
            pager: The command that shows a long text page by page, or "" for no pager.
        """
        lines, self._lines, self._kept = self._lines, [], False
        if len(lines) >= self._size.lines > 0 and self._cut and not SHOWN:
            shown = self._size.lines - 2  # without the line that counts the others, and the prompt
            left = len(lines) - shown + self._dropped + bool(self._part)
            lines, self._part = [*lines[:shown], f"... {left} more lines: --all"], ""
        elif len(lines) >= self._size.lines > 0 and pager:
            import click

            os.environ |= {"PAGER": pager, "LESS": os.environ.get("LESS", "FRX")}
            click.echo_via_pager("\n".join([*lines, *filter(None, [self._part])]))
            lines, self._part = [], ""
        self._stream.write("".join(f"{line}\n" for line in lines))
        self.flush()

    @property
    def buffer(self) -> Fitted:
        """This stream itself, because it accepts bytes as well as text."""
        return self

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # the method of the stream
        return getattr(self._stream, name)


def broken(line: str, columns: int) -> list[str]:
    """Break a line into lines that fit; words stay whole if possible.

    In a row of a table, the further lines are indented to the last column that begins in the left half of the width.
    Those of other lines are indented by at most two spaces more than the line.

    Args:
        line: The line, which may be a row of a table, with two or more spaces between columns.
        columns: The largest width.

    Returns:
        The lines, in order.

    Example:
        >>> broken("nim: 3   take any number of tokens", 24)
        ['nim: 3   take any number', '         of tokens']
        >>> broken("graph:a>b,b>c,c>d", 10)
        ['graph:a>b,', '  b>c,c>d']
    """
    if (len(line) <= columns and line.isascii()) or _wide(line) <= columns:
        return [line]
    import re

    indent = len(line) - len(line.lstrip())
    gaps = [gap.end() for gap in re.finditer(r"(?<=\S)(?: {2,}| *-> )(?=\S)", line) if gap.end() <= columns // 2]
    rest = " " * (gaps[-1] if gaps else min(indent + 2, columns // 4))
    told, now, blank = [], "", ""
    for piece in re.findall(r" +|[^ ]+", line):
        if not piece.strip():
            blank = piece
            continue
        if now.strip() and _wide(now + blank + piece) > columns:
            told.append(now)
            now, blank = rest, ""
        now += blank + piece
        blank = ""
        while _wide(now) > columns:
            end = _end(now, columns, len(rest) + 1)
            told.append(now[:end])
            now = rest + now[end:]
    return [*told, now]


def _end(word: str, columns: int, least: int) -> int:
    """Return the index above `least` at which to cut a word wider than a line, if possible after punctuation.

    `columns` is the width of a line.
    """
    fits = columns
    while fits > least and _wide(word[:fits]) > columns:
        fits -= 1
    return next((end for end in range(fits, least, -1) if word[end - 1] in ",;/+|&>)}]-_"), fits)


def _wide(text: str) -> int:
    """Return the width of a text in columns of a terminal, not counting escape sequences for colours."""
    from ..drawing import columns_of

    if "\x1b" in text:
        import re

        text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return columns_of(text)
