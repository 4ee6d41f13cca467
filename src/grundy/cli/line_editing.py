"""Lets users edit input lines, with history and completion, if the terminal and Python support it."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def line_editing(words: Iterable[str] = ()) -> None:
    """Enable editing, history and completion for the next input line.

    History lasts as long as the command runs and is not written to a file. Nothing happens if the input is not a
    terminal, or if Python has no `readline` (on Windows the terminal itself edits lines).

    Args:
        words: The words that the tab key completes.
    """
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return
    known: list[str] | None = None

    def completed(text: str, state: int) -> str | None:
        nonlocal known
        known = list(words) if known is None else known
        found = [word for word in known if word.startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer(completed)
    readline.set_completer_delims("")
    edit = "libedit" in (readline.__doc__ or "")  # as on macOS
    readline.parse_and_bind("bind ^I rl_complete" if edit else "tab: complete")
