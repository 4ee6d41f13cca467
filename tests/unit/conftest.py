"""Unit tests start no process, never sleep and need no compiler: one that does fails, whatever it caught.

Threads that an earlier test left running in the same process are not the test's doing, and are let be.
"""

from __future__ import annotations

import multiprocessing.util
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

PROCESSES = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system"}
COMPILER = {"numba", "llvmlite"}
WATCHED = PROCESSES | {"time.sleep", "import"}
"""The events that say something; the interpreter tells of thousands of others."""
GUARD: list[list[str]] = []
"""What the test that runs has done of this; empty between tests of this folder."""
OLDER: set[int] = set()
"""The threads that ran before the test began, but for its own."""


def _seen(event: str, arguments: tuple[Any, ...]) -> None:
    """Note what is forbidden, and stop it. An audit hook also sees what was imported by name long ago."""
    if event not in WATCHED or not GUARD or threading.get_ident() in OLDER:
        return
    if event in PROCESSES:
        what = f"starts a process ({event})"
    elif event == "time.sleep" and arguments[0] > 0:
        what = f"sleeps for {arguments[0]} s"
    elif event == "import" and arguments[0].partition(".")[0] in COMPILER:
        what = f"imports {arguments[0]}"
    else:
        return
    GUARD[0].append(what)
    raise AssertionError(what)


sys.addaudithook(_seen)


@pytest.fixture(autouse=True)
def _pure(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that starts a process, sleeps or loads the compiler."""

    def spawned(*_: object) -> None:
        _seen("subprocess.Popen", ())

    def slept(seconds: float) -> None:
        _seen("time.sleep", (seconds,))

    monkeypatch.setattr(multiprocessing.util, "spawnv_passfds", spawned)  # no audit event tells of it
    monkeypatch.setattr(time, "sleep", slept)  # nor of this before Python 3.13
    done: list[str] = []
    OLDER.clear()
    OLDER.update(thread.ident or 0 for thread in threading.enumerate())
    OLDER.discard(threading.get_ident())
    GUARD.append(done)
    try:
        yield
    finally:
        GUARD.clear()
    assert not done, f"a unit test {done[0]}"
