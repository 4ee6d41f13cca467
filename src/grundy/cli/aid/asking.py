"""Lines that are typed into a conversation: edited, repeated, completed, where the terminal and Python can do that."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def line_editing(words: Iterable[str] = ()) -> None:
    """Let the next line be edited, earlier ones come back, and the tab key complete it to one of `words`.

    Lines are kept as long as the command runs, in no file. Nothing is done where the input is no terminal, or where
    Python has no `readline` (on Windows the terminal itself edits lines).
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
    edit = "libedit" in (readline.__doc__ or "")  # that of macOS
    readline.parse_and_bind("bind ^I rl_complete" if edit else "tab: complete")
