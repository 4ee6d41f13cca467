"""Every public entry that takes limits, and every command that does, starved: hostile questions under hardly anything.

`python -m tests.promises.workflows.starving SEED` asks each one question by lot in a child of a process that
compiled before, and prints a line of JSON for each: its verdict and how it ended. *limit*: it stopped and said so;
*refused*: an error of the tree; *late*, *memory*, *positions*: a limit was overrun; *bug*: anything else.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import json
import os
import pkgutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
from tests.promises.workflows.hostile_questions import COMMANDS, ENTRIES, obey, warm
from tests.soaking import Harness

import grundy
import grundy_atlas
import grundy_learn
from grundy.core import GrundyError, LimitReached, Limits

SECONDS, MEGABYTES, POSITIONS = 0.3, 64, 2000
"""The limits, of positions in some questions only."""
FEW = 0.3
"""The share of these."""
START = 1.0
"""Seconds of the processor beyond a tenth more than the limit: one piece of work, and the answer in words."""
CHUNK = 48 << 20
"""Bytes beyond a tenth more than the limit: one piece of work, and machine code for one rule that LLVM makes."""
HARD = 300
"""A child is ended after so many seconds."""
NO_WORK = {
    "Limits.of": "keeps limits",
    "Arithmetic": "keeps a budget for its relations",
    "Budget": "is the budget",
    "Context": "keeps limits and progress",
    "Relation": "keeps a budget for its operations",
    "Result.certificate": "writes what is known",
    "Budget.restart": "is the budget",
    "ProvedFacts": "keeps a budget for `judge`",
    "check_segments": "asks the checkers that it is given, each in a process of its own",
    "require_accepted": "starts the checker in a process of its own, with these limits",
    "share": "divides limits",
    "working": "gives a budget",
}
"""Entries that take limits and do no work by them."""
ROOTS = (grundy, grundy_atlas, grundy_learn)
"""Where entries are looked for."""


def entries() -> Iterator[str]:
    """Yield the names of all public callables of the library that take limits or a budget, as a door lends them."""
    found: dict[str, None] = {}
    packages = [*ROOTS, *(importlib.import_module(info.name) for info in _packages())]
    for package in packages:
        for name in getattr(package, "__all__", ()):
            lent = getattr(package, name)
            found.update(dict.fromkeys(known for known, call in _callables(name, lent) if _is_limited(call)))
    return iter(found)


def _packages() -> Iterator[pkgutil.ModuleInfo]:
    for root in ROOTS:
        yield from (info for info in pkgutil.walk_packages(root.__path__, f"{root.__name__}.") if info.ispkg)


def _callables(name: str, lent: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield what is lent under a name, and the public methods of a class."""
    if callable(lent):
        yield name, lent
    if inspect.isclass(lent):
        for inner, method in inspect.getmembers(lent, inspect.isroutine):
            if not inner.startswith("_"):
                yield f"{name}.{inner}", method


def _is_limited(call: Callable[..., Any]) -> bool:
    try:
        told = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):  # a property, or a callable that tells nothing
        return False
    return any(one.name in {"limits", "budget"} or "Limits" in str(one.annotation) for one in told)


def commands() -> Iterator[str]:
    """Yield the names of all commands with limits."""
    from grundy.cli.commands import grundy as group

    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if any(option.startswith("--limit") for param in command.params for option in param.opts):
            yield name


class Starved(NamedTuple):
    """How a question ended, in words; seconds of the processor; bytes at most beyond the beginning; positions told."""

    end: str
    seconds: float
    bytes: int
    visited: int

    def verdict(self, limits: Limits) -> str:
        """Return whether it kept its limits, with an answer or an error of the tree."""
        if self.end.startswith(("bug", "killed")):
            return "bug"
        if limits.seconds is not None and self.seconds > 1.1 * limits.seconds + START:
            return "late"
        if limits.memory is not None and self.bytes > 1.1 * limits.memory + CHUNK:
            return "memory"
        if limits.positions is not None and self.visited > 1.1 * limits.positions:
            return "positions"
        return "limit" if self.end == "limit" else "refused" if self.end.startswith("refused") else "answer"


