"""Lets signals such as Ctrl-C end work without damage: `Signals` while data are written, `stoppable` for a command.

If no data are written, the first signal ends the work at once, because compiling a kernel may take seconds. Only while
LLVM is running it is delayed, because interrupting LLVM would crash the process. An exception raised in a place where
exceptions are ignored (a callback of the compiler, `__del__`, a bare `except`) is lost, and the command continues. So a
signal whose exception was lost is sent again a moment later.
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
"""The signals that are handled, with their descriptions."""
LLVM = "llvmlite.binding"
"""The modules that call LLVM and are called back by it."""
AGAIN = 0.01
"""Seconds after which a delayed signal is sent again."""
TORN: list[BaseException] = []
"""The exception that stopped a command, kept with its frames, because destroying an interrupted compiler can crash."""
_RAISED: list[ref[BaseException]] = []
"""The exceptions raised to stop a command."""
_FORGOTTEN: list[int] = []
"""The signals whose exceptions were lost; they are sent again unless the command ends before."""
_OPEN: set[object] = set()
"""The command that signals stop now, as a new object, so that a delayed signal never stops a later command."""


def interrupted(number: int) -> Interrupted:
    """Return the `Interrupted` error for the number of a signal."""
    return Interrupted(WORDS[signal.Signals(number).name], number)


def _in_main_thread() -> bool:
    """Return whether the caller runs in the main thread; `threading` is not imported for this."""
    threads = sys.modules.get("threading")
    return threads is None or threads.current_thread() is threads.main_thread()


def _install(handler: Callable[[int, FrameType | None], None], before: dict[int, Any]) -> None:
    """Install a handler for all signals that are not ignored, and add the previous handlers to `before` by number."""
    for name in WORDS if _in_main_thread() else ():
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, handler)


def _in_llvm(frame: FrameType | None) -> bool:
    """Return whether a frame or one of its callers belongs to the LLVM binding, which must not be interrupted."""
    while frame is not None:
        if LLVM in frame.f_globals.get("__name__", ""):
            return True
        frame = frame.f_back
    return False


def _send_again(number: int, wanted: Callable[[], object]) -> None:
    """Send a signal to the main thread a moment later, if `wanted()` is true at that time.

    The signal can interrupt a system call.
    """
    import threading

    main = threading.main_thread().ident

    def send() -> None:
        if wanted() and main is not None and hasattr(signal, "pthread_kill"):
            signal.pthread_kill(main, number)
        elif wanted():
            signal.raise_signal(number)

    threading.Timer(AGAIN, send).start()


class Signals:
    """A context manager that records SIGINT, SIGTERM and SIGHUP; `check` raises `Interrupted` after one of them.

    The first signal is only recorded, because the work may be writing data. It interrupts at once while the iterator
    `making(items)` computes its next item, because nothing is written then. A second signal raises
    `KeyboardInterrupt`. Only the main thread receives signals; in other threads nothing is recorded.
    """

    def __init__(self) -> None:
        self.noted: int | None = None
        self._at_once = self._sent = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        _install(self._note, self._before)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Restore the signal handlers; an error after a recorded signal becomes `Interrupted`.

        The arguments are those of every context manager: the class of the error, the error and its traceback, or None.
        """
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
        if self.noted is not None and isinstance(error, Exception) and not isinstance(error, GrundyError):
            raise interrupted(self.noted) from error

    def check(self) -> None:
        """Raise `Interrupted` if a signal has been recorded."""
        if self.noted is not None:
            raise interrupted(self.noted)

    def making(self, items: Iterator[Item]) -> Iterator[Item]:
        """Yield the items of an iterator; a signal stops the computation of an item at once.

        While the caller uses an item, for example writes it to the disk, a signal is only recorded. The computation of
        items must not write data.

        Args:
            items: Computes the items.

        Yields:
            The items.

        Raises:
            Interrupted: If there was a signal.
        """
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
        """Record the first signal; at the second raise `KeyboardInterrupt`."""
        if self.noted is not None and not self._sent:
            raise KeyboardInterrupt
        self.noted, self._sent = number, self._at_once and _in_llvm(frame)
        if self._sent:
            _send_again(number, lambda: self._before)
        elif self._at_once:
            self.check()


class Stopped(KeyboardInterrupt):
    """The exception by which a signal stops a command; resources are closed while it propagates."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stoppable() -> Iterator[None]:
    """Let signals stop the enclosed work by raising `Stopped`; ignored signals stay ignored.

    Only the main thread receives signals; in other threads nothing changes.
    """
    before: dict[int, Any] = {}
    others = sys.unraisablehook
    _FORGOTTEN.clear()

    def lost(what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, Stopped | Interrupted):  # these are sent again
            others(what)

    try:
        sys.unraisablehook = lost
        _install(_stop, before)
        _OPEN.update([object()] if before else [])
        yield
    finally:
        _OPEN.clear()
        _RAISED.clear()
        sys.unraisablehook = others
        for number, handler in before.items():
            signal.signal(number, handler)


def is_stopped(error: BaseException) -> bool:
    """Return whether a signal caused an error, that is, whether `Stopped` was raised before.

    The error is `Stopped` itself, or was raised because of it. If a `Stopped` was lost where exceptions are ignored,
    any error counts, because it may be a consequence: an interrupted import, for example, leaves an unfinished class.
    """
    return bool(_FORGOTTEN) or isinstance(_cause(error), Stopped)


def interrupted_by(error: BaseException) -> Interrupted:
    """Return the `Interrupted` error for the exception that stopped a command.

    Args:
        error: The exception. If no signal is known to have caused it, as for `KeyboardInterrupt`, SIGINT is assumed.
            Otherwise the exception is kept in memory with its frames, because destroying an interrupted compiler can
            crash.

    Returns:
        The error with the number of the signal.
    """
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
    """Handle a signal: raise `Stopped`. If LLVM is running, send the signal again a moment later instead."""
    if not _in_llvm(frame):
        raise _watched(number)
    command = set(_OPEN)
    _send_again(number, lambda: command & _OPEN)


def _watched(number: int) -> Stopped:
    """Build the exception for the signal `number`.

    If the exception is lost before it stops the command, the signal is sent again.
    """
    command = set(_OPEN)

    def forgotten(_: object) -> None:
        _FORGOTTEN.append(number)
        _send_again(number, lambda: command & _OPEN)

    stopped = Stopped(number)
    from weakref import ref

    _RAISED.append(ref(stopped, forgotten))
    return stopped
