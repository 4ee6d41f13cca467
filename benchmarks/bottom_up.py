"""Measures how quickly all positions are evaluated from the bottom up, compared with the reference implementations.

    uv run python -m benchmarks.bottom_up

CPU seconds of this process, best of three for compiled loops; the references do smaller instances of the same rules,
so the ratio compares positions a second. docs/understand/results.md has figures of a quiet machine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from time import process_time

from tests.kernels.search.plain_tables import plain_diagram_values

from grundy.drawing import columns
from grundy.search import RankedTable

REPEATS = 3


def main() -> None:
    """Measure and print the table."""
    rows = [
        bars("values", 8, 12, 4, 5),
        bars("values", 12, 12, 4, 5),
        bars("first_rows", 12, 13, 4, 5),
        bars("first_rows", 14, 14, 4, 5),
    ]
    heads = ["what", "positions", "CPU s", "million a second", "plain twin", "ratio"]
    print(columns([list(row) for row in rows], heads))


def row(what: str, count: int, run: Callable[[], object], plain_count: int, plain: Callable[[], object]) -> list[str]:
    """Return one line: the compiled loop and its reference implementation."""
    seconds = min(cpu(run) for _ in range(REPEATS))
    rate, slow = count / seconds / 1e6, plain_count / cpu(plain) / 1e6
    return [what, str(count), f"{seconds:.3f}", f"{rate:.2f}", f"{slow:.4f}", f"{rate / slow:.0f}"]


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def bars(kind: str, rows: int, wide: int, few: int, narrow: int) -> list[str]:
    """All bars of Chomp in a rectangle: their values, or the first rows that decide all their outcomes."""

    def run() -> None:
        getattr(RankedTable(rows, wide), kind)()

    RankedTable(rows, wide).is_lost((1,))  # loads
    count, small = comb(rows + wide, rows), comb(few + narrow, few)
    what = f"chomp {rows}x{wide}, {'values' if kind == 'values' else 'outcomes'}"
    return row(what, count, run, small, lambda: plain_diagram_values(few, narrow))


if __name__ == "__main__":
    main()
