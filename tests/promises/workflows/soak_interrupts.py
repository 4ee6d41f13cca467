"""Many interrupts.

Each is one long command of `grundy`, forked from a process that has everything imported and compiled, every fifth a
real start of Python, stopped by SIGINT or SIGTERM at a moment of chance. It must end within a second, with 130 or 143
and with one line on standard error at most (while Python itself starts it may be a traceback: "not begun"); what it
saved must be there and lead to the same end, and nothing else may be left. The second is measured beyond the longest
oversleep of a thread here that sleeps 10 ms again and again, as other work on this machine holds up whoever watches and
whoever is watched alike.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import NamedTuple, Self

from tests.promises.workflows.interrupted_commands import CASES, Case, quietly, shared_files
from tests.soaking import Harness

SIZE = 10
"""Interrupts of a task."""
SECOND = 1.0
"""Seconds from the signal to the end."""
PATIENCE = 15.0
"""Seconds until a command that does not end is killed."""
STOPPING = (signal.SIGINT, signal.SIGTERM)
BAD = ("late", "traceback", "wrong code", "wrong", "lost", "left")
COMMAND = re.compile(r"grundy/cli/.*\.py")
"""Python itself is interrupted, with a traceback, as long as nothing of the command stands on its stack.

It may even lose the interrupt there and go on.
"""
Bug = Callable[[], object]
"""What plants a bug in a forked child."""


class Ended(NamedTuple):
    """How a command ended: code (as a shell counts it), seconds after the signal, and what it said."""

    code: int
    seconds: float
    output: str
    errors: str


class Oversleep:
    """A thread that sleeps 10 ms again and again while this is open, and knows its longest sleep beyond that."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._over = Event()
        self._thread = Thread(target=self._sleep)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _sleep(self) -> None:
        begin = time.monotonic()
        while not self._over.wait(0.01):
            self.longest = max(self.longest, time.monotonic() - begin - 0.01)
            begin = time.monotonic()


def interrupts(seed: int) -> Counter[str]:
    """Stop so many commands."""
    rng, found = Random(seed), Counter[str]()
    for _ in range(SIZE):
        case = rng.choice(CASES)
        found[judged(case, rng)] += 1
    found["interrupts"] = SIZE
    return found


def judged(case: Case, rng: Random, bug: Bug | None = None) -> str:
    """Stop one command once and return the verdict; a bad one is told with all that was said."""
    prepare()
    real = bug is None and rng.random() < 0.2
    number = rng.choice(STOPPING)
    mean = case.mean + 0.3 * real
    delay = rng.uniform(0, 0.005) if rng.random() < 0.2 else rng.expovariate(1 / mean)
    with tempfile.TemporaryDirectory() as folder:
        ended = stopped(case, Path(folder), number, delay, real=real, bug=bug)
        verdict = verdict_of(case, Path(folder), number, ended)
    if verdict in BAD:
        how = f"{signal.Signals(number).name} after {delay:.3f} s{', a real start' if real else ''}"
        sys.stderr.write(f"{verdict}: {case.name}, {how}: {ended}\n")
    return verdict


def stopped(case: Case, folder: Path, number: int, delay: float, *, real: bool, bug: Bug | None) -> Ended:
    """Start a command in a process of its own, stop it after `delay` seconds, and return how it ended."""
    pid = start(case.words(folder), folder, real=real, bug=bug)
    time.sleep(delay)
    with Oversleep() as watch:
        begin = time.monotonic()
        os.kill(pid, number)  # a child that has ended is still there until it is waited for
        while (code := gone(pid)) is None:
            if time.monotonic() - begin > PATIENCE:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.001)
    seconds = time.monotonic() - begin - watch.longest
    told = [(folder.parent / f"{folder.name}.{name}") for name in ("out", "err")]
    output, errors = (path.read_text(encoding="utf-8") for path in told)
    for path in told:
        path.unlink()
    return Ended(code, seconds, output, errors)


def gone(pid: int) -> int | None:
    """Return the exit code of a child as a shell counts it, None as long as it runs."""
    done, status = os.waitpid(pid, os.WNOHANG)
    if not done:
        return None
    code = os.waitstatus_to_exitcode(status)
    return 128 - code if code < 0 else code


def start(words: list[str], folder: Path, *, real: bool, bug: Bug | None = None) -> int:
    """Begin a command and return its process; its output goes to files beside the folder.

    Signals that come while it is made ready wait, and then end it, as they do at the start of `python -m grundy`.
    """
    files = [os.open(f"{folder}.{name}", os.O_CREAT | os.O_WRONLY, 0o600) for name in ("out", "err")]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for file in files:
            os.close(file)
        return pid
    code = 70
    try:
        for number, file in enumerate(files, 1):
            os.dup2(file, number)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
        for number in STOPPING:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if real:
            os.execv(sys.executable, [sys.executable, "-W", "ignore", "-m", "grundy", *words])
        if bug is not None:
            bug()
        from grundy.cli.main import _run

        code = _run(words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def verdict_of(case: Case, folder: Path, number: int, ended: Ended) -> str:
    """Judge an end, and what it left."""
    if "Traceback" in ended.errors and not COMMAND.search(ended.errors):
        return "not begun"
    if ended.seconds > SECOND:
        return "late"
    if "Traceback" in ended.errors or "Exception ignored" in ended.errors:
        return "traceback"
    if ended.code == 0:
        return "finished" if case.done(folder, ended.output) else "wrong code"
    if ended.code != 128 + number:
        return "wrong code"
    lines = [line for line in ended.errors.splitlines() if line]
    if len(lines) > 1:
        return "traceback"
    told = re.search(r"heaps 0 to ([0-9]+) are saved", ended.errors)
    return case.left(folder, int(told[1]) + 1 if told else 0)


@cache
def prepare() -> None:
    """Import everything and compile what the commands need, in this process, before any fork."""
    shared_files()
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            inner = Path(folder) / case.name
            inner.mkdir()
            if case.short is not None:
                quietly([*case.words(inner), *case.short])


HARNESS = Harness("interrupts", SIZE, interrupts, BAD)
