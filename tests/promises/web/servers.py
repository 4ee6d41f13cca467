"""Servers in processes of their own, and clients that speak raw bytes."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import httpx
import psutil  # type: ignore[import-untyped]
from fastapi import FastAPI
from httpx._config import DEFAULT_TIMEOUT_CONFIG

DEFAULT_TIMEOUT_CONFIG.read = DEFAULT_TIMEOUT_CONFIG.connect = 60.0  # seconds: a machine may stall
START = """
from grundy_web import Settings, launch
from grundy_web.settings import Crowd, Sizes, Times
launch(Settings(port=0, {}), lambda s: print(s.address(), s.token, flush=True))
"""
PATIENT = """
from grundy_web.questions.answering import QUESTIONS
QUESTIONS |= {name: one._replace(seconds=20.0) for name, one in QUESTIONS.items() if one.seconds <= 2}
"""
"""What a server runs first whose answers a machine that stalls must not keep from being complete."""


class Served(NamedTuple):
    """A running server: its address without the slash at its end, its port, its process."""

    address: str
    port: int
    process: psutil.Process

    def family(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]

    def memory(self) -> int:
        """Return the resident bytes of all of them; pages that several share count once."""
        return sum(one.memory_full_info().pss for one in self.family())


@contextmanager
def serving(settings: str = "", before: str = "") -> Iterator[Served]:
    """Serve with arguments of `Settings` given as Python; `before` is run first in the server's process."""
    code = before + START.format(settings)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split()[0].rstrip("/")
            yield Served(address, int(address.rpartition(":")[2]), psutil.Process(server.pid))
        finally:
            server.terminate()


def raw(port: int, data: bytes, patience: float = 60.0) -> tuple[int, bytes]:
    """Send bytes and return the status of the answer (0: the connection was closed without one) and all of it."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as link:
        found = b""
        try:
            link.sendall(data)
            link.shutdown(socket.SHUT_WR)
            while part := link.recv(65536):
                found += part
        except OSError:
            pass
    status = re.match(rb"HTTP/1\.1 ([0-9]{3})", found)
    return (int(status[1]) if status else 0), found


def request(method: str, target: str, port: int, body: bytes = b"", **headers: str) -> bytes:
    fields = {"Host": f"127.0.0.1:{port}", "Connection": "close"}
    if method == "POST":
        fields |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def asked(app: FastAPI, *requests: httpx.Request) -> list[httpx.Response]:
    started = app.state.dispatcher.children._starter is not None

    async def send() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport) as client:
            return [await client.send(one) for one in requests]

    try:
        return asyncio.run(send())
    finally:
        if not started:
            app.state.dispatcher.stop()


def one(app: FastAPI, method: str, path: str, *, host: str = "127.0.0.1:8642", **extra: object) -> httpx.Response:
    found: list[httpx.Response] = asked(app, httpx.Request(method, f"http://{host}{path}", **extra))  # type: ignore[arg-type]
    return found[0]
