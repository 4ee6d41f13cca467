"""The state of the page of play, which is its address; the server stores nothing.

    play?g=nim:+3+5+7&misere=0&you=1&err=0&seed=0&m=2a.0.3

The fields of the query are:

    g        the game in notation
    misere   1 for misère play
    you      the players who are persons: 1 (the first), 2 (the second), 12 (both), 0 (none)
    err      the percentage of moves that the computer chooses at random; `seed` is the random seed
    m        the moves so far, as numbers in base 36
    r        the moves that were taken back, the next one first
    f        the moves that are not drawn in their first way (see below)
    v        1 to show values
    hint     the step of the hint, 1 to 3, or 0 for none
    why      0 to explain the present position, m5 to explain the position after its legal move number 5
    step     the step, from 0, of the film that explains the present position
    sel      the ids of the selected pieces
    say      a move that a person typed
    go       1 to request a move of the computer
    t        the seconds for an answer, 0 for the default
    longer   1 for more time for this position
    big      1 for a projector
    view     "board" to show only the board
    lesson   the lesson of the course that contains the match

Moves that give the same position can be drawn in several ways: at either end of a row, anywhere in a ring, along
different lines. The list `f` repeats the number of a move, from 0, as often as the index of its way: "2.2" means that
move 2 is drawn in its third way. Moves that are not in the list are drawn in their first way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy.core import InputError, read_integer
from grundy.workflows.playing import read_numbers, write_numbers
from grundy_learn.course import LESSONS

SAMPLE = "nim: 3 5 7"
"""The game of the page of play if none is given."""
FRIENDLY = 20
"""The percentage of random moves of the computer that is offered first; an address without `err` means 0."""
MOST_OF = 10
"""The largest denominator of the fraction of random moves."""
MOST_PIECES = 64
MOST_SEED = 2**32
MOST_TIME, LONGER = 30, 20
"""The largest number of seconds for an answer that can be chosen, and the seconds of a longer search."""
CALM: dict[str, Any] = {"hint": 0, "why": "", "step": 0, "sel": "", "say": "", "go": False, "longer": False}
"""The parts of the state that belong to one position only."""
PIECE = r"[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}"
"""The regular expression of the id of a piece."""
TEXTS = {"g": None, "say": 200}
"""Field that is any text -> its largest length."""
MOVES = ("m", "r", "f")
"""The fields that are lists of numbers of moves."""
NUMBERS = {"err": 100, "seed": MOST_SEED, "hint": 3, "step": 3, "t": MOST_TIME}
"""Field -> its largest number."""
WORDS = {
    "you": ("0|1|2|12", "one of 0, 1, 2, 12"),
    "why": ("|0|m[0-9a-z]{1,6}", "0, or m and the number of a move"),
    "sel": (f"|{PIECE}(_{PIECE}){{0,{MOST_PIECES - 1}}}", "pieces such as 0.2.1"),
    "view": ("|board", "one of board"),
    "lesson": ("|" + "|".join(LESSONS), "the name of a lesson"),
}
"""Field -> the regular expression of its words, and their description."""
FLAG = "0|1", "one of 0, 1"
"""The same for all other fields, which are missing in the address if a box is not checked."""


class PlayState(NamedTuple):
    """The query of the page of play: a match and what is shown of it; the module docstring explains the fields."""

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
    step: int = 0
    sel: str = ""
    say: str = ""
    go: bool = False
    big: bool = False
    view: str = ""
    lesson: str = ""
    t: int = 0
    longer: bool = False

    def address(self, path: str = "play", **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address of the page with this state.

        Args:
            path: The path of the page, such as "play".
            changes: The fields to change; default values are omitted.

        Returns:
            The address.
        """
        query = "&".join(_quoted(name, word) for name, word in self.pairs(**changes))
        return f"{path}?{query}" if query else path

    def pairs(self, **changes: Any) -> list[tuple[str, str]]:  # noqa: ANN401  # any field
        """Return this state as names and values of a query, without default values; `changes` are fields to change."""
        usual = PlayState._field_defaults
        kept = [
            (name, value) for name, value in zip(usual, self._replace(**changes), strict=True) if value != usual[name]
        ]
        return [(name, str(int(value) if isinstance(value, bool) else value)) for name, value in kept]

    @staticmethod
    def share(err: int) -> Fraction:
        """Return the share of random moves of the computer, `err` percent, as a simple fraction.

        It is the nearest fraction with a denominator up to 10, or exactly `err`/100 if that fraction is 0.

        >>> [str(PlayState.share(err)) for err in (10, 20, 33, 75, 100)]
        ['1/10', '1/5', '1/3', '3/4', '1']
        """
        return Fraction(err, 100).limit_denominator(MOST_OF) or Fraction(err, 100)

    def played(self, number: str, way: int = 0) -> str:
        """Return the address after one more move; moves that were taken back are then forgotten.

        Args:
            number: The number of the move in base 36.
            way: The index of the way in which the move is drawn, among several that give the same position.

        Returns:
            The address.
        """
        turn = len(read_numbers(self.m))
        mirrored = [each for each in read_numbers(self.f) if each < turn] + [turn] * way
        return self.calm(m=f"{self.m}.{number}".lstrip("."), r="", f=write_numbers(mirrored))

    def calm(self, **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address with changes, and without the fields that only concern the present position.

        These are the hint, the explanation, the selected pieces, a typed move, the moves of two computers, and more
        time. `changes` are fields with new values.
        """
        return self.address(**(CALM | changes))

    def calm_address(self, path: str) -> str:
        """Return the address of another page about this position, such as its picture."""
        return self.address(path, **CALM, r="", v=False, big=False, view="", lesson="")

    def at(self, m: str, **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address of the same match after its first moves; the moves after them count as taken back.

        Args:
            m: The first moves.
            changes: Other fields of the state, with new values.

        Returns:
            The address.
        """
        line = [piece for piece in f"{self.m}.{self.r}".split(".") if piece]
        length = len(m.split(".")) if m else 0
        return self.calm(m=m, r=".".join(line[length:]), **changes)

    def fields(self) -> list[tuple[str, str]]:
        """Return the names and values of the hidden fields of the form in which a move is typed.

        They are this state without the moves taken back and without the fields that `calm` leaves out.
        """
        return self.pairs(**CALM, r="")

    def asked(self) -> dict[str, Any]:
        """Return the parameters, by name, of the question "match", to which a child process answers.

        They are the fields of this state except those that only concern the look of the page; `sel` is a list.
        """
        kept = {"g", "misere", "you", "err", "seed", "m", "r", "f", "v", "hint", "why", "step", "say", "go"}
        kept |= {"t"} if self.t or self.longer else set()
        state = self._replace(t=max(self.t, LONGER)) if self.longer else self
        return {name: value for name, value in state._asdict().items() if name in kept} | {"sel": self.sel.split("_")}


@lru_cache(maxsize=1024)
def _quoted(name: str, word: str) -> str:
    """Return one field of a query, given by its name and its value `word`, as URL-encoded text.

    Results are cached, because the addresses on a page differ in few fields.
    """
    return urlencode([(name, word)])


def read_state(query: Mapping[str, str]) -> PlayState:
    """Read the query of the page of play.

    Unknown fields are ignored. An invalid field raises `InputError`, which names the field.
    """
    given = {name: text for name, text in query.items() if name in PlayState._fields}
    return PlayState(**{name: _read(name, text) for name, text in given.items()})


def _read(name: str, text: str) -> Any:  # noqa: ANN401  # as the field
    """Convert the text of a field of the query to its value; raise `InputError` if the text is invalid.

    An empty number is 0.
    """
    if name in TEXTS:
        return text.strip()[: TEXTS[name]]
    if name in MOVES:
        read_numbers(text)
        return text
    if name in NUMBERS:
        text, most = text.strip() or "0", NUMBERS[name]
        expected = f"a number from 0 to {most}"
        number = read_integer(text, expected) if len(text) <= 12 else -1
        if 0 <= number <= most:
            return number
    else:
        pattern, expected = WORDS.get(name, FLAG)
        if re.fullmatch(pattern, text):
            return text if name in WORDS else text == "1"
    raise InputError(f"{name}: expected {expected}, found {text[:40]!r}", expected=expected)
