"""Games that explode, each in a way of its own, and how a command under a limit ends with them.

`python -m tests.promises.workflows.exploding [NAME ...]` measures each under both limits, in children of a
process that did nothing else.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.promises.workflows.interrupted_commands import quietly
from tests.promises.workflows.soak_interrupts import Oversleep, start

SECONDS = 1.0
"""The limit of seconds."""
RULES = '''"""Rules that explode."""
import grundy


@grundy.rule
def wide(n: int):
    return range(max(0, n - 2000), n)


@grundy.rule
def chain(n: int):
    return [n - 1] if n else []


@grundy.rule
def loop(n: int):
    return [(3 * n + 1) % 100000007, (n * n + 5) % 100000007]


@grundy.rule
def split(n: int):
    return [grundy.Sum(a, n - a) for a in range(1, (n + 1) // 2)] + [n - 1 for _ in range(min(n, 1))]
'''
"""Each in the file that `made` writes."""


class Exploding(NamedTuple):
    """A command that never ends, the megabytes that it passes within seconds, and whether what it left is usable."""

    name: str
    words: Callable[[Path], list[str]]
    megabytes: int
    usable: Callable[[Path, dict[str, Any]], bool]


class Outburst(NamedTuple):
    """How a command ended: exit code, seconds, bytes at most beyond those it began with, and whether it is usable."""

    code: int
    seconds: float
    bytes: int
    usable: bool


def ruled(name: str, position: int) -> Callable[[Path], list[str]]:
    """Return what solves a heap of one of the rules."""
    return lambda folder: ["solve", f"{made(folder)}:{name}: {position}", "--json"]


def made(folder: Path) -> Path:
    """Write the rules."""
    path = folder / "rules.py"
    path.write_text(RULES, encoding="utf-8")
    return path


def stopped_solution(_folder: Path, answer: dict[str, Any]) -> bool:
    """Return whether a solution says that it was stopped and claims nothing it does not know."""
    unknown = answer["outcome"] is None and answer["value"] is None and answer["winning_moves"] == []
    return answer["status"] == "limit" and unknown and len(answer["parts"]) == 1


def stopped_search(_folder: Path, answer: dict[str, Any]) -> bool:
    """Return whether a search says that it was stopped, and keeps a bound of the value, and whether it was proved."""
    return answer["status"] == "limit" and answer["value"] is None


def saved_values(folder: Path, answer: dict[str, Any]) -> bool:
    """Return whether all values that were told to be saved are; none are where too many were asked for."""
    from grundy.workflows.persistence import store

    error = answer["error"]
    if error["code"] != "limit":
        return False
    saved = error["message"].partition("heaps 0 to ")[2].partition(" ")[0]
    return not saved or store.verify_store(folder / "values.json.run").values == int(saved) + 1


def values(folder: Path) -> list[str]:
    """Return what computes a sequence that is longer than any memory."""
    return ["values", "0.106", "--to", "10^12", "--out", str(folder / "values.json"), "--json"]


GAMES = (
    Exploding("many options each", ruled("wide", 10**7), 100, stopped_solution),
    Exploding("a chain of 10^8 positions", ruled("chain", 10**8), 100, stopped_solution),
    Exploding("a graph that loops", ruled("loop", 7), 100, stopped_solution),
    Exploding("a token less, or any split into two", ruled("split", 10**5), 200, stopped_solution),
    Exploding(
        "a board of 63 cells", lambda _: ["search", "cram: 7x9", "--want", "value", "--json"], 64, stopped_search
    ),
    Exploding("misere sums", lambda _: ["search", "cram: 7x9", "--misere", "--json"], 64, stopped_search),
    Exploding("a sequence without end", values, 64, saved_values),
)


def outburst(game: Exploding, folder: Path, *limits: str) -> Outburst:
    """Run a command in a forked child, and measure it."""
    words = [*game.words(folder), *limits]
    with Oversleep() as watch:
        begin = time.monotonic()
        pid = start(words, folder, real=False)
        base = standing(pid)
        _, status, usage = os.wait4(pid, 0)
    seconds = time.monotonic() - begin - watch.longest
    told = Path(f"{folder}.out").read_text(encoding="utf-8").splitlines()
    for name in ("out", "err"):
        Path(f"{folder}.{name}").unlink()
    peak = usage.ru_maxrss * 1024 - base
    usable = bool(told) and game.usable(folder, json.loads(told[-1]))
    return Outburst(os.waitstatus_to_exitcode(status), seconds, peak, usable)


def standing(pid: int) -> int:
    """Return the bytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Import and compile here what the children need; then print a line for every game (or those named) and limit."""
    import numba  # noqa: F401

    games = [game for game in GAMES if game.name in (sys.argv[1:] or [game.name])]
    for game in games:
        with TemporaryDirectory() as folder:
            quietly([*game.words(Path(folder)), "--limit-seconds", "0.3"])
    for game in games:
        limits = {
            "seconds": ("--limit-seconds", str(SECONDS)),
            "memory": ("--limit-seconds", "30", "--limit-memory", f"{game.megabytes}M"),
        }
        for limit, words in limits.items():
            with TemporaryDirectory() as folder:
                found = outburst(game, Path(folder), *words)
            sys.stdout.write(json.dumps([game.name, limit, *found]) + "\n")


if __name__ == "__main__":
    main()
