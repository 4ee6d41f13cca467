"""Signals that stop a command: SIGINT, SIGTERM and SIGHUP all end it as Ctrl-C does, each with its own exit code.

What is raised where exceptions are ignored, in a function that the compiler calls back, in `__del__` or under a bare
`except`, is lost, and the command goes on. So a signal whose exception is forgotten is sent once more a moment later.
"""

from __future__ import annotations

import signal
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from ..core import Interrupted
from ..workflows.signals import WORDS, in_llvm, interrupted, send_again

TORN: list[BaseException] = []
"""What stopped a command, kept with all that it stopped: a compiler that is taken down half-way frees things twice."""
_RAISED: list[weakref.ref[BaseException]] = []
"""What was raised to stop a command."""
_FORGOTTEN: list[int] = []
"""The signals whose exceptions were forgotten; they come again, unless the command ends before, for whatever reason."""
_OPEN: set[int] = set()
"""The signals that stop a command now."""


class Stopped(KeyboardInterrupt):
    """A signal came; what is open is closed on the way up."""

    def __init__(self, number: int) -> None:
        """Keep which one it was."""
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
        for name in WORDS if threading.current_thread() is threading.main_thread() else ():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, _stop)
        _OPEN.update(before)
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
    """Return the signal behind an error, else the error."""
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
    send_again(number, lambda: _OPEN)


def _watched(number: int) -> Stopped:
    """Return what is to be raised; no frame of its traceback has a name for it, so it is gone when it is forgotten."""

    def forgotten(_: object) -> None:
        _FORGOTTEN.append(number)
        send_again(number, lambda: _OPEN)

    stopped = Stopped(number)
    _RAISED.append(weakref.ref(stopped, forgotten))
    return stopped
