"""Jobs for the tests: plain functions that another process can import by name."""

from __future__ import annotations

import os
import signal
import time
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
