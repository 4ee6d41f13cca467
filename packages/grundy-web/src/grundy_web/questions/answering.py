"""Answers questions of the web app in this process; every failure is an answer too, as JSON.

It is used by the child processes of the server (`children/child.py`), and by a browser that runs Python without a
server. A table has each question with the function that answers it and its limits:

    def solve(task: Context, game: str, play: str = "normal") -> dict: ...

`task` has the budget and the limits; `task.parts.append(bytes)` sends bytes with the answer. A `GrundyError` raised by
a function arrives as the error object. Integers of at least 2^53 are sent as decimal strings.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from importlib import import_module
from traceback import format_exception
from typing import Any, NamedTuple

from grundy.core import MAX_NUMBER, GrundyError, InputError, LimitReached, Limits, data_left, missing_package
from grundy.operations import Context, every_operation, served

FOR_POSITIONS = 0.5
"""The fraction of a child's memory for positions; the rest is for modules and compiled code."""


class KnownQuestion(NamedTuple):
    """A question that the web app can ask a child process: the function that answers it, its limits and properties.

    Attributes:
        module: The module of the function, below `questions`; "" for an operation of the library.
        function: The name of the function or operation.
        seconds: The default limit of time.
        short: Whether the question is first tried in the queue for short ones.
        kept: Whether answers are cached if they are proved.
        most: The size of the longest answer in bytes.
        shared: Whether it reads and writes long sequences in shared memory, one for each `ruleset` and `play` of its
            data.
        longest: The largest limit of time that the data of a question can request as `t`.
        plays: Whether the computer may have to choose a move.
    """

    module: str
    function: str
    """The function, or the operation if there is no module."""
    seconds: float = 2.0
    short: bool = True
    kept: bool = True
    most: int = 1 << 20
    shared: bool = False
    longest: float = 0.0
    plays: bool = False

    def time(self, data: dict[str, Any]) -> float:
        """Return the time limit in seconds for a question with these parameters, which may request a time as `t`."""
        return min(float(data.get("t") or self.seconds), max(self.longest, self.seconds))


QUESTIONS = {
    "match": KnownQuestion("match_questions", "match", seconds=5.0, longest=30.0, plays=True),
    "record": KnownQuestion("record_questions", "record", seconds=4.0),
    "record.read": KnownQuestion("record_questions", "read", seconds=4.0),
    "learn": KnownQuestion("course_questions", "learn", seconds=4.0),
    "puzzle": KnownQuestion("puzzle_questions", "puzzle", seconds=4.0),
    "film": KnownQuestion("record_questions", "film", seconds=4.0, most=8 << 20),
    "board": KnownQuestion("record_questions", "board"),
    "explore": KnownQuestion("explore_questions", "explore", seconds=12.0, short=False, shared=True, longest=30.0),
    "graph": KnownQuestion("explore_pictures", "graph", seconds=6.0, short=False),
    "lengths": KnownQuestion("length_questions", "lengths", seconds=12.0, short=False, longest=30.0),
    "claim": KnownQuestion("explore_questions", "claim", seconds=4.0, short=False, longest=30.0),
    "raster": KnownQuestion("", "raster", **served("raster").served | {"seconds": 20.0}),
    "two_heaps": KnownQuestion("explore_pictures", "two_heaps", seconds=12.0, short=False),
    "value_file": KnownQuestion("", "values", **served("values").served | {"seconds": 8.0}),
    "build": KnownQuestion("build_questions", "build", seconds=5.0, short=False),
    "certificate": KnownQuestion("", "period", **served("period").served | {"seconds": 6.0}),
    "picture": KnownQuestion("explore_questions", "picture", seconds=10.0, short=False, most=8 << 20),
}
"""Name -> question."""
QUESTIONS |= {f"api.{name}": KnownQuestion("", name, **each.served) for name, each in every_operation().items()}


def ask_question(name: str, data: dict[str, Any], task: Context) -> dict[str, Any]:
    """Answer a question in this process, by calling its function.

    Args:
        name: The name of the question.
        data: The parameters of the question, by name.
        task: The limits of the question.

    Returns:
        The answer.

    Raises:
        GrundyError: If the question fails; `InputError` for an unknown name.
    """
    question = QUESTIONS.get(name)
    if question is None:
        raise InputError(f"expected the name of a question, found {name[:40]!r}")
    if not question.module:
        fields = {name: value for name, value in data.items() if name != "t"}  # the limit of time
        return dict(exact(served(question.function).answer(fields, task)))
    function: Callable[..., dict[str, Any]] = getattr(
        import_module(f".{question.module}", __package__), question.function
    )
    found: dict[str, Any] = exact(function(task, **data))
    return found


def exact(found: Any) -> Any:  # noqa: ANN401  # any plain data
    """Return plain data in which integers that some readers cannot represent exactly are decimal strings.

    >>> exact({"value": 2**60, "small": [1, True]})
    {'value': '1152921504606846976', 'small': [1, True]}
    """
    if type(found) is int:
        return found if -MAX_NUMBER <= found <= MAX_NUMBER else str(found)
    if isinstance(found, dict):
        return {key: exact(value) for key, value in found.items()}
    if isinstance(found, (list, tuple)):
        return [exact(value) for value in found]
    return found


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
