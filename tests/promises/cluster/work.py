"""Jobs and actors for the tests: plain functions that another process can import by name."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from grundy.core import LimitReached


def square(number: int) -> int:
    return number * number


def slow_square(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number * number


def me(_: int) -> int:
    return os.getpid()


def die_first(folder: str, number: int, deaths: int) -> int:
    """Kill the worker with SIGKILL the first `deaths` times that this job is begun."""
    for death in range(deaths):
        try:
            (Path(folder) / f"{number}.{death}").touch(exist_ok=False)
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def hang_first(folder: str, number: int) -> int:
    """Hang the first time that this job is begun."""
    try:
        (Path(folder) / str(number)).touch(exist_ok=False)
    except FileExistsError:
        return number * number
    time.sleep(3600)
    return -1


def stop(number: int) -> int:
    raise LimitReached(f"{number} positions", kind="steps")


def fail(number: int) -> int:
    return 1 // number


def forget(_: int) -> int:
    raise MemoryError


def adder(start: int) -> Callable[[int], int]:
    """Return what adds all numbers that it is called with."""
    total = start

    def add(number: int) -> int:
        nonlocal total
        total += number
        return total

    return add


def worker() -> Callable[..., object]:
    """Return what does as it is told."""

    def act(what: str) -> object:
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "limit":
            raise LimitReached("too much", kind="steps")
        if what == "fail":
            raise ValueError("no")
        if what == "sleep":
            time.sleep(60)
        if what == "large":
            return bytes(10**7)
        return os.getpid()

    return act
