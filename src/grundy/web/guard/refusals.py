"""What the guard refuses, as errors with their HTTP status, and the status of every other error."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core import GrundyError


class Refused(GrundyError):
    """A request that is not answered; `status` is its HTTP status."""

    exit_code = 2

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class FailedAnswer(GrundyError):
    """An answer that is an error object already, on its way to whoever asked."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(str(answer["error"]["message"]))
        self.answer = dict(answer)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer."""
        return self.answer


STATUS = dict.fromkeys(("input", "notation", "rule", "position", "move"), 400) | {
    "trusted_only": 403,
    "path": 404,
    "gone": 408,
    "busy": 503,
    "internal": 500,
}
"""Error code -> HTTP status, 422 for all others; an internal error is a mistake of ours and not documented."""


def status_of(answer: Mapping[str, Any]) -> int:
    """Return the HTTP status of an answer, which may be an error object.

    >>> status_of({"schema": 1, "value": 3}), status_of({"schema": 1, "error": {"code": "move"}})
    (200, 400)
    """
    error = answer.get("error")
    return STATUS.get(error["code"], 422) if isinstance(error, Mapping) else 200


def headers_of(answer: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers that an answer asks for: when to come back."""
    error = answer.get("error")
    after = error.get("retry_after") if isinstance(error, Mapping) else None
    return {} if after is None else {"retry-after": str(after)}


def status_of_error(error: GrundyError) -> int:
    """Return the HTTP status of an error."""
    return error.status if isinstance(error, Refused) else status_of(error.to_dict())


PageOf = Callable[[GrundyError], str]
"""Tells an error as a page."""


def wants_page(method: str, path: str, accept: str) -> bool:
    """Return whether a browser asks for a page, so that an error is told as one, too.

    >>> wants_page("GET", "/nowhere", "text/html,*/*;q=0.8"), wants_page("GET", "/api/v1/health", "text/html")
    (True, False)
    """
    return method in {"GET", "HEAD"} and not path.startswith("/api/") and "text/html" in accept.lower()


def traced(answer: dict[str, Any], trace: str) -> dict[str, Any]:
    """Return an error object with the place of our mistake in it, which is told where it was asked for (`--debug`)."""
    return answer | {"error": answer["error"] | {"trace": trace}}


def error_body(error: GrundyError) -> bytes:
    """Return an error as JSON."""
    return json.dumps(error.to_dict()).encode("ascii")


def schema_error(mistakes: Sequence[Any], prefix: Sequence[str] = ()) -> Refused:
    """Return the first mistake in a body that pydantic lists, by the name of its field behind `prefix`."""
    first = mistakes[0]
    where = ".".join([*prefix, *(str(name)[:40] for name in first["loc"])]) or "body"
    return Refused(422, "schema", f"{where}: {str(first['msg'])[:200]}")
