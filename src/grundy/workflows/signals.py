"""Signals that end long work in good order: the first is noted, a second ends the program at once."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Self

from ..core import Interrupted

WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal has gone"}
"""The signals that are noted, and what they are called."""


class Signals:
    """Notes SIGINT, SIGTERM and SIGHUP while it is open; `check` raises `Interrupted` after one of them.

    Only the main thread receives signals; elsewhere nothing is noted.
    """

    def __init__(self) -> None:
        """Note nothing yet."""
        self.noted: int | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Begin to note."""
        if threading.current_thread() is threading.main_thread():
            for name in WORDS:
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give the signals back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def check(self) -> None:
        """Raise `Interrupted` when a signal has come."""
        if self.noted is not None:
            raise Interrupted(WORDS[signal.Signals(self.noted).name], self.noted)

    def _note(self, number: int, _: FrameType | None) -> None:
        """Note the first signal; at the second let go of everything."""
        if self.noted is not None:
            raise KeyboardInterrupt
        self.noted = number
