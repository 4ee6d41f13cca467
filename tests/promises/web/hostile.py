"""Hostile load: good clients play while others do everything that a server must survive; loopback only.

`Load` runs against a server and reports what was broken as sentences; no sentence means that the server held.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from time import monotonic

from tests.promises.web.servers import Served, request

REFUSALS = {0, 400, 403, 404, 405, 408, 413, 414, 415, 421, 422, 429, 431, 503}
"""What a hostile request gets; 0 is a closed connection."""
SLOW = {"ruleset": "take k where popcount(n * k) % 3 == 1", "n": 10**5}
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Report:
    """What happened: latencies of good clients by phase in seconds, statuses of hostile requests, what was broken."""

    calm: list[float] = field(default_factory=list)
    loaded: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    queue: int = 0
    lost: int = 0
    cut_after: float = 0.0
    growth: int = 0

    def p99(self, phase: str) -> float:
        found = sorted(getattr(self, phase))
        return found[int(len(found) * 0.99)] if found else float("inf")


async def exchange(streams: Streams, data: bytes) -> tuple[int, bytes]:
    reader, writer = streams
    writer.write(data)
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    return int(head[9:12]), await reader.readexactly(length)


class Load:
    """One run against one server."""

    def __init__(self, server: Served, seconds: float, least: int = 0, seed: int = 1) -> None:
        """Prepare a run whose hostile phase takes so many seconds, or up to 60 more for `least` hostile requests."""
        self.server, self.seconds, self.least, self.rng = server, seconds, least, random.Random(seed)
        self.report = Report()
        self.phase = "calm"
        self.ending, self.enough = asyncio.Event(), asyncio.Event()

    async def run(self) -> Report:
        good = [asyncio.ensure_future(self.good(number)) for number in range(8)]
        await asyncio.sleep(min(2.0, self.seconds))
        before = self.server.memory()
        self.phase = "loaded"
        bad = [asyncio.ensure_future(one) for one in self.hostile()]
        watch = asyncio.ensure_future(self.watch())
        await asyncio.sleep(self.seconds)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.enough.wait(), 60)
        for task in bad:
            task.cancel()
        await asyncio.gather(*bad, return_exceptions=True)
        watch.cancel()
        self.phase = "between"
        await asyncio.sleep(1.0)
        self.phase = "after"
        await asyncio.sleep(1.0)
        self.report.growth = self.server.memory() - before
        self.ending.set()
        await asyncio.gather(*good)
        return self.report

    def hostile(self) -> list[Awaitable[None]]:
        loops = [self.loop(partial(self.bad_request, kind)) for kind in range(12)]
        slow = [self.slow_sender(number) for number in range(100)]
        askers = [self.loop(self.long_question) for _ in range(8)]
        return [*loops, *slow, *(self.slow_reader() for _ in range(50)), *askers]

    async def connect(self) -> Streams:
        return await asyncio.open_connection("127.0.0.1", self.server.port)

    async def good(self, number: int) -> None:
        """Ask closed forms and cached questions, one after the other, and see that they are right."""
        rng = random.Random(number)
        streams = await self.connect()
        while not self.ending.is_set():
            heaps = [rng.randrange(1, 1000) for _ in range(3)]
            cached = rng.random() < 0.3
            game = "kayles: 5" if cached else "nim: " + " ".join(map(str, heaps))
            wanted = 4 if cached else heaps[0] ^ heaps[1] ^ heaps[2]
            body = json.dumps({"game": game}).encode()
            phase, begun = self.phase, monotonic()
            try:
                data = request("POST", "/api/v1/solve", self.server.port, body, Connection="keep-alive")
                status, answer = await exchange(streams, data)
            except (OSError, asyncio.IncompleteReadError):
                streams[1].close()
                streams = await self.connect()
                self.report.lost += 1
                continue
            getattr(self.report, phase, []).append(monotonic() - begun)
            if status != 200 or json.loads(answer)["value"] != wanted:
                self.report.broken.append(f"a good client got {status} {answer[:100]!r}")
            await asyncio.sleep(0.005)
        streams[1].close()

    async def loop(self, once: Callable[[], Awaitable[int]]) -> None:
        while True:
            try:
                async with asyncio.timeout(10):
                    status = await once()
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                status = 0
            self.report.statuses[status] += 1
            if sum(self.report.statuses.values()) >= self.least:
                self.enough.set()
            if status not in REFUSALS:
                self.report.broken.append(f"a hostile request got {status}")
            await asyncio.sleep(0.02)

    async def bad_request(self, kind: int) -> int:
        return await self.once(self.ways[kind])

    @cached_property
    def ways(self) -> list[bytes]:
        port, solve, deep = self.server.port, "/api/v1/solve", b"[" * 20000 + b"]" * 20000
        rule = b'{"game": "take k where n % k == 0 and popcount(n) == 2 ** 60 ** 3: 99999"}'
        return [
            request("GET", "/api/v1/health", port, Host="evil.example"),
            request("GET", "/api/v1/health", port, Origin="http://evil.example"),
            request("POST", solve, port, b'{"game": "nim: 1"}', Content_Type="text/plain"),
            request("POST", solve, port, b"x" * 10_000_000),
            request("POST", solve, port, b"{" + b"x" * 200_000, Content_Length="10"),
            request("POST", solve, port, b'{"game": ' + deep + b"}"),
            request("POST", solve, port, b'{"n": NaN}'),
            request("POST", solve, port, b'{"n": ' + b"9" * 60000 + b"}"),
            request("POST", solve, port, rule),
            request("GET", "/static/..%2f..%2f..%2fetc%2fpasswd", port),
            request("GET", "/" + "x" * 5000, port),
            request("GET", "/api/v1/health", port, X="y" * 30000),
        ]

    async def once(self, data: bytes) -> int:
        reader, writer = await self.connect()
        try:
            with suppress(OSError):
                writer.write(data)
                await writer.drain()
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.read()
            return int(head[9:12])
        finally:
            writer.close()

    async def long_question(self) -> int:
        body = json.dumps(SLOW | {"n": self.rng.randrange(90_000, 100_000)}).encode()
        return await self.once(request("POST", "/api/v1/values", self.server.port, body))

    async def slow_sender(self, number: int) -> None:
        """Send one byte a tenth of a second, in a header or in a body, until it is cut."""
        head = request("POST", "/api/v1/solve", self.server.port, b"", Content_Length="5000")
        while True:
            begun = monotonic()
            writer = None
            try:
                _, writer = await self.connect()
                if number % 2:
                    writer.write(head)
                while not writer.is_closing():
                    writer.write(b" " if number % 2 else b"G")
                    await writer.drain()
                    await asyncio.sleep(0.1)
            except OSError:
                pass
            finally:
                if writer is not None:
                    writer.close()
                self.report.cut_after = max(self.report.cut_after, monotonic() - begun)

    async def slow_reader(self) -> None:
        body = b'{"ruleset": "take 1..3", "n": 100000}'
        while True:
            writer = None
            try:
                reader, writer = await self.connect()
                reader._transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(request("POST", "/api/v1/values", self.server.port, body))
                await asyncio.sleep(3)
            except OSError:
                await asyncio.sleep(0.1)
            finally:
                if writer is not None:
                    writer.transport.abort()

    async def watch(self) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                streams = await self.connect()
                status, body = await exchange(streams, request("GET", "/api/v1/health", self.server.port))
                if status == 200:
                    self.report.queue = max(self.report.queue, json.loads(body)["queue"])
                streams[1].close()
            await asyncio.sleep(0.1)
