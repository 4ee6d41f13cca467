"""Answers questions from a cache, or else in a child process with limits; several queues (lanes) wait for the children.

    reply = await ask(app, "api.solve", {"game": "nim: 3 5 7"})    # its answer may be {"schema": 1, "error": ...}

A question that is usually short is first tried for a moment in the queue for short questions. If that does not suffice,
it moves to a slow queue, whose children have a low priority: the queue for moves of the computer, or that for all other
long questions. Later questions about the same game begin in the slow queue, until one of them was short. Questions
about other games of the same rulesets are still tried first, but one at a time, at a low priority and in a queue of
their own, so that short questions never wait for them.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.core import GrundyError

from ..cache import Cache
from ..children.pool import GRACE, ChildPool, asked_game
from ..guard.disconnect_watch import leaving
from ..guard.refusals import traced
from ..questions.answering import QUESTIONS, Asked, Reply, as_json
from ..questions.shared_sequences import Sequences
from ..settings import Settings
from . import quick
from .lanes import Lane

if TYPE_CHECKING:
    from fastapi import FastAPI

HEAVY = 1 << 20
"""Bytes for recording the games, and kinds of games, whose questions are not short."""
LATE = 5
"""The factor of the time for a first try if the kind was short; on a busy machine it may be late without being long."""
BRIEF = 0.1
"""Seconds for a child to end a question that is repeated in another lane anyway."""


async def ask(app: FastAPI, question: str, data: dict[str, Any]) -> Reply:
    """Answer a question of a page by its name.

    Args:
        app: The application.
        question: The name of the question.
        data: The parameters of the question, by name.

    Returns:
        The answer with its bytes. Errors of this package are returned, not raised; with `debug` they have a traceback.
    """
    dispatcher: Dispatcher = app.state.dispatcher
    try:
        found = await dispatcher.ask(question, data)
    except GrundyError as error:
        return Reply(error.to_dict())
    if found.trace and dispatcher.settings.debug and "error" in found.answer:
        return found._replace(answer=traced(found.answer, found.trace))
    return found


class Dispatcher:
    """Answers the questions of the web app: from a cache, or by a pool of child processes with several queues.

    `settings` are those of the server, with its limits.
    """

    def __init__(self, settings: Settings) -> None:
        crowd, times = settings.crowd, settings.times
        self.settings, self.times = settings, times
        self.children = ChildPool()
        self.sequences = Sequences(crowd.shared_sequences, settings.sizes.sequences)
        self.short = Lane(crowd.short_seats, crowd.short_queue)
        self.long = Lane(crowd.long_seats, crowd.long_queue)
        self.play = Lane(crowd.play_seats, crowd.play_queue)
        self.answers: Cache[tuple[str, str], tuple[bytes, bytes]] = Cache(settings.sizes.cache)
        self.trying = Lane(1, crowd.short_queue)
        self.heavy: Cache[tuple[str, str], bool] = Cache(HEAVY)

    def start(self) -> None:
        """Start the pool of child processes, and answer one question here to import modules that later ones need."""
        self.children.start()
        quick.answer("api.solve", {"game": "nim: 1 2", "play": "normal"})

    def stop(self) -> None:
        """Stop the pool with all its child processes."""
        self.children.stop()
        self.sequences.close()

    async def ask(
        self, name: str, data: dict[str, Any], seconds: float | None = None, memory: int | None = None
    ) -> Reply:
        """Answer a question from the cache, else by a child process.

        A question that uses shared values gets 1.5 times the default memory, to hold a table of these values.

        Args:
            name: The name of the question.
            data: The parameters of the question, by name.
            seconds: A time limit that replaces that of the question if it is lower, or None.
            memory: A limit of memory in bytes, or None for the default.

        Returns:
            The answer.

        Raises:
            Busy: If too many questions are waiting.
        """
        question = QUESTIONS[name]
        key = name, json.dumps(data, sort_keys=True, separators=(",", ":"))
        if (kept := self.answers.get(key)) is not None:
            return Reply(json.loads(zlib.decompress(kept[0])), kept[1])
        if (told := quick.answer(name, data)) is not None:
            return Reply(told)
        most = min(question.time(data), seconds or self.times.job, self.times.job)
        room = min(self.settings.sizes.child, memory or self.settings.sizes.child)
        room += room // 2 if question.shared and memory is None else 0
        found = await leaving(self._compute(Asked(name, data, most, room)))
        if question.kept and is_proved(found):
            text = zlib.compress(as_json(found.answer), 1)  # a twentieth of the size of its objects
            self.answers.put(key, (text, found.data), len(key[1]) + len(text) + len(found.data))
        return found

    async def _compute(self, asked: Asked) -> Reply:
        """Let a child process compute the answer.

        If a short time may suffice, the queue of short questions is tried first, with a short limit. Otherwise, and
        after that limit, it is the queue of long questions. Also record whether questions about this game take long.
        """
        short = self.times.short
        about = asked.question, asked_game(asked.data)
        if asked.seconds <= short:
            async with self.short:
                return await self._child(asked)
        if QUESTIONS[asked.question].short and not self.heavy.get(about):
            kind = about[0], kind_of(about[1])
            doubtful = self.heavy.get(kind)
            seconds = min(asked.seconds, short if doubtful is not False else LATE * short)
            tried = asked._replace(seconds=seconds, low=bool(doubtful))
            async with self.trying if doubtful else self.short:
                found = await self._child(tried, grace=BRIEF if doubtful else GRACE)
            self.heavy.put(kind, stopped(asked.question, found), len(kind[1]))
            if not stopped(asked.question, found):
                return found
        async with self.play if QUESTIONS[asked.question].plays else self.long:
            begun = monotonic()
            found = await self._child(asked._replace(low=True))
            self.heavy.put(about, monotonic() - begun > short, len(about[1]))
            return found

    async def at_length(
        self, name: str, data: dict[str, Any], seconds: float, report: Callable[[int], None] | None = None
    ) -> Reply:
        """Answer a question of a job or of an agent by a child process, in the queue of long questions.

        Unlike in `ask`, the cache is not used, and the time limit of the question does not count.

        Args:
            name: The name of the question.
            data: The parameters of the question, by name.
            seconds: The time limit in seconds.
            report: Receives the number of positions visited so far, or None.

        Returns:
            The answer.

        Raises:
            Busy: If too many questions are waiting.
        """
        async with self.long:
            return await self._child(Asked(name, data, seconds, self.settings.sizes.child, low=True), report)

    async def _child(self, asked: Asked, report: Callable[[int], None] | None = None, grace: float = GRACE) -> Reply:
        if not QUESTIONS[asked.question].shared:
            return await self.children.ask(asked, (), report, grace)
        key = str(asked.data.get("ruleset", asked.data.get("g"))), str(asked.data.get("play"))
        lent = self.sequences.lend(key)
        try:
            return await self.children.ask(asked, lent, report, grace)
        finally:  # also after a limit, or if the client has left
            if lent:
                self.sequences.keep(key, lent[-1])
            for number in lent:
                os.close(number)


def kind_of(game: str) -> str:
    """Return the rulesets of a game in notation, without its positions.

    >>> kind_of("cram: 6x7 + nim: 3 50")
    'cram + nim'
    """
    return " + ".join(part.partition(":")[0].strip() for part in game.split(" + "))


def stopped(question: str, found: Reply) -> bool:
    """Return whether a limit stopped an answer, so that more time may complete it.

    For a move of the computer only the limit of time counts.

    Args:
        question: The name of the question.
        found: The answer.

    Returns:
        Whether a limit stopped the answer.
    """
    if found.late or QUESTIONS[question].plays:
        return found.late
    error = found.answer.get("error")
    return found.answer.get("status") == "limit" or (isinstance(error, dict) and error.get("code") == "limit")


def is_proved(found: Reply) -> bool:
    """Return whether an answer can be cached: everything in it is proved, and no limit shortened its list of moves."""
    answer = found.answer
    return answer.get("status") == "proved" and answer.get("moves_status") != "limit" and not found.late
