"""The errors for rejected requests, and the HTTP status of every error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grundy.core import GrundyError

WORDINGS = {
    "missing": "this field is missing",
    "extra_forbidden": "there is no such field",
    "literal_error": "expected {expected}",
    "string_type": "expected a text",
    "int_type": "expected a whole number",
    "float_type": "expected a number",
    "bool_type": "expected true or false",
    "list_type": "expected a list",
    "model_type": "expected a JSON object",
    "string_too_long": "expected a text of at most {max_length} characters",
    "string_too_short": "expected a text that is not empty",
    "greater_than_equal": "expected at least {ge}",
    "less_than_equal": "expected at most {le}",
}
"""The wording of each kind of validation error of pydantic; other kinds keep their own message."""


class Refused(GrundyError):
    """The error for a rejected request: the HTTP status of the answer, the code of the error, and its message."""

    exit_code = 2

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class FailedAnswer(GrundyError):
    """An error whose JSON object was made by a child process and is sent to the client unchanged."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(str(answer["error"]["message"]))
        self.answer = dict(answer)

    def to_dict(self) -> dict[str, Any]:
        return self.answer


STATUS = dict.fromkeys(("input", "notation", "rule", "position", "move"), 400) | {
    "trusted_only": 403,
    "path": 404,
    "gone": 408,
    "busy": 503,
    "internal": 500,
}
"""Error code -> HTTP status; all others have 422, and internal errors are not documented."""


def status_of(answer: Mapping[str, Any]) -> int:
    """Return the HTTP status of an answer, which may be an error object.

    >>> status_of({"schema": 1, "value": 3}), status_of({"schema": 1, "error": {"code": "move"}})
    (200, 400)
    """
    error = answer.get("error")
    return STATUS.get(error["code"], 422) if isinstance(error, Mapping) else 200


def headers_of(answer: Mapping[str, Any]) -> dict[str, str]:
    """Return the additional HTTP headers of an answer: Retry-After, if it is an error that states a delay."""
    error = answer.get("error")
    after = error.get("retry_after") if isinstance(error, Mapping) else None
    return {} if after is None else {"retry-after": str(after)}


def status_of_error(error: GrundyError) -> int:
    """Return the HTTP status of an error."""
    return error.status if isinstance(error, Refused) else status_of(error.to_dict())


def wants_page(method: str, path: str, accept: str) -> bool:
    """Return whether a request is from a browser that shows a page, so that errors are rendered as pages, too.

    Args:
        method: The HTTP method.
        path: The path.
        accept: The HTTP header Accept.

    Returns:
        Whether to answer with a page.

    Example:
        >>> wants_page("GET", "/nowhere", "text/html,*/*;q=0.8"), wants_page("GET", "/api/v1/health", "text/html")
        (True, False)
    """
    return method in {"GET", "HEAD"} and not path.startswith("/api/") and "text/html" in accept.lower()


def traced(answer: dict[str, Any], trace: str) -> dict[str, Any]:
    """Add a traceback to an error object, for `--debug`.

    Args:
        answer: The error object.
        trace: The traceback.

    Returns:
        The new object.
    """
    return answer | {"error": answer["error"] | {"trace": trace}}


def schema_error(mistakes: Sequence[Any], prefix: Sequence[str] = ()) -> Refused:
    """Convert validation errors of pydantic to an error of this package.

    Args:
        mistakes: The validation errors; only the first is used.
        prefix: The names of the fields of the request that contain the validated object, the outermost first.

    Returns:
        The error. Its message names the wrong field with all fields around it, such as "body.limits.milliseconds".
    """
    first = mistakes[0]
    where = ".".join([*prefix, *(str(name)[:40] for name in first["loc"])]) or "body"
    known = WORDINGS.get(first["type"])
    wording = str(first["msg"])[:200] if known is None else known.format_map(first.get("ctx", {}))
    found = first.get("input")
    short = isinstance(found, int | float) or (isinstance(found, str) and 0 < len(found) <= 40)
    shown = f", found {found!r}" if short and wording.startswith("expected") else ""
    return Refused(422, "schema", f"{where}: {wording}{shown}")
