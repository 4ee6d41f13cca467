"""Answers questions about up to eight heaps of nim in the server process itself.

A theorem gives every value at once, so that a child process would cost ten times as much as the answer. A regular
expression recognizes such games before they are parsed. All other questions are left to child processes.
"""

from __future__ import annotations

import re
from typing import Any

from grundy.core import GrundyError, Limits

MOST = 1200
"""The largest length of a game that is answered here."""
_NUMBER = r"(?:0|[1-9][0-9]{0,999})"
_CLOSED = re.compile(rf"nim:(?: {_NUMBER}){{1,8}}")


def answer(question: str, data: dict[str, Any]) -> dict[str, Any] | None:
    """Answer a question at once in the server process if it is about up to eight heaps of nim.

    Args:
        question: The name of the question.
        data: The parameters of the question, by name.

    Returns:
        The answer, or None for other questions.

    Example:
        >>> answer("api.solve", {"game": "nim: 3 5 7", "play": "normal", "want": []})["value"]
        1
        >>> answer("api.solve", {"game": "kayles: 7", "play": "normal", "want": []}) is None
        True
    """
    game = data.get("game", "")
    usual = question == "api.solve" and data.get("want", "moves") in ("moves", [])
    if not usual or len(game) > MOST or not _CLOSED.fullmatch(game):
        return None
    from grundy.operations import Context

    from ..questions.answering import ask_question

    try:
        return ask_question(question, data, Context(Limits(positions=1000)))
    except GrundyError as error:
        return error.to_dict()
