"""Requests for pages and their responses, independent of a server.

    async def claim(request: PageRequest) -> PageResponse: ...

`routes.py` lists such functions, `app.py` serves them, and `offline.py` calls them in a browser that has Python and no
server.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from grundy.core import GrundyError, read_integer

from ..guard.refusals import FailedAnswer, Refused
from ..questions.answering import Reply

HTML = "text/html; charset=utf-8"
Ask = Callable[[str, dict[str, Any]], Awaitable[Reply]]
"""Answers a named question; errors of this package are answers, too."""


class Query(dict[str, str]):
    """The query parameters of a URL by name; of several values the last one counts."""

    def __init__(self, text: str) -> None:
        """Parse the text after the question mark."""
        self.pairs = parse_qsl(text, keep_blank_values=True)
        super().__init__(self.pairs)

    def getlist(self, name: str) -> list[str]:
        """Return all values of the parameter `name`."""
        return [word for key, word in self.pairs if key == name]

    def number(self, name: str, usual: int, least: int, most: int) -> int:
        """Read an integer parameter.

        Args:
            name: The name of the parameter.
            usual: The default.
            least: The least value allowed.
            most: The greatest value allowed.

        Returns:
            The number.

        Raises:
            Refused: If it is not an integer in this range.
        """
        expected = f"{name}: expected a whole number from {least} to {most}"
        found = self.get(name, str(usual)).strip()
        try:
            number = read_integer(found, expected) if len(found) <= 12 else least - 1
        except GrundyError:
            number = least - 1
        if not least <= number <= most:
            raise Refused(422, "schema", expected)
        return number

    def word(self, name: str, choices: tuple[str, ...]) -> str:
        """Read a parameter whose value is one of some words.

        Args:
            name: The name of the parameter.
            choices: The words; the first is the default.

        Returns:
            The word.

        Raises:
            Refused: If it is another word.
        """
        found = self.get(name, choices[0])
        if found not in choices:
            raise Refused(422, "schema", f"{name}: expected one of {', '.join(choices)}")
        return found

    def text(self, name: str, most: int) -> str:
        """Read a required text parameter.

        Args:
            name: The name of the parameter.
            most: The largest length.

        Returns:
            The text.

        Raises:
            Refused: If it is missing or too long.
        """
        found = self.get(name)
        if found is None or len(found) > most:
            raise Refused(422, "schema", f"{name}: expected a text of at most {most} characters")
        return found


class PageResponse(NamedTuple):
    """An HTTP response of a page: body, content type, status, and headers."""

    body: bytes
    kind: str = HTML
    status: int = 200
    headers: Mapping[str, str] = {}


class PageRequest(NamedTuple):
    """A request for a page: its query, the address of the first page, and the function that answers questions.

    Attributes:
        query: The parameters of the address.
        base: The address of the first page.
        ask_whole: A function that answers a question, given its name and its parameters.
        key: The token that other machines need, for QR codes, or "" if none is needed.
        shares: Whether a match can be published to viewers.
    """

    query: Query
    base: str
    ask_whole: Ask
    key: str = ""
    shares: bool = False

    async def ask(self, question: str, **data: Any) -> dict[str, Any]:  # noqa: ANN401  # any plain data
        """Ask a question by name, which a child process or this process answers.

        Args:
            question: The name of the question.
            data: The parameters of the question, by name.

        Returns:
            The answer as plain data, or the error object of the API.
        """
        return (await self.ask_whole(question, data)).answer

    async def answer(self, question: str, **data: Any) -> Reply:  # noqa: ANN401  # any plain data
        """Ask a question by name, for a response that is not a page.

        Args:
            question: The name of the question.
            data: The parameters of the question, by name.

        Returns:
            The answer with its plain data and its bytes, if any.

        Raises:
            FailedAnswer: If the question fails.
        """
        reply = await self.ask_whole(question, data)
        if "error" in reply.answer:
            raise FailedAnswer(reply.answer)
        return reply


Handler = Callable[[PageRequest], Awaitable[PageResponse]]


def json_answer(data: Mapping[str, Any], headers: Mapping[str, str] | None = None, status: int = 200) -> PageResponse:
    """Return plain data as a JSON response.

    Args:
        data: The data to send.
        headers: Additional HTTP headers, by name.
        status: The HTTP status.

    Returns:
        The response.
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return PageResponse(text.encode("utf-8"), "application/json", status, headers or {})


def leading_to(address: str) -> PageResponse:
    """Return a redirect to another page."""
    return PageResponse(b"", status=303, headers={"location": address})
