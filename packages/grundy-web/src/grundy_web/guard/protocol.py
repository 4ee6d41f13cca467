"""The HTTP protocol of a connection: that of uvicorn, with additional time limits.

uvicorn waits without limit for the headers of a request and for a client that does not read. Here one timer closes a
connection that has not sent a whole request in time, and another runs while the client does not read the answer.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..settings import Settings
from .middleware import HEADERS, POLICY
from .refusals import PageOf, Refused, error_body, wants_page

MOST_HEAD = 12 << 10
"""Bytes of a request line with its headers that are read before the middleware checks them."""


class Connection(h11.Connection):
    """An HTTP parser that stores in `refused` the status with which an invalid request is rejected."""

    refused = 400

    def next_event(self) -> Any:  # noqa: ANN401  # as in h11
        """Return the next event of the connection, as in h11."""
        try:
            return super().next_event()
        except h11.RemoteProtocolError as error:
            self.refused = 431 if error.error_status_hint == 431 else 400
            raise


def protocol_of(settings: Settings, page_of: PageOf | None = None) -> type[H11Protocol]:
    """Build the class that uvicorn uses for each connection, with time limits by the settings.

    Args:
        settings: The settings of the server.
        page_of: Renders an error for a browser, or None.

    Returns:
        The class.
    """
    return type("Protocol", (_Timed,), {"rules": settings, "page_of": staticmethod(page_of) if page_of else None})


class _Timed(H11Protocol):
    """A connection that is closed if its client sends or reads too slowly."""

    rules: Settings
    page_of: PageOf | None

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  # as in uvicorn
        super().__init__(*arguments, **named)
        self.conn = Connection(h11.SERVER, MOST_HEAD)
        self._head: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    # Called by uvicorn

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401  # as in uvicorn
        """Begin a connection; if there are too many, the one idle for longest is closed."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=1 << 16)
        if sum(not other.transport.is_closing() for other in self._all()) > self.rules.crowd.connections:
            self._make_room()
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop(self._head, self._writing)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data; invalid bytes are a bad request."""
        try:
            super().data_received(data)
        except (UnicodeError, ValueError):
            self.send_400_response("")

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the client to read the end of the answer."""
        super().on_response_complete()
        self._wait_for_request()
        self._see_it_end()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._see_it_end()

    def pause_writing(self) -> None:
        """Start the timer for the client to read."""
        super().pause_writing()
        self._stop(self._writing)
        self._writing = self.loop.call_later(self.rules.times.write, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop(self._writing)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP with an error in the form of all other errors, and close the connection."""
        status = getattr(self.conn, "refused", 400)
        error = Refused(status, "size" if status == 431 else "input", "expected an HTTP request")
        body, form = error_body(error), b"application/json"
        begun = self.conn.trailing_data[0].decode("latin-1")  # the data that could not be parsed
        method, _, rest = begun.partition(" ")
        if self.page_of is not None and status == 431 and wants_page(method, rest, begun):
            body, form = self.page_of(error).encode(), b"text/html; charset=utf-8"
        policy = (b"content-security-policy", POLICY.format("'none'").encode("ascii"))
        kind, length = (b"content-type", form), (b"content-length", str(len(body)).encode("ascii"))
        headers = [kind, length, (b"connection", b"close"), policy, *HEADERS]
        with suppress(h11.LocalProtocolError):
            head = self.conn.send(h11.Response(status_code=status, headers=headers, reason=b"Refused"))
            self.transport.write((head or b"") + (self.conn.send(h11.Data(data=body)) or b""))
            self.conn.send(h11.EndOfMessage())
        self.transport.close()
        self._see_it_end()

    # Timers

    def _wait_for_request(self) -> None:
        self._stop(self._head)
        if self.rules.header_timer:
            self._head = self.loop.call_later(self.rules.times.header, self._late)

    def _late(self) -> None:
        if self.idle:
            self.transport.abort()

    def _see_it_end(self) -> None:
        """Limit the time for which a client may read the rest of an answer while the connection is closing."""
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self.loop.call_later(self.rules.times.write, self.transport.abort)

    def _make_room(self) -> None:
        """Close the connection that is idle for longest, or this one if none is idle."""
        others = (
            other for other in self._all() if other.idle and other is not self and not other.transport.is_closing()
        )
        oldest = min(others, key=lambda other: other._head.when() if other._head else 0.0, default=self)  # noqa: SLF001
        oldest.transport.abort()

    def _all(self) -> list[_Timed]:
        return [other for other in self.connections if isinstance(other, _Timed)]

    @staticmethod
    def _stop(*timers: asyncio.TimerHandle | None) -> None:
        for timer in timers:
            if timer is not None:
                timer.cancel()
