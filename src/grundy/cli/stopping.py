"""Signals that stop a command: SIGINT, SIGTERM and SIGHUP all end it as Ctrl-C does, each with its own exit code.

What is raised where Python ignores exceptions, in a function that the compiler calls back or in `__del__`, is lost with
a traceback on standard error, and the command goes on. So it is sent once more a moment later.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from ..core import Interrupted
from ..workflows.signals import WORDS, in_llvm, send_again

TORN: list[BaseException] = []
"""What stopped a command, kept with all that it stopped: a compiler that is taken down half-way frees things twice."""


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

    def lost(what: sys.UnraisableHookArgs) -> None:
        if isinstance(what.exc_value, Stopped):
            send_again(what.exc_value.number)
        elif not isinstance(what.exc_value, Interrupted):  # that one was noted
            others(what)

    try:
        sys.unraisablehook = lost
        for name in WORDS if threading.current_thread() is threading.main_thread() else ():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, _stop)
        yield
    finally:
        sys.unraisablehook = others
        for number, handler in before.items():
            signal.signal(number, handler)


def is_stopped(error: BaseException) -> bool:
    """Return whether a signal is behind an error: Python makes a `RuntimeError` of what comes while a class is made."""
    return isinstance(_cause(error), Stopped)


def interrupted_by(error: BaseException) -> Interrupted:
    """Return the error that says what stopped a command, from what was raised; a signal is kept in `TORN`."""
    error, number = _cause(error), signal.SIGINT
    if isinstance(error, Stopped):
        TORN.append(error)
        number = signal.Signals(error.number)
    return Interrupted(WORDS[number.name], number)


def _cause(error: BaseException) -> BaseException:
    """Return the signal behind an error, else the first cause."""
    while error.__cause__ is not None and not isinstance(error, Stopped):
        error = error.__cause__
    return error


def _stop(number: int, frame: FrameType | None) -> None:
    """Stop; where LLVM is at work a moment later."""
    if in_llvm(frame):
        send_again(number)
    else:
        raise Stopped(number)
