"""A pool of child processes: started in advance, each answering one question at a time, and replaced when killed.

If the system can fork, a fork server imports all modules once, and a new child starts in some milliseconds. Elsewhere
a child is spawned, which takes longer. At least one child is kept free, so that a question need not wait for a start.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context, resource_tracker
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.reduction import send_handle
from types import ModuleType
from typing import Any

from grundy.core import GrundyError, LimitReached

from ..questions.answering import Asked, Reply
from .child import live

PREPARED = f"{__package__}.prepared"
"""The module that the fork server imports once, and a spawned child at its start."""
GRACE = 0.4
"""Seconds that a child has after its limit to send a partial answer, by default."""
STOP = 5
"""The factor from a limit, in processor time, to the time on the clock after which a child is killed."""
SPARE, KEPT = 1, 2
"""The least and the greatest number of waiting children."""
MOST = 16 << 20
"""The largest message in bytes."""
LOG = logging.getLogger("grundy_web")
TRIES = 2
"""How often a question is tried if its child ends without an answer, for example because it was killed."""
LATE = -getattr(signal, "SIGXCPU", 1 << 10)
"""The exit code of a process that exceeded its time."""
KILLED = -getattr(signal, "SIGKILL", 1 << 10)
"""The exit code of a killed process, for example because the system ran out of memory."""
WITHOUT_MEMORY = {1, *(-getattr(signal, name, 0) for name in ("SIGSEGV", "SIGABRT", "SIGBUS"))}
"""The exit codes of a process that got no memory; 1 comes from libraries."""


class PageChild:
    """A child process that answers questions, and the connection to it."""

    def __init__(self, context: ForkServerContext | SpawnContext) -> None:
        self.low = False
        self.game = ""
        self.so_far: Reply | None = None
        self.link, theirs = context.Pipe()
        self.process = context.Process(target=live, args=(theirs, PREPARED), daemon=True)
        with theirs, _without_main():
            self.process.start()

    def ask(self, asked: Asked, shared: Sequence[int], report: Callable[[int], None] | None) -> Reply:
        """Send a question to the child process, and wait for the answer.

        A partial answer that the child sends first is stored in the attribute `so_far`.

        Args:
            asked: The question.
            shared: The descriptors of files of shared memory, which the child may use.
            report: A function that receives the number of positions visited so far, or None.

        Returns:
            The answer.

        Raises:
            EOFError: If the child ends without an answer.
            OSError: If the connection breaks.
        """
        self.low, self.game, self.so_far = self.low or asked.low, asked_game(asked.data), None
        self.link.send_bytes(json.dumps(asked._replace(files=len(shared))).encode("ascii"))
        for number in shared:
            send_handle(self.link, number, self.process.pid)
        while True:
            head = json.loads(self.link.recv_bytes(MOST))
            if "visited" in head:
                if report is not None:
                    report(head["visited"])
                continue
            answer, data = json.loads(self.link.recv_bytes(MOST)), self.link.recv_bytes(MOST)
            reply = Reply(answer, data, head["trace"], head["late"], head["spent"])
            if head["last"]:
                break
            self.so_far = reply._replace(late=True)
        if reply.trace:
            LOG.info("internal error in a child, asked %s:\n%s", asked.question, reply.trace)
        return reply

    def kill(self) -> None:
        """Kill the process unless it has ended."""
        with suppress(ValueError):  # the process object is closed already
            self.process.kill()

    def end(self, patience: float = 0.0) -> int | None:
        """Wait up to `patience` seconds for the process to end, kill it if it has not, and return its exit code.

        If the method was called before, the result is None.
        """
        with suppress(ValueError):
            self.process.join(patience)
            self.process.kill()
            self.process.join()
            code = self.process.exitcode
            self.process.close()
            self.link.close()
            return code
        return None


class ChildPool:
    """A pool of child processes that answer questions, started in advance and replaced when they are killed."""

    def __init__(self) -> None:
        self._context: ForkServerContext | SpawnContext = get_context("spawn")
        if hasattr(os, "fork") and "forkserver" in get_all_start_methods():
            self._context = get_context("forkserver")
            self._context.set_forkserver_preload([PREPARED])
        self._idle: list[PageChild] = []
        self._busy: set[PageChild] = set()
        self._starter: ThreadPoolExecutor | None = None
        self._waiter: ThreadPoolExecutor | None = None

    @property
    def working(self) -> int:
        """The number of child processes that are answering a question."""
        return len(self._busy)

    def start(self) -> tuple[ThreadPoolExecutor, ThreadPoolExecutor]:
        """Start the pool; return the executor that starts child processes, and the one that waits for their answers."""
        if self._starter is None or self._waiter is None:
            self._starter, self._waiter = ThreadPoolExecutor(1, initializer=_block_interrupts), ThreadPoolExecutor(32)
            self._starter.submit(self._fill, SPARE)
        return self._starter, self._waiter

    def stop(self) -> None:
        """Kill all child processes and end the pool."""
        starter, waiter, self._starter, self._waiter = self._starter, self._waiter, None, None
        if starter is None or waiter is None:
            return
        for child in self._busy:
            child.kill()
        waiter.shutdown()
        starter.shutdown(cancel_futures=True)
        for child in (*self._busy, *self._idle):
            child.end()
        self._idle.clear()

    async def ask(
        self,
        asked: Asked,
        shared: Sequence[int] = (),
        report: Callable[[int], None] | None = None,
        grace: float = GRACE,
    ) -> Reply:
        """Answer a question in a child process, which is killed if the caller is cancelled or time is over.

        A child limits its own processor time. It is killed if it does not answer within five times this limit on the
        clock. A question whose child ends without an answer is tried once more. If no child answers, the answer is the
        last partial answer that arrived before a limit was reached, else an error object.

        Args:
            asked: The question.
            shared: The descriptors of files of shared memory, which the child may use.
            report: Receives the number of positions visited so far, or None.
            grace: Additional seconds on the clock before the child is killed.

        Returns:
            The answer.

        Raises:
            GrundyError: If no child process can be started.
        """
        so_far: Reply | None = None
        failure: GrundyError = _late(asked)
        for _ in range(TRIES):
            found = await self._once(asked, shared, report, grace)
            if isinstance(found, Reply):
                return found
            code, known = found
            so_far, failure = known or so_far, without_answer(asked, code)
            if code == LATE:
                break
        late = isinstance(failure, LimitReached)
        return (late and so_far) or Reply(failure.to_dict(), late=late)

    async def _once(
        self, asked: Asked, shared: Sequence[int], report: Callable[[int], None] | None, grace: float
    ) -> Reply | tuple[int | None, Reply | None]:
        """Return the answer of a child process to the question `asked`.

        If the child ends without an answer, return its exit code (`LATE` if its time was over) and its last partial
        answer, or None. The other parameters are those of the method `ask`.
        """
        starter, waiter = self.start()
        child = await self._child(starter, asked)
        clock = asyncio.get_running_loop().time
        begun, well = clock(), False
        self._busy.add(child)
        answering = waiter.submit(child.ask, asked, tuple(shared), report)
        try:
            async with asyncio.timeout(STOP * asked.seconds + grace):
                reply = await asyncio.wrap_future(answering)
                well = not reply.spent
        except TimeoutError:
            return LATE, child.so_far
        except (EOFError, OSError):
            code = await asyncio.to_thread(child.end, GRACE)
            return LATE if clock() - begun >= asked.seconds else code, child.so_far
        else:
            return reply
        finally:
            self._busy.discard(child)
            room = len(self._idle) < KEPT and not (child.low and any(other.low for other in self._idle))
            if well and self._starter is starter and room:
                self._idle.append(child)
            elif self._starter is starter:
                child.kill()
                waiter.submit(_end_later, child, answering)
                starter.submit(self._fill, SPARE)

    async def _child(self, starter: ThreadPoolExecutor, asked: Asked) -> PageChild:
        """Return a free child process for a question; start one if none is free.

        A child whose priority was lowered is used only for questions of low priority. A child whose last question was
        about the same game is preferred, because it knows most of the answer. The second choice is a child that has
        answered any question, because it has imported more modules. `starter` is the executor that starts processes.
        """
        game = asked_game(asked.data)
        while True:
            while fit := [child for child in self._idle if asked.low or not child.low]:
                child = max(fit, key=lambda each: (each.low, each.game == game, bool(each.game)))
                self._idle.remove(child)
                if child.process.is_alive():
                    starter.submit(self._fill, SPARE)
                    return child
                child.end()
            try:
                await asyncio.wrap_future(starter.submit(self._fill, 1))
            except (EOFError, OSError):
                raise LimitReached("no process could be started for the question", kind="memory") from None

    def _fill(self, least: int) -> None:
        """Start child processes until at least `least` are free; only one thread calls this."""
        while sum(not child.low for child in self._idle) < least and self._starter is not None:
            self._idle.append(PageChild(self._context))


def asked_game(data: Mapping[str, Any]) -> str:
    """Return the game or ruleset that the parameters of a question contain, as text, or "" if they contain none."""
    return str(data.get("g") or data.get("game") or data.get("ruleset") or "")


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the server's main module while a child process is started, because the child would run it again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _block_interrupts() -> None:
    """Block Ctrl-C, which the server handles, in the processes that this thread starts."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # starting it later would unblock the signal
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _end_later(child: PageChild, answering: Future[Any]) -> None:
    wait([answering])  # after this no thread reads from its connection
    child.end()


def _late(asked: Asked) -> LimitReached:
    return LimitReached(f"the {asked.seconds:g}-second limit was reached", kind="time")


def without_answer(asked: Asked, code: int | None) -> GrundyError:
    """Build the error for child processes that ended without an answer.

    Args:
        asked: The question.
        code: The exit code of the last child process, or None if unknown.

    Returns:
        A `LimitReached` if the code shows that time or memory was too short, else an internal error.
    """
    if code == LATE:
        return _late(asked)
    if code == KILLED:
        told = "the process with this question was killed twice, probably because memory is short"
        return LimitReached(told, kind="killed")
    if code is not None and code in WITHOUT_MEMORY:
        how = f"code {code}" if code > 0 else signal.Signals(-code).name
        told = (
            f"the process with this question ended twice with {how}: {asked.memory >> 20} MB may be too little memory"
        )
        return LimitReached(told, kind="memory")
    return GrundyError(f"internal error: a child ended with code {code}")
