"""Lanes: a limited number of questions at once, and a limited queue."""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType
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
        """Return the JSON object of the error, with the seconds to wait."""
        answer = super().to_dict()
        answer["error"]["retry_after"] = self.retry_after
        return answer


class Lane:
    """Runs some requests at once and queues others (`async with lane:`); raises `Busy` if the queue is full."""

    def __init__(self, seats: int, most_waiting: int | None) -> None:
        """Create a lane without requests.

        Args:
            seats: The number of requests that run at once.
            most_waiting: The largest number of requests in the queue, or None if it is unlimited.
        """
        self.seats = self.free = seats
        self.most = most_waiting
        self.waiting: deque[asyncio.Future[None]] = deque()
        self._seconds = 0.5
        self._begun: dict[asyncio.Task[Any] | None, float] = {}

    async def __aenter__(self) -> None:
        if self.free:
            self.free -= 1
        else:
            await self._queue()
        self._begun[asyncio.current_task()] = asyncio.get_running_loop().time()

    async def _queue(self) -> None:
        if self.most is not None and len(self.waiting) >= self.most:
            raise Busy(self.retry_after())
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._hand_over()
            elif turn in self.waiting:
                self.waiting.remove(turn)
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        now = asyncio.get_running_loop().time()
        took = now - self._begun.pop(asyncio.current_task(), now)
        self._seconds += SMOOTH * (took - self._seconds)
        self._hand_over()

    def _hand_over(self) -> None:
        """Let the first waiting request run, or count one more free slot."""
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1

    def retry_after(self) -> int:
        """Return the estimated seconds, from 1 to 60, until the queue has space."""
        return max(1, min(60, round(self._seconds * (len(self.waiting) + 1) / self.seats)))
