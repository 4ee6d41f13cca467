"""Starts one measured process after the other: its CPU, the time until it says something, its memory, within a limit.

The files of a process are in folders that are removed after it. A limit, an interrupt or an error ends all that it
started.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TAIL = 1 << 16
"""Bytes kept of what a process says."""
UNIT = 1024 if os.uname().sysname == "Linux" else 1
"""Bytes of the unit in which a system reports the memory of a process."""


class NoFigure(Exception):
    """Says why a process gave no figure."""


class Spent(NamedTuple):
    """What a process took with its children: seconds of CPU, on the clock, to its first word; its most bytes."""

    cpu: float
    wall: float
    said: float
    memory: int
    text: str


def spent(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str], limit: float) -> Spent:
    """Return the time and memory of a process on a terminal; raise `NoFigure` if it fails or takes too long."""
    screen, terminal = os.openpty()
    start, said, text = monotonic(), 0.0, b""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    timer = Timer(limit, _end, [process.pid])
    timer.start()
    try:
        with suppress(OSError):  # the other end was closed
            while piece := os.read(screen, TAIL):
                said = said or monotonic() - start
                text = (text + piece)[-TAIL:]
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = monotonic() - start
    finally:
        timer.cancel()
        os.close(screen)
        _end(process.pid)  # what it left running
        process.wait()
    words = text.decode(errors="replace").strip()
    if process.returncode not in {0, 1} or "Traceback (most recent" in words:  # 1: a claim is refuted
        why = f"took more than {limit:g} s" if wall >= limit else f"ended with {process.returncode}"
        raise NoFigure(f"{why}: {words.splitlines()[-1]}" if words else why)
    return Spent(usage.ru_utime + usage.ru_stime, wall, said or wall, usage.ru_maxrss * UNIT, words)


def _end(group: int) -> None:
    """End a process and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


@dataclass
class Version:
    """One version of the program in the environment of a Python; `place` is a folder for all that it keeps."""

    python: Path
    place: Path
    limit: float
    round: int = 0
    _known: dict[tuple[int, tuple[str, ...]], dict[str, float]] = field(default_factory=dict)

    def command(self, words: Sequence[str], cache: Path | None = None, first: Sequence[str] = ()) -> Spent:
        """Return the time and memory of a command in an empty folder, perhaps after another command."""
        with TemporaryDirectory(dir=self.place) as folder:
            if first:
                self._run([self.python.with_name("grundy"), *first], Path(folder), cache)
            return self._run([self.python.with_name("grundy"), *words], Path(folder), cache)

    def python_alone(self) -> Spent:
        """Return the time and memory of Python for an empty program."""
        return self._run([self.python, "-c", "pass"], self.place)

    def probe(self, *words: str) -> dict[str, float]:
        """Return the figures of a probe, which runs once per round."""
        key = self.round, words
        if key not in self._known:
            text = self._run([self.python, "-m", "benchmarks.probes", *words], ROOT).text
            try:
                self._known[key] = json.loads(text.splitlines()[-1])
            except (IndexError, ValueError) as error:
                raise NoFigure(f"the probe said {text[-200:]!r}") from error
        return self._known[key]

    def _run(self, command: Sequence[str | Path], folder: Path, cache: Path | None = None) -> Spent:
        kept = str(cache or self.place / "cache")
        environment = os.environ | {"NUMBA_CACHE_DIR": kept, "XDG_CACHE_HOME": kept}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        return spent(command, folder, environment, self.limit)


@dataclass
class Yardstick:
    """A program in C++ that is compared with, compiled in a folder where it is needed first."""

    source: Path
    place: Path
    limit: float

    def said(self, *words: str) -> dict[str, float]:
        """Return the numbers that the program says, by the words before them."""
        program = self.place / "yardstick"
        if not program.exists():
            compiler: list[str | Path] = [
                "g++",
                "-O3",
                "-march=native",
                "-std=c++17",
                "-w",
                "-o",
                program,
                self.source.resolve(),
            ]
            self._run(compiler)
        return {name: float(number) for name, number in re.findall(r"(\w+) ([\d.]+)\b", self._run([program, *words]))}

    def _run(self, command: Sequence[str | Path]) -> str:
        return spent(command, self.place, os.environ, self.limit).text
