"""Stores jobs, which are questions that may take half a minute; a job is deleted ten minutes after its end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from secrets import token_hex
from time import monotonic
from typing import Any

from grundy.core import GrundyError

from ..guard.refusals import Refused
from ..questions.answering import Reply
from .dispatcher import Dispatcher
from .lanes import Lane

WAITING = 16
"""The largest number of waiting jobs."""


@dataclass
class PageJob:
    """A job: a question of the API that runs for up to half a minute, its progress, and its reply once it is done.

    Attributes:
        id: The random text by which a client requests the job.
        question: The name of the question.
        progress: The number of positions visited so far.
        working: Whether the job has begun to run.
        reply: The answer, or None before the end.
        ended: The time of the end in seconds of `time.monotonic`, or None.
        doing: The task that runs the job.
    """

    id: str
    question: str
    progress: int = 0
    working: bool = False
    reply: Reply | None = None
    ended: float | None = None
    doing: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def state(self) -> str:
        """The state of the job: "waiting", "working", "done" or "failed"."""
        if self.reply is None:
            return "working" if self.working else "waiting"
        return "failed" if "error" in self.reply.answer else "done"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the job."""
        result = None if self.reply is None else self.reply.answer
        head = {"schema": 1, "id": self.id, "question": self.question, "state": self.state}
        return {**head, "progress": self.progress, "result": result}


class JobStore:
    """The jobs of one server, by id; a job is deleted some minutes after its end."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        """Create an empty store, whose jobs `dispatcher` runs.

        The dispatcher answers a limited number n of long questions at a time. At most n - 1 of them are jobs (one if n
        is 1), so that other long questions need not wait for jobs.
        """
        self.dispatcher = dispatcher
        self.jobs: dict[str, PageJob] = {}
        crowd = dispatcher.settings.crowd
        self.lane = Lane(max(1, crowd.long_seats - 1), WAITING)

    def begin(self, question: str, data: dict[str, Any], seconds: float) -> PageJob:
        """Begin a job for a question.

        Args:
            question: The name of the question.
            data: The parameters of the question, by name.
            seconds: The limit of time.

        Returns:
            The job, which waits or runs.

        Raises:
            Refused: If too many jobs are waiting or running.
        """
        self._forget()
        if len(self.jobs) >= self.dispatcher.settings.crowd.kept_jobs:
            oldest = min((job for job in self.jobs.values() if job.ended), key=lambda job: job.ended or 0, default=None)
            if oldest is None:
                raise Refused(429, "jobs", "too many jobs are running")
            del self.jobs[oldest.id]
        job = PageJob(token_hex(16), question)
        self.jobs[job.id] = job
        job.doing = asyncio.ensure_future(self._work(job, data, seconds))
        return job

    async def _work(self, job: PageJob, data: dict[str, Any], seconds: float) -> None:
        def report(visited: int) -> None:
            job.progress, job.working = visited, True

        try:
            async with self.lane:
                job.working = True
                job.reply = await self.dispatcher.at_length(f"api.{job.question}", data, seconds, report)
        except GrundyError as error:
            job.reply = Reply(error.to_dict())
        finally:
            job.ended = monotonic()

    def get(self, number: str) -> PageJob:
        """Return a job; raise `Refused` if it does not exist."""
        self._forget()
        job = self.jobs.get(number)
        if job is None:
            raise Refused(404, "path", "this job does not exist")
        return job

    def end(self, number: str) -> PageJob:
        """Kill the child process of a job and delete the job; raise `Refused` if it does not exist."""
        job = self.get(number)
        if job.doing is not None:
            job.doing.cancel()
        del self.jobs[number]
        return job

    def stop(self) -> None:
        """Cancel and delete all jobs."""
        for job in self.jobs.values():
            if job.doing is not None:
                job.doing.cancel()
        self.jobs.clear()

    def _forget(self) -> None:
        least = monotonic() - self.dispatcher.settings.times.kept
        for job in [job for job in self.jobs.values() if job.ended is not None and job.ended < least]:
            del self.jobs[job.id]
