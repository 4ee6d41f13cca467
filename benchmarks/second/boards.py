"""Writes docs/atlas/boards: values of boards by the package, and again by programs in C++ that share no line with it.

    python benchmarks/second/boards.py              compiles kayles.cpp and nogo.cpp with g++ and runs both sides
    python benchmarks/second/boards.py kings-5xn    these sequences only, the others stay as they are

Every term must come out twice the same, else nothing is written. A sequence that was written before is kept.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from benchmarks.atlas import NOWHERE, earlier, now, write  # noqa: E402  # found by the line before

from grundy import deep_search  # noqa: E402
from grundy.core import Limits  # noqa: E402

FOLDER = "boards"
TERM = 120.0
"""Seconds for one term."""
Fields = dict[str, Any]


class Sequence(NamedTuple):
    """Boards of a growing number of columns: name, title, notation, first and last, how the program is asked."""

    name: str
    title: str
    games: str
    first: int
    last: int
    asked: str


def _kings(rows: int, first: int, last: int) -> Sequence:
    title = f"Grundy value of placing kings on a {rows} X n board"
    return Sequence(f"kings-{rows}xn", title, f"kings: {rows}x{{n}}", first, last, f"kayles kings {rows}")


def _graphs(kind: str, rows: int, first: int, last: int) -> Sequence:
    title = f"Grundy value of Node Kayles on a {rows} X n {kind}"
    games = f"node-kayles: {kind}({rows}x{{n}})"
    return Sequence(f"node-kayles-{kind}-{rows}xn", title, games, first, last, f"kayles {kind} {rows}")


SEQUENCES = (
    _kings(5, 1, 12),
    _kings(6, 1, 10),
    _kings(7, 1, 9),
    _graphs("grid", 4, 10, 13),
    _graphs("grid", 5, 8, 11),
    _graphs("grid", 6, 1, 8),
    _graphs("grid", 7, 1, 7),
    _graphs("cylinder", 3, 1, 12),
    _graphs("cylinder", 5, 1, 8),
    _graphs("cylinder", 7, 1, 5),
    Sequence("nogo-1xn", "Grundy value of impartial NoGo on a row of n points", "nogo: 1x{n}", 25, 26, "nogo 1"),
)


def second(sequence: Sequence, built: Path) -> list[int]:
    """Return the values that the program in C++ finds."""
    program, *words = sequence.asked.split()
    binary = built / program
    if not binary.exists():
        subprocess.run(["g++", "-O3", "-march=native", "-o", binary, HERE / f"{program}.cpp"], check=True)
    words += [str(sequence.first), str(sequence.last)]
    text = subprocess.run([binary, *words], check=True, capture_output=True, text=True).stdout
    return [int(value) for value in re.findall(r"value (\d+)", text)]


def facts(wanted: list[str]) -> Iterator[Fields]:
    """Yield the sequences, those that are not wanted as they were."""
    known = earlier(FOLDER)
    with tempfile.TemporaryDirectory() as built:
        for sequence in SEQUENCES:
            name = f"{FOLDER}/{sequence.name}"
            if name in known or (wanted and sequence.name not in wanted):
                if name in known:
                    yield known[name]
                continue
            start, found = process_time(), list[int | None]()
            for n in range(sequence.first, sequence.last + 1):
                game = sequence.games.replace("{n}", str(n))
                found.append(deep_search(game, want="value", limits=Limits(seconds=TERM)).value)
                print(game, found[-1], file=sys.stderr, flush=True)
            spent = round(1000 * (process_time() - start))
            again = second(sequence, Path(built))
            if found != again:
                sys.exit(f"{name}: the package finds {found}, {sequence.asked} {again}")
            told = " ".join(map(str, again))
            asked = f"{sequence.asked} {sequence.first} {sequence.last}"
            yield {
                "id": name,
                "claim": f"{sequence.title}, for n from {sequence.first} to {sequence.last}: {told}",
                "data": {
                    "kind": "values",
                    "title": sequence.title,
                    "games": sequence.games,
                    "from": sequence.first,
                    "values": again,
                },
                "command": f"grundy search {sequence.games.replace('{n}', str(sequence.last))}",
                "milliseconds": spent,
                "evidence": {"second": f"a program that shares nothing, by the definition: benchmarks/second, {asked}"},
                "first": NOWHERE,
                "oeis": "no entry found",
            }


def main(wanted: list[str]) -> None:
    """Write the manifest, after every sequence."""
    done: list[Fields] = []
    for fact in facts(wanted):
        done.append(fact)
        names = {one["id"] for one in done}
        left = [one for name, one in earlier(FOLDER).items() if name not in names]
        write(
            FOLDER,
            "Values of boards, each by the package and by a program that shares nothing with it",
            now(),
            [*done, *left],
        )


if __name__ == "__main__":
    main(sys.argv[1:])
