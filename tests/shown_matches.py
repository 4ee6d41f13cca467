"""Matches as the page of play shows them, recorded in `golden/shown_matches.json`, and asked for again here.

python -m tests.shown_matches            asks for all again and prints those that differ, and where
python -m tests.shown_matches FILE       writes all answers to a file, to compare those of two versions
python -m tests.shown_matches write      records them again after a change of what the page shows

A row has the first 10 digits of the SHA-256 of each section of an answer. Sentences and names of components are left
out, and places in pictures, for sines differ between machines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grundy.core import Limits
from grundy.core.limits import processor_time
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.operations import Context
from grundy.workflows.playing.legal import nth_move, part_sizes, write_numbers
from grundy.workflows.playing.match import Match
from grundy_web.pages.play_state import read_state
from grundy_web.questions.match_questions import match

FILE = Path(__file__).parent / "golden" / "shown_matches.json"
SECTIONS = {
    "figures": ("groups", "more", "tallest", "before"),
    "moves": ("moves", "count"),
    "selected": ("sel", "choices", "exact"),
    "history": ("history", "future", "m", "r", "f", "turn", "over"),
}
"""Parts of an answer that are compared by themselves."""
OTHERS = (
    "0.8: 7", "0.8888: 9", "4.3: 7", "take 1..3: 9", "kayles: 9", "kayles: 4 7 5", "nim: 3 5 + kayles: 7",
    "lasker: 4 9", "grundy: 12", "cram: 4x4", "cram: 2x3 ; 3x3", "kings: 3x5", "queens: 4x4 + nim: 3",
    "hackenbush: 0-1 0-1 1-1 1-2", "hackenbush: 0-1 1-1 1-2 1-2 2-0 0-0 2-3 3-4", "arc-kayles: grid(3x3)",
    "node-kayles: 0-1 1-2 3-4 + nim: 2", "poset: a<c a<d b<d", "geography(edges=true): 0>1 1>2 2>0 1>3 @ 0",
    "graph: 2>1 3>2 4>1 4>2 @ 4", "graph: 1>2 2>1 2>3 @ 1", "sprouts: 2", "sprouts: 0.AB./AB.", "sprouts: 1A1A.0.0.",
    "poker-nim(add=2): 3 @ 1 1", "treblecross: 14", "circular-kayles: 8", "circular-kayles: 3", "nogo: 3x3",
    "notakto: .../.../... ; X../.../...", "northcott(retreats=2): W..B/.W.B @ W 2", "nimstring: 1x2",
    "tic-tac-toe(line=4): 4x4", "nim: 300 500 70000", "moore(k=2): 3 5 7", "top-entails: 5 6", "twins: 2 5 + nim: 3",
)  # fmt: skip
"""Games besides the examples of the catalogue."""


class ShownMatch(NamedTuple):
    """One row: the game, the moves, the ways in which they were drawn, pressed pieces, and steps of the hint."""

    g: str
    m: str = ""
    f: str = ""
    sel: str = ""
    hint: int = 0
    sections: tuple[str, ...] = ()

    def answer(self) -> dict[str, Any]:
        """Return the answer of the page of play, for two people."""
        given = {name: str(getattr(self, name)) for name in ("g", "m", "f", "sel", "hint")}
        asked = read_state(given | {"you": "12", "v": "1" if self.hint else "0"}).asked()
        found: dict[str, Any] = json.loads(json.dumps(match(Context(Limits(seconds=60.0)), **asked)))
        return found


def sections_of(answer: dict[str, Any]) -> tuple[str, ...]:
    """Return the digits of each section of an answer."""
    return tuple(
        sha256(json.dumps(_lasting([answer[name] for name in names]), sort_keys=True).encode()).hexdigest()[:10]
        for names in SECTIONS.values()
    )


def _lasting(data: Any) -> Any:
    """Return plain data without sentences, names and the places of a picture."""
    if isinstance(data, dict):
        left_out = ("path", "falling", "head", "ground", "area", "at", "name", "words", "told")
        return {key: _lasting(each) for key, each in data.items() if key not in left_out}
    if isinstance(data, list):
        return [_lasting(each) for each in data]
    return None if isinstance(data, float) else data


def recorded() -> list[ShownMatch]:
    """Return the rows of the file."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))["matches"]
    return [ShownMatch(*row)._replace(sections=tuple(row[-1].split())) for row in rows]


def differing(rows: list[ShownMatch]) -> list[str]:
    """Return the rows that are shown in another way, and the sections that differ."""
    found = []
    with processor_time():
        for row in rows:
            pairs = zip(SECTIONS, row.sections, sections_of(row.answer()), strict=True)
            if others := [name for name, old, new in pairs if old != new]:
                found.append(f"{row[:-1]}: {', '.join(others)}")
    return found


def _rows_of(game: str) -> Iterator[ShownMatch]:
    """Yield the start of a match, moments of it, and its end; each with something pressed, drawn or hinted."""
    played, rng, numbers = Match(read_game(game)), Random(game), list[int]()
    while not played.over and len(numbers) < 12:
        numbers.append(rng.randrange(sum(part_sizes(played.game))))
        played.play(nth_move(played.game, numbers[-1]))
    ways = write_numbers(sorted(rng.choices(range(len(numbers)), k=2))) if numbers else ""
    yield ShownMatch(game)
    for count in sorted({*range(1, min(4, len(numbers) + 1)), len(numbers) // 2, len(numbers)}):
        row = ShownMatch(game, write_numbers(numbers[:count]), ways if count % 2 else "")
        yield row
        pressed = [
            piece["key"]
            for group in row.answer()["groups"]
            for figure in group["figures"]
            for piece in (
                *figure.get("pieces", ()),
                *(each for heap in figure.get("heaps", ()) for each in heap["pieces"]),
            )
            if piece["does"]
        ]
        if pressed and count == 1:
            yield row._replace(sel=rng.choice(pressed))
        if count == 2:
            yield row._replace(hint=2)


def _write() -> None:
    games = [*(entry.example for entry in CATALOGUE.values()), *OTHERS]
    with processor_time():
        rows = [row._replace(sections=sections_of(row.answer())) for game in games for row in _rows_of(game)]
    meaning = "game, moves, ways in which they were drawn, pressed pieces, steps of the hint, digits of each section"
    lines = ",\n  ".join(json.dumps([*row[:-1], " ".join(row.sections)]) for row in rows)
    FILE.write_text(f'{{"meaning": "{meaning}",\n "matches": [\n  {lines}\n ]}}\n', encoding="utf-8")


def main(word: str = "") -> int:
    """Do what the command line says; return 1 if an answer differs."""
    if word == "write":
        _write()
        return 0
    if word:
        with processor_time():
            answers = {str(row[:-1]): row.answer() for row in recorded()}
        Path(word).write_text(json.dumps(answers, indent=1, sort_keys=True), encoding="utf-8")
        return 0
    rows = recorded()
    found = differing(rows)
    sys.stdout.write("\n".join([*found, f"{len(rows)} answers, {len(found)} differ", ""]))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
