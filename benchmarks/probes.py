"""Measures one thing in the version that runs it, and prints its figures as JSON (`python -m benchmarks.probes NAME`).

What is done once, compiling and learning, is not counted. Rates are a second; `cpu` and `wall` say of which time.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy import read_game
from grundy.core import Bits, Budget, facet, read_code
from grundy.search import DeepSearch, RankedTable
from grundy.search.proof_numbers import ProofNumbersSolver
from grundy.sequences import Octal, code_values, plain_code_values
from grundy.sequences.many_rares import many_rare_pieces

KNOWN, WARM = 1 << 16, 1 << 21
"""Heaps known before, and heaps until everything is compiled and learnt; rates are of those after them."""
PLAIN_VALUES = 50
"""Values that the reference implementation computes after the known ones."""
SMALL = "cram: 3x6"
"""A game of which all is compiled and loaded before the search that counts."""
STEPS = 20_000_000

Values = NDArray[np.uint16]


def machine() -> dict[str, float]:
    """Measure a loop in Python that has nothing to do with any version."""
    start = process_time()
    for _ in range(STEPS):
        pass
    return {"cpu": process_time() - start}


def search_of(text: str, threads: int = 1) -> tuple[DeepSearch, Any]:
    """Return a fresh search for a game of one part, and the part."""
    ruleset, parts = read_game(text).summands[0]
    packed = facet(ruleset, Bits).packed(parts[0])
    assert packed is not None
    return DeepSearch(ruleset.name, packed, memory=6 << 30, threads=threads), parts[0]


def deep(game: str, threads: str) -> dict[str, float]:
    """Measure a deep search: its seconds, couples, and bytes of memory a couple."""
    search, part = search_of(SMALL, int(threads))
    search.value([part])
    search, part = search_of(game, int(threads))
    before, start, begin = _memory("VmRSS"), perf_counter(), process_time()
    search.value([part])
    wall, cpu = perf_counter() - start, process_time() - begin
    taken = _memory("VmHWM") - before
    return {"cpu": cpu, "wall": wall, "rate": search.visited / cpu, "bytes": taken / search.visited}


def tables(kind: str, rows: str, columns: str, threads: str) -> dict[str, float]:
    """Measure how outcomes or values of all bars of Chomp in a rectangle are filled from the bottom up."""
    table = RankedTable(int(rows), int(columns), threads=int(threads))
    (table.is_lost if kind == "outcomes" else table.value_of)((1,))  # loads
    start, begin = perf_counter(), process_time()
    found = table.first_rows() if kind == "outcomes" else table.values()
    wall, cpu = perf_counter() - start, process_time() - begin
    return {"cpu": cpu, "wall": wall, "rate": len(found) / cpu}


def _memory(name: str) -> int:
    """Return the bytes of memory that this process has now (VmRSS), or had at the most (VmHWM)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def plain_deep(game: str) -> dict[str, float]:
    """Measure the reference implementation of the deep search."""
    ruleset, parts = read_game(game).summands[0]
    solver = ProofNumbersSolver(ruleset, facet(ruleset, Bits).packed(parts[0]))
    start = process_time()
    solver.value([parts[0]])
    return {"cpu": process_time() - start}


def values(code: str, heaps: str, workers: str) -> dict[str, float]:
    """Measure verified values of Officers (0.6) or of Grundy's game (4!.0)."""
    if code == "0.6":
        wall, cpu = rates(Octal((0, 6)), _officers(), int(heaps), int(workers))
    else:
        wall, cpu = rates(Octal((4,), distinct=True), grundys_game(), int(heaps), int(workers))
    return {"wall": wall, "cpu": cpu}


def plain_values(code: str) -> dict[str, float]:
    """Measure values of Officers by the reference implementation, after as many known ones."""
    known = list(map(int, _officers()))
    start = process_time()
    digits = read_code(code).plain
    assert digits is not None
    plain_code_values(digits, KNOWN + PLAIN_VALUES - 1, Budget(), known)
    return {"cpu": PLAIN_VALUES / (process_time() - start)}


def rates(rule: Octal, known: Values, stop: int, workers: int) -> tuple[float, float]:
    """Return verified values per second of wall and of CPU time, of a code with many rare heaps.

    The rate counts what comes after the first 2^21 heaps. On a busy machine two workers do not get two processors.
    """
    pieces = many_rare_pieces(*rule, known, stop, Budget(), workers)
    assert pieces is not None
    done, counted, start = len(known), 0, (0.0, 0.0)
    for piece in pieces:
        done += len(piece)
        counted += len(piece) if start[0] else 0
        if not start[0] and done > WARM:
            start = perf_counter(), process_time()
    return counted / (perf_counter() - start[0]), counted / (process_time() - start[1])


def _officers() -> Values:
    return np.array(code_values(read_code("0.6"), KNOWN - 1), np.uint16)


def grundys_game() -> Values:
    """Return the first values of Grundy's game by the definition."""
    found = np.zeros(KNOWN, np.uint16)
    for n in range(3, KNOWN):
        half = (n - 1) // 2
        options = found[1 : half + 1] ^ found[n - half : n][::-1]
        seen = np.bincount(options, minlength=1)
        found[n] = np.argmin(np.append(seen, 0) != 0)
    return found


PROBES = {probe.__name__: probe for probe in (machine, deep, plain_deep, tables, values, plain_values)}

if __name__ == "__main__":
    print(json.dumps(PROBES[sys.argv[1]](*sys.argv[2:])))
