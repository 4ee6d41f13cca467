"""Jobs: an importable function by its name, plain data as arguments, and the result.

A job must be idempotent: it may be done twice, on another machine, and must return the same plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, NamedTuple

from ..core import GrundyError, LimitReached

SHOWN = 200
"""Characters of a result that a message shows."""


class ClusterJob(NamedTuple):
    """A job for a worker: `function` is the name "package.module:name", `arguments` and the result are plain data.

    Jobs with the same `key` are the same job and are run once.
    """

    key: str
    function: str
    arguments: tuple[Any, ...] = ()


class WorkerAnswer(NamedTuple):
    """The result that a worker sends: the value, or the message of the error that stopped it.

    Errors are sent as text, because not every exception can be rebuilt in another process.

    Attributes:
        how: "value" for a result, "limit" if a limit was reached, "error" for any other error.
        value: The result of the job, or the message of the error.
        kind: The kind of the limit, as in `LimitReached`; else "".
    """

    how: Literal["value", "limit", "error"]
    value: Any
    kind: str = ""


class WorkersDisagree(GrundyError):
    """The error if two workers returned different results for one job, so that one of the machines is faulty."""

    exit_code = 10
    code = "workers-disagree"

    def __init__(self, key: str, answers: tuple[Any, Any]) -> None:
        first, second = (repr(answer)[:SHOWN] for answer in answers)
        super().__init__(f"two workers disagree about {key}: {first} and {second}")
        self.key, self.answers = key, answers


def perform(function: str, arguments: tuple[Any, ...]) -> WorkerAnswer:
    """Run a job in this process; errors are returned, and only an interrupt is raised.

    Args:
        function: The name of the function, "package.module:name".
        arguments: Its arguments.

    Returns:
        The value or the error.

    Example:
        >>> perform("math:gcd", (12, 18))
        WorkerAnswer(how='value', value=6, kind='')
    """
    return answered(lambda: named(function)(*arguments))


def named(function: str) -> Callable[..., Any]:
    """Return the function with the name "package.module:name"."""
    module, _, name = function.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def answered(call: Callable[[], Any]) -> WorkerAnswer:
    """Return the result of a call, or its error as a result; only an interrupt is raised."""
    try:
        return WorkerAnswer("value", call())
    except LimitReached as error:
        return WorkerAnswer("limit", error.message, error.kind)
    except MemoryError:
        return WorkerAnswer("limit", "a worker ran out of memory", "memory")
    except Exception as error:  # noqa: BLE001  # the boundary of a job: the error is sent to the caller
        return WorkerAnswer("error", f"{type(error).__name__}: {error}")


def value_of(job: ClusterJob, answer: WorkerAnswer) -> Any:  # noqa: ANN401  # any plain data
    """Return the value that a worker computed for a job, or raise the error that it sent.

    Args:
        job: The job.
        answer: The result that the worker sent.

    Returns:
        The value.

    Raises:
        LimitReached: If the job reached a limit.
        GrundyError: If the job failed.
    """
    if answer.how == "limit":
        raise LimitReached(f"{job.key}: {answer.value}", kind=answer.kind)
    if answer.how == "error":
        raise GrundyError(f"{job.key}: {answer.value}")
    return answer.value
