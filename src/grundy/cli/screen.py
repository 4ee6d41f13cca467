"""The terminal that a command writes to: lines no wider than it, broken between words, and one screen of them.

What is longer is cut, and the last line says how much is left; with --all it goes to a pager.
Words, tables and boards are laid out for it (`drawing/fit.py`); this is for what no layout could know, such as a
long position. Data (JSON, code, files for papers) is left as it is, and so is everything that goes elsewhere.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from .telling import SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from subprocess import Popen

LEAST = 20
"""A narrower terminal is written to as one of so many columns."""
FEW = 5
"""On a terminal of so few lines nothing is cut."""
DATA = {"--json", "--format", "--code"}
"""Options whose answer is for programs: a line that is broken there would be another one."""
CUT = {"solve", "search", "values", "explore", "misere", "claim", "games"}
"""Commands of whose answer one screen is shown."""
LONG = {"problem", "quiz"}
"""Commands whose whole answer may be read in a pager; the others talk, or are to be seen at once."""
HELP = {"-h", "--help", "--man"}


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
        mine = words[: words.index("--")] if "--" in words else words
        told = not HELP.isdisjoint(mine)
        cut = bool(words) and words[0] in CUT and not told and "-" not in words
        long = cut or told or (bool(words) and words[0] in LONG)
        pager = _pager() if long and not (told and "--no-pager" in mine) else None
        paged = sys.stdout = Fitted(behind[0], out, pager, cut=cut)
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


def _pager() -> list[str] | None:
    """Return the command that shows long answers: what GRUNDY_PAGER or PAGER says, else less; None to ask nobody."""
    if sys.stdin is None or not sys.stdin.isatty() or os.environ.get("TERM") == "dumb":
        return None
    import shlex

    try:
        command = shlex.split(os.environ.get("GRUNDY_PAGER", os.environ.get("PAGER", "less")))
    except ValueError:
        return None
    return None if command in ([], ["cat"]) else command


class Fitted:
    """A terminal's stream: breaks lines that are too wide, and holds back a screen of them where that may be all.

    What is longer than the screen goes to a pager, if there is one, or is `cut` unless all of it is asked for.
    """

    def __init__(
        self,
        stream: Any,  # noqa: ANN401  # any stream
        size: ScreenSize,
        pager: list[str] | None = None,
        before: Fitted | None = None,
        *,
        cut: bool = False,
    ) -> None:
        self._stream, self._size, self._pager, self._before = stream, size, pager, before
        self._cut = cut and size.lines > FEW
        self._held: list[str] = []
        self._more = 0
        self._part = ""
        self._process: Popen[str] | None = None

    def write(self, text: str) -> int:
        """Write text, every line of it broken where it is too wide."""
        if self._before is not None:
            self._before.release()
        *whole, self._part = (self._part + text).split("\n")
        if whole:
            self._put([piece for line in whole for piece in broken(line, self._size.columns)])
        return len(text)

    def _put(self, lines: list[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(text)
        elif self._pager is None and not self._cut:
            self._stream.write(text)
        elif self._more:
            self._more += len(lines)
        else:
            self._held += lines
            if len(self._held) >= self._size.lines > 0:
                self._overflow()

    def _overflow(self) -> None:
        """Decide what becomes of an answer that is longer than the screen."""
        if self._cut and not SHOWN:
            kept = self._size.lines - 2  # this, the line that counts the others, and the prompt
            self._more, self._held = len(self._held) - kept, self._held[:kept]
        elif self._pager is None or "plain" in SHOWN:
            held, self._held = self._held, []
            self._cut, self._pager = False, None
            self._put(held)
        else:
            self._cut = False
            self._page()

    def _page(self) -> None:
        """Start the pager with what was held back; where there is none the rest is written plainly."""
        import subprocess

        command, self._pager = self._pager or [], None
        held, self._held = self._held, []
        environment = {"LESS": "FRX"} | dict(os.environ)
        self._stream.flush()
        with suppress(OSError):
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, encoding="utf-8")  # noqa: S603
        self._put(held)

    def flush(self) -> None:
        """Write what stands in a line that is not ended, unless all is held back."""
        if self._pager is None and self._process is None and not self._cut:
            if self._part:
                part, self._part = self._part, ""
                self._stream.write("\n".join(broken(part, self._size.columns)))
            self._stream.flush()

    def release(self) -> None:
        """Write all that was held back, and wait until the pager is left."""
        self._pager, self._cut = None, False
        if self._process is not None:
            process, self._process = self._process, None
            with suppress(BrokenPipeError):
                process.communicate(self._part)
            self._part = ""
            while process.poll() is None:
                with suppress(KeyboardInterrupt):
                    process.wait()
        held, self._held = self._held, []
        if self._more:
            left = self._more + bool(self._part)
            held, self._more, self._part = [*held, f"... {left} more lines: --all"], 0, ""
        self._stream.write("".join(f"{line}\n" for line in held))
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
