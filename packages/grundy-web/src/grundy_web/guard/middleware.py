"""The middleware that checks every request before the application reads it.

Host and Origin must be those of the server, sizes and times are limited, JSON is parsed strictly, and every answer gets
headers that restrict a page. The middleware itself answers rejected requests.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from traceback import format_exc

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grundy.core import GrundyError, NotationError, read_json

from ..settings import Settings
from .disconnect_watch import GONE, ClientGone
from .refusals import FailedAnswer, Refused, headers_of, status_of_error, traced, wants_page
from .request_rules import check_request, check_token

PageOf = Callable[[GrundyError], str]
"""Renders an error as a page."""
LOG = logging.getLogger("grundy_web")
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {}"
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


def error_response(error: GrundyError, scope: Scope, page_of: PageOf) -> Response:
    """Return the response for an error: a page to a browser that requests one, else JSON.

    Args:
        error: The error.
        scope: The ASGI scope of the request.
        page_of: Renders an error as a page.

    Returns:
        The response, with the HTTP status of the error.
    """
    answer, status = error.to_dict(), status_of_error(error)
    if wants_page(scope["method"], scope["path"], Headers(scope=scope).get("accept", "")):
        return HTMLResponse(page_of(error), status, headers_of(answer))
    return JSONResponse(answer, status, headers_of(answer))


class Guard:
    """ASGI middleware that checks every request before `app` gets it, and adds security headers to every answer.

    `settings` are those of the server. `page_of` renders an error as a page, for a browser.
    """

    def __init__(self, app: ASGIApp, settings: Settings, page_of: PageOf) -> None:
        self.app, self.settings, self.page_of = app, settings, page_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check an HTTP request, and let the application answer it or reject it.

        Args:
            scope: The ASGI scope.
            receive: Returns the next ASGI message from the client.
            send: Sends an ASGI message to the client.
        """
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Answer(scope, send, self.settings)
        response: Response | None = None
        try:
            response = await self._handle(scope, receive, answer.send)
        except ClientGone:
            answer.status = 408
        except GrundyError as error:
            response = error_response(error, scope, self.page_of)
        except Exception as error:  # unexpected errors
            LOG.log(logging.ERROR, "internal error: %s", type(error).__name__, exc_info=self.settings.debug)
            told = GrundyError("internal error").to_dict()
            failure = FailedAnswer(traced(told, format_exc()) if self.settings.debug else told)
            response = error_response(failure, scope, self.page_of)
        if response is not None and not answer.status:
            response.headers["connection"] = "close"  # the body may be unread
            with suppress(OSError):
                await response(scope, receive, answer.send)
        answer.log(debug=self.settings.debug)

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> Response | None:
        """Let the application answer a request that passes the checks, or reject it.

        If the access token is in the address, return a redirect that stores it in a cookie. The parameters are those of
        `__call__`. The result is None if the application has answered.
        """
        check_request(scope, self.settings)
        if (visit := check_token(scope, self.settings)) is not None:
            address, cookie = visit
            return Response(status_code=303, headers={"location": address, "set-cookie": cookie})
        parts = [await self._body(scope, receive)]
        GONE.set(lambda: _gone(receive))

        async def replay() -> Message:
            """Return the request body, which was read already; a later call waits for the client to disconnect."""
            if parts:
                return {"type": "http.request", "body": parts.pop(), "more_body": False}
            return await receive()

        await self.app(scope, replay, send)
        return None

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """Read the body of a POST with limits of size and time, and check that it is strict JSON."""
        length = _length(scope)
        if scope["method"] in {"GET", "HEAD"}:
            if length or "transfer-encoding" in Headers(scope=scope):
                raise Refused(413, "size", "expected no body")
            return b""
        most, body, more = self.settings.sizes.body, bytearray(), True
        try:
            async with asyncio.timeout(self.settings.times.body):
                while more and max(length, len(body)) <= most:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone("the client has disconnected")
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
        except TimeoutError:
            raise Refused(408, "time", f"the body did not arrive in {self.settings.times.body:g} s") from None
        if max(length, len(body)) > most:
            raise Refused(413, "size", f"expected at most {most} bytes")
        if body or scope["method"] == "POST":
            _read_strictly(bytes(body))
        return bytes(body)


def _length(scope: Scope) -> int:
    """Return the length of the request body that the header states: 0 without a header, huge if it is invalid."""
    told = Headers(scope=scope).get("content-length", "0")
    return int(told) if re.fullmatch("[0-9]{1,12}", told) else 1 << 40


def _read_strictly(body: bytes) -> None:
    try:
        found = read_json(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise NotationError("expected UTF-8 text") from None
    except RecursionError:  # pragma: no cover  # nesting is limited before
        raise NotationError("expected less nesting") from None
    if not isinstance(found, dict):
        raise NotationError("expected a JSON object", expected="an object")


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Answer:
    """An answer that is being sent, to which the middleware adds headers and a log line."""

    def __init__(self, scope: Scope, send: Send, settings: Settings) -> None:
        self.scope, self._send = scope, send
        self.status = 0
        self.begun = perf_counter()
        framed = settings.embed if settings.embed and scope["path"] == "/play" else "'none'"
        self.policy = POLICY.format(framed).encode("ascii")

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            ours = (*HEADERS, (b"content-security-policy", self.policy))
            message = {**message, "headers": [*message.get("headers", []), *ours]}
        await self._send(message)

    def log(self, *, debug: bool) -> None:
        """Write one log line without control characters, and without the query unless `debug` is set."""
        if LOG.isEnabledFor(logging.INFO):
            took = (perf_counter() - self.begun) * 1000
            query = self.scope.get("query_string", b"").decode("latin-1") if debug else ""
            target = self.scope["path"] + (f"?{query}" if query else "")
            shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in target[:200])
            LOG.info("%s %s %d %.1f ms", self.scope["method"], shown, self.status, took)
