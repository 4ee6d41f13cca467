"""What commands say and how far they are, without click, which takes longer to load than a small game to solve."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import Any

SECONDS = 600.0
"""What the work of a command may take unless something else is said."""


def say(text: str, *, end: str = "\n", err: bool = False) -> None:
    """Print as `click.echo` does, without click where the stream needs none of its care."""
    out = sys.stderr if err else sys.stdout
    if os.name != "posix" or getattr(out, "encoding", None) != "utf-8" or "\x1b" in text:
        import click

        click.echo(text, nl=bool(end), err=err)
    else:
        out.write(text + end)
        out.flush()


@contextmanager
def now_and_then(line: Callable[[Any, float], str], wipe: str) -> Iterator[Callable[[Any], None] | None]:
    """Yield a function that shows how far work is, and for how long, on a terminal's standard error; None elsewhere."""
    start = shown = monotonic()

    def show(reached: object) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown > 0.5:
            shown = now
            say(line(reached, now - start), end="", err=True)

    try:
        yield show if sys.stderr.isatty() else None
    finally:
        if shown != start:
            say(wipe, end="", err=True)


def progress() -> AbstractContextManager[Callable[[str], None] | None]:
    """Show lines of progress, not too often."""
    return now_and_then(lambda text, seconds: f"\r\x1b[K{text}, {seconds:.0f} s", "\r\x1b[K")


def half_of_memory() -> int:
    """Return half of the memory of this machine in bytes, or 2 GiB where it cannot be told."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 2 << 30
