"""What actors of the tests do."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from time import sleep

from grundy.core import LimitReached


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
            sleep(60)
        if what == "large":
            return bytes(10**7)
        return os.getpid()

    return act
