"""Pages where there is no server: a browser that runs Python asks this module for what stands at an address.

    status, headers, body = answer("GET", "/play", "g=nim:+3+5+7")

The same functions make the page as on a server, and the same questions are asked, here without a child: whoever runs
this ends it when its time is over. Of other packages only jinja2 is needed, for QR codes segno.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

from ..core import GrundyError, MissingExtra
from .guard.refusals import Refused, status_of_error, wants_page
from .pages.error_page import error_page
from .pages.rendering import FOOT, environment, words
from .pages.routes import ROUTES
from .pages.static_files import read_static, send_static
from .pages.visits import Query, Shown, Visit, json_answer
from .questions.answering import Asked, answered
from .questions.registry import QUESTIONS
from .questions.task import Reply

MEMORY = 1 << 30
"""Bytes that a question may take."""
SLOWER = 6
"""How many times longer than a server a browser may take for a move: it has no compiled code."""
MOST_QUERY = 2048
"""Characters of a query, as on a server."""


def answer(
    method: str, path: str, query: str = "", base: str = "", accept: str = ""
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return HTTP status, headers and bytes of what stands at an address; raises nothing.

    `path` begins with "/", whatever prefix the site lies under; `base` is the address of its first page.
    Where `accept` has "text/html" an error that has no page of its own is one, too.

    >>> status, headers, body = answer("GET", "/play", "g=nim:+3+5+7")
    >>> status, dict(headers)["content-type"], b"nim: 3 5 7" in body
    (200, 'text/html; charset=utf-8', True)
    >>> answer("GET", "/nowhere")[0], answer("POST", "/play")[0]
    (404, 405)
    """
    try:
        found = _found(method, path, Visit(Query(query[:MOST_QUERY]), base, _ask))
    except GrundyError as error:
        found = _told(error, base, as_page=wants_page(method, path, accept))
    except Exception as error:  # noqa: BLE001  # the last line of defence
        found = _told(
            GrundyError(f"internal error: {type(error).__name__}"), base, as_page=wants_page(method, path, accept)
        )
    headers, body = dict(found.headers), found.body
    if headers.pop("content-encoding", "") == "gzip":  # nobody unpacks what has not come over a network
        body = gzip.decompress(body)
    return found.status, [("content-type", found.kind), *headers.items()], body


def furnish(docs: bool) -> None:
    """Make the pages those of a site: no API at their foot, but the documentation where there is one."""
    environment().globals["foot"] = {"glossary": FOOT["glossary"]} | ({"docs": "docs/index.html"} if docs else {})


def first_pages() -> list[str]:
    """Return the paths of the pages that a visitor may open first; others are files, or parts of pages."""
    return sorted(path for path in ROUTES if "/" not in path[1:] and "." not in path)


def static_files() -> dict[str, bytes]:
    """Return the files that pages name as `static/NAME`."""
    return {name: file.data for name, file in _static().items()}


def _found(method: str, path: str, visit: Visit) -> Shown:
    if method not in {"GET", "HEAD"}:
        raise Refused(405, "method", "another method was expected")
    if path.startswith("/static/") and (file := _static().get(path.removeprefix("/static/"))):
        return send_static(file)
    handler = dict(ROUTES).get(path)
    if handler is None:
        raise Refused(404, "path", "there is nothing here")
    work = handler(visit)
    try:
        while work.send(None) is None:  # type: ignore[attr-defined]  # a pause between two pieces of a page
            pass
    except StopIteration as done:
        made: Shown = done.value
        return made
    raise GrundyError("internal error: a page waits for somebody")


def _told(error: GrundyError, base: str, *, as_page: bool) -> Shown:
    status = status_of_error(error)
    if as_page:
        return Shown(error_page(error, base or "/").encode("utf-8"), status=status)
    return json_answer(error.to_dict(), status=status)


async def _ask(question: str, data: dict[str, Any]) -> Reply:
    """Shown a question in this process."""
    known = QUESTIONS[question]
    found = answered(Asked(question, data, known.time(data) * (SLOWER if known.plays else 1), MEMORY))
    told = json.loads(found.answer)
    if told.get("error", {}).get("code") == MissingExtra.code:
        told["error"]["message"] = words()("site.missing")  # a visitor installs nothing
    return Reply(told, b"".join(found.parts))


_static = cache(read_static)
