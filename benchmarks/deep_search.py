"""Deep search measured in one run: first answers, rates against the plain twin, boards of Cram, Sprouts, misere play.

    python benchmarks/deep_search.py [start] [rates] [cram] [misere] [sprouts] [long]

Times are CPU seconds of one process, without the start of Python; where g++ and the C++ programs of `--cpp FOLDER` are
there, theirs stand beside ours.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

from grundy import read_game
from grundy.search import DeepMisere, DeepSearch, grundy_value

T = TypeVar("T")

BOARDS = ("5x6", "5x7", "4x9", "5x8", "4x11")
LONG = ("3x16", "5x9")
MISERE = ("5x7", "4x9", "6x6", "4x10", "5x8")
PLAIN = "5x5"
"""The board that the plain twin values in ten seconds."""


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds that work took, and what it gave."""
    start = process_time()
    answer = work()
    return process_time() - start, answer


def search_of(text: str) -> tuple[DeepSearch, Any]:
    """Return a fresh search for a game of one part, and the part."""
    ruleset, parts = read_game(text).summands[0]
    packed = ruleset.packed(parts[0])
    assert packed is not None
    return DeepSearch(ruleset.name, packed, memory=6 << 30), parts[0]


def start() -> None:
    """Print what the first answer takes: compiled for the first time in this process, and found again."""
    for text in ("cram: 4x5", "node-kayles: grid(4x5)", "queens: 5x5"):
        first, (search, part) = timed(partial(search_of, text))
        again, _ = timed(partial(search_of, text))
        answer, value = timed(partial(search.value, [part]))
        print(f"{text}: made in {first:.2f} s, again in {again:.2f} s, value {value} in {answer:.3f} s")


def rates() -> None:
    """Print expansions a second by definition, and the ratio to the plain twin on the same board."""
    ruleset, parts = read_game(f"cram: {PLAIN}").summands[0]
    plain, value = timed(lambda: grundy_value(ruleset, parts[0]))
    search, part = search_of(f"cram: {PLAIN}")
    _, numbers = search.memory.components(search.packed.pack(part))
    ours, found = timed(lambda: search.memory.define(numbers[0]))
    assert found == value
    print(f"cram {PLAIN} by definition: plain {plain:.2f} s, compiled {ours:.4f} s, ratio {plain / ours:.0f}")
    print(f"  {search.memory.count / ours:,.0f} components/s")


def boards(sizes: tuple[str, ...], cpp: Path | None) -> None:
    """Print values of boards of Cram."""
    for size in sizes:
        search, part = search_of(f"cram: {size}")
        took, value = timed(partial(search.value, [part]))
        told = f"cram {size}: value {value}, {took:.2f} s, {search.visited} visits, {search.visited / took:,.0f}/s"
        print(told + _beside(cpp, "dfpn5", size))


def _beside(cpp: Path | None, program: str, size: str) -> str:
    """Return what a C++ program says of a board, where it is there."""
    if cpp is None:
        return ""
    took = subprocess.run([cpp / program, *size.split("x")], capture_output=True, text=True, check=True).stdout
    return f"   [{program}: {' '.join(took.split()[:12])}]"


def misere(cpp: Path | None) -> None:
    """Print misere outcomes of boards of Cram."""
    for size in MISERE:
        ruleset, parts = read_game(f"cram: {size}").summands[0]
        packed = ruleset.packed(parts[0])
        assert packed is not None
        search = DeepMisere(ruleset.name, packed, memory=8 << 30)
        took, lost = timed(partial(search.lost, parts))
        told = f"misere cram {size}: {'P' if lost else 'N'}, {took:.2f} s, {search.visited} sums"
        print(told + _beside(cpp, "misere", size))


def sprouts() -> None:
    """Print values of Sprouts, and outcomes from 12 spots on."""
    for spots in range(1, 16):
        search, part = search_of(f"sprouts: {spots}")
        if spots < 12:
            took, value = timed(partial(search.value, [part]))
        else:
            took, value = timed(partial(search.has_value, [part], 0))
        print(f"sprouts {spots}: {'value ' if spots < 12 else 'P: '}{value}, {took:.2f} s, {search.visited} visits")


def main(words: list[str]) -> None:
    """Measure what is asked for, or all that is short."""
    cpp = Path(words[words.index("--cpp") + 1]) if "--cpp" in words else None
    chosen = [word for word in words if word in {"start", "rates", "cram", "misere", "sprouts", "long"}]
    groups: dict[str, Callable[[], None]] = {
        "start": start,
        "rates": rates,
        "cram": partial(boards, BOARDS, cpp),
        "misere": partial(misere, cpp),
        "sprouts": sprouts,
        "long": partial(boards, LONG, cpp),
    }
    for word in chosen or ["start", "rates", "cram", "misere", "sprouts"]:
        groups[word]()


if __name__ == "__main__":
    main(sys.argv[1:])
