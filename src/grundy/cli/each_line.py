"""One question per line of standard input, one answer per line of output."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from ..core import GrundyError, InputError, Limits, NotationError, missing_package
from ..operations import Context
from .telling import say

if TYPE_CHECKING:
    from ..operations import Operation


def answer_lines(
    operation: Operation[Any, Any], request: dict[str, Any], name: str, limits: Limits, *, as_json: bool
) -> int:
    """Ask one question about each line of standard input and print an answer for each; an error does not end the loop.

    Args:
        operation: The question, such as `solve`; its results have a text of one line, `brief`.
        request: The options, as fields of the request that states the question.
        name: The field that each line fills, such as "game".
        limits: The limits of each answer.
        as_json: Whether to print JSON.

    Returns:
        The first exit code that is not 0, or 0.
    """
    status = 0
    for raw in sys.stdin.buffer:
        try:
            with Context(limits, remote=False) as context:
                result = operation(operation.request(**request | {name: _text(raw)}), context)
                answer, code = json.dumps(result.to_dict()) if as_json else result.brief(), result.exit_code
        except GrundyError as error:
            answer, code = _error_line(error, as_json), error.exit_code
        except Exception as error:  # noqa: BLE001  # a defect met in one line must not lose the others
            what = f"internal error: {type(error).__name__}: {error}; please report this"
            failure = missing_package(error) or GrundyError(what)
            answer, code = _error_line(failure, as_json), failure.exit_code
        say(answer)
        status = status or code
    return status


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise NotationError(f"expected UTF-8 text, found the byte {raw[error.start]:#04x}") from None


def _error_line(error: GrundyError, as_json: bool) -> str:
    if as_json:
        return json.dumps(error.to_dict())
    at = f" at character {error.at}" if isinstance(error, InputError) and error.at is not None else ""
    return f"error{at}: {error}"
