"""Computes all winning bites of Chomp on bars within a rectangle, and writes them into the atlas.

    python -m benchmarks.chomp_bites fill 18 FOLDER [SECONDS]   computes the table; a stopped run continues
    python -m benchmarks.chomp_bites check 18 FOLDER            checks a complete table in two ways
    python -m benchmarks.chomp_bites write 18 FOLDER            checks it and writes the facts of the atlas

Type 10x42 instead of 18 for bars of at most 10 rows and 42 columns. The method is that of `search.ranked`. For 18 it is
used on at most 18 rows and 17 columns: a byte for each diagram of all rows but the first, C(34, 17) bytes, in memory
and in the file `first-rows.bin`. The file grows by segments, and `journal.jsonl` has the SHA-256 of each. A run that is
stopped loses one segment at most. With SECONDS it stops by itself after the first segment beyond that time.

This suffices for all rectangles but the square of 18x18. In a square the only winning bite is row 2 column 2: it leaves
two equal arms, and so does the same bite after any other one outside the first row and column; a bite in the first row
or column leaves a rectangle other than 1x1, which the next player wins (strategy stealing).

Three checks do not trust the program that filled the table. The rules are symmetric in rows and columns, and the table
is not: the reflection of each P-position must be a P-position. Positions drawn at random must be P-positions exactly if
none of their options is one; the options are those of the package's rules. And for three sizes the number of
P-positions must be the one that an independent program counts.
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
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from benchmarks.atlas import ATLAS, Fields, now, write
from numba import njit

from grundy.core import as_sum
from grundy.games import make
from grundy.search import RankedTable
from grundy.search.ranked import rank, unrank
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
DABISH = "D. Dabish, A 10 by 42 Chomp rectangle with three winning openings, 2026"
COUNTED = {(10, 42): 107_342_199, (8, 8): 322, (18, 18): 37_993_832}
"""The numbers of P-positions with up to so many rows and columns that an independent program counts (`YANCEY`)."""
YANCEY = "G. Yancey, chomp-fast, 2026"
GALE = "D. Gale, A curious Nim-type game, American Mathematical Monthly 81, 1974"
"""The source of the bites of two rows and of squares."""


class Bars:
    """The P-positions among the bars of at most this many rows and columns, by a table of first rows."""

    def __init__(self, rows: int, columns: int, first_rows: NDArray[np.uint8]) -> None:
        self.rows, self.columns = rows, columns
        self.first_rows = first_rows

    def lost(self, rows: Sequence[int]) -> bool:
        """Return whether the bar with these lengths of rows is a P-position."""
        padded = [*rows, *[0] * (self.rows - len(rows))]
        return int(self.first_rows[rank(padded[1:])]) == padded[0]

    def bites(self, rows: int, columns: int) -> list[tuple[int, int]]:
        """Return the winning bites of a rectangle: rows and columns, counted from 1."""
        squares = [(row, column) for row in range(rows) for column in range(columns) if row or column]
        return [
            (row + 1, column + 1) for row, column in squares if self.lost([columns] * row + [column] * (rows - row))
        ]


def fill(rows: int, columns: int, folder: Path, seconds: float = float("inf")) -> Bars | None:
    """Compute the table as far as the folder does not have it; return None if time was up before the end."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "first-rows.bin"
    path.touch()
    tables, begun = RankedTable(rows, columns, memory=1 << 40), monotonic()
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
    return Bars(rows, columns, found) if done == len(found) else None


class Checked(NamedTuple):
    """What the check of the reflections counts."""

    lost: int
    """P-positions in the table."""
    shorter: int
    """Those of them that have fewer rows than the table."""
    wrong: int
    """Those whose reflection should be in the table and is not."""


def unreflected(table: NDArray[np.uint8], rows: int, columns: int, terms: NDArray[np.int64]) -> tuple[int, int, int]:
    """Count the P-positions of a table of first rows as `Checked` says.

    `terms[q, c]` is C(c + q - 1, q), the amount that a row of length c, the q-th from below, adds to the rank.
    """
    row, column = np.zeros(rows, np.int64), np.zeros(max(rows, columns), np.int64)
    lost = shorter = wrong = 0
    for number in range(table.shape[0]):
        first = table[number]
        if first:
            lost += 1
            shorter += row[rows - 2] == 0
            column[:] = 0
            column[:first] = 1
            for j in range(rows - 1):
                column[: row[j]] += 1
            if first < row[0]:
                wrong += 1
            elif first <= rows and column[0] <= columns:
                other = 0
                for j in range(1, rows):
                    other += terms[rows - j, column[j]]
                wrong += table[other] != column[0]
        i = rows - 2
        while i > 0 and row[i] == row[i - 1]:
            i -= 1
        row[i] += 1
        row[i + 1 :] = 0
    return lost, shorter, wrong


