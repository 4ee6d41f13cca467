"""Cancels the computation of an answer if the client has closed the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

from grundy.core import GrundyError

T = TypeVar("T")

GONE: ContextVar[Callable[[], Awaitable[Any]] | None] = ContextVar("GONE", default=None)
"""A function that returns when the client of this request has closed the connection; set by the middleware."""


class ClientGone(GrundyError):
    """The error if a client closes the connection before its request is answered."""

    code = "gone"


async def leaving(work: Coroutine[Any, Any, T]) -> T:
    """Wait for `work` and return its result, or cancel it and raise `ClientGone` if the client disconnects first."""
    gone = GONE.get()
    if gone is None:
        return await work
    doing = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(gone())
    try:
        await asyncio.wait({doing, watching}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise ClientGone("the client has disconnected")
    finally:
        for task in (watching, doing):
            task.cancel()
        with suppress(asyncio.CancelledError, GrundyError):
            await doing
