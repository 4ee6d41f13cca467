"""The terminal that a command writes to: lines no wider than it, broken between words; what is longer goes to a pager.

Words, tables and boards are laid out for it (`drawing/fit.py`); this is for what no layout could know, such as a
long position. Data (JSON, code, files for papers) is left as it is, and so is everything that goes elsewhere.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from subprocess import Popen

LEAST = 20
"""A narrower terminal is written to as one of so many columns."""
DATA = {"--json", "--format", "--code"}
"""Options whose answer is for programs: a line that is broken there would be another one."""
LONG = {"solve", "search", "values", "explore", "misere", "claim", "games", "problem", "quiz"}
"""Commands whose answer may be read in a pager; the others talk, or are to be seen at once."""


class ScreenSize(NamedTuple):
    """Columns and lines of a terminal."""

    columns: int
    lines: int


def size(number: int) -> ScreenSize | None:
    """Return the size of the terminal behind a file descriptor; None where there is none, or it does not say."""
    try:
        if not os.isatty(number):
            return None
        found = os.get_terminal_size(number)
    except OSError:
        return None
    columns = os.environ.get("COLUMNS", "")
    across = int(columns) if 0 < len(columns) < 6 and set(columns) <= set("0123456789") else 0
    across = across or found.columns
    return ScreenSize(max(LEAST, across), found.lines) if across else None


@contextmanager
def fitted(words: Sequence[str]) -> Iterator[None]:
    """Fit what a command writes to its terminal while the context lasts; `words` are those of the command line."""
    behind = sys.stdout, sys.stderr
    out, err = (None if stream is None else size(number) for number, stream in enumerate(behind, 1))
    data = any(word.partition("=")[0] in DATA for word in words)
    if (out is None and err is None) or os.name != "posix":
        yield
        return
    from ..drawing.fit import NARROW

    paged = None
    if out is not None and not data:
        long = bool(words) and (
            (words[0] in LONG and "-" not in words) or not {"-h", "--help", "--man"}.isdisjoint(words)
        )
        paged = sys.stdout = Fitted(behind[0], out, _pager(words) if long else None)
        NARROW[:] = [out.columns]
    if err is not None:
        sys.stderr = Fitted(behind[1], err, before=paged)
    try:
        yield
    finally:
        NARROW.clear()
        sys.stdout, sys.stderr = behind
        if paged is not None:
            paged.close()


def _pager(words: Sequence[str]) -> list[str] | None:
    """Return the command that shows long answers: what PAGER says, else less; None where nobody is to be asked."""
    if "--no-pager" in words or sys.stdin is None or not sys.stdin.isatty() or os.environ.get("TERM") == "dumb":
        return None
    import shlex

    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return None
    return None if command in ([], ["cat"]) else command


class Fitted:
    """A terminal's stream: breaks lines that are too wide, and holds back a screen of them where a pager may come."""

    def __init__(
        self,
        stream: Any,  # noqa: ANN401  # any stream
        size: ScreenSize,
        pager: list[str] | None = None,
        before: Fitted | None = None,
    ) -> None:
        self._stream, self._size, self._pager, self._before = stream, size, pager, before
        self._held: list[str] = []
        self._lines = 0
        self._part = ""
        self._process: Popen[str] | None = None

    def write(self, text: str) -> int:
        """Write text, every line of it broken where it is too wide."""
        if self._before is not None:
            self._before.release()
        *whole, self._part = (self._part + text).split("\n")
        if whole:
            told = [piece for line in whole for piece in broken(line, self._size.columns)]
            self._put("".join(f"{line}\n" for line in told), len(told))
        return len(text)

    def _put(self, text: str, lines: int) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(text)
        elif self._pager is None:
            self._stream.write(text)
        else:
            self._held.append(text)
            self._lines += lines
            if self._lines >= self._size.lines > 0:
                self._page()

    def _page(self) -> None:
        """Start the pager with what was held back; where there is none the rest is written plainly."""
        import subprocess

        command, self._pager = self._pager or [], None
        held, self._held = "".join(self._held), []
        environment = {"LESS": "FRX"} | dict(os.environ)
        self._stream.flush()
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, encoding="utf-8")  # noqa: S603
        except OSError:
            self._stream.write(held)
        else:
            self._put(held, 0)

    def flush(self) -> None:
        """Write what stands in a line that is not ended, unless all is held back."""
        if self._pager is None and self._process is None:
            if self._part:
                part, self._part = self._part, ""
                self._stream.write("\n".join(broken(part, self._size.columns)))
            self._stream.flush()

    def release(self) -> None:
        """Write all that was held back, and wait until the pager is left."""
        self._pager = None
        if self._process is not None:
            process, self._process = self._process, None
            with suppress(BrokenPipeError):
                process.communicate(self._part)
            self._part = ""
            while process.poll() is None:
                with suppress(KeyboardInterrupt):
                    process.wait()
        held, self._held = "".join(self._held), []
        if held:
            self._stream.write(held)
        self.flush()

    def close(self) -> None:
        """Write what is left; a terminal that has gone is no matter any more."""
        with suppress(OSError, ValueError):
            self.release()

    @property
    def buffer(self) -> _Bytes:
        """What takes bytes, which are text here, too."""
        return _Bytes(self)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # the stream's own
        return getattr(self._stream, name)


class _Bytes:
    """The bytes of a stream that is fitted."""

    def __init__(self, stream: Fitted) -> None:
        self._stream = stream

    def write(self, data: bytes) -> int:
        """Write bytes as text; what is none shows as question marks."""
        self._stream.write(data.decode("utf-8", "replace"))
        return len(data)

    def flush(self) -> None:
        """Write what is ready."""
        self._stream.flush()


def broken(line: str, columns: int) -> list[str]:
    """Return the lines that stand for one: each fits, words are whole, and the rest begins below its last column.

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
    """Return where a word that is wider than a line is cut: behind a sign, else where the line ends."""
    fits = columns
    while fits > least and _wide(word[:fits]) > columns:
        fits -= 1
    return next((end for end in range(fits, least, -1) if word[end - 1] in ",;/+|&>)}]-_"), fits)


def _wide(text: str) -> int:
    """Return the columns of a text; colours take none."""
    from ..drawing.fit import columns_of

    if "\x1b" in text:
        import re

        text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return columns_of(text)
