"""Writes facts of `grundy_atlas/data/board`: boards by the package and by C++ programs that share no line with it.

    python benchmarks/second/boards.py              compiles the programs in this folder with g++ and runs both sides
    python benchmarks/second/boards.py kings-5xn    these sequences only, the others stay as they are

Every term must come out twice the same, else nothing is written. Terms that were written before are kept.
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

from benchmarks.atlas import ABOUT_BOARDS, NOWHERE, earlier, now, write_each  # noqa: E402  # found by the line before

from grundy import deep_search  # noqa: E402
from grundy.core import Limits  # noqa: E402
from grundy.workflows.searching.question import Want  # noqa: E402
from grundy_atlas.drafts import NO_ENTRY  # noqa: E402

FOLDER = "board"
TERM = 1500.0
"""Seconds for one term."""
MEMORY = 4 << 30
"""Bytes for one term."""
Fields = dict[str, Any]
RUDD: Fields = {
    "source": "OEIS A316632 to n = 16; notes of T. Rudd, github tavisrudd, July 2026, to n = 22",
    "mark": "seen",
}

MISERE: Fields = {
    "source": "J. Lemoine and S. Viennot, 2011, to 3x15, 4x9, 5x7 and 6x6, as a note on sprouts.tuxfamily.org says; "
    "larger boards were not found in stored public pages and code, searched in November 2026",
    "mark": "second-hand",
}


class Sequence(NamedTuple):
    """Boards of a growing number of columns: name, title, notation, first and last, and the arguments of the program.

    `how` follows the first and the last number there; `by` says in words what the program does.
    """

    name: str
    title: str
    games: str
    first: int
    last: int
    asked: str
    how: str = ""
    source: Fields = NOWHERE
    oeis: str | None = NO_ENTRY
    misere: bool = False

    @property
    def command(self) -> str:
        """The calls of the second program for all terms; tori one by one."""
        span = "n n" if " torus " in self.asked else f"{self.first} {self.last}"
        return f"{self.asked} {span} {self.how}".rstrip()

    @property
    def by(self) -> str:
        """What the second program does."""
        if self.misere:
            return "by proof numbers of sums of pieces and reduced canonical trees"
        return "by couples" if self.how else "by the definition"


def _kings(rows: int, first: int, last: int) -> Sequence:
    title = f"Grundy value of placing kings on a {rows} X n board"
    return Sequence(f"kings-{rows}xn", title, f"kings: {rows}x{{n}}", first, last, f"kayles kings {rows}")


def _graphs(kind: str, rows: int, span: tuple[int, int], how: str = "", source: Fields = NOWHERE) -> Sequence:
    first, last = span
    title = f"Grundy value of Node Kayles on a {rows} X n {kind}"
    name = f"node-kayles-{'' if kind == 'grid' else kind + '-'}{rows}xn" + (f"-from-{first}" if first > 1 else "")
    games = f"node-kayles: {kind}({rows}x{{n}})"
    oeis = "A316632" if (kind, rows) == ("grid", 3) else NO_ENTRY
    return Sequence(name, title, games, first, last, f"kayles {kind} {rows}", how, source, oeis)


def _nogo(rows: int, first: int, last: int, how: str = "") -> Sequence:
    title = "Grundy value of impartial NoGo on a " + ("row of n points" if rows == 1 else f"{rows} X n board")
    name = f"nogo-{rows}xn" + (f"-from-{first}" if first > 1 else "")
    return Sequence(name, title, f"nogo: {rows}x{{n}}", first, last, f"nogo {rows}", how)


def _misere_cram(rows: int, first: int, last: int) -> Sequence:
    title = f"Outcomes of misere Cram on {rows} X n boards"
    asked = f"misere {rows}"
    return Sequence(
        f"misere-cram-{rows}xn-from-{first}",
        title,
        f"cram: {rows}x{{n}}",
        first,
        last,
        asked,
        "16",
        source=MISERE,
        oeis=None,
        misere=True,
    )


LIGHT = "12"
"""Squares of the pieces that the second program values by the definition, where it uses couples."""
SEQUENCES = (
    _kings(5, 1, 12),
    _kings(6, 1, 10),
    _kings(7, 1, 9),
    _graphs("grid", 3, (11, 22), LIGHT, RUDD),
    _graphs("grid", 3, (23, 26), LIGHT),
    _graphs("grid", 4, (7, 9), LIGHT),
    _graphs("grid", 4, (10, 13)),
    _graphs("grid", 5, (6, 11), LIGHT),
    _graphs("grid", 5, (12, 13), LIGHT),
    _graphs("grid", 6, (1, 8)),
    _graphs("grid", 7, (1, 7)),
    _graphs("grid", 7, (8, 8), LIGHT),
    _graphs("cylinder", 3, (1, 12)),
    _graphs("cylinder", 5, (1, 8)),
    _graphs("cylinder", 7, (1, 5)),
    _graphs("cylinder", 7, (6, 9), LIGHT),
    _graphs("torus", 3, (3, 21), LIGHT),
    _graphs("torus", 5, (5, 11), LIGHT),
    _graphs("torus", 7, (7, 8), LIGHT),
    _nogo(1, 25, 26, LIGHT),
    _misere_cram(3, 11, 18),
    _misere_cram(4, 8, 12),
    _misere_cram(5, 7, 9),
    _misere_cram(6, 6, 7),
)


def second(sequence: Sequence, first: int, built: Path) -> list[Any]:
    """Return the values or outcomes that the program in C++ finds from `first` on."""
    program, *words = sequence.asked.split()
    binary = built / program
    if not binary.exists():
        subprocess.run(["g++", "-O3", "-march=native", "-o", binary, HERE / f"{program}.cpp"], check=True)
    spans = [(first, sequence.last)]
    if "torus" in words:  # no table serves two sizes
        spans = [(n, n) for n in range(first, sequence.last + 1)]
    text = ""
    for span in spans:
        asked = [str(binary), *words, *map(str, span), *sequence.how.split()]
        text += subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    print(text, file=sys.stderr, flush=True)
    return [int(found) if found.isdigit() else found for found in re.findall(r": (?:value )?(\d+|[PN])", text)]


def package(sequence: Sequence, first: int) -> list[Any]:
    """Return the values or outcomes that the package finds from `first` on."""
    found = list[Any]()
    for n in range(first, sequence.last + 1):
        game, limits = sequence.games.replace("{n}", str(n)), Limits(seconds=TERM, memory=MEMORY)
        want: Want = "outcome" if sequence.misere else "value"
        start, answer = process_time(), deep_search(game, misere=sequence.misere, want=want, limits=limits)
        found.append(str(answer.outcome) if sequence.misere else answer.value)
        print(game, found[-1], f"{process_time() - start:.1f} s", file=sys.stderr, flush=True)
    return found


def facts(wanted: list[str]) -> Iterator[Fields]:
    """Yield the sequences, those that are not wanted as they were; terms that were found before are kept."""
    known = earlier(FOLDER)
    with tempfile.TemporaryDirectory() as built:
        for sequence in SEQUENCES:
            name = f"{FOLDER}/{sequence.name}"
            old = known.get(name, {})
            terms = [*old.get("data", {}).get("outcomes" if sequence.misere else "values", ())]
            first = sequence.first + len(terms)
            if first > sequence.last or (wanted and sequence.name not in wanted):
                if old:
                    yield old
                continue
            start = process_time()
            found = package(sequence, first)
            spent = round(1000 * (process_time() - start))
            again = second(sequence, first, Path(built))
            if found != again:
                sys.exit(f"{name}: the package finds {found}, {sequence.command} {again}")
            terms += again
            told = " ".join(map(str, terms))
            data: Fields = {"title": sequence.title, "games": sequence.games, "from": sequence.first}
            if sequence.misere:
                data |= {"kind": "outcomes", "play": "misere", "outcomes": "".join(terms)}
            else:
                data |= {"kind": "values", "values": terms}
            command = f"grundy solve {sequence.games.replace('{n}', str(sequence.last))}"
            shared = f"a program that shares nothing, {sequence.by}: benchmarks/second, {sequence.command}"
            yield {
                "id": name,
                "claim": f"{sequence.title}, for n from {sequence.first} to {sequence.last}: {told}",
                "data": data,
                "command": command + (" --misere --want outcome" if sequence.misere else ""),
                "milliseconds": spent + old.get("milliseconds", 0),
                "evidence": {"second": shared},
                "first": sequence.source,
                "oeis": sequence.oeis,
            }


def main(wanted: list[str]) -> None:
    """Write the manifest, after every sequence."""
    write_each(FOLDER, ABOUT_BOARDS, now(), facts(wanted))


if __name__ == "__main__":
    main(sys.argv[1:])
