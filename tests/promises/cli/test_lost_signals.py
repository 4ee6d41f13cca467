"""A signal that is lost where it came comes again while nothing happens."""

from __future__ import annotations

import ctypes
import signal
import time
from types import FunctionType

import pytest

from grundy.workflows.persistence.signals import Stopped, stoppable


def test_a_signal_that_is_lost_in_a_callback_stops_what_follows(capfd: pytest.CaptureFixture[str]) -> None:
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGTERM))
    heard, start = list[str](), time.monotonic()
    with pytest.raises(Stopped), stoppable():  # noqa: PT012  # what is lost comes again while nothing happens
        callback()
        heard.append("the callback ended, and Python ignored what it raised")
        time.sleep(600)
    assert len(heard) == 1
    assert time.monotonic() - start < 60
    assert capfd.readouterr().err == ""


def test_a_signal_that_a_bare_except_swallows_comes_again() -> None:
    swallowed = list[str]()
    with pytest.raises(Stopped), stoppable():  # noqa: PT012  # it comes while nothing happens
        try:
            signal.raise_signal(signal.SIGINT)
        except:  # noqa: E722  # what some library does
            swallowed.append("it")
        time.sleep(600)
    assert swallowed == ["it"]


def test_a_signal_waits_until_llvm_has_done_its_work() -> None:
    done: list[str] = []
    compiler = {"__name__": "llvmlite.binding.ffi", "raise_signal": signal.raise_signal, "done": done}
    work = FunctionType(at_work.__code__, compiler)
    with pytest.raises(Stopped), stoppable():  # noqa: PT012  # it comes while nothing happens
        work()
        time.sleep(600)
    assert done == ["all of it"]


def at_work() -> None:
    """Be interrupted."""
    raise_signal(2)  # type: ignore[name-defined]  # noqa: F821
    done.append("all of it")  # type: ignore[name-defined]  # noqa: F821
