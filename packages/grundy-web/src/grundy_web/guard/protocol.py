"""The HTTP protocol of a connection: that of uvicorn, with additional time limits.

uvicorn waits without limit for the headers of a request and for a client that does not read. Here one timer closes a
connection that has not sent a whole request in time, and another runs while the client does not read the answer.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..settings import Settings
from .middleware import HEADERS, POLICY
from .refusals import Refused


def protocol_of(settings: Settings) -> type[H11Protocol]:
    """Build the class that uvicorn uses for each connection, with time limits by the settings."""
    return type("Protocol", (_Timed,), {"rules": settings})


class _Timed(H11Protocol):
    """A connection that is closed if its client sends or reads too slowly."""

    rules: Settings

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  # as in uvicorn
        super().__init__(*arguments, **named)
        self._head: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    # Called by uvicorn

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401  # as in uvicorn
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=1 << 16)
        if sum(not other.transport.is_closing() for other in self._all()) > self.rules.crowd.connections:
            self._close_idle()
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop(self._head, self._writing)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except (UnicodeError, ValueError):  # uvicorn does not expect such bytes in the address
            self.send_400_response("")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait_for_request()
        self._see_it_end()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._see_it_end()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop(self._writing)
        self._writing = self.loop.call_later(self.rules.times.write, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop(self._writing)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP with an error object as JSON, like other errors, and close the connection."""
        body = json.dumps(Refused(400, "input", "expected an HTTP request").to_dict()).encode("ascii")
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode("ascii")),
            (b"connection", b"close"),
            (b"content-security-policy", POLICY.format("'none'").encode("ascii")),
            *HEADERS,
        ]
        with suppress(h11.LocalProtocolError):  # an answer has begun
            head = self.conn.send(h11.Response(status_code=400, headers=headers, reason=b"Refused"))
            self.transport.write((head or b"") + (self.conn.send(h11.Data(data=body)) or b""))
            self.conn.send(h11.EndOfMessage())
        self.transport.close()
        self._see_it_end()

    # Timers

    def _wait_for_request(self) -> None:
        self._stop(self._head)
        self._head = self.loop.call_later(self.rules.times.header, self._late)

    def _late(self) -> None:
        if self.idle:
            self.transport.abort()

    def _see_it_end(self) -> None:
        """If the connection is closing while its client still reads an answer, abort it after a time limit."""
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self.loop.call_later(self.rules.times.write, self.transport.abort)

    def _close_idle(self) -> None:
        """Close the other connection that has been idle for longest, or this one if no other is idle."""
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
