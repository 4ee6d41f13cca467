"""Measures how quickly all positions are judged and valued from the bottom up, against the plain twins, in one run.

    uv run python -m benchmarks.bottom_up

CPU seconds of this process, best of three for the compiled loops; the twins do smaller instances of the same rules,
so the ratio compares positions a second. docs/understand/results.md has figures of a quiet machine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from time import process_time
from typing import Any

from tests.kernels.search.plain_tables import (
    plain_coin_values,
    plain_diagram_values,
    plain_outcomes,
    plain_values,
    takes,
)

from grundy.core import BitRule, Bits, Budget, facet
from grundy.drawing import columns
from grundy.games import make
from grundy.games.boards.boxes import shape
from grundy.search.coins import coin_values
from grundy.search.diagrams import Diagrams
from grundy.search.layers import Lattice
from grundy.search.slices import Slices

REPEATS = 3


def main() -> None:
    """Measure and print the table."""
    rows = [
        lattice("heaps: take 1, 3 or 4, outcomes", takes(1 << 23), "outcomes", takes(1 << 17)),
        lattice("heaps: take 1, 3 or 4, values", takes(1 << 23), "values", takes(1 << 17)),
        lattice("node kayles, 22 vertices, outcomes", node_kayles(22), "outcomes", node_kayles(14)),
        lattice("node kayles, 22 vertices, values", node_kayles(22), "values", node_kayles(14)),
        strings(3, 3, 2, 2),
        bars("values", 8, 12, 4, 5),
        bars("values", 12, 12, 4, 5),
        bars("first_rows", 12, 13, 4, 5),
        bars("first_rows", 14, 14, 4, 5),
    ]
    heads = ["what", "positions", "CPU s", "million a second", "plain twin", "ratio"]
    print(columns([list(row) for row in rows], heads))


def row(what: str, count: int, run: Callable[[], object], plain_count: int, plain: Callable[[], object]) -> list[str]:
    """Return one line: the compiled loop and its twin."""
    seconds = min(cpu(run) for _ in range(REPEATS))
    rate, slow = count / seconds / 1e6, plain_count / cpu(plain) / 1e6
    return [what, str(count), f"{seconds:.3f}", f"{rate:.2f}", f"{slow:.4f}", f"{rate / slow:.0f}"]


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def lattice(what: str, packed: BitRule[Any], kind: str, small: BitRule[Any]) -> list[str]:
    """All outcomes, or all values, of a rule whose options are smaller numbers."""

    def run() -> None:
        tables = Lattice(what, packed, Slices(Budget()))
        getattr(tables, kind)()

    Lattice(what, packed, Slices(Budget())).lost(packed.unpack([1]))  # compiles
    twin = plain_outcomes if kind == "outcomes" else plain_values
    return row(what, packed.states, run, small.states, lambda: twin(small, small.states))


def node_kayles(vertices: int) -> BitRule[int]:
    """Sets of vertices of a ladder with some chords; a move takes a vertex with its neighbours."""
    near = tuple(
        sum(1 << other for other in range(vertices) if abs(other - vertex) in {0, 2, 7}) for vertex in range(vertices)
    )

    def options(state: int, out: Any) -> int:  # noqa: ANN401
        count = 0
        for vertex in range(vertices):
            if state >> vertex & 1:
                out[count] = state & ~near[vertex]
                count += 1
        return count

    return BitRule(1, vertices, options, lambda left: [left], lambda words: words[0], states=1 << vertices)


def strings(rows: int, wide: int, few: int, narrow: int) -> list[str]:
    """All sets of lines of Nimstring, loony values too."""
    boxes, beside = shape(rows, wide)
    small, near = shape(few, narrow)
    coin_values(small, len(near))  # loads
    return row(
        f"nimstring {rows}x{wide}, values",
        1 << len(beside),
        lambda: coin_values(boxes, len(beside)),
        1 << len(near),
        lambda: plain_coin_values(small, len(near)),
    )


def bars(kind: str, rows: int, wide: int, few: int, narrow: int) -> list[str]:
    """All bars of Chomp in a rectangle: their values, or the first rows that decide all their outcomes."""
    packed = facet(make("chomp"), Bits).packed((wide,) * rows)
    assert packed is not None

    def run() -> None:
        getattr(Diagrams("chomp", packed, Slices(Budget())), kind)()

    Diagrams("chomp", packed, Slices(Budget())).lost((1,))  # loads
    count, small = comb(rows + wide, rows), comb(few + narrow, few)
    what = f"chomp {rows}x{wide}, {'values' if kind == 'values' else 'outcomes'}"
    return row(what, count, run, small, lambda: plain_diagram_values(few, narrow))


if __name__ == "__main__":
    main()
