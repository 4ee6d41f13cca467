"""Whether the client still waits: work for somebody who has gone is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

from ...core import GrundyError

T = TypeVar("T")

GONE: ContextVar[Callable[[], Awaitable[Any]] | None] = ContextVar("GONE", default=None)
"""A function that returns when the client of this request has gone; the guard sets it."""


class ClientGone(GrundyError):
    """Nobody waits for the answer any more."""

    code = "gone"


async def leaving(work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns, or cancel it and raise `ClientGone` when the client leaves first."""
    gone = GONE.get()
    if gone is None:
        return await work
    doing = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(gone())
    try:
        await asyncio.wait({doing, watching}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise ClientGone("the client has gone")
    finally:
        for task in (watching, doing):
            task.cancel()
        with suppress(asyncio.CancelledError, GrundyError):
            await doing
