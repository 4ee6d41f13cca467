"""Measures what a second worker brings and costs: seconds on the clock and of CPU with one worker and with two.

    uv run python -m benchmarks.two_cores [--rounds N] [NAME ...]

Names: officers, grundy, deep, sweep, outcomes, values; all without any. Prints medians of N rounds (3), one and two
workers in turn, each in a process of its own: how many times as fast two are on the clock, how much more CPU they take
for the same. Without other work on the machine three rounds take about five minutes on two cores. Outcomes and values
are those of all bars of Chomp in a square, filled from the bottom up.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.figures import SWEEP
from benchmarks.processes import Version

from grundy.drawing import columns

HEAPS = "16000000"
BOARD = "cram: 5x9"
LIMIT = 900.0
"""Seconds after which a process is ended."""


class Cost(NamedTuple):
    """Seconds on the clock and of CPU."""

    wall: float
    cpu: float


def values(code: str) -> Callable[[Version, str], Cost]:
    """Return the function that computes a million verified values of a code."""

    def take(version: Version, workers: str) -> Cost:
        rates = version.probe("values", code, HEAPS, workers)
        return Cost(1e6 / rates["wall"], 1e6 / rates["cpu"])

    return take


def probed(*asked: str) -> Callable[[Version, str], Cost]:
    """Return the time of a probe; a deep search goes its way by chance with two threads, so its work does, too."""

    def take(version: Version, workers: str) -> Cost:
        found = version.probe(*asked, workers)
        return Cost(found["wall"], found["cpu"])

    return take


def sweep(version: Version, workers: str) -> Cost:
    """Take a sweep of small codes, the start of its processes included."""
    found = version.command([*SWEEP.replace('"', "").split(), "--workers", workers])
    return Cost(found.wall, found.cpu)


TAKEN = {
    "officers": ("a million values of Officers", values("0.6")),
    "grundy": ("a million values of Grundy's game", values("4!.0")),
    "deep": (f"deep search of {BOARD}", probed("deep", BOARD)),
    "sweep": (SWEEP, sweep),
    "outcomes": ("outcomes of all bars of Chomp in 14x14", probed("tables", "outcomes", "14", "14")),
    "values": ("values of all bars of Chomp in 13x13", probed("tables", "values", "13", "13")),
}


def measured(name: str, version: Version, rounds: int) -> list[str]:
    """Return a row of the table: medians of one and of two workers, and their ratios."""
    title, take = TAKEN[name]
    costs: dict[str, list[Cost]] = {"1": [], "2": []}
    for number in range(rounds):
        version.round = -1 - len(costs["1"])  # one probe per round
        for workers in ("1", "2") if number % 2 == 0 else ("2", "1"):
            costs[workers].append(take(version, workers))
    one, two = (Cost(*map(median, zip(*costs[workers], strict=True))) for workers in ("1", "2"))
    figures = [one.wall, two.wall, one.wall / two.wall, one.cpu, two.cpu, two.cpu / one.cpu]
    return [title, *(f"{figure:.3g}" for figure in figures)]


def main(words: list[str]) -> None:
    """Measure what is named, or everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3)
    told = parser.parse_args(words)
    if unknown := set(told.names) - set(TAKEN):
        parser.error(f"expected some of {', '.join(TAKEN)}, found {min(unknown)!r}")
    head = ["seconds", "one: wall", "two: wall", "times as fast", "one: CPU", "two: CPU", "times the CPU"]
    load, cores = os.getloadavg()[0], os.cpu_count()
    with TemporaryDirectory() as place:
        version = Version(Path(sys.executable), Path(place), LIMIT)
        rows = [measured(name, version, told.rounds) for name in told.names or TAKEN]
    print(columns(rows, head, set(head[1:])))
    print(f"\n{told.rounds} rounds, {cores} cores; load at the start {load:.1f}, without other work it is near 0")


if __name__ == "__main__":
    main(sys.argv[1:])
