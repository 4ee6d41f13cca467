"""Lists what is measured, with aims: every command of the README, start-up, rates, memory, two workers against one."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.processes import ROOT, Version, Yardstick

AIMED = {
    'search "cram: 5x7"': 2.5,
    'search "sprouts: 6"': 2.5,
    'search "node-kayles: grid(6x6)"': 2.5,
    'search "cram: 5x5" --misere': 2.5,
    "values 0.6 --to 1000000": 3.0,
}
"""Commands with an aim of their own: seconds of CPU with empty caches."""
PAGES = (ROOT / "README.md", ROOT / "docs" / "guide" / "tour.md")
"""The pages whose commands are measured."""
SENTENCES = ("games", "problem --list", 'graph "nim: 2 3" --out nim.svg')
"""Commands that these pages name in their sentences."""
LONG = ("period 0.104", "values 0.6 --to 10^8", "sweep", 'search "cram: 6x7"', "serve", "play", 'search "sprouts: 11"')
"""Beginnings of commands that take longer than half a minute, or never end by themselves."""
UNFIT = ("explore rule.py", "site OUT --docs", 'solve "nim: 3 5 seven"')
"""Beginnings of commands that need files of the reader's own, or are refused."""
FIRST = {"verify kayles.cert": "period kayles --certificate kayles.cert"}
"""Commands that need a file, and those that write it."""
SWEEP = 'sweep "0.xyz" --to 2^11 --out periods.jsonl'
HEAPS = "8000000"
"""Heaps of Officers and of Grundy's game."""
PAIRS = 7
"""Starts of the program and of Python alone, in turn, for one figure."""


class Taken(NamedTuple):
    """One measurement: the figure itself, which is warm; where there is a cold start that too, and when it spoke."""

    warm: float
    cold: float | None = None
    said: float | None = None


class Aim(NamedTuple):
    """What a figure is to reach, in words and as a question."""

    text: str
    kept: Callable[[Taken], bool]


class Figure(NamedTuple):
    """One line of the table: how a version, the reference and a program in C++ are measured, and the aims."""

    name: str
    unit: str
    take: Callable[[Version], Taken]
    aims: Sequence[Aim] = ()
    twin: Callable[[Version], float] | None = None
    yardstick: Callable[[Yardstick], float] | None = None
    more: bool = False
    """Whether more is better."""
    long: bool = False


def figures() -> list[Figure]:
    """Return all figures in the order of the table."""
    board = partial(_deep, "cram: 5x8", "5", "8")
    return [
        Figure("the machine itself, a loop of Python", "s", _probe("cpu", "machine")),
        Figure("start-up", "times Python", _start_up, [_at_most(4)]),
        *map(_command, commands(*(page.read_text(encoding="utf-8") for page in PAGES))),
        *board(),
        *_deep("cram: 5x9", "5", "9", long=True),
        Figure(
            "deep search of cram: 4x7",
            "s",
            _probe("cpu", "deep", "cram: 4x7", "1"),
            twin=lambda version: version.probe("plain_deep", "cram: 4x7")["cpu"],
        ),
        Figure('peak of search "cram: 5x8"', "MB", lambda version: Taken(_peak(version, 'search "cram: 5x8"'))),
        *_values("Officers", "0.6"),
        *_values("Grundy's game", "4!.0"),
        _workers("a sweep", lambda version, workers: version.command([*shlex.split(SWEEP), "--workers", workers]).wall),
    ]


def commands(*pages: str) -> list[str]:
    r"""Return the commands that pages show, in blocks or in indented lines, and those with an aim, each once.

    >>> commands("    grundy games         a remark\n$ grundy nim '1 + 2'\n")[:2]
    ['games', "nim '1 + 2'"]
    """
    found = [
        words for page in pages for words in re.findall(r"^(?:    |\$ )grundy (.*?)(?:  .*)?$", page, re.MULTILINE)
    ]
    left = (*LONG, *UNFIT)
    kept = (words for words in found if not words.startswith(left) and ".py:" not in words and "..." not in words)
    return list(dict.fromkeys([*kept, *SENTENCES, *AIMED]))


def _command(words: str) -> Figure:
    """Return the figure of a command: CPU, kept caches and empty ones, and when the cold one said something."""

    def take(version: Version) -> Taken:
        first = shlex.split(FIRST.get(words, ""))
        with TemporaryDirectory(dir=version.place) as empty:
            cold = version.command(shlex.split(words), Path(empty), first)
        return Taken(version.command(shlex.split(words), None, first).cpu, cold.cpu, cold.said)

    most = AIMED.get(words)
    cold = "at most 2, or 1.3 times warm" if most is None else f"at most {most:g}"
    return Figure(
        f"grundy {words}",
        "s",
        take,
        [
            Aim(f"cold {cold}", lambda taken: (taken.cold or 0) <= (most or max(2, 1.3 * taken.warm))),
            Aim("speaks within 0.3 s", lambda taken: (taken.said or 0) <= 0.3),
        ],
    )


def _at_most(bound: float) -> Aim:
    return Aim(f"at most {bound:g}", lambda taken: taken.warm <= bound)


def _at_least(bound: float) -> Aim:
    return Aim(f"at least {bound:g}", lambda taken: taken.warm >= bound)


def _probe(key: str, *words: str) -> Callable[[Version], Taken]:
    return lambda version: Taken(version.probe(*words)[key])


def _start_up(version: Version) -> Taken:
    """Take the CPU of the commonest call by that of Python alone."""
    words = ["solve", "nim: 10 12 5"]
    version.command(words)  # writes the bytecode
    pairs = [(version.command(words).cpu, version.python_alone().cpu) for _ in range(PAIRS)]
    return Taken(median(ours for ours, _ in pairs) / median(alone for _, alone in pairs))


def _peak(version: Version, words: str) -> float:
    return version.command(shlex.split(words)).memory / 1e6


def _deep(game: str, *size: str, long: bool = False) -> list[Figure]:
    """Return the figures of a deep search: couples a second of CPU, bytes a couple, two threads against one."""

    def rate(yardstick: Yardstick) -> float:
        said = yardstick.said(*size)
        return said["nodes"] / said["cpu"]

    return [
        Figure(
            f"couples of {game}", "a second", _probe("rate", "deep", game, "1"), yardstick=rate, more=True, long=long
        ),
        Figure(f"memory of {game}", "bytes a couple", _probe("bytes", "deep", game, "1"), [_at_most(60)], long=long),
        _workers(
            f"deep search of {game}", lambda version, workers: version.probe("deep", game, workers)["wall"], long=long
        ),
    ]


def _values(name: str, code: str) -> list[Figure]:
    """Return the figures of a long sequence: verified values a second of CPU, and two workers against one."""
    plain = (lambda version: version.probe("plain_values", code)["cpu"]) if code == "0.6" else None
    return [
        Figure(f"values of {name}", "a second", _probe("cpu", "values", code, HEAPS, "1"), twin=plain, more=True),
        _workers(name, lambda version, workers: 1 / version.probe("values", code, HEAPS, workers)["wall"]),
    ]


def _workers(name: str, wall: Callable[[Version, str], float], *, long: bool = False) -> Figure:
    """Return how many times as fast two workers are as one, on the clock."""

    def take(version: Version) -> Taken:
        return Taken(wall(version, "1") / wall(version, "2"))

    return Figure(f"two workers: {name}", "times one", take, [_at_least(1.7)], more=True, long=long)
