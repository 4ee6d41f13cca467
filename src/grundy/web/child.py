"""What a child does: limit itself, read one question, answer it, end.

Nothing is inherited but the socket of the job and, for long sequences, shared memory: every other file is closed.
Errors travel as the JSON of every interface; what is not one of ours is told as an internal error, without a traceback.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import Any, NoReturn

from ..core import GrundyError, LimitReached, Limits, Meter
from .frames import ANSWER, BYTES, PROGRESS, STORED, Asked, Order, frame, json_frame, read_frame
from .questions import QUESTIONS, ask_question
from .task import Task

PROGRESS_EVERY = 0.25
"""Seconds between two reports."""
NICENESS = 10
"""Computing leaves the processor to the server: with 5 three busy children keep half of what it needs from it."""
FOR_POSITIONS = 0.5
"""The part of the memory of a child that is for positions; the rest is for what it began with and what it compiles."""
SAMPLES = (("api.explain", "kayles: 9"), ("api.play", "wythoff: 3 5"), ("api.graph", "nim: 2 3"))
"""Questions that are answered once before the first fork: every child then has what they import."""


def prepare() -> None:
    """Import what nearly every question needs, before the first fork; nothing here imports numpy."""
    for name in (".workflows.solve", ".workflows.explain", ".workflows.match", ".workflows.review", ".notation"):
        import_module(f"grundy{name}")
    for name in {question.module for question in QUESTIONS.values()}:
        import_module(f".{name}", __package__)
    for name, game in SAMPLES:
        answered(Asked(name, {"game": game}, 1.0, 1 << 30), [])


def prepare_arrays() -> None:
    """Import what a picture of values needs that are known, before the first one is forked."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process that forks has no threads
    for name in ("numpy", "gzip", "grundy.workflows.raster", "grundy.drawing"):
        import_module(name)
    answered(Asked("api.raster", {"ruleset": "kayles", "start": 0, "stop": 100}, 1.0, 1 << 30), [])


def live(sockets: list[int], order: Order) -> NoReturn:
    """Answer one question and end this process."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sockets = _alone(sockets)
        _limit(order)
        gc.enable()
        _answer(socket.socket(fileno=sockets[0]), sockets[1:])
        status = 0
    finally:
        os._exit(status)


def _alone(sockets: list[int]) -> list[int]:
    """Keep the given files, as the numbers from 3 on, and close all others."""
    high = [os.dup2(number, 100 + i, inheritable=False) for i, number in enumerate(sockets)]
    kept = [os.dup2(number, 3 + i, inheritable=False) for i, number in enumerate(high)]
    os.closerange(3 + len(kept), _most_files())
    return kept


def _most_files() -> int:
    """Return how many files a process may have; a very large limit costs as many calls."""
    return min(os.sysconf("SC_OPEN_MAX"), 65536)


def niced() -> None:
    """Leave the processor to the server, where this system knows how."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _limit(order: Order) -> None:
    """Limit processor time, memory and files of this process."""
    import resource

    niced()
    seconds = int(order.processor) + 1
    _set(resource.RLIMIT_CPU, seconds, seconds + 1)
    _set(resource.RLIMIT_FSIZE, 0, 0)
    _set(resource.RLIMIT_CORE, 0, 0)
    _set(resource.RLIMIT_DATA, order.memory, order.memory)


def _set(kind: int, soft: int, hard: int) -> None:
    """Set one limit, as far as an older one allows."""
    import resource

    most = resource.getrlimit(kind)[1]
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))


def _answer(link: socket.socket, shared: list[int]) -> None:
    """Read the question from the socket and write its answer there."""
    file = link.makefile("rb")

    def read(size: int) -> bytes:
        data = file.read(size)
        if len(data) < size:
            raise EOFError("the server has gone")
        return data

    _, body = read_frame(read)
    asked = Asked(*json.loads(body))
    link.sendall(answered(asked, shared, reporter(link.sendall)))


def reporter(send: Callable[[bytes], object]) -> Callable[[int], None]:
    """Return a function that tells the server now and then how many positions were visited."""
    last = monotonic()

    def report(visited: int) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= PROGRESS_EVERY:
            last = now
            send(json_frame(PROGRESS, visited))

    return report


def answered(asked: Asked, shared: list[int], report: Callable[[int], None] | None = None) -> bytes:
    """Return the frames that answer a question; every failure is an answer too."""
    question = QUESTIONS[asked.question]
    limits = Limits(seconds=asked.seconds, memory=None if question.shared else int(asked.memory * FOR_POSITIONS))
    task = Task(Meter(limits, report), limits, tuple(shared))
    try:
        found = json_frame(ANSWER, ask_question(asked.question, asked.data, task))
        data = b"".join(frame(BYTES, part) for part in task.parts)
        if len(found) + len(data) > question.most:
            raise LimitReached(f"the answer has more than {question.most} bytes", kind="size")
        return data + (frame(STORED, b"") if task.stored else b"") + found
    except GrundyError as error:
        return json_frame(ANSWER, error.to_dict())
    except MemoryError:
        return json_frame(ANSWER, LimitReached("the memory allowed was used up", kind="memory").to_dict())
    except Exception as error:  # noqa: BLE001  # the last line of defence
        return _our_bug(error)


def _our_bug(error: Exception) -> bytes:
    """Return an internal error; its place goes to standard error only where that is asked for."""
    if os.environ.get("GRUNDY_DEBUG"):
        import traceback

        traceback.print_exception(error)
    found: dict[str, Any] = GrundyError(f"internal error: {type(error).__name__}").to_dict()
    return json_frame(ANSWER, found)
