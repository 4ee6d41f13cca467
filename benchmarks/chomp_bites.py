"""Computes all winning bites of Chomp on bars within a square, and writes them into the atlas.

    python -m benchmarks.chomp_bites fill 18 FOLDER [SECONDS]   computes the table; a stopped run continues
    python -m benchmarks.chomp_bites check 18 FOLDER            checks a complete table in two ways
    python -m benchmarks.chomp_bites write 18 FOLDER            writes the facts of the atlas

The method is that of `search.ranked`, for bars of at most 18 rows and 17 columns: a byte for each diagram of all rows
but the first, C(34, 17) bytes, in memory and in the file `first-rows.bin`. The file grows by segments, and
`journal.jsonl` has the SHA-256 of each. A run that is stopped loses one segment at most. With SECONDS it stops by
itself after the first segment beyond that time.

This suffices for all rectangles but the square of 18x18. In a square the only winning bite is row 2 column 2: it leaves
two equal arms, and so does the same bite after any other one outside the first row and column; a bite in the first row
or column leaves a rectangle other than 1x1, which the next player wins (strategy stealing).

Two checks do not trust the program that filled the table. The rules are symmetric in rows and columns, and the table is
not: the reflection of each P-position must be a P-position. And positions drawn at random must be P-positions exactly
if none of their options is one; the options are those of the package's rules.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from math import comb
from os import fsync
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from benchmarks.atlas import ATLAS, Fields, now, write
from numba import njit

from grundy.core import Budget, as_sum
from grundy.games import make
from grundy.search import RankedTable
from grundy.search.ranked import rank, unrank
from grundy.search.slices import Slices
from grundy.storage import Damaged, sealed, unsealed

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEGMENT = 1 << 27
"""Entries that are written at once."""
DRAWN = 20_000
"""Positions that the second check draws."""
PUBLISHED = 14
"""The side of the square whose bites are in print."""
EKHAD = "S. B. Ekhad and D. Zeilberger, All the winning bites for a by b Chomp for a and b up to 14, 2018"
GALE = "D. Gale, A curious Nim-type game, American Mathematical Monthly 81, 1974"
"""The source of the bites of two rows and of squares."""


class Bars:
    """The P-positions among the bars of at most `side` rows and fewer columns, by a table of first rows."""

    def __init__(self, side: int, first_rows: NDArray[np.uint8]) -> None:
        self.side = side
        self.first_rows = first_rows

    def lost(self, rows: Sequence[int]) -> bool:
        """Return whether the bar with these lengths of rows is a P-position."""
        padded = [*rows, *[0] * (self.side - len(rows))]
        return int(self.first_rows[rank(padded[1:])]) == padded[0]

    def bites(self, rows: int, columns: int) -> list[tuple[int, int]]:
        """Return the winning bites of a rectangle: rows and columns, counted from 1."""
        squares = [(row, column) for row in range(rows) for column in range(columns) if row or column]
        return [
            (row + 1, column + 1) for row, column in squares if self.lost([columns] * row + [column] * (rows - row))
        ]


def fill(side: int, folder: Path, seconds: float = float("inf")) -> Bars | None:
    """Compute the table as far as the folder does not have it; return None if time was up before the end."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "first-rows.bin"
    path.touch()
    tables, begun = RankedTable(side, side - 1, Slices(Budget(), 1 << 40)), monotonic()
    found = tables.first_rows(0)
    done, journal = 0, folder / "journal.jsonl"
    journal.touch()
    with path.open("r+b") as file:
        for line in filter(None, map(unsealed, journal.read_bytes().splitlines())):
            part = found[done : line["to"]].data
            file.readinto(part)
            if sha256(part).hexdigest() != line["sha256"]:
                raise Damaged(f"{path}: the entries from {done} on have changed since they were written")
            done = line["to"]
        tables.resume(done)
        file.truncate(done)
        while done < len(found) and monotonic() - begun < seconds:
            stop = min(len(found), done + SEGMENT)
            tables.first_rows(stop)
            part = found[done:stop].data
            file.seek(done)
            file.write(part)
            file.flush()
            fsync(file.fileno())
            with journal.open("a", encoding="ascii", newline="\n") as lines:
                lines.write(sealed({"to": stop, "sha256": sha256(part).hexdigest()}) + "\n")
            done = stop
            print(f"{done} of {len(found)} ({100 * done // len(found)} %), {process_time():.0f} s of CPU", flush=True)
    return Bars(side, found) if done == len(found) else None


