"""Visits of pages and what they get, without a word about servers: an address in, bytes and their type out.

    router = Routes()

    @router.get("/claim")
    async def claim(visit: Visit) -> Shown: ...

`app.py` gives such functions to the server; `web/offline.py` calls them in a browser that has Python and no server.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, NoReturn
from urllib.parse import parse_qsl

from ...core import GrundyError, read_integer
from ..guard.refusals import FailedAnswer, Refused
from ..questions.task import Reply

HTML = "text/html; charset=utf-8"
Ask = Callable[[str, dict[str, Any]], Awaitable[Reply]]
"""Asks a named question; raises nothing of ours."""


class Query(dict[str, str]):
    """The words of an address by name, the last one where a name comes more than once."""

    def __init__(self, text: str) -> None:
        """Read what stands behind the question mark."""
        self.pairs = parse_qsl(text, keep_blank_values=True)
        super().__init__(self.pairs)

    def getlist(self, name: str) -> list[str]:
        """Return all words of one name."""
        return [word for key, word in self.pairs if key == name]

    def number(self, name: str, usual: int, least: int, most: int) -> int:
        """Return a whole number, `usual` where it is absent; raises `Refused` where it is no number in these bounds."""
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
        """Return one of some words, the first where it is absent; raises `Refused` for another one."""
        found = self.get(name, choices[0])
        if found not in choices:
            raise Refused(422, "schema", f"{name}: expected one of {', '.join(choices)}")
        return found

    def text(self, name: str, most: int) -> str:
        """Return a text that must be there; raises `Refused` where it is absent or longer than `most` characters."""
        found = self.get(name)
        if found is None or len(found) > most:
            raise Refused(422, "schema", f"{name}: expected a text of at most {most} characters")
        return found


class Shown(NamedTuple):
    """What a visitor gets: bytes, their type, the HTTP status, and headers."""

    body: bytes
    kind: str = HTML
    status: int = 200
    headers: Mapping[str, str] = {}


class Visit(NamedTuple):
    """An address that somebody asks for: its query, the address of the first page, where questions are asked.

    `key` is what lets another machine in, which a code to scan has to tell; empty where everybody may come. `shares`
    says whether a match can be shown to others.
    """

    query: Query
    base: str
    asking: Ask
    key: str = ""
    shares: bool = False

    async def ask(self, question: str, **data: Any) -> dict[str, Any]:  # noqa: ANN401  # any plain data
        """Return the answer to a named question as plain data, or the error object of the API."""
        return (await self.asking(question, data)).answer

    async def ask_whole(self, question: str, data: dict[str, Any]) -> Reply:
        """Return the answer with the bytes that belong to it."""
        return await self.asking(question, data)


Handler = Callable[[Visit], Awaitable[Shown]]


class Routes(dict[str, Handler]):
    """Paths and who answers them."""

    def get(self, path: str) -> Callable[[Handler], Handler]:  # type: ignore[override]  # as frameworks write it
        """Return a decorator that makes a function answer a path."""

        def put(handler: Handler) -> Handler:
            self[path] = handler
            return handler

        return put


def json_answer(data: Mapping[str, Any], headers: Mapping[str, str] | None = None, status: int = 200) -> Shown:
    """Return plain data as an answer."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Shown(text.encode("utf-8"), "application/json", status, headers or {})


def failed(answer: Mapping[str, Any]) -> NoReturn:
    """Give up with an answer that is an error object: a page for a browser that asks for one, else JSON."""
    raise FailedAnswer(answer)


def leading_to(address: str) -> Shown:
    """Return the way to another page, which is asked for next."""
    return Shown(b"", status=303, headers={"location": address})
