"""The state of the page of play, which is its address: nothing is kept on the server.

    play?g=nim:+3+5+7&misere=0&you=1&err=0&seed=0&m=2a.0.3

g: the game in notation, m: the moves as numbers in base 36, r: moves that were taken back, f: the numbers of moves that
were shown in another way than the first (from the other end of a row, elsewhere from a ring, along another line), each
as often as ways come before its own, you: who is a person (1: the first player, 2: the second, 12: both, 0: nobody),
err: percentage of moves that the computer draws by lot, from seed; t: seconds for an answer (0: as usual), longer: more
time for this position; v: values shown, hint: 0 to 3, why: 0 explains the game and m5 its move number 5, sel: pieces
that are pressed, say: a move in words, go: two computers make one move, big: for a projector, view=board: the board
alone, lesson: the lesson of the course that the match belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from ...core import InputError, read_integer
from ...workflows.course import LESSONS
from ...workflows.playing.legal import read_numbers, write_numbers

SAMPLE = "nim: 3 5 7"
"""The game of the page of play when none is named."""
FRIENDLY = 20
"""Percentage of moves drawn by lot of the computer that is offered first; an address without `err` means none."""
MOST_OF = 10
"""The computer errs in some of at most so many moves."""
MOST_PIECES = 64
MOST_SEED = 2**32
MOST_TIME, LONGER = 30, 20
"""Seconds for an answer that can be chosen, and those of a longer look."""
CALM: dict[str, Any] = {"hint": 0, "why": "", "sel": "", "say": "", "go": False, "longer": False}
"""What belongs to one position only."""
_PIECE = r"[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}"


class PlayState(NamedTuple):
    """What the address says."""

    g: str = ""
    misere: bool = False
    you: str = "1"
    err: int = 0
    seed: int = 0
    m: str = ""
    r: str = ""
    f: str = ""
    v: bool = False
    hint: int = 0
    why: str = ""
    sel: str = ""
    say: str = ""
    go: bool = False
    big: bool = False
    view: str = ""
    lesson: str = ""
    t: int = 0
    longer: bool = False

    def address(self, path: str = "play", **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address of the state with some changes; what is as usual is left out."""
        query = "&".join(_quoted(name, word) for name, word in self.pairs(**changes))
        return f"{path}?{query}" if query else path

    def pairs(self, **changes: Any) -> list[tuple[str, str]]:  # noqa: ANN401  # any field
        """Return the state with some changes as names and words of an address; what is as usual is left out."""
        usual = PlayState._field_defaults
        kept = [
            (name, value) for name, value in zip(usual, self._replace(**changes), strict=True) if value != usual[name]
        ]
        return [(name, str(int(value) if isinstance(value, bool) else value)) for name, value in kept]

    @staticmethod
    def share(err: int) -> Fraction:
        """Return the part of the moves that a computer with `err` draws by lot, as a simple fraction.

        >>> [str(PlayState.share(err)) for err in (10, 20, 33, 75, 100)]
        ['1/10', '1/5', '1/3', '3/4', '1']
        """
        return Fraction(err, 100).limit_denominator(MOST_OF) or Fraction(err, 100)

    def played(self, number: str, way: int = 0) -> str:
        """Return the address after one more move, shown in one of its ways; what was taken back is then gone."""
        turn = len(read_numbers(self.m))
        mirrored = [each for each in read_numbers(self.f) if each < turn] + [turn] * way
        return self.calm(m=f"{self.m}.{number}".lstrip("."), r="", f=write_numbers(mirrored))

    def calm(self, **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address with changes, without hint, why and selection, which belong to one position."""
        return self.address(**(CALM | changes))

    def at(self, m: str) -> str:
        """Return the address of another moment of the same match: `m` begins what was played and taken back."""
        line = [piece for piece in f"{self.m}.{self.r}".split(".") if piece]
        length = len(m.split(".")) if m else 0
        return self.calm(m=m, r=".".join(line[length:]))

    def fields(self) -> list[tuple[str, str]]:
        """Return what a form has to repeat so that a move can be typed into it."""
        return self.pairs(**CALM, r="")

    def asked(self) -> dict[str, Any]:
        """Return what the question about the match is told."""
        kept = {"g", "misere", "you", "err", "seed", "m", "r", "f", "v", "hint", "why", "say", "go"}
        kept |= {"t"} if self.t or self.longer else set()
        state = self._replace(t=max(self.t, LONGER)) if self.longer else self
        return {name: value for name, value in state._asdict().items() if name in kept} | {"sel": self.sel.split("_")}


@lru_cache(maxsize=1024)
def _quoted(name: str, word: str) -> str:
    """Return one word of an address: a page has a hundred addresses, which differ in a word or two."""
    return urlencode([(name, word)])


def read_state(query: Mapping[str, str]) -> PlayState:
    """Read an address; raises `InputError` that names the part that is wrong. Unknown parts are passed over."""
    found = {name: value for name, value in query.items() if name in PlayState._fields}
    reader = _Reader(found)
    return PlayState(
        g=found.get("g", "").strip(),
        misere=reader.flag("misere"),
        you=reader.word("you", "0|1|2|12", "one of 0, 1, 2, 12", "1"),
        err=reader.number("err", 100),
        seed=reader.number("seed", MOST_SEED),
        m=reader.moves("m"),
        r=reader.moves("r"),
        f=reader.moves("f"),
        v=reader.flag("v"),
        hint=reader.number("hint", 3),
        why=reader.word("why", "|0|m[0-9a-z]{1,6}", "0, or m and the number of a move"),
        sel=reader.word("sel", f"|{_PIECE}(_{_PIECE}){{0,{MOST_PIECES - 1}}}", "pieces such as 0.2.1"),
        say=found.get("say", "").strip()[:200],
        go=reader.flag("go"),
        big=reader.flag("big"),
        view=reader.word("view", "|board", "one of board"),
        lesson=reader.word("lesson", "|" + "|".join(LESSONS), "the name of a lesson"),
        t=reader.number("t", MOST_TIME),
        longer=reader.flag("longer"),
    )


class _Reader:
    def __init__(self, query: Mapping[str, str]) -> None:
        self.query = query

    def word(self, name: str, pattern: str, expected: str, usual: str = "") -> str:
        found = self.query.get(name, usual)
        if not re.fullmatch(pattern, found):
            raise _refusal(name, expected, found)
        return found

    def flag(self, name: str) -> bool:
        """Return whether something is on; a box that is not ticked is not in the address."""
        return self.word(name, "0|1", "one of 0, 1", "0") == "1"

    def number(self, name: str, most: int) -> int:
        """Return a number from 0 to `most`; an empty field is 0."""
        found = self.query.get(name, "").strip() or "0"
        expected = f"a number from 0 to {most}"
        number = read_integer(found, expected) if len(found) <= 12 else -1
        if not 0 <= number <= most:
            raise _refusal(name, expected, found)
        return number

    def moves(self, name: str) -> str:
        found = self.query.get(name, "")
        read_numbers(found)
        return found


def _refusal(name: str, expected: str, found: str) -> InputError:
    return InputError(f"{name}: expected {expected}, found {found[:40]!r}", expected=expected)