def check(bars: Bars) -> Checked:
    """Check a table in three ways, and end the program if it is wrong."""
    rows, columns, rng, chomp = bars.rows, bars.columns, Random(18), make("chomp")
    longest = max(rows, columns)
    terms = np.array([[comb(c + q - 1, q) if q else 0 for c in range(longest + 1)] for q in range(rows + 1)])
    compiled: Any = njit(unreflected)
    found = Checked(*compiled(bars.first_rows, rows, columns, terms))
    print(f"{found.lost} P-positions, {found.wrong} of them without their reflection", flush=True)
    size, count = (rows, columns), found.lost
    # A square has as many bars of full height as of full width, and one of both: two equal arms.
    if columns == rows - 1:
        size, count = (rows, rows), 2 * found.lost - found.shorter + 1
        print(f"{count} P-positions in the square of {rows}x{rows}", flush=True)
    wrong, lost = found.wrong + (COUNTED.get(size, count) != count), np.flatnonzero(bars.first_rows[: 10**8])
    for _ in range(DRAWN):
        number = rng.choice([rng.randrange(len(bars.first_rows)), int(rng.choice(lost))])
        lower = unrank(number, rows - 1)
        first = int(bars.first_rows[number]) or rng.randint(max(1, lower[0]), columns)
        bar = tuple(length for length in [first, *lower] if length)
        options = [next(iter(as_sum(option))) for option in chomp.options(bar)]
        wrong += bars.lost(bar) == any(map(bars.lost, options))
    print(f"{DRAWN} positions compared with their options; {wrong} contradictions in all")
    if wrong:
        sys.exit(1)
    return found


def all_bites(bars: Bars, rows: int, columns: int) -> list[tuple[int, int]]:
    """Return all winning bites of a rectangle; of the square that the table lacks they are a theorem."""
    ways = []
    if rows <= bars.rows and columns <= bars.columns:
        ways.append(bars.bites(rows, columns))
    if columns <= bars.rows and rows <= bars.columns:
        ways.append(sorted((row, column) for column, row in bars.bites(columns, rows)))
    if ways[1:] and ways[0] != ways[1]:
        sys.exit(f"{rows}x{columns}: the bites of its reflection differ")
    return ways[0] if ways else [(2, 2)]


def fact(bars: Bars, rows: int, columns: int) -> Fields:
    """Return the fact of the atlas about the winning bites of a rectangle."""
    names = [f"row {row} column {column}" for row, column in all_bites(bars, rows, columns)]
    count = "the only winning bite is" if len(names) == 1 else "the winning bites are exactly"
    listed = ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]
    first = {"not_found_in": "the table of Ekhad and Zeilberger, which ends at 14 rows and 14 columns"}
    if columns <= PUBLISHED:
        first = {"source": EKHAD, "mark": "seen"}
    elif rows in {2, columns}:
        first = {"source": GALE, "mark": "memory"}
    elif (rows, columns) == (10, 42):
        first = {"source": DABISH, "mark": "seen"}
    return {
        "id": f"{folder_of(bars)}/chomp-{rows}x{columns}",
        "claim": f"Chomp on {rows}x{columns}: {count} {listed}",
        "data": {"kind": "moves", "game": f"chomp: {rows}x{columns}", "outcome": "N", "moves": names},
        "command": f"grundy solve chomp: {rows}x{columns}",
        "first": first,
    }


def folder_of(bars: Bars) -> str:
    """Return the folder of the atlas for the facts of a table: long bars have one of their own."""
    return "bites" if bars.columns < bars.rows else "bars"


def facts(bars: Bars) -> list[Fields]:
    """Return the facts of the atlas about the rectangles of a table, without those that the table of 18x18 has."""
    if bars.columns < bars.rows:
        return [fact(bars, rows, columns) for rows in range(2, bars.rows + 1) for columns in range(rows, bars.rows + 1)]
    return [fact(bars, rows, columns) for rows in range(2, bars.rows + 1) for columns in range(19, bars.columns + 1)]


def write_facts(bars: Bars) -> None:
    """Check a table and write its facts into the atlas."""
    lost, folder, found = check(bars).lost, folder_of(bars), facts(bars)
    size = f"rectangles up to {bars.rows}x{max(bars.rows, bars.columns)}"
    evidence = {
        "second": f"in the table of {lost} P-positions with up to {bars.rows} rows and {bars.columns} columns the "
        f"reflection of each is one, their number agrees with an independent program ({YANCEY}), and {DRAWN} "
        "random positions agree with their options: benchmarks/chomp_bites.py"
    }
    about = f"All winning bites of Chomp on {size}, from a table of all P-positions"
    write(folder, about, now() | {"milliseconds": None, "evidence": evidence, "oeis": None}, found)
    print(json.dumps({"folder": str(ATLAS / folder), "facts": len(found)}))


def main(words: list[str]) -> None:
    """Run one of the three commands."""
    match words:
        case ["fill" | "check" | "write" as command, size, folder, *seconds]:
            rows, _, columns = size.partition("x")
            bars = fill(int(rows), int(columns or int(rows) - 1), Path(folder), *map(float, seconds[:1]))
            if bars is None:
                sys.exit("stopped; the same command continues")
            if command == "check":
                check(bars)
            if command == "write":
                write_facts(bars)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
