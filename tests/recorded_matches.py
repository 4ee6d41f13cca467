"""Matches of the computer against itself, recorded in `golden/matches.json`, and played again here.

python -m tests.recorded_matches            plays all again and prints those that differ
python -m tests.recorded_matches plain      the same with those that need no compiled code
python -m tests.recorded_matches 0:20       the same with some of them
python -m tests.recorded_matches write      records them again after a change of how the computer plays
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

from grundy.core import Limits
from grundy.core.limits import processor_time
from grundy.notation import read_game
from grundy.workflows.playing.legal import number_of, write_numbers
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent

FILE = Path(__file__).parent / "golden" / "matches.json"
SECONDS = 60.0
"""Seconds of this process that one move may take before it is refused."""
SMALL = (
    "nim: 3 5 7", "nim: 12 9 4 6", "kayles: 9", "kayles: 4 7 5", "dawsons-kayles: 8 6", "0.137: 12 7", "grundy: 13 6",
    "take {1, 3, 4}: 19 9", "wythoff: 4 7", "euclid: 21 13", "officers: 9 5", "lasker: 5 7", "cram: 3x3",
    "tic-tac-toe: .../.../...", "notakto: .../.../...", "maze: ..#.../....#./.#...@", "chomp: 3x5",
    "node-kayles: cycle(7)", "arc-kayles: grid(2x3)", "sprouts: 2", "top-entails: 5 6", "silver-dollar: 1 4 6 9",
    "northcott: W..B./.W..B/W.B.. @ W", "turning-turtles: 1 3 4 7", "graph: a>b a>c a>d b>e c>e c>f d>f @ a",
    "graph: 1>2 2>1 2>3 @ 1", "nimstring: 2x2", "queens: 4x4", "fibonacci: 20", "nim: 4 2 + kayles: 5",
)  # fmt: skip
"""Games that are played to their end."""
LARGE = {
    "nim: 300 500 70000": 6, "kayles: 1000 1001": 4, "0.123: 3000": 3, "chomp: 6x7": 8, "cram: 4x4": 6,
    "node-kayles: grid(4x4)": 6, "nogo: 3x3": 4, "grundy: 50 60": 1, "kayles: 30 40": 3, "dawsons-chess: 20 30": 1,
}  # fmt: skip
"""Games of which the first moves are played."""
COMPILED = {
    "chomp: 9x13": 6, "chomp: 8x12": 6, "cram: 5x6": 4, "sprouts: 4": 4, "node-kayles: grid(6x6)": 4,
    "kings: 6x6": 3, "arc-kayles: grid(5x5)": 4, "nogo: 3x4": 2,
}  # fmt: skip
"""The same, in normal play, where plain Python takes too long."""
SAMPLED = {"nogo: 5x5": 1, "tic-tac-toe(line=4): 5x5": 1, "cram: 8x9": 1, "knights: 6x7": 1}
"""The same where who wins stays unknown."""


class RecordedMatch(NamedTuple):
    """One row: how the match was played, and the numbers of its moves as in the address of a page."""

    game: str
    misere: bool
    level: int
    seed: int
    plies: int
    plain: bool
    m: str = ""


def replayed(row: RecordedMatch) -> str:
    """Return the numbers of the moves that the computer makes for both players."""
    match = Match(read_game(row.game), row.misere, Limits(seconds=SECONDS))
    opponent, numbers = Opponent(row.level, row.seed), list[int]()
    while not match.over and len(numbers) < row.plies:
        chosen = opponent.choose(match)
        numbers.append(number_of(match.game, chosen.move))
        match.play(chosen.move)
    return write_numbers(numbers)


def recorded() -> list[RecordedMatch]:
    """Return the rows of the file."""
    return [RecordedMatch(*row) for row in json.loads(FILE.read_text(encoding="utf-8"))["matches"]]


def differing(rows: list[RecordedMatch]) -> list[str]:
    """Return what differs when rows are played again."""
    with processor_time():
        return [f"{row}: {found}" for row in rows if (found := replayed(row)) != row.m]


def _asked() -> list[RecordedMatch]:
    rows = [
        RecordedMatch(game, misere, level, seed, 40, plain=True)
        for seed, game in enumerate(SMALL)
        for misere in (False, True)
        for level in ((100, 60) if seed % 5 else (100, 60, 0))
    ]
    rows += [
        RecordedMatch(game, misere, level, seed, plies, plain=True)
        for seed, (game, plies) in enumerate(LARGE.items())
        for misere in (False, True)
        for level in (100, 70)
    ]
    rows += [
        RecordedMatch(game, misere=False, level=level, seed=seed, plies=plies, plain=False)
        for seed, (game, plies) in enumerate(COMPILED.items())
        for level in (100, 80)
    ]
    return rows + [
        RecordedMatch(game, misere, 100, seed, plies, plain=False)
        for seed, (game, plies) in enumerate(SAMPLED.items())
        for misere in (False, True)
        for seed in (seed, seed + 10)
    ]


def _write() -> None:
    with processor_time():
        rows = [row._replace(m=replayed(row)) for row in _asked()]
    meaning = "game, misere, level, seed, plies at most, played without compiled code too, moves of both computers"
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    FILE.write_text(f'{{"meaning": "{meaning}",\n "matches": [\n  {lines}\n ]}}\n', encoding="utf-8")


def main(word: str = "") -> int:
    """Do what the command line says; return 1 if a match differs."""
    if word == "write":
        _write()
        return 0
    rows = recorded()
    if ":" in word:
        rows = rows[slice(*map(int, word.split(":")))]
    elif word == "plain":
        rows = [row for row in rows if row.plain]
    found = differing(rows)
    sys.stdout.write("\n".join([*found, f"{len(rows)} matches, {len(found)} differ", ""]))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
