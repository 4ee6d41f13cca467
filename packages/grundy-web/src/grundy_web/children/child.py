"""The main loop of a child process: it sets its limits, then answers one question after the other.

Every question has its own limits. Errors are sent as JSON. Unexpected exceptions are sent as internal errors, with a
traceback that the server shows only if this was requested.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import recv_handle
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from grundy.core import LimitReached, memory_taken, processor_time

from ..questions.answering import QUESTIONS, Asked, Reply, answered, as_json, failed

PROGRESS_EVERY = 0.25
"""Seconds between two reports."""
LOW = 10
"""The nice value of a child with a long question, which leaves it a tenth of a processor next to others."""
WORN = 32 << 20
"""A child that has grown by more bytes is replaced; compiled code takes a third of this."""
MATCH = {"g": "nim: 3 5 7", "misere": False, "you": "1", "err": 0, "seed": 0, "m": "0", "r": "", "say": ""}
SAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("api.explain", {"game": "kayles: 9"}),
    ("api.play", {"game": "wythoff: 3 5"}),
    ("api.graph", {"game": "nim: 2 3"}),
    ("match", MATCH | {"v": True, "hint": 1, "why": "0", "go": False, "sel": [""]}),
    ("match", MATCH | {"misere": True, "v": True, "hint": 0, "why": "", "go": False, "sel": [""]}),
    *(
        ("match", MATCH | {"g": game, "v": False, "hint": 0, "why": "", "go": False, "sel": [""]})
        for game in ("chomp: 2x3", "cram: 2x3", "tic-tac-toe: XO./OX./X..", "node-kayles: a-b b-c", "sprouts: 2")
    ),
)
"""Questions answered before the first fork, so that all children share the modules that they import."""


def prepare() -> None:
    """Import the modules that nearly every question needs, except numpy, by answering some questions."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # several children share the processors
    for name in {question.module for question in QUESTIONS.values() if question.module}:
        import_module(f"grundy_web.questions.{name}")
    for name, data in SAMPLES:
        answered(Asked(name, data, 1.0, 1 << 30))


def live(link: Connection, first: str) -> None:
    """Answer questions of the server, as the main loop of a child process, until the connection or the server ends.

    Args:
        link: The connection to the server.
        first: A module to import before the first question.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its children itself
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    with Path(os.devnull).open("wb") as nowhere:
        for number in (1, 2):  # discard the output of libraries
            os.dup2(nowhere.fileno(), number)
    import_module(first)
    gc.freeze()
    born, low = _taken(), False
    with suppress(EOFError, OSError), processor_time():
        while True:
            asked = Asked(*json.loads(link.recv_bytes()))
            if asked.low and not low and hasattr(os, "nice"):
                os.nice(LOW)  # permanent: the priority cannot be raised again
                low = True
            files = tuple(recv_handle(link) for _ in range(asked.files))
            _set("RLIMIT_CPU", int(process_time() + asked.seconds) + 1)
            _set("RLIMIT_FSIZE", 0)
            _set("RLIMIT_CORE", 0)
            _set("RLIMIT_DATA", asked.memory + max(0, _taken() - born))
            send = partial(_send, link, QUESTIONS[asked.question].most)
            found = answered(asked, files, _reporter(link), partial(send, last=False))
            _set("RLIMIT_DATA", None)
            for number in files:
                os.close(number)
            send(found._replace(spent=found.spent or _taken() - born > WORN), last=True)


def _die_with_the_server() -> None:
    if (server := parent_process()) is not None:
        wait([server.sentinel])
        os._exit(1)


def _taken() -> int:
    """Return this process's memory in bytes, or 0 if the system does not report it."""
    return (memory_taken() or (0, 0))[0]


def _set(name: str, most: int | None) -> None:
    """Set a resource limit of this process, such as "RLIMIT_AS", or remove it if `most` is None.

    Nothing happens if the system does not support it.
    """
    with suppress(ImportError):  # then only the budget and the server limit the process
        import resource

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        soft = hard if most is None or most > hard != resource.RLIM_INFINITY else most
        resource.setrlimit(kind, (soft, hard))


def _send(link: Connection, most: int, reply: Reply, *, last: bool) -> None:
    """Send an answer to the server, or an error if the answer has more than `most` bytes or is not JSON.

    `last` is True for the complete answer, and False for a partial one, which is omitted if it is too long. `link` is
    the connection to the server, and `reply` the answer.
    """
    try:
        text = as_json(reply.answer)
    except (TypeError, ValueError) as error:  # an operation of another distribution may return anything
        reply = failed(error)
        text = as_json(reply.answer)
    if len(text) + len(reply.data) > most:
        if not last:
            return
        limit = LimitReached(f"the answer has more than {most} bytes", kind="size")
        reply = reply._replace(data=b"")
        text = as_json(limit.to_dict())
    head = {"last": last, "trace": reply.trace, "spent": reply.spent, "late": reply.late}
    for part in (as_json(head), text, reply.data):
        link.send_bytes(part)


def _reporter(link: Connection) -> Callable[[int], None]:
    last = monotonic()

    def report(visited: int) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= PROGRESS_EVERY:
            last = now
            link.send_bytes(as_json({"visited": visited}))

    return report
