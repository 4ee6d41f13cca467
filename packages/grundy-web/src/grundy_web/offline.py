"""Answers requests for pages in a browser that runs Python, without a server.

    status, headers, body = answer("GET", "/play", "g=nim:+3+5+7")

Pages are rendered and questions answered by the same functions as on a server, but without child processes. The caller
must end this process if an answer takes too long. The only other packages needed are jinja2 and, for QR codes, segno.
"""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any

from grundy.core import GrundyError, MissingExtra

from .guard.refusals import Refused, status_of_error, wants_page
from .pages.error_page import error_page
from .pages.page_requests import PageRequest, PageResponse, Query, json_answer
from .pages.rendering import FOOT, environment, words
from .pages.routes import ROUTES
from .pages.static_files import read_static, send_static
from .questions.answering import QUESTIONS, Asked, Reply, answered

MEMORY = 1 << 30
"""The limit of memory for a question, in bytes."""
SLOWER = 6
"""The factor from the time of a server to that of a browser for a move, because it has no compiled code."""
MOST_QUERY = 2048
"""The largest length of a query, as on a server."""


def answer(
    method: str, path: str, query: str = "", base: str = "", accept: str = ""
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Answer a request as the server does, in a browser that runs Python; an error is an answer, never an exception.

    Args:
        method: The HTTP method.
        path: The path within the site, which begins with "/".
        query: The query of the address, without "?".
        base: The address of the first page, with which absolute addresses begin, for example in a QR code.
        accept: The header Accept; if it contains "text/html", errors are pages.

    Returns:
        The status, the headers and the body.

    Example:
        >>> status, headers, body = answer("GET", "/play", "g=nim:+3+5+7")
        >>> status, dict(headers)["content-type"], b"nim: 3 5 7" in body
        (200, 'text/html; charset=utf-8', True)
        >>> answer("GET", "/nowhere")[0], answer("POST", "/play")[0]
        (404, 405)
    """
    try:
        found = _found(method, path, PageRequest(Query(query[:MOST_QUERY]), base, _ask))
    except Exception as error:  # noqa: BLE001  # the error is reported, not lost
        if not isinstance(error, GrundyError):
            error = GrundyError(f"internal error: {type(error).__name__}")
        found = json_answer(error.to_dict(), status=status_of_error(error))
        if wants_page(method, path, accept):
            found = PageResponse(error_page(error, base or "/").encode("utf-8"), status=found.status)
    headers, body = dict(found.headers), found.body
    # the browser does not decompress content that came without a network
    if headers.pop("content-encoding", "") == "gzip":
        body = gzip.decompress(body)
    return found.status, [("content-type", found.kind), *headers.items()], body


def furnish(docs: bool) -> None:
    """Set the links in the footer for a static site: none to the API, and one to the documentation if `docs`."""
    environment().globals["foot"] = site_foot(docs=docs)


def site_foot(*, docs: bool) -> dict[str, str]:
    """Return the links in the footer of a static site, by their key; one leads to the documentation if `docs`."""
    return {"glossary": FOOT["glossary"]} | ({"docs": "docs/index.html"} if docs else {})


def first_pages() -> list[str]:
    """Return the paths of the pages that a visitor may open first; other paths are files or parts of pages."""
    return sorted(path for path in ROUTES if "/" not in path[1:] and "." not in path)


def static_files() -> dict[str, bytes]:
    """Return the contents, by name, of the files that pages refer to as `static/NAME`."""
    return {name: file.data for name, file in _static().items()}


def _found(method: str, path: str, request: PageRequest) -> PageResponse:
    if method not in {"GET", "HEAD"}:
        raise Refused(405, "method", "this method is not allowed")
    if path.startswith("/static/") and (file := _static().get(path.removeprefix("/static/"))):
        return send_static(file)
    handler = ROUTES.get(path)
    if handler is None:
        raise Refused(404, "path", "not found")
    work = handler(request)
    try:
        while work.send(None) is None:  # type: ignore[attr-defined]  # a pause between two parts of a page
            pass
    except StopIteration as done:
        made: PageResponse = done.value
        return made
    raise GrundyError("internal error: a page waits for somebody")


async def _ask(question: str, data: dict[str, Any]) -> Reply:
    """Answer a question of a page in this process, because a browser cannot start child processes."""
    known = QUESTIONS[question]
    reply = answered(Asked(question, data, known.time(data) * (SLOWER if known.plays else 1), MEMORY))
    if reply.answer.get("error", {}).get("code") == MissingExtra.code:
        reply.answer["error"]["message"] = words()("site.missing")  # visitors cannot install packages
    return reply


_static = cache(read_static)
