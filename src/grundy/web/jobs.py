"""Asks questions: remembered answers at once, all others in a child process with limits, in two lanes.

    answer = await ask(app, "api.solve", game="nim: 3 5 7")    # a dict: the answer, or {"schema": 1, "error": ...}

Short questions have seats of their own: a question that is usually short is tried there for a moment; when that is
not enough it goes to the long lane, and goes there at once the next time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core import GrundyError
from . import quick
from .cache import Cache
from .crew import Crew, Reply
from .frames import Asked
from .lanes import Lane
from .presence import leaving
from .questions import QUESTIONS
from .sequences import Sequences
from .settings import Settings
from .warm import WarmCrew

if TYPE_CHECKING:
    from fastapi import FastAPI

KNOWN_LONG = 1 << 20
"""Bytes spent on remembering which questions are not short."""


async def ask(app: FastAPI, question: str, **data: Any) -> dict[str, Any]:  # noqa: ANN401  # any plain data
    """Return the answer to a named question as plain data, or the error object of the API. Raises nothing of ours."""
    return (await ask_whole(app, question, data)).answer


async def ask_whole(app: FastAPI, question: str, data: dict[str, Any], seconds: float | None = None) -> Reply:
    """Return the answer with the bytes that belong to it; `seconds` may only lower the limit of the question.

    Raises nothing of ours.
    """
    desk: Desk = app.state.desk
    try:
        return await desk.ask(question, data, seconds)
    except GrundyError as error:
        return Reply(error.to_dict())


class Desk:
    """Where questions are asked: the table of answers, the lanes and the crew."""

    def __init__(self, settings: Settings) -> None:
        """Prepare; `start` begins the work."""
        crowd, times = settings.crowd, settings.times
        self.settings, self.times = settings, times
        self.crew: Crew | WarmCrew = Crew() if hasattr(os, "fork") else WarmCrew()
        self.sequences = Sequences(crowd.shared_sequences, settings.sizes.sequences)
        self.short = Lane(crowd.short_seats, crowd.short_queue if settings.queue_limit else None)
        self.long = Lane(crowd.long_seats, crowd.long_queue if settings.queue_limit else None)
        self.answers: Cache[tuple[str, str], Reply] = Cache(settings.sizes.cache)
        self.known_long: Cache[tuple[str, str], bool] = Cache(KNOWN_LONG)

    def start(self) -> None:
        """Start the crew; the first answer that needs no child is given now, as it loads what later ones use."""
        self.crew.start()
        quick.answer("api.solve", {"game": "nim: 1 2", "play": "normal"})

    def stop(self) -> None:
        """End the crew with all its children."""
        self.crew.stop()
        self.sequences.close()

    async def ask(
        self, name: str, data: dict[str, Any], seconds: float | None = None, memory: int | None = None
    ) -> Reply:
        """Answer from the table, else by a child; raises `Busy` when too many wait."""
        question = QUESTIONS[name]
        key = name, json.dumps(data, sort_keys=True, separators=(",", ":"))
        found = self.answers.get(key)
        if found is None and (told := quick.answer(name, data)) is not None:
            found = Reply(told)
        if found is None:
            most = min(question.seconds, seconds or question.seconds)
            room = min(self.settings.sizes.child, memory or self.settings.sizes.child)
            found = await leaving(self._compute(Asked(name, data, most, room), key))
            if question.kept and found.answer.get("status") == "proved":
                self.answers.put(key, found, len(json.dumps(found.answer)) * 4 + len(found.data))
        return found

    async def _compute(self, asked: Asked, key: tuple[str, str]) -> Reply:
        """Ask a child, for a moment in the short lane where that may be enough."""
        short = self.times.short
        if asked.seconds <= short or (QUESTIONS[asked.question].short and self.known_long.get(key) is None):
            async with self.short:
                found = await self._child(asked._replace(seconds=min(asked.seconds, short)))
            if asked.seconds <= short or not stopped(found.answer):
                return found
            self.known_long.put(key, True, len(key[1]))  # noqa: FBT003  # a set
        async with self.long:
            return await self._child(asked)

    async def at_length(
        self, name: str, data: dict[str, Any], seconds: float, report: Callable[[int], None] | None = None
    ) -> Reply:
        """Ask a child in the long lane."""
        async with self.long:
            return await self._child(Asked(name, data, seconds, self.settings.sizes.child), report)

    async def _child(self, asked: Asked, report: Callable[[int], None] | None = None) -> Reply:
        """Ask a child, with shared memory where the question is about a long sequence."""
        if not QUESTIONS[asked.question].shared:
            return await self.crew.ask(asked, (), report)
        key = str(asked.data.get("ruleset")), str(asked.data.get("play"))
        lent = self.sequences.lend(key)
        try:
            reply = await self.crew.ask(asked, lent, report)
            if reply.stored:
                self.sequences.keep(key, lent[-1])
        finally:
            for number in lent:
                os.close(number)
        return reply


def stopped(answer: dict[str, Any]) -> bool:
    """Return whether a limit kept an answer incomplete."""
    error = answer.get("error")
    return answer.get("status") == "limit" or (isinstance(error, dict) and error.get("code") == "limit")
