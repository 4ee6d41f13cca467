"""Measures graphs in which play can continue forever, as ratios taken in one run; leaves with 1 when a bound is missed.

    uv run python benchmarks/loopy.py [VERTICES]

A random graph with five arcs for each vertex is read from a CSV file and solved: outcome, loopy value, remoteness and
every winning and drawing move of one vertex, which needs every vertex that follows from it. Then the
stages one by one, without the file.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import grundy
from grundy.drawing import columns
from grundy.search import GameGraph, Labels, game_graph_of, play_lengths

SEED = 21
VERTICES = 10**6
DEGREE = 5
BOUND = 10
TIMES = 3


def main() -> int:
    """Measure and print; return 1 when solving costs more than `BOUND` times reading."""
    vertices = int(sys.argv[1]) if len(sys.argv) > 1 else VERTICES
    pairs = [file_pair(vertices, SEED + i) for i in range(TIMES)]
    ratio = median(solving / reading for reading, solving in pairs)
    reading, solving = (median(side) for side in zip(*pairs, strict=True))
    rows: list[list[str | int | None]] = [
        ["read the file", f"{reading:.2f} s", ""],
        ["solve one vertex", f"{solving:.2f} s", f"{ratio:.2f} of reading, at most {BOUND}"],
        *stages(vertices),
    ]
    print(columns(rows, [f"{vertices} vertices, {DEGREE * vertices} arcs", "CPU", ""]))
    return int(ratio > BOUND)


def random_arcs(vertices: int, seed: int) -> list[tuple[int, int]]:
    """Return arcs of a random graph; a tenth of the vertices has none."""
    rng = random.Random(seed)
    starts = [v for v in range(vertices) if v == 0 or rng.random() < 0.9]
    return [(rng.choice(starts), rng.randrange(vertices)) for _ in range(DEGREE * vertices)]


def file_pair(vertices: int, seed: int) -> tuple[float, float]:
    """Return the CPU seconds of reading a graph from a file, and of solving it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph.csv"
        lines = [f"{a},{b}\n" for a, b in random_arcs(vertices, seed)]
        file.write_text("".join([*lines, f"0,{vertices // 2}\n", f"0,{vertices // 3}\n"]))
        del lines
        games: list[grundy.Game] = []
        reading = cpu(lambda: games.append(grundy.read_game(f"graph({file}): 0")))
        solving = cpu(lambda: grundy.solve(games[0]))
        return reading, solving


def stages(vertices: int) -> list[list[str | int | None]]:
    """Return rows with the CPU seconds of every stage."""
    options: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in random_arcs(vertices, SEED):
        options[a].append(b)
    arenas: list[GameGraph] = []
    made = cpu(lambda: arenas.append(game_graph_of(options)))
    back = cpu(arenas[0].back)
    lengths = cpu(lambda: play_lengths(arenas[0]))
    labels = cpu(lambda: Labels(arenas[0]))
    names = ("arcs in flat arrays", "arcs turned round", "outcome and remoteness of all", "loopy values of all")
    return [[name, f"{seconds:.2f} s", ""] for name, seconds in zip(names, (made, back, lengths, labels), strict=True)]


def cpu(job: Callable[[], object]) -> float:
    """Return the CPU seconds of a call."""
    start = process_time()
    job()
    return process_time() - start


if __name__ == "__main__":
    sys.exit(main())
