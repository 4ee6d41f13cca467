"""Queues of requests, called lanes: each runs a limited number at once, and lets a limited number wait."""

from __future__ import annotations

import asyncio
from typing import Any

from grundy.core import GrundyError

SMOOTH = 0.2
"""The weight of the newest answer in the average time of an answer."""


class Busy(GrundyError):
    """The error if too many questions are waiting; `retry_after` is the seconds after which a client may try again."""

    exit_code = 4
    code = "busy"

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many questions are waiting; try again in {retry_after} s")
        self.retry_after = retry_after

    def to_dict(self) -> dict[str, Any]:
        answer = super().to_dict()
        answer["error"]["retry_after"] = self.retry_after
        return answer


class Lane:
    """Runs some requests at once and queues others (`async with lane:`); raises `Busy` if the queue is full."""

    def __init__(self, seats: int, most_waiting: int) -> None:
        """Create a queue without requests.

        Args:
            seats: The number of requests that run at once.
            most_waiting: The largest number of requests that wait.
        """
        self.seats, self.most = seats, most_waiting
        self.waiting = 0
        self._slots = asyncio.Semaphore(seats)
        self._seconds = 0.5
        self._begun: dict[asyncio.Task[Any] | None, float] = {}

    async def __aenter__(self) -> None:
        waits = self._slots.locked()
        if waits and self.waiting >= self.most:
            raise Busy(self.retry_after())
        self.waiting += waits
        try:
            await self._slots.acquire()
        finally:
            self.waiting -= waits
        self._begun[asyncio.current_task()] = asyncio.get_running_loop().time()

    async def __aexit__(self, *_: object) -> None:
        now = asyncio.get_running_loop().time()
        took = now - self._begun.pop(asyncio.current_task(), now)
        self._seconds += SMOOTH * (took - self._seconds)
        self._slots.release()

    def retry_after(self) -> int:
        """Return the estimated number of seconds, from 1 to 60, until the queue has space for another request."""
        return max(1, min(60, round(self._seconds * (self.waiting + 1) / self.seats)))
