"""How processes talk: orders to the forge, and frames between a child and the server."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

ORDER = struct.Struct("=cQddQ")
"""Kind, number of the job, seconds until it is killed, CPU seconds, bytes of memory."""
BEGIN, ARRAYS, KILL = b"B", b"A", b"K"
HEAD = struct.Struct("=cI")
"""Kind and length of what follows."""
QUESTION, PROGRESS, BYTES, STORED, ANSWER = b"Q", b"P", b"D", b"S", b"A"
MOST = 16 << 20
"""Bytes of one frame."""


class Order(NamedTuple):
    """What the forge is told: begin a job, with its limits, where it needs arrays too, or kill it."""

    kind: bytes
    number: int
    seconds: float = 0.0
    processor: float = 0.0
    memory: int = 0

    def packed(self) -> bytes:
        """Return the order as bytes of one length."""
        return ORDER.pack(*self)


class Asked(NamedTuple):
    """A question on its way to a child: a name, plain data, and the limits under which it is answered."""

    question: str
    data: dict[str, Any]
    seconds: float
    memory: int


def frame(kind: bytes, body: bytes) -> bytes:
    """Return a frame; raises `ValueError` when it is too long."""
    if len(body) > MOST:
        raise ValueError("the frame is too long")
    return HEAD.pack(kind, len(body)) + body


def json_frame(kind: bytes, found: object) -> bytes:
    """Return plain data as a frame."""
    return frame(kind, json.dumps(found, separators=(",", ":")).encode("ascii"))


def read_frame(read: Callable[[int], bytes]) -> tuple[bytes, bytes]:
    """Read one frame; `read` returns that many bytes or raises `EOFError`."""
    kind, length = HEAD.unpack(read(HEAD.size))
    if length > MOST:
        raise EOFError("the frame is too long")
    return kind, read(length) if length else b""
