"""Prints results and progress of commands without click, whose import takes longer than solving a small game."""

from __future__ import annotations

import os
import sys
from _thread import allocate_lock  # importing `threading` instead takes a millisecond
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from time import monotonic
from typing import Any

SOON = 0.15
"""Seconds after which a command without output shows on a terminal that it is working."""
OFTEN = 0.5
"""Seconds between two reports of progress on a terminal."""
SELDOM = 30.0
"""Seconds between two reports of progress in a file or a pipe."""
WORKING = "working ..."

SCREEN = {"--all": "all", "--no-pager": "plain"}
"""Options that control how a terminal shows a long answer, and their values in `SHOWN`."""
QUIET = "quiet"
FLAGS = {"-q": QUIET, "--quiet": QUIET, "-v": "more", "--verbose": "more", "-vv": "most"}
"""Options of every command, in any place: no progress, and log messages of a level."""
SHOWN: set[str] = set()
"""The options given for the output: "all" of a long answer, "plain" without a pager, "quiet" without progress."""


class Defaults:
    """The default limits of a command: seconds, and bytes of memory, or None for half of the memory of the machine."""

    seconds = 600.0
    memory: int | None = None


DEFAULTS = Defaults()
"""The limits of this process; the configuration file may change them."""


def say(text: str, *, end: str = "\n", err: bool = False) -> None:
    """Print a text as `click.echo` does, but without importing click if the stream needs no special handling.

    Args:
        text: The text.
        end: What is printed after the text.
        err: Whether to print it on standard error; a failure to do so is ignored.
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


def answered(found: Any, *, as_json: bool, style: str | None = None) -> None:  # noqa: ANN401  # what has `to_dict`, `explain` and `paper`
    """Print the result of a question as words, as JSON or in a format for papers.

    Args:
        found: The result.
        as_json: Whether to print JSON.
        style: A format for papers, such as "latex"; None for words or JSON.
    """
    if style is not None:
        from ..drawing.papers import written

        say(written(found.paper(), style), end="")
    elif as_json:
        import json

        say(json.dumps(found.to_dict()))
    elif text := found.explain():
        say(text)


class PassingLine:
    """A line of progress on standard error that the next output erases.

    While the line may be shown, `sys.stdout` and `sys.stderr` are replaced so that the first output is noticed. Nothing
    happens if standard error is not a terminal.
    """

    def __init__(self) -> None:
        self._turn = allocate_lock()
        self._behind: tuple[Any, Any] | None = None
        self._width = 0

    def watch(self) -> None:
        """Watch `sys.stdout` and `sys.stderr`: the first text printed there erases the progress line for good."""
        if self._behind is None and sys.stdout is not None and sys.stderr is not None and sys.stderr.isatty():
            self._behind = sys.stdout, sys.stderr
            sys.stdout, sys.stderr = (_Silent(stream, self.wipe) for stream in self._behind)

    def show(self, text: str) -> None:
        """Show a text in place of the line shown now, unless something was printed since `watch`."""
        with self._turn:
            if self._behind is not None:
                text = text[: _columns() - 1]
                _put(f"\r{text:<{self._width}}")
                self._width = len(text)

    def wipe(self) -> None:
        """Erase the line, and restore `sys.stdout` and `sys.stderr`."""
        with self._turn:
            if self._behind is not None:
                if self._width:
                    _put("\r" + " " * self._width + "\r")
                sys.stdout, sys.stderr = self._behind
                self._behind, self._width = None, 0


class _Silent:
    """A stream wrapper that calls a function once, before the first text is written."""

    def __init__(self, stream: Any, spoken: Callable[[], None]) -> None:  # noqa: ANN401  # any stream
        self._stream, self._spoken = stream, spoken

    def write(self, text: Any) -> Any:  # noqa: ANN401  # the method of the stream
        """Call the function if the text is not empty, then write the text."""
        if text:
            self._spoken()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # the method of the stream
        if name == "buffer":  # bytes do not pass through this stream
            self._spoken()
        return getattr(self._stream, name)


LINE = PassingLine()
"""The only such line of this process."""


def _put(text: str) -> None:
    """Write a text to standard error without buffering; errors, such as a closed terminal, are ignored."""
    with suppress(OSError):
        os.write(2, text.encode("ascii", "replace"))


def _columns() -> int:
    try:
        return os.get_terminal_size(2).columns or 80
    except OSError:
        return 80


@contextmanager
def first_word() -> Iterator[None]:
    """Show "working ..." on a terminal if the command in the `with` block prints nothing for a short time."""
    LINE.watch()
    if QUIET in SHOWN or sys.stderr is None or not sys.stderr.isatty():
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
    """Yield a function that shows progress on standard error, or None with the option --quiet.

    A terminal shows one line, replaced twice a second. A file or a pipe gets a new line every 30 seconds.

    Args:
        line: A function that makes the text to show, from the progress and the seconds since the start.

    Yields:
        The function, which the caller calls with the progress in the form that `line` expects; or None.
    """
    start = shown = monotonic()
    terminal = sys.stderr is not None and sys.stderr.isatty()
    pause = OFTEN if terminal else SELDOM

    def show(reached: object) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown > pause:
            shown = now
            text = line(reached, now - start)
            if terminal:
                LINE.watch()
                LINE.show(text)
            else:
                say(f"grundy: {text}", err=True)

    try:
        yield None if QUIET in SHOWN or sys.stderr is None else show
    finally:
        if shown != start and terminal:
            LINE.wipe()


def progress() -> AbstractContextManager[Callable[[str], None] | None]:
    """Return a context with a function that shows a text and the seconds since the start, as `now_and_then` does."""
    return now_and_then(lambda text, seconds: f"{text}, {seconds:.0f} s")


def default_memory() -> int:
    """Return the memory limit of a command in bytes: that of `DEFAULTS`, or half of the memory of this machine."""
    if DEFAULTS.memory is not None:
        return DEFAULTS.memory
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 2 << 30
