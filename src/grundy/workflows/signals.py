"""Signals that end long work in good order: the first is noted, a second ends the program at once.

Where nothing is written the first ends the work at once too: compiling a kernel may take seconds.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

from ..core import Interrupted

Item = TypeVar("Item")

WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal has gone"}
"""The signals that are noted, and what they are called."""


class Signals:
    """Notes SIGINT, SIGTERM and SIGHUP while it is open; `check` raises `Interrupted` after one of them.

    Only the main thread receives signals; elsewhere nothing is noted.
    """

    def __init__(self) -> None:
        """Note nothing yet."""
        self.noted: int | None = None
        self._at_once = False
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

    def making(self, items: Iterator[Item]) -> Iterator[Item]:
        """Yield the items; a signal ends at once the making of the next one, which must have nothing to lose."""
        while True:
            self.check()
            self._at_once = True
            try:
                item = next(items)
            except StopIteration:
                return
            finally:
                self._at_once = False
            yield item

    def _note(self, number: int, _: FrameType | None) -> None:
        """Note the first signal; at the second let go of everything."""
        if self.noted is not None:
            raise KeyboardInterrupt
        self.noted = number
        if self._at_once:
            self.check()
