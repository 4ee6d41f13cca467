"""Signals that end long work in good order: the first is noted, a second ends the program at once.

Where nothing is written the first ends the work at once too: compiling a kernel may take seconds. Only while LLVM is at
work it waits, as what is torn there ends the process with a fault.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

from ..core import GrundyError, Interrupted

Item = TypeVar("Item")

WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal has gone"}
"""The signals that are noted, and what they are called."""
LLVM = "llvmlite.binding"
"""The modules from which LLVM is called, and called back."""
AGAIN = 0.01
"""Seconds after which a signal that came too early is sent again."""


def interrupted(number: int) -> Interrupted:
    """Return the error that says which signal came."""
    return Interrupted(WORDS[signal.Signals(number).name], number)


def in_llvm(frame: FrameType | None) -> bool:
    """Return whether LLVM is at work below a frame, or calls back from there."""
    while frame is not None:
        if LLVM in frame.f_globals.get("__name__", ""):
            return True
        frame = frame.f_back
    return False


def send_again(number: int, wanted: Callable[[], object]) -> None:
    """Send the main thread a signal a moment later, if it is wanted then; it also ends its waiting where it can."""
    main = threading.main_thread().ident

    def send() -> None:
        if wanted() and main is not None and hasattr(signal, "pthread_kill"):
            signal.pthread_kill(main, number)
        elif wanted():
            signal.raise_signal(number)

    threading.Timer(AGAIN, send).start()


class Signals:
    """Notes SIGINT, SIGTERM and SIGHUP while it is open; `check` raises `Interrupted` after one of them.

    Only the main thread receives signals; elsewhere nothing is noted.
    """

    def __init__(self) -> None:
        """Note nothing yet."""
        self.noted: int | None = None
        self._at_once = self._sent = False
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
        """Give the signals back; what fails after one was noted was stopped by it, say an import that was torn."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
        if self.noted is not None and isinstance(error, Exception) and not isinstance(error, GrundyError):
            raise interrupted(self.noted) from error

    def check(self) -> None:
        """Raise `Interrupted` when a signal has come."""
        if self.noted is not None:
            raise interrupted(self.noted)

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

    def _note(self, number: int, frame: FrameType | None) -> None:
        """Note the first signal; at the second let go of everything."""
        if self.noted is not None and not self._sent:
            raise KeyboardInterrupt
        self.noted, self._sent = number, self._at_once and in_llvm(frame)
        if self._sent:
            send_again(number, lambda: self._before)
        elif self._at_once:
            self.check()
