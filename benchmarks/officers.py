"""Measures verified values per second of the two classics with many rare heaps, Officers (0.6) and Grundy's game.

    uv run python benchmarks/officers.py [heaps, 8000000 unless told]

The rate counts what comes after the first 2^21 heaps, when everything is compiled and learnt. Wall and
CPU are both told, since on a busy machine two workers do not get two processors.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from grundy.core import Meter, read_code
from grundy.drawing import columns
from grundy.sequences import code_values
from grundy.sequences.many_rares import many_rare_pieces

KNOWN, WARM = 1 << 16, 1 << 21
Values = NDArray[np.uint16]


def main() -> int:
    """Measure both games with one worker and with two, and print the table."""
    stop = int(sys.argv[1]) if len(sys.argv) > 1 else 8_000_000
    officers = np.array(code_values(read_code("0.6"), KNOWN - 1), np.uint16)
    rows = []
    for name, digits, distinct, known in (("0.6", (0, 6), False, officers), ("4!.0", (4,), True, grundys_game())):
        for workers in (1, 2):
            wall, cpu = rates(digits, distinct, known, stop, workers)
            rows.append([name, str(workers), f"{wall / 1e6:.2f}", f"{cpu / 1e6:.2f}"])
    print(columns(rows, ["code", "workers", "M values/s of wall time", "M values/s of CPU time"]))
    return 0


def rates(digits: tuple[int, ...], distinct: bool, known: Values, stop: int, workers: int) -> tuple[float, float]:
    """Return verified values per second of wall and of CPU time."""
    pieces = many_rare_pieces(digits, distinct, known, stop, Meter(), workers)
    assert pieces is not None
    done, counted, start = len(known), 0, (0.0, 0.0)
    for piece in pieces:
        done += len(piece)
        counted += len(piece) if start[0] else 0
        if not start[0] and done > WARM:
            start = perf_counter(), process_time()
    return counted / (perf_counter() - start[0]), counted / (process_time() - start[1])


def grundys_game() -> Values:
    """Return the first values of Grundy's game by the definition."""
    values = np.zeros(KNOWN, np.uint16)
    for n in range(3, KNOWN):
        half = (n - 1) // 2
        options = values[1 : half + 1] ^ values[n - half : n][::-1]
        seen = np.bincount(options, minlength=1)
        values[n] = np.argmin(np.append(seen, 0) != 0)
    return values


if __name__ == "__main__":
    sys.exit(main())
