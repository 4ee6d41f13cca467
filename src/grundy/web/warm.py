"""Where this system cannot fork: two children that are kept warm, each replaced once it had to be killed.

    server ---- question on standard input ----> child, which answers and waits for the next one
    server <--- frames on standard output ------

It is asked as the crew of the forge is, but nothing is shared and memory is limited by the meter alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from .crew import GRACE, Reply, read_reply, without_answer
from .frames import QUESTION, Asked, json_frame, read_frame

SEATS = 2
"""Children that are kept."""


class WarmCrew:
    """Asks children that live on; `working` counts the questions that are being answered."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self.working = 0
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._seats = asyncio.Semaphore(SEATS)
        self._warming: asyncio.Task[None] | None = None
        self._over = False

    def start(self) -> None:
        """Begin to warm up the children."""
        self._warming = asyncio.ensure_future(self._warm())

    def stop(self) -> None:
        """Kill all children, for good."""
        self._over = True
        if self._warming is not None:
            self._warming.cancel()
        for child in [*self._idle, *self._busy]:
            _kill(child)
        self._idle.clear()

    async def ask(self, asked: Asked, shared: Sequence[int] = (), report: Callable[[int], None] | None = None) -> Reply:
        """Have a question answered by a child, which is killed when this is cancelled or its time is over."""
        async with self._seats:
            child = self._idle.pop() if self._idle else await _born()
            self._busy.add(child)
            self.working += 1
            begun, well = monotonic(), False
            try:
                async with asyncio.timeout(asked.seconds + GRACE):
                    reply = await _answer(child, asked, report)
                well = True
            except (EOFError, ConnectionError, TimeoutError):
                reply = Reply(without_answer(asked, monotonic() - begun).to_dict())
            finally:
                self.working -= 1
                self._busy.discard(child)
                self._back(child, well=well)
        return reply

    def _back(self, child: Process, *, well: bool) -> None:
        """Keep a child that answered; have another one born in the place of one that did not."""
        if well and len(self._idle) < SEATS:
            self._idle.append(child)
            return
        _kill(child)
        if not self._over:
            self.start()

    async def _warm(self) -> None:
        """Have children born until all seats have one."""
        while len(self._idle) + len(self._busy) < SEATS:
            self._idle.append(await _born())


async def _born() -> Process:
    """Start a child."""
    command = [sys.executable, "-m", "grundy.web.warm"]
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)


def _kill(child: Process) -> None:
    """Kill a child unless it has ended."""
    if child.returncode is None:
        child.kill()


async def _answer(child: Process, asked: Asked, report: Callable[[int], None] | None) -> Reply:
    """Send a question and read its answer."""
    assert child.stdin is not None  # noqa: S101  # both are pipes
    assert child.stdout is not None  # noqa: S101
    child.stdin.write(json_frame(QUESTION, asked))
    await child.stdin.drain()
    return await read_reply(child.stdout.readexactly, report)


def main() -> None:
    """Answer questions from standard input until it ends."""
    from .child import answered, niced, prepare, reporter

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    niced()
    prepare()

    def read(size: int) -> bytes:
        data = sys.stdin.buffer.read(size)
        if len(data) < size:
            raise EOFError("the server has gone")
        return data

    def send(data: bytes) -> None:
        out.write(data)
        out.flush()

    with suppress(EOFError, BrokenPipeError):
        while True:
            _, body = read_frame(read)
            send(answered(Asked(*json.loads(body)), [], reporter(send)))


if __name__ == "__main__":
    main()
