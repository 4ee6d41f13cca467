"""A cluster of Ray on this machine, for tests: nodes that are started by `ray start` and killed at any moment.

Every node is a family of processes that is known by their ids; nothing else is ever killed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from secrets import token_hex
from socket import socket

import psutil  # type: ignore[import-untyped]

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "3",
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": token_hex(32),
}
"""A lost node is noticed in two seconds, which takes a quarter of a minute by Ray's own settings. Nobody else can give
the cluster work, and no token that somebody keeps in his home matters."""
ROOT = Path(__file__).parents[3]
MEMORY = 100_000_000
"""Bytes of the store of objects: the least is 75 MiB."""
START_SECONDS = 180.0
"""A node that takes longer to start has failed."""


class RayNodes:
    """A head without processors, and nodes of one processor; `address` is what RAY_ADDRESS is to say."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="r", dir="/tmp"))  # sockets have short names
        port = _free_port()
        self.address = f"127.0.0.1:{port}"
        self._nodes: list[subprocess.Popen[bytes]] = []
        try:
            about = ("--include-dashboard", "false", "--temp-dir", str(self._folder))
            self._start("--head", "--port", str(port), "--num-cpus", "0", *about)
            self._wait()
        except BaseException:
            self.close()
            raise

    def have(self, count: int) -> list[int]:
        """Start nodes until so many are alive, kill those that are too many, and return their numbers.

        Each has an address of its own, so that a command belongs to the head. One after the other: two that start at
        once on one machine may choose the same names for their sockets.
        """
        alive = [number for number, node in enumerate(self._nodes) if number and node.poll() is None]
        for number in alive[count:]:
            self.kill(number)
        while len(alive) < count:
            alive.append(len(self._nodes))
            own = f"127.0.0.{len(self._nodes) + 1}"
            self._start("--address", self.address, "--num-cpus", "1", "--node-ip-address", own)
            self._wait()
        return alive[:count]

    def wait_for_work(self, number: int) -> None:
        end = time.monotonic() + START_SECONDS
        while not any(title.startswith(("ray::perform", "ray::Actor")) for title in self._titles(number)):
            assert time.monotonic() < end, f"node {number} had no work"
            time.sleep(0.02)

    def kill(self, number: int) -> None:
        """Kill a node with all its workers; 0 is the head."""
        node = self._nodes[number]
        if node.poll() is not None:
            return
        family = [psutil.Process(node.pid), *psutil.Process(node.pid).children(recursive=True)]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        node.wait()

    def close(self) -> None:
        for number in reversed(range(len(self._nodes))):
            self.kill(number)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _titles(self, number: int) -> Iterator[str]:
        for process in psutil.Process(self._nodes[number].pid).children(recursive=True):
            with suppress(psutil.Error):
                yield from process.cmdline()[:1]

    def _start(self, *options: str) -> None:
        memory = ("--object-store-memory", str(MEMORY))
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", *memory, *options]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        told = self._told(len(self._nodes)).open("wb")
        with told:
            env = os.environ | SETTINGS | {"PYTHONPATH": path}
            node = subprocess.Popen(command, stdout=told, stderr=told, env=env, start_new_session=True)
        self._nodes.append(node)

    def _told(self, number: int) -> Path:
        return self._folder / f"{number}.log"

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        for number, node in enumerate(self._nodes):
            if node.returncode is not None:  # killed before
                continue
            while b"Ray runtime started" not in (told := self._told(number).read_bytes()):
                if node.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"node {number} did not start: {told.decode(errors='replace')}")
                time.sleep(0.05)


def _free_port() -> int:
    """Return a port that is free, and that no other program is given by chance before the head listens there."""
    while True:
        with socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port := SystemRandom().randrange(20_000, 32_000)))
            return port
