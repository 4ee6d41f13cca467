"""The server's side of the forge: starts it, sends it questions, reads the answers, has children killed."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, NamedTuple

from ..core import LimitReached
from .frames import ANSWER, ARRAYS, BEGIN, BYTES, HEAD, KILL, MOST, PROGRESS, QUESTION, STORED, Asked, Order, json_frame

GRACE = 0.4
"""Seconds a child has, after its limit, to say how far it came."""


class Reply(NamedTuple):
    """An answer as plain data, the bytes that came with it, and whether a sequence was stored in shared memory."""

    answer: dict[str, Any]
    data: bytes = b""
    stored: bool = False


class Crew:
    """Asks the forge for one child a question."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._numbers = count(1)
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self.working = 0

    @property
    def process_id(self) -> int | None:
        """The process id of the forge while it lives."""
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    def start(self) -> None:
        """Start the forge unless it lives."""
        if self.process_id is not None:
            return
        self.stop()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # this interpreter and a module of ours
                [sys.executable, "-m", "grundy.web.forge", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                process_group=0,  # no key of a terminal ends it; a session of its own would not heed `os.nice`
            )
        self._control = ours

    def stop(self) -> None:
        """Hang up: the forge kills its children and ends."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            try:
                self._process.wait(2)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    async def ask(self, asked: Asked, shared: Sequence[int] = (), report: Callable[[int], None] | None = None) -> Reply:
        """Have a question answered by a child, which is killed when this is cancelled or its time is over."""
        self.start()
        ours, theirs = socket.socketpair()
        number = next(self._numbers)
        begun = monotonic()
        self.working += 1
        try:
            with theirs:
                kind = ARRAYS if shared else BEGIN
                order = Order(kind, number, asked.seconds + GRACE, asked.seconds, asked.memory)
                await self._send(order, theirs, shared)
            return await self._read(ours, asked, report)
        except (EOFError, ConnectionError):
            return Reply(without_answer(asked, monotonic() - begun).to_dict())
        finally:
            self.working -= 1
            ours.close()
            self._tell_kill(number)

    async def _send(self, order: Order, link: socket.socket, shared: Sequence[int]) -> None:
        """Send an order to begin, with the sockets and files of the job."""
        if self._control is None:
            raise ConnectionError("the forge was stopped")
        socket.send_fds(self._control, [order.packed()], [link.fileno(), *shared])

    def _tell_kill(self, number: int) -> None:
        """Have a child killed; one that has ended is reaped already."""
        if self._control is not None:
            with suppress(OSError):
                self._control.sendall(Order(KILL, number).packed())

    async def _read(self, link: socket.socket, asked: Asked, report: Callable[[int], None] | None) -> Reply:
        """Send the question and read its answer."""
        link.setblocking(False)  # noqa: FBT003  # the name of the standard library
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(link, json_frame(QUESTION, asked))
        return await read_reply(partial(_exactly, link), report)


async def read_reply(read: Callable[[int], Awaitable[bytes]], report: Callable[[int], None] | None) -> Reply:
    """Read frames until the answer; `read` returns so many bytes or raises `EOFError`."""
    data, stored = b"", False
    while True:
        kind, length = HEAD.unpack(await read(HEAD.size))
        if length > MOST:
            raise EOFError("the frame is too long")
        body = await read(length)
        if kind == ANSWER:
            return Reply(json.loads(body), data, stored)
        if kind == STORED:
            stored = True
        elif kind == BYTES:
            data += body
        elif kind == PROGRESS and report is not None:
            report(int(body))


async def _exactly(link: socket.socket, size: int) -> bytes:
    """Read so many bytes; raises `EOFError`."""
    loop = asyncio.get_running_loop()
    parts, missing = [], size
    while missing:
        part = await loop.sock_recv(link, min(missing, 1 << 18))
        if not part:
            raise EOFError("the child has ended")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def without_answer(asked: Asked, took: float) -> LimitReached:
    """Say why a child ended without an answer."""
    if took >= asked.seconds:
        return LimitReached(f"the limit of {asked.seconds:g} seconds was reached", kind="time")
    return LimitReached(f"the limit of {asked.memory >> 20} MB of memory was reached", kind="memory")
