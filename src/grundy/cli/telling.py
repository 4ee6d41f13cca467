"""What commands say and how far they are, without click, which takes longer to load than a small game to solve."""

from __future__ import annotations

import os
import sys
from _thread import allocate_lock  # `threading`, which is built on it, takes a millisecond to load
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from time import monotonic
from typing import Any

SECONDS = 600.0
"""What the work of a command may take unless something else is said."""
SOON = 0.15
"""Seconds after which a command that said nothing yet says that it works."""
WORKING = "working ..."

SCREEN = {"--all": "all", "--no-pager": "plain"}
"""Options that say how much of a long answer a terminal shows, and what stands in `SHOWN` for them."""
SHOWN: set[str] = set()
"""What the command was asked about its terminal: "all" of a long answer, "plain" without a pager."""


def say(text: str, *, end: str = "\n", err: bool = False) -> None:
    """Print as `click.echo` does, without click where the stream needs none of its care.

    Args:
        text: What is printed.
        end: What follows it.
        err: Print it on standard error; if that cannot be written, nothing more can be done, and nothing is raised.
    """
    try:
        _print(text, end, err=err)
    except OSError:
        if not err:
            raise


def _print(text: str, end: str, *, err: bool) -> None:
    out = sys.stderr if err else sys.stdout
    if os.name != "posix" or getattr(out, "encoding", None) != "utf-8" or "\x1b" in text:
        import click

        click.echo(text, nl=bool(end), err=err)
    else:
        out.write(text + end)
        out.flush()


class PassingLine:
    """A line on a terminal's standard error that is wiped away by whatever is written next.

    While one may come the two streams stand behind this, and hear of a first word. Where standard error is no terminal
    nothing is done and nothing shown.
    """

    def __init__(self) -> None:
        self._turn = allocate_lock()
        self._behind: tuple[Any, Any] | None = None
        self._width = 0

    def watch(self) -> None:
        """Stand before the two streams until the next word is written."""
        if self._behind is None and sys.stdout is not None and sys.stderr is not None and sys.stderr.isatty():
            self._behind = sys.stdout, sys.stderr
            sys.stdout, sys.stderr = (_Silent(stream, self.wipe) for stream in self._behind)

    def show(self, text: str) -> None:
        """Show a line instead of the last one, unless a word came between."""
        with self._turn:
            if self._behind is not None:
                text = text[: _columns() - 1]
                _put(f"\r{text:<{self._width}}")
                self._width = len(text)

    def wipe(self) -> None:
        """Wipe the line away, and give the streams back."""
        with self._turn:
            if self._behind is not None:
                if self._width:
                    _put("\r" + " " * self._width + "\r")
                sys.stdout, sys.stderr = self._behind
                self._behind, self._width = None, 0


class _Silent:
    """A stream to which nothing was written yet."""

    def __init__(self, stream: Any, spoken: Callable[[], None]) -> None:  # noqa: ANN401  # any stream
        self._stream, self._spoken = stream, spoken

    def write(self, text: Any) -> Any:  # noqa: ANN401  # the stream's own
        """Write the first words."""
        if text:
            self._spoken()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # the stream's own
        if name == "buffer":  # bytes are written past these words
            self._spoken()
        return getattr(self._stream, name)


LINE = PassingLine()
"""The one of this process."""


def _put(text: str) -> None:
    """Write to standard error past all buffers; a terminal that has gone is noticed by others."""
    with suppress(OSError):
        os.write(2, text.encode("ascii", "replace"))


def _columns() -> int:
    try:
        return os.get_terminal_size(2).columns or 80
    except OSError:
        return 80


@contextmanager
def first_word() -> Iterator[None]:
    """Say on a terminal that a command works, where it does not soon say something itself."""
    LINE.watch()
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    timer = Timer(SOON, LINE.show, [WORKING])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        LINE.wipe()


@contextmanager
def now_and_then(line: Callable[[Any, float], str]) -> Iterator[Callable[[Any], None] | None]:
    """Yield a function that shows how far work is, and for how long, on a terminal's standard error; None elsewhere."""
    start = shown = monotonic()

    def show(reached: object) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown > 0.5:
            shown = now
            LINE.watch()
            LINE.show(line(reached, now - start))

    try:
        yield show if sys.stderr.isatty() else None
    finally:
        if shown != start:
            LINE.wipe()


def progress() -> AbstractContextManager[Callable[[str], None] | None]:
    """Show lines of progress, not too often."""
    return now_and_then(lambda text, seconds: f"{text}, {seconds:.0f} s")


def half_of_memory() -> int:
    """Return half of the memory of this machine in bytes, or 2 GiB where it cannot be told."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 2 << 30
