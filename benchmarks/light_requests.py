"""Measures how long light requests wait while 24 visitors ask for the hardest; leaves with 1 when a goal is missed.

    uv run python benchmarks/light_requests.py [SECONDS] [VISITORS]

Three minutes and 24 visitors unless others are given. Light are the health of the server and a board of nim, asked of
the API, at most 0.1 s in 99 of 100, and pages, at most 0.3 s: the first page, a match of nim, another one of kayles.
The visitors are in a process of their own; each asks for another game every time, so that nothing is remembered.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
from collections import Counter
from multiprocessing import Process
from random import Random
from time import monotonic
from urllib.parse import quote

from benchmarks.web_page import Row, serving, told
from tests.promises.web.hostile import exchange
from tests.promises.web.servers import request

SECONDS, VISITORS = 180.0, 24
CALM = 20.0
"""Seconds of the same without the visitors, before: what the machine is worth at that hour."""
PAUSE = 0.05
"""Seconds between two requests of a light client."""
LIGHT = {
    "health": 100.0,
    "a board of nim from the API": 100.0,
    "the first page": 300.0,
    "a match of nim": 300.0,
    "a match of kayles": 300.0,
}
"""The requests, and the milliseconds within which 99 of 100 are answered."""


def light(kind: str, port: int, rng: Random) -> bytes:
    """Return a request that no server should need long for."""
    heaps = [rng.randrange(2, 11) for _ in range(3)]
    board, seed = " ".join(map(str, heaps)), rng.randrange(10**6)
    if kind == "a board of nim from the API":
        body = json.dumps({"game": f"nim: {board}"}).encode()
        return request("POST", "/api/v1/solve", port, body, Connection="keep-alive")
    targets = {
        "health": "/api/v1/health",
        "the first page": "/",
        "a match of nim": f"/play?g={quote(f'nim: {board}')}&m=0&seed={seed}",
        "a match of kayles": f"/play?g={quote(f'kayles: {heaps[0]} {heaps[1]}')}&m=0&seed={seed}",
    }
    return request("GET", targets[kind], port, Connection="keep-alive")


def heavy(port: int, rng: Random) -> bytes:
    """Return a request that takes all the time it may."""
    seed, n = rng.randrange(10**6), rng.randrange(6, 10)
    kind = rng.randrange(4)
    if kind == 0:
        body = {"game": f"chomp: {n + 2}x{rng.randrange(9, 15)}", "seed": seed}
        return request("POST", "/api/v1/play", port, json.dumps(body).encode())
    if kind == 1:
        body = {"ruleset": "take k where popcount(n * k) % 3 == 1", "n": 90_000 + seed % 10_000}
        return request("POST", "/api/v1/values", port, json.dumps(body).encode())
    if rng.random() < 0.3:
        return request(
            "GET", f"/explore?g={quote(f'take k where n % k == {seed % 97} or k * k % 7 == 2')}&to=100000", port
        )
    game = f"cram: {n}x{rng.randrange(7, 12)} + nim: {rng.randrange(100)}"
    return request("GET", f"/play?g={quote(game)}&you=2&v=1&seed={seed}", port)


async def ask(port: int, kind: str, seconds: float) -> tuple[list[float], Counter[int]]:
    """Return the milliseconds of light requests, one after the other, and the statuses of their answers."""
    rng, times, statuses, until = Random(kind), list[float](), Counter[int](), monotonic() + seconds
    streams = await asyncio.open_connection("127.0.0.1", port)
    while monotonic() < until:
        data = light(kind, port, rng)
        begun = monotonic()
        try:
            status, _ = await exchange(streams, data)
        except (OSError, asyncio.IncompleteReadError):
            status = 0
        times.append(1000 * (monotonic() - begun))
        statuses[status] += 1
        if status != 200:  # the server may have closed it
            streams[1].close()
            streams = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(PAUSE)
    streams[1].close()
    return times, statuses


def visit(port: int, visitors: int, seconds: float) -> None:
    """Ask for the hardest, as so many visitors do at once."""

    async def visitor(number: int) -> Counter[int]:
        rng, found, until = Random(number), Counter[int](), monotonic() + seconds
        while monotonic() < until:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(heavy(port, rng))
            head = await reader.read()
            found[int(head[9:12]) if head else 0] += 1
            writer.close()
            if b" 503 " in head[:20]:
                await asyncio.sleep(1.0)
        return found

    async def all_of_them() -> None:
        found = sum(await asyncio.gather(*map(visitor, range(visitors))), Counter[int]())
        print(f"{visitors} heavy visitors were answered {dict(sorted(found.items()))}", flush=True)

    asyncio.run(all_of_them())


def main() -> int:
    """Measure and print the table."""
    asked = [float(word) for word in sys.argv[1:3]]
    seconds, visitors = (asked + [SECONDS, VISITORS][len(asked) :])[:2]
    print(f"{platform.machine()}, {os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}, {seconds:g} s")
    rows = []
    with serving() as (address, _):
        port = int(address.rpartition(":")[2])

        async def all_kinds(length: float) -> list[tuple[list[float], Counter[int]]]:
            return await asyncio.gather(*(ask(port, kind, length) for kind in LIGHT))

        quiet = asyncio.run(all_kinds(CALM))
        crowd = Process(target=visit, args=(port, int(visitors), seconds + 1))
        crowd.start()
        found = asyncio.run(all_kinds(seconds))
        crowd.join()
    for (kind, most), (times, statuses), (before, _) in zip(LIGHT.items(), found, quiet, strict=True):
        ordered = sorted(times)
        told_statuses = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
        rows.append(Row(f"{kind} ({told_statuses}): 99 in 100 within", ordered[int(0.99 * len(ordered))], most, "ms"))
        rows.append(Row("    without the visitors", sorted(before)[int(0.99 * len(before))], most, "ms"))
        rows.append(Row("    median", ordered[len(ordered) // 2], most, "ms"))
        rows.append(Row("    the slowest", ordered[-1], 10_000, "ms"))
    print(f"load after: {os.getloadavg()[0]:.1f}")
    return told(rows)


if __name__ == "__main__":
    sys.exit(main())
