"""The middleware that checks every request before the application reads it.

Host and Origin must be those of the server, sizes and times are limited, JSON is parsed strictly, and every answer gets
headers that restrict a page. The middleware itself answers rejected requests.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from time import perf_counter
from traceback import format_exc
from typing import Any

from grundy.core import GrundyError, NotationError, read_json

from ..settings import Settings
from .disconnect_watch import GONE, ClientGone
from .refusals import FailedAnswer, PageOf, Refused, error_body, headers_of, status_of_error, traced, wants_page
from .request_rules import check_request, check_token

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LOG = logging.getLogger("grundy_web")
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {}"
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


class Guard:
    """ASGI middleware that checks every request and adds security headers; `page_of` renders an error for a browser."""

    def __init__(self, app: App, settings: Settings, page_of: PageOf | None = None) -> None:
        self.app, self.page_of = app, page_of
        self.settings = settings
        self.policy = POLICY.format("'none'").encode("ascii")
        self.embedded = POLICY.format(settings.embed or "'none'").encode("ascii")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Check an HTTP request, and let the application answer it or reject it; WebSockets are closed.

        Args:
            scope: The ASGI scope.
            receive: Returns the next ASGI message from the client.
            send: Sends an ASGI message to the client.
        """
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._handle(scope, receive, _Answer(scope, send, self))
        else:
            await send({"type": "websocket.close"})

    async def _handle(self, scope: Message, receive: Receive, answer: _Answer) -> None:
        try:
            check_request(scope, self.settings)
            if (address := check_token(scope, self.settings)) is not None:
                await answer.redirect(address)
                return
            parts = [await self._body(scope, receive)]
            GONE.set(lambda: _gone(receive))

            async def replay() -> Message:
                """Return the request body, which was read already; a later call waits for the client to disconnect."""
                if parts:
                    return {"type": "http.request", "body": parts.pop(), "more_body": False}
                return await receive()

            await self.app(scope, replay, answer.send)
        except ClientGone:
            answer.status = 408
        except GrundyError as error:
            await answer.refuse(error)
        except Exception as error:  # unexpected errors
            LOG.log(logging.ERROR, "internal error: %s", type(error).__name__, exc_info=self.settings.debug)
            told = GrundyError("internal error").to_dict()
            await answer.refuse(FailedAnswer(traced(told, format_exc()) if self.settings.debug else told))
        finally:
            answer.log(debug=self.settings.debug)

    async def _body(self, scope: Message, receive: Receive) -> bytes:
        """Read the body of a POST with limits of size and time, and check that it is strict JSON."""
        if scope["method"] in {"GET", "HEAD"}:
            if dict(scope["headers"]).get(b"transfer-encoding") or self._length(scope):
                raise Refused(413, "size", "expected no body")
            return b""
        most = self.settings.sizes.body
        if self._length(scope) > most:
            raise Refused(413, "size", f"expected at most {most} bytes")
        body = bytearray()
        try:
            async with asyncio.timeout(self.settings.times.body):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone("the client has disconnected")
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise Refused(413, "size", f"expected at most {most} bytes")
                    more = message.get("more_body", False)
        except TimeoutError:
            raise Refused(408, "time", f"the body did not arrive in {self.settings.times.body:g} s") from None
        if body or scope["method"] == "POST":
            _read_strictly(bytes(body))
        return bytes(body)

    def _length(self, scope: Message) -> int:
        """Return the length of the body by the header: 0 if the header is missing, and a huge one if it is invalid."""
        told = dict(scope["headers"]).get(b"content-length", b"0")
        return int(told) if told.isascii() and len(told) <= 12 and set(told) <= set(b"0123456789") and told else 1 << 40


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

    def __init__(self, scope: Message, send: Send, guard: Guard) -> None:
        self.scope, self._send, self.guard = scope, send, guard
        self.status = 0
        self.begun = perf_counter()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message.get("headers", []), *HEADERS]
            if not any(name == b"content-security-policy" for name, _ in headers):
                embedded = self.scope["path"] == "/play"
                headers.append((b"content-security-policy", self.guard.embedded if embedded else self.guard.policy))
            message = {**message, "headers": headers}
        await self._send(message)

    async def refuse(self, error: GrundyError) -> None:
        """Answer with an error and close the connection, because the body may be unread."""
        if self.status:
            return
        body, kind = error_body(error), b"application/json"
        accept = dict(self.scope["headers"]).get(b"accept", b"").decode("latin-1")
        if self.guard.page_of is not None and wants_page(self.scope["method"], self.scope["path"], accept):
            body, kind = self.guard.page_of(error).encode(), b"text/html; charset=utf-8"
        after = [(name.encode(), value.encode()) for name, value in headers_of(error.to_dict()).items()]
        await self._whole(status_of_error(error), body, [(b"content-type", kind), *after])

    async def redirect(self, found: tuple[str, str]) -> None:
        address, cookie = found
        headers = [(b"location", address.encode("ascii")), (b"set-cookie", cookie.encode("ascii"))]
        await self._whole(303, b"", headers)

    async def _whole(self, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        length = (b"content-length", str(len(body)).encode("ascii"))
        start = {
            "type": "http.response.start",
            "status": status,
            "headers": [*headers, length, (b"connection", b"close")],
        }
        with suppress(OSError):
            await self.send(start)
            await self.send({"type": "http.response.body", "body": body})

    def log(self, *, debug: bool) -> None:
        """Write one log line without control characters, and without the query unless `debug` is set."""
        if LOG.isEnabledFor(logging.INFO):
            took = (perf_counter() - self.begun) * 1000
            query = self.scope.get("query_string", b"").decode("latin-1") if debug else ""
            target = self.scope["path"] + (f"?{query}" if query else "")
            shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in target[:200])
            LOG.info("%s %s %d %.1f ms", self.scope["method"], shown, self.status, took)
