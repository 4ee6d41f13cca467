"""Measures what the foundation promises, as ratios taken in one run; leaves with 1 when a bound is missed.

    uv run python benchmarks/foundation.py

Each row times two things alternately and gives the median of their ratios, so that a busy machine
slows both equally. The bounds are promises; the docs/understand/results.md has figures of a quiet machine.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import grundy
from grundy.drawing import columns

SEED = 20


class Row(NamedTuple):
    """One promise: what is compared with what, the ratio measured, and the bound."""

    what: str
    ratio: float
    bound: float
    detail: str


def main() -> int:
    """Measure every promise and print the table."""
    rows = [large_board(), huge_heaps(), rule_values(), large_graph()]
    shown = [[r.what, f"{r.ratio:.2f}", f"{r.bound:g}", "yes" if r.ratio <= r.bound else "NO", r.detail] for r in rows]
    print(columns(shown, ["what", "ratio", "at most", "kept", "medians"]))
    return int(any(row.ratio > row.bound for row in rows))


def large_board() -> Row:
    """Solve a nim board of 10^6 heaps below 10^18 against reading it."""
    rng = random.Random(SEED)
    text = "nim: " + " ".join(str(rng.randrange(10**18)) for _ in range(10**6))
    game = grundy.read_game(text)
    ours, theirs = alternate(lambda: cpu(lambda: grundy.solve(game)), lambda: cpu(lambda: grundy.read_game(text)), 5)
    return row("solve 10^6 nim heaps below 10^18 to reading them", ours, theirs, 3)


def huge_heaps() -> Row:
    """Solve and explain heaps of 10^1000 against heaps of 10^10."""
    huge, small = (f"nim: {10**n} {10**n + 7} {10**n // 3}" for n in (1000, 10))
    ours, theirs = alternate(lambda: cpu(lambda: solve_and_tell(huge)), lambda: cpu(lambda: solve_and_tell(small)), 9)
    return row("solve and explain heaps of 10^1000 to heaps of 10^10", ours, theirs, 10)


def solve_and_tell(text: str) -> str:
    """Solve a game and explain it."""
    return grundy.solve(text).explain()


def rule_values() -> Row:
    """`@grundy.rule` values to 10^5 of a three-move subtraction rule against a memo written by hand."""

    def takes(n: int) -> Iterator[int]:
        for k in (1, 3, 4):
            if k <= n:
                yield n - k

    def memo(stop: int) -> list[int]:
        values: list[int] = []
        for n in range(stop + 1):
            seen = {values[m] for m in takes(n)}
            least = 0
            while least in seen:
                least += 1
            values.append(least)
        return values

    rule = grundy.rule(takes)
    assert rule.values(1000) == memo(1000)
    ours, theirs = alternate(lambda: cpu(lambda: rule.values(10**5)), lambda: cpu(lambda: memo(10**5)), 9)
    return row("@grundy.rule values to 10^5 to a memo by hand over the same rule", ours, theirs, 2)


def large_graph() -> Row:
    """Solve a finite graph of 10^6 arcs from a file against reading the file."""
    rng = random.Random(SEED)
    vertices = 200_000
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph.csv"
        file.write_text("".join(f"{v},{v - rng.randint(1, min(v, 1000))}\n" for v in draws(rng, vertices)))
        text = f"graph({file}): {vertices - 1}"
        game = grundy.read_game(text)
        ours, theirs = alternate(
            lambda: cpu(lambda: grundy.solve(game)), lambda: cpu(lambda: grundy.read_game(text)), 3
        )
    return row("solve a graph of 10^6 arcs to reading its file", ours, theirs, 5)


def draws(rng: random.Random, vertices: int) -> Iterable[int]:
    """Yield 10^6 starts of arcs, every vertex among them."""
    yield from range(1, vertices)
    yield from (rng.randrange(1, vertices) for _ in range(10**6 - vertices + 1))


def cpu(job: Callable[[], object]) -> float:
    """Return the CPU seconds of a call."""
    start = process_time()
    job()
    return process_time() - start


def alternate(ours: Callable[[], float], theirs: Callable[[], float], times: int) -> tuple[list[float], list[float]]:
    """Time both in turn."""
    pairs = [(ours(), theirs()) for _ in range(times)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def row(what: str, ours: list[float], theirs: list[float], bound: float) -> Row:
    """Return the median ratio with the medians of both sides."""
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    return Row(what, ratio, bound, f"{1000 * median(ours):.1f} ms to {1000 * median(theirs):.1f} ms")


if __name__ == "__main__":
    sys.exit(main())