def starve(call: Callable[[Limits], object], limits: Limits) -> Starved:
    """Ask a question in a forked child."""
    reader, writer = os.pipe()
    gc.collect()
    pid = os.fork()
    if not pid:
        os.close(reader)
        _child(call, limits, writer)
    os.close(writer)
    told = b""
    while piece := os.read(reader, 1 << 16):
        told += piece
    os.close(reader)
    _, status, usage = os.wait4(pid, 0)
    if not told:
        end = f"killed: {os.waitstatus_to_exitcode(status)}"
        return Starved(end, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, 0)
    return Starved(*json.loads(told))


def _child(call: Callable[[Limits], object], limits: Limits, writer: int) -> None:
    """Measure one call and leave."""
    from resource import RUSAGE_SELF, getrusage

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(HARD)
    base, begin, visited, spent = _resident(), time.process_time(), 0, _compiling()
    try:
        found = call(limits)
        end, visited = "answer", getattr(found, "visited", 0)
    except LimitReached as error:
        end, visited = "limit", error.visited
    except GrundyError as error:
        end = f"refused, {error.code}: {error}"
    except BaseException as error:  # noqa: BLE001  # whatever else it is, it is a bug
        end = f"bug, {type(error).__name__}: {error}"
    seconds = time.process_time() - begin - sum(spent)
    peak = 0 if spent else getrusage(RUSAGE_SELF).ru_maxrss * 1024 - base
    os.write(writer, json.dumps([end[:300], seconds, peak, int(visited)]).encode())
    os._exit(0)


def _compiling() -> list[float]:
    """Return a list that hears how long each kernel took that no process before had compiled: the exception."""
    from numba.core import compiler

    spent: list[float] = []
    compiled: Callable[..., object] = compiler.compile_extra
    depth = [0]

    def timed(*arguments: object, **more: object) -> object:
        begin = time.process_time()
        depth[0] += 1
        try:
            return compiled(*arguments, **more)
        finally:
            depth[0] -= 1
            if not depth[0]:
                spent.append(time.process_time() - begin)

    compiler.compile_extra = timed
    return spent


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def asked(name: str, rng: Random) -> tuple[str, Limits, Starved]:
    """Ask an entry, or a command by "$ name", one question by lot; return what it was drawn from, limits and end."""
    state = str(rng.getrandbits(32))
    limits = Limits(SECONDS, None, MEGABYTES << 20)
    if name.startswith("$ "):
        words = COMMANDS[name[2:]](Random(state))
        return " ".join(words), limits, starve(lambda bounds: obey(words, bounds), limits)
    if rng.random() < FEW:
        limits = limits._replace(positions=POSITIONS)
    return state, limits, starve(lambda bounds: ENTRIES[name](Random(state), bounds), limits)


NAMES = (*ENTRIES, *(f"$ {name}" for name in COMMANDS))
"""Everything that is asked."""


BAD = ("late", "memory", "positions", "bug")
"""What must not come out."""
warmed = cache(warm)


def starved(seed: int) -> Counter[str]:
    """Ask one question; what went wrong is told with the seed."""
    warmed()
    name = NAMES[seed % len(NAMES)]
    drawn, limits, found = asked(name, Random(seed))
    verdict = found.verdict(limits)
    if verdict in BAD:
        raise AssertionError(f"{verdict}: {name} {drawn[:200]}: {found}")
    return Counter({"questions": 1, verdict: 1})


HARNESS = Harness("questions", 1, starved, BAD)


def main() -> None:
    """Ask everything once."""
    warm()
    rng = Random(int(sys.argv[1]))
    for name in NAMES:
        drawn, limits, found = asked(name, rng)
        sys.stdout.write(json.dumps([name, found.verdict(limits), drawn[:200], *found]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
