"""Signals: `Signals` notes the first where something is written, `stoppable` ends a command as Ctrl-C does.

Where nothing is written the first ends the work at once: compiling a kernel may take seconds. Only while LLVM is at
work it waits, as what is torn there ends the process with a fault. What is raised where exceptions are ignored, in a
function that the compiler calls back, in `__del__` or under a bare `except`, is lost, and the command goes on; so a
signal whose exception is forgotten is sent once more a moment later.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ...core import GrundyError, Interrupted

if TYPE_CHECKING:
    from weakref import ref

Item = TypeVar("Item")

WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal was closed"}
"""The signals that are noted, and what they are called."""
LLVM = "llvmlite.binding"
"""The modules from which LLVM is called, and called back."""
AGAIN = 0.01
"""Seconds after which a signal that came too early is sent again."""
TORN: list[BaseException] = []
"""What stopped a command, kept with all that it stopped: a compiler that is taken down half-way frees things twice."""
_RAISED: list[ref[BaseException]] = []
"""What was raised to stop a command."""
_FORGOTTEN: list[int] = []
"""The signals whose exceptions were forgotten; they come again, unless the command ends before, for whatever reason."""
_OPEN: set[object] = set()
"""The command that signals stop now; a new one for each, so that no signal for one comes to the next."""


def interrupted(number: int) -> Interrupted:
    """Return the error that says which signal came."""
    return Interrupted(WORDS[signal.Signals(number).name], number)


def in_main_thread() -> bool:
    """Return whether this is the main thread; there is no other one before `threading` is loaded."""
    threads = sys.modules.get("threading")
    return threads is None or threads.current_thread() is threads.main_thread()


def in_llvm(frame: FrameType | None) -> bool:
    """Return whether LLVM is at work below a frame, or calls back from there."""
    while frame is not None:
        if LLVM in frame.f_globals.get("__name__", ""):
            return True
        frame = frame.f_back
    return False


def send_again(number: int, wanted: Callable[[], object]) -> None:
    """Send the main thread a signal a moment later, if it is wanted then; it also ends its waiting where it can."""
    import threading

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
        self.noted: int | None = None
        self._at_once = self._sent = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if in_main_thread():
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


class Stopped(KeyboardInterrupt):
    """A signal came; what is open is closed on the way up."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stoppable() -> Iterator[None]:
    """Let the signals stop what is done meanwhile by raising `Stopped`; those that are ignored stay so.

    Only the main thread hears signals; elsewhere nothing changes.
    """
    before: dict[int, Any] = {}
    others = sys.unraisablehook
    _FORGOTTEN.clear()

    def lost(what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, Stopped | Interrupted):  # they come again
            others(what)

    try:
        sys.unraisablehook = lost
        for name in WORDS if in_main_thread() else ():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, _stop)
        _OPEN.update([object()] if before else [])
        yield
    finally:
        _OPEN.clear()
        _RAISED.clear()
        sys.unraisablehook = others
        for number, handler in before.items():
            signal.signal(number, handler)


def is_stopped(error: BaseException) -> bool:
    """Return whether a signal is behind an error: what it interrupts may end otherwise, an unfinished class for one."""
    return bool(_FORGOTTEN) or isinstance(_cause(error), Stopped)


def interrupted_by(error: BaseException) -> Interrupted:
    """Return the error that says what stopped a command, from what was raised; a signal's is kept in `TORN`."""
    error = _cause(error)
    stopped = [error.number] if isinstance(error, Stopped) else _FORGOTTEN
    if stopped:
        TORN.append(error)
    return interrupted(stopped[0] if stopped else signal.SIGINT)


def _cause(error: BaseException) -> BaseException:
    behind = [error]
    for one in behind:
        if isinstance(one, Stopped):
            return one
        behind += [more for more in (one.__cause__, one.__context__) if more is not None and more not in behind]
    return error


def _stop(number: int, frame: FrameType | None) -> None:
    """Stop; where LLVM is at work a moment later."""
    if not in_llvm(frame):
        raise _watched(number)
    command = set(_OPEN)
    send_again(number, lambda: command & _OPEN)


def _watched(number: int) -> Stopped:
    """Return what is to be raised; no frame of its traceback has a name for it, so it is gone when it is forgotten."""
    command = set(_OPEN)

    def forgotten(_: object) -> None:
        _FORGOTTEN.append(number)
        send_again(number, lambda: command & _OPEN)

    stopped = Stopped(number)
    from weakref import ref

    _RAISED.append(ref(stopped, forgotten))
    return stopped
