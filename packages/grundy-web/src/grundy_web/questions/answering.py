"""Answers questions of the web app in this process; every failure is an answer too, as JSON.

It is used by the child processes of the server (`children/child.py`), and by a browser that runs Python without a
server.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from traceback import format_exception
from typing import Any, NamedTuple

from grundy.core import GrundyError, LimitReached, Limits, data_left, missing_package
from grundy.operations import Context

from .registry import QUESTIONS, ask_question, exact

FOR_POSITIONS = 0.5
"""The fraction of a child's memory for positions; the rest is for modules and compiled code."""


class Reply(NamedTuple):
    """The answer to a question of the web app.

    Attributes:
        answer: The result or the error object, as plain data.
        data: The bytes that belong to the result, such as those of a file; empty if there are none.
        trace: The traceback of an unexpected error, or "".
        late: Whether time was up before the answer was complete.
        spent: Whether the child process must end: it may have imported a module partly, or uses too much memory.
    """

    answer: dict[str, Any]
    data: bytes = b""
    trace: str = ""
    late: bool = False
    spent: bool = False


class Asked(NamedTuple):
    """A question of the web app, to be answered by a child process.

    Attributes:
        question: The name of the question.
        data: Its parameters, by name.
        seconds: The limit of time.
        memory: The limit of memory in bytes.
        files: The number of files of shared memory that the server sends after the question.
        low: Whether the child process may run with low priority.
    """

    question: str
    data: dict[str, Any]
    seconds: float
    memory: int
    files: int = 0
    low: bool = False


def answered(
    asked: Asked,
    files: tuple[int, ...] = (),
    report: Callable[[int], None] | None = None,
    begun: Callable[[Reply], None] | None = None,
) -> Reply:
    """Answer a question; every failure is an answer too.

    If a limit is reached, the answer is the last partial one, if there is one.

    Args:
        asked: The question.
        files: The descriptors of files of shared memory.
        report: A function that receives the number of positions visited, or None.
        begun: A function that receives partial answers, or None.

    Returns:
        The answer.
    """
    question = QUESTIONS[asked.question]
    limits = Limits(seconds=asked.seconds, memory=None if question.shared else int(asked.memory * FOR_POSITIONS))
    known: list[Reply] = []

    def tell(answer: dict[str, Any], parts: tuple[bytes, ...]) -> None:
        known[:] = [Reply(exact(answer), b"".join(parts))]
        if begun is not None:
            begun(known[0])

    task = Context(limits, report, files, begun=tell)
    budget = task.budget
    try:
        found = ask_question(asked.question, asked.data, task)
        return Reply(found, b"".join(task.parts), late=budget.late)
    except GrundyError as error:
        if known and isinstance(error, LimitReached):
            return known[0]._replace(late=budget.late)
        return Reply(error.to_dict(), late=budget.late)
    except Exception as error:  # noqa: BLE001  # the error is reported, not lost
        if starved(error):
            limit = LimitReached("the memory limit was reached", kind="memory")
            return (known[0] if known else Reply(limit.to_dict()))._replace(spent=True)
        return failed(error)


def failed(error: Exception) -> Reply:
    """Return the answer to a question that ended in an unexpected error, with its traceback."""
    failure = missing_package(error) or GrundyError(f"internal error: {type(error).__name__}")
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        failure = LimitReached("writing files is not allowed here", kind="size")
    return Reply(failure.to_dict(), trace="".join(format_exception(error)), spent=True)


NO_ROOM = (
    "failed to map segment",
    "cannot map ",  # zero-fill pages
    "cannot allocate ",  # memory, a name record, a table, a list
    "cannot create shared object descriptor",
    "cannot change memory protections",
    "out of memory",
)
"""Messages of the system's loader for a library without enough memory; Python raises `ImportError`."""
SCARCE = 64 << 20
"""If less memory is left, an import error is attributed to a lack of memory."""


def starved(error: BaseException | None) -> bool:
    """Return whether an error, or one that caused it, was probably caused by a lack of memory.

    >>> starved(MemoryError()), starved(ImportError("numpy.so: failed to map segment from shared object"))
    (True, True)
    >>> starved(ImportError("numpy.so: cannot map zero-fill pages"))
    True
    >>> starved(ImportError("libgomp.so.1: cannot open shared object file"))
    False
    """
    if error is None or isinstance(error, MemoryError):
        return error is not None
    left = data_left() if isinstance(error, ImportError | SystemError) else None
    if left is not None and left < SCARCE:
        return True
    loaded = isinstance(error, ImportError) and any(told in str(error).lower() for told in NO_ROOM)
    return loaded or getattr(error, "errno", None) == errno.ENOMEM or starved(error.__cause__ or error.__context__)


def as_json(found: dict[str, Any]) -> bytes:
    """Return plain data as compact JSON."""
    return json.dumps(found, separators=(",", ":")).encode("ascii")