def unreflected(table: NDArray[np.uint8], side: int, terms: NDArray[np.int64]) -> tuple[int, int]:
    """Count the P-positions of a table of first rows, and those whose reflection should be in it and is not.

    `terms[q, c]` is C(c + q - 1, q), the amount that a row of length c, the q-th from below, adds to the rank.
    """
    row, column = np.zeros(side, np.int64), np.zeros(side, np.int64)
    count = wrong = 0
    for number in range(table.shape[0]):
        first = table[number]
        if first:
            count += 1
            column[:] = 0
            column[:first] = 1
            for j in range(side - 1):
                column[: row[j]] += 1
            other = 0
            for j in range(1, side):
                other += terms[side - j, column[j]]
            wrong += first < row[0] or (column[0] < side and table[other] != column[0])
        i = side - 2
        while i > 0 and row[i] == row[i - 1]:
            i -= 1
        row[i] += 1
        row[i + 1 :] = 0
    return count, wrong


def check(bars: Bars) -> None:
    """Check a table in two ways, and end the program if it is wrong."""
    side, rng, chomp = bars.side, Random(18), make("chomp")
    terms = np.array([[comb(c + q - 1, q) if q else 0 for c in range(side + 1)] for q in range(side + 1)])
    compiled: Any = njit(unreflected)
    count, wrong = compiled(bars.first_rows, side, terms)
    print(f"{count} P-positions, {wrong} of them without their reflection", flush=True)
    lost = np.flatnonzero(bars.first_rows[: 10**8])
    for _ in range(DRAWN):
        number = rng.choice([rng.randrange(len(bars.first_rows)), int(rng.choice(lost))])
        lower = unrank(number, side - 1)
        first = int(bars.first_rows[number]) or rng.randint(max(1, lower[0]), side - 1)
        bar = tuple(length for length in [first, *lower] if length)
        options = [next(iter(as_sum(option))) for option in chomp.options(bar)]
        wrong += bars.lost(bar) == any(map(bars.lost, options))
    print(f"{DRAWN} positions compared with their options; {wrong} contradictions in all")
    if wrong:
        sys.exit(1)


def facts(bars: Bars) -> list[Fields]:
    """Return the facts of the atlas: all winning bites of each rectangle; those of squares are a theorem."""
    found = []
    for rows in range(2, bars.side + 1):
        for columns in range(rows, bars.side + 1):
            bites = sorted((row, column) for column, row in bars.bites(columns, rows)) if rows < columns else [(2, 2)]
            if columns < bars.side and bites != bars.bites(rows, columns):
                sys.exit(f"{rows}x{columns}: the bites of its reflection differ")
            names = [f"row {row} column {column}" for row, column in bites]
            count = "the only winning bite is" if len(names) == 1 else "the winning bites are exactly"
            printed = {"source": EKHAD, "mark": "seen"} if columns <= PUBLISHED else {"source": GALE, "mark": "memory"}
            lacking = {"not_found_in": "the table of Ekhad and Zeilberger, which ends at 14 rows and 14 columns"}
            found.append(
                {
                    "id": f"bites/chomp-{rows}x{columns}",
                    "claim": f"Chomp on {rows}x{columns}: {count} {' and '.join(names)}",
                    "data": {"kind": "moves", "game": f"chomp: {rows}x{columns}", "outcome": "N", "moves": names},
                    "command": f"grundy solve chomp: {rows}x{columns}",
                    "first": printed if columns <= PUBLISHED or rows in {2, columns} else lacking,
                }
            )
    return found


def main(words: list[str]) -> None:
    """Run one of the three commands."""
    match words:
        case ["fill" | "check" | "write" as command, side, folder, *seconds]:
            bars = fill(int(side), Path(folder), *map(float, seconds[:1]))
            if bars is None:
                sys.exit("stopped; the same command continues")
            if command == "check":
                check(bars)
            if command == "write":
                evidence = {
                    "second": f"in the table of bars of up to {side} rows the reflection of each P-position is one; "
                    f"{DRAWN} random positions agree with their options: benchmarks/chomp_bites.py"
                }
                about = f"All winning bites of Chomp on rectangles up to {side}x{side}, from a table of all P-positions"
                write("bites", about, now() | {"milliseconds": None, "evidence": evidence, "oeis": None}, facts(bars))
                print(json.dumps({"folder": str(ATLAS / "bites"), "facts": len(facts(bars))}))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
