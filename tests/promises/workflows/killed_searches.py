"""Searches that are killed at moments of chance and go on from their database; prints what became of them as JSON.

python killed_searches.py KILLS [SEED] [BUG]: each is a search with a database in a process of its own, which saves as
often as it can and tells every saving; it is killed with SIGKILL, and the next one goes on with the same file, until
one comes to its end. Then the value is that of a search which nobody disturbed, and so are the values of many rows; the
lightest rows are also what the definition says. Rows that were told to be safe are never missing. BUG plants one of
`BUGS`.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from grundy.core import Bits, facet
from grundy.notation import read_game
from grundy.search import DeepSearch, grundy_values
from grundy.storage import StoreFault, ValueDatabase
from grundy.testing import WordsRuleset
from grundy.workflows.library.solution import search
from grundy.workflows.searching.board_values import BoardValues
from grundy.workflows.searching.question import SearchSettings

GAMES = ("cram: 5x7", "cram: 4x9", "cram: 5x8")
FEW = 20
"""So many rows of each database, the lightest, are valued by definition."""
MANY = 400
"""So many rows of each database, drawn by chance, are searched once more."""
Words = tuple[int, ...]


def child(game: str, path: Path, bug: str) -> None:
    """Search until the end or the kill; tell every saving, and at the end the value."""
    from grundy.search import deep

    deep.SAVE_EVERY = 0.0
    told, add = 0, BoardValues.add

    def tell() -> None:
        sys.stdout.write(f"saved {told}\n")
        sys.stdout.flush()

    def added(self: BoardValues, keys: Sequence[bytes], values: Sequence[int]) -> None:
        nonlocal told
        told += len(keys)
        if bug == "early":
            tell()
            time.sleep(0.1)
        add(self, keys, [value ^ (bug == "wrong" and i == 0) for i, value in enumerate(values)])
        tell()

    BoardValues.add = added  # type: ignore[method-assign]
    found = search(game, SearchSettings("value", database=path))
    sys.stdout.write(f"value {found.value}\n")
    sys.stdout.flush()


BUGS = ("", "early", "wrong")
"""None; a saving that is told before it is done; a row of each saving whose value is another."""


def one_life(game: str, path: Path, delay: float | None, bug: str, *, wait: bool = True) -> tuple[int, int | None]:
    """Search for `delay` seconds, with `wait` after the first saving; return the rows told safe, and the value."""
    command = [sys.executable, "-W", "ignore", __file__, "child", game, str(path), bug]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    first = process.stdout.readline() if process.stdout and wait else ""
    try:
        rest, _ = process.communicate(timeout=delay)
    except subprocess.TimeoutExpired:
        process.kill()
        rest, _ = process.communicate()
    assert process.returncode in {0, -signal.SIGKILL}
    told = [line.split() for line in (first + rest).splitlines()]
    saved = [int(words[1]) for words in told if words[0] == "saved"]
    values = [int(words[1]) for words in told if words[0] == "value"]
    return max(saved, default=0), values[0] if values else None


@cache
def judge(game: str) -> Judge:
    """The one who knows the values of a game."""
    return Judge(game)


class Judge:
    """Values of a game and of its components, from a search that nobody disturbs, and by definition."""

    def __init__(self, game: str) -> None:
        ruleset, self.position = next(iter(read_game(game).parts))
        packed = facet(ruleset, Bits).packed(self.position)
        assert packed is not None
        self.packed = packed
        self.solver = DeepSearch(ruleset.name, packed)
        self.rule = WordsRuleset(ruleset.name, packed)
        self.table: dict[Words, int] = {}

    def value(self) -> int:
        """The value of the game."""
        return self.solver.value([self.position])

    def wrong(self, rows: Iterable[tuple[bytes, int]]) -> int:
        """How many rows have another value."""
        values = {words_of(key): value for key, value in rows}
        light = sorted(values, key=lambda words: (self.packed.weight_of(words), words))[:FEW]
        grundy_values(self.rule, light, table=self.table)
        wrong = sum(self.table[words] != values[words] for words in light)
        drawn = Random(len(values)).sample(sorted(values), min(MANY, len(values)))
        return wrong + sum(self.solver.value([self.packed.unpack(words)]) != values[words] for words in drawn)


def words_of(key: bytes) -> Words:
    """The words of a key."""
    return tuple(int.from_bytes(key[i : i + 8], "little") for i in range(0, len(key), 8))


def rows_of(path: Path) -> int:
    """How many rows a database has, each verified; 0 where there is none."""
    if not path.exists():
        return 0
    with ValueDatabase(path) as values:
        return values.verify()


def judged(game: str, path: Path, value: int, found: Counter[str]) -> None:
    """Compare what a search that came to its end found, and every row."""
    right = judge(game)
    found["finished"] += 1
    found["wrong"] += value != right.value()
    with ValueDatabase(path) as values:
        found["rows"] += values.count
        found["wrong_rows"] += right.wrong(values.load())


def main(kills: int, seed: int = 1, bug: str = "") -> dict[str, Any]:
    """Kill so many times, let the last search come to its end, and count what went wrong."""
    random = Random(seed)
    found = Counter[str](dict.fromkeys(("kills", "finished", "lost", "damaged", "wrong", "wrong_rows"), 0))
    number = rows = 0
    with tempfile.TemporaryDirectory() as folder:
        while found["kills"] < kills or rows:
            game, path = GAMES[number % len(GAMES)], Path(folder) / f"{number}.db"
            delay = random.expovariate(1 / 0.5) if found["kills"] < kills else None
            told, value = one_life(game, path, delay, bug, wait=random.random() < 0.8)
            found["kills"] += value is None
            found["savings"] += bool(told)
            try:
                now = rows_of(path)
            except StoreFault:
                now, value = 0, -1
                found["damaged"] += 1
            found["lost"] += now < rows + told
            rows = now
            if value is not None:
                number, rows = number + 1, 0
                if value >= 0:
                    judged(game, path, value, found)
    return dict(found)


if __name__ == "__main__":
    if sys.argv[1] == "child":
        child(sys.argv[2], Path(sys.argv[3]), sys.argv[4])
    else:
        told, chance, planted = (*sys.argv[1:], *("1", "1", "")[len(sys.argv) - 1 :])
        sys.stdout.write(json.dumps(main(int(told), int(chance), planted)) + "\n")
