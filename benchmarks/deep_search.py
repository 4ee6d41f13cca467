"""Measures whole processes that search boards: this program cold and warm, and programs in C++, one after the other.

    uv run python -m benchmarks.deep_search [--rounds N] [--yardstick FILE.cpp] [--only WORDS] [--long]

Each row is one board. In every round all programs take their turn, so that a busy machine slows all of them. *Cold* is
the first run with empty caches, *warm* the next one. The program of benchmarks/second is compiled here with g++; the
yardstick is another program for Cram, called with the numbers of rows and columns. Figures are medians: seconds of CPU
and the most memory of the whole process. All programs must find the same answer. `--long` adds the boards that take
minutes, in one round and not cold.
"""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.processes import NoFigure, Spent, Version, spent

SECOND = Path(__file__).parent / "second"
LIMIT = 3600.0
"""Seconds on the clock for one process."""
MEGABYTE = 1 << 20


class Board(NamedTuple):
    """A board of Cram, whether it is played by the misère rule, and whether it takes minutes."""

    size: str
    misere: bool = False
    long: bool = False

    @property
    def name(self) -> str:
        """The board in words."""
        return f"misère {self.size}" if self.misere else self.size

    @property
    def words(self) -> list[str]:
        """The command of this program."""
        want = ["--misere", "--want", "outcome"] if self.misere else ["--want", "value"]
        return ["solve", f"cram: {self.size}", *want, "--limit-memory", "8G", "--limit-seconds", str(round(LIMIT))]

    @property
    def second(self) -> list[str]:
        """The command of the program of benchmarks/second."""
        rows, columns = self.size.split("x")
        return ["misere", rows, columns, columns, "16"] if self.misere else ["cram", rows, columns, "16", "16"]


BOARDS = (
    *map(Board, ("5x7", "5x8", "4x11")),
    Board("5x9", long=True),
    *(Board(size, misere=True, long=True) for size in ("5x9", "3x18", "6x7")),
    Board("7x7", long=True),
)


def answer(text: str, board: Board) -> str:
    """Return the value or the outcome that a program printed."""
    found = re.search(r"\b([NP])-position|: ([NP])," if board.misere else r"(?:value|nimber) (\d+)", text)
    if found is None:
        raise NoFigure(f"no answer: {text[-200:]!r}")
    return str(next(filter(None, found.groups())))


def compiled(source: Path, folder: Path) -> Path:
    """Compile a program in C++, and return its file."""
    target = folder / source.stem
    subprocess.run(["g++", "-O3", "-march=native", "-w", "-o", target, source.resolve()], check=True)
    return target


def measured(board: Board, rounds: int, programs: dict[str, Path], place: Path) -> str:
    """Return a row of the table."""
    taken: dict[str, list[Spent]] = {}
    for _ in range(rounds):
        with TemporaryDirectory(dir=place) as kept:
            version = Version(Path(sys.executable), place, LIMIT)
            for name in ("warm",) if board.long else ("cold", "warm"):
                taken.setdefault(name, []).append(version.command(board.words, Path(kept)))
        rows, columns = board.size.split("x")
        program, *words = board.second
        asked: dict[str, list[str | Path]] = {"second": [programs[program], *words]}
        if "yardstick" in programs and not board.misere:
            asked["yardstick"] = [programs["yardstick"], rows, columns]
        for name, command in asked.items():
            taken.setdefault(name, []).append(spent(command, place, {"TH": "16"}, LIMIT))
    answers = {answer(each.text, board) for several in taken.values() for each in several}
    if len(answers) > 1:
        raise SystemExit(f"{board.name}: the programs disagree: {answers}")
    cells = [board.name, *answers]
    for name in ("cold", "warm", "second", "yardstick"):
        several = taken.get(name)
        if several is None:
            cells += ["", ""]
        else:
            cells += [f"{median(each.cpu for each in several):.2f}"]
            cells += [f"{median(each.memory for each in several) / MEGABYTE:.0f}"]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--yardstick", type=Path, help="another program for Cram, in C++")
    parser.add_argument("--only", nargs="*", help="boards, such as 5x7")
    parser.add_argument("--long", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        place = Path(folder)
        programs = {name: compiled(SECOND / f"{name}.cpp", place) for name in ("cram", "misere")}
        if asked.yardstick:
            programs["yardstick"] = compiled(asked.yardstick, place)
        names = ("cold", "warm", "second program", "yardstick")
        print("| board | answer |", " | ".join(f"{name}, s | MB" for name in names), "|")
        print("|" + "---|" * 10)
        for board in BOARDS:
            if board.size in asked.only if asked.only else asked.long or not board.long:
                print(measured(board, 1 if board.long else asked.rounds, programs, place), flush=True)


if __name__ == "__main__":
    main()
