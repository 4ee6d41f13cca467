"""Measures deep search of many games in one run: boards of Cram, misere play, Sprouts.

    uv run python -m benchmarks.deep_search [cram] [misere] [sprouts] [long]

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
from grundy.core import Bits, facet
from grundy.search import DeepMisere, DeepSearch

T = TypeVar("T")

BOARDS = ("5x6", "5x7", "4x9", "5x8", "4x11")
LONG = ("3x16", "5x9")
MISERE = ("5x7", "4x9", "6x6", "4x10", "5x8")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds that work took, and what it gave."""
    start = process_time()
    answer = work()
    return process_time() - start, answer


def search_of(text: str, threads: int = 1) -> tuple[DeepSearch, Any]:
    """Return a fresh search for a game of one part, and the part."""
    ruleset, parts = read_game(text).summands[0]
    packed = facet(ruleset, Bits).packed(parts[0])
    assert packed is not None
    return DeepSearch(ruleset.name, packed, memory=6 << 30, threads=threads), parts[0]


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
        packed = facet(ruleset, Bits).packed(parts[0])
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
    chosen = [word for word in words if word in {"cram", "misere", "sprouts", "long"}]
    groups: dict[str, Callable[[], None]] = {
        "cram": partial(boards, BOARDS, cpp),
        "misere": partial(misere, cpp),
        "sprouts": sprouts,
        "long": partial(boards, LONG, cpp),
    }
    for word in chosen or ["cram", "misere", "sprouts"]:
        groups[word]()


if __name__ == "__main__":
    main(sys.argv[1:])
