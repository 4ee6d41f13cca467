"""Jobs: a function that is importable by its name, plain data to call it with, and what came of it.

A job must be idempotent: it may be done twice, on another machine, and must give the same plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, NamedTuple

from ..core import GrundyError, LimitReached

SHOWN = 200
"""Characters of an answer that a message shows."""


class ClusterJob(NamedTuple):
    """One piece of work: `function` is "package.module:name", `arguments` and its result are plain data.

    The `key` names the job; a second job of the same key is the same job.
    """

    key: str
    function: str
    arguments: tuple[Any, ...] = ()


class WorkerAnswer(NamedTuple):
    """What a worker sends back: the value, or the sentence that says what stopped it.

    Errors travel as text, because not every exception can be rebuilt in another process.
    """

    how: Literal["value", "limit", "error"]
    value: Any
    kind: str = ""


class WorkersDisagree(GrundyError):
    """Two workers gave two answers for one job; one of the machines cannot be trusted."""

    exit_code = 10
    code = "workers-disagree"

    def __init__(self, key: str, answers: tuple[Any, Any]) -> None:
        first, second = (repr(answer)[:SHOWN] for answer in answers)
        super().__init__(f"two workers disagree about {key}: {first} and {second}")
        self.key, self.answers = key, answers


def perform(function: str, arguments: tuple[Any, ...]) -> WorkerAnswer:
    """Do a job where this is called, and return its answer; only an interrupt is raised.

    >>> perform("math:gcd", (12, 18))
    WorkerAnswer(how='value', value=6, kind='')
    """
    return answered(lambda: named(function)(*arguments))


def named(function: str) -> Callable[..., Any]:
    """Return the function of a name "package.module:name"."""
    module, _, name = function.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def answered(call: Callable[[], Any]) -> WorkerAnswer:
    """Return the answer of a call; only an interrupt is raised."""
    try:
        return WorkerAnswer("value", call())
    except LimitReached as error:
        return WorkerAnswer("limit", error.message, error.kind)
    except MemoryError:
        return WorkerAnswer("limit", "a worker ran out of memory", "memory")
    except Exception as error:  # noqa: BLE001  # the boundary of a job: what happened is told to the one who asked
        return WorkerAnswer("error", f"{type(error).__name__}: {error}")


def value_of(job: ClusterJob, answer: WorkerAnswer) -> Any:  # noqa: ANN401  # any plain data
    """Return the value of an answer, or raise `LimitReached` or, for a job that failed, `GrundyError`."""
    if answer.how == "limit":
        raise LimitReached(f"{job.key}: {answer.value}", kind=answer.kind)
    if answer.how == "error":
        raise GrundyError(f"{job.key}: {answer.value}")
    return answer.value
