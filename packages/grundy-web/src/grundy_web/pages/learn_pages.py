"""The pages of the course (the list of lessons, and the cards of a lesson) and of the glossary.

The address of a card contains lesson, number, seed and answer. The server stores nothing about a learner; the browser
keeps the progress (`learn.js`).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy.workflows.playing import read_numbers, write_numbers
from grundy_learn.course import LESSONS, lesson

from ..guard.refusals import status_of
from .explore_view import seen_error
from .page_requests import PageRequest, PageResponse, Query
from .play_state import PIECE
from .rendering import page, words
from .terms import terms_of

MOST_TEXT = 500
"""The largest length of an answer."""
NUMBERS = r"([0-9a-z]{1,6}(\.[0-9a-z]{1,6}){0,99})?"
"""The moves of a learner."""
MARKS = r"([0-9]{1,4}(_[0-9]{1,4}){0,59})?"
"""The numbers that are marked on a board."""


class CardState(NamedTuple):
    """The fields in the address of a card, which is a page of a lesson.

    Attributes:
        lesson: The name of the lesson.
        screen: The number of the card in the lesson, from 1.
        seed: The seed of its exercise, or "" for seed 1.
        m: The moves of the learner as numbers in base 36.
        f: The numbers of moves that are drawn in another way than the first, as in the address of the page of play:
            "2.2" means that move 2, counted from 0, is drawn in its third way.
        sel: The ids of the selected pieces, joined by "_".
        on: The numbers that the learner has marked, or filled into a table, so far, joined by "_".
        answer: The answer of the learner, or "".
    """

    lesson: str
    screen: int = 1
    seed: str = ""
    m: str = ""
    f: str = ""
    sel: str = ""
    on: str = ""
    answer: str = ""

    @property
    def you(self) -> str:
        """The player who is a person: always "1", the first player."""
        return "1"

    @property
    def marked(self) -> list[str]:
        """The numbers that the learner has marked, or filled into a table, so far, as texts."""
        return [number for number in self.on.split("_") if number]

    def address(self, **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address of the card with some changes; empty values are omitted."""
        said = {name: value for name, value in self._replace(**changes)._asdict().items() if value}
        return f"learn?{urlencode(said)}"

    def played(self, number: str, way: int = 0) -> str:
        """Return the address after one more move of the learner.

        Args:
            number: The number of the move in base 36.
            way: The index, from 0, of the way in which the move is drawn, among several that give the same position.

        Returns:
            The address.
        """
        moves = [*read_numbers(self.m), *read_numbers(number)]
        ways = [*read_numbers(self.f), *[2 * len(moves) - 2] * way]
        return self.address(m=write_numbers(moves), f=write_numbers(ways), sel="")

    def calm(self, sel: str = "") -> str:
        """Return the address of the card with other selected pieces; `sel` is their ids, joined by "_"."""
        return self.address(sel=sel)

    def fresh(self, **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address of the card without moves, marks and answer.

        `changes` are fields with new values.
        """
        return self.address(**({"m": "", "f": "", "sel": "", "on": "", "answer": ""} | changes))

    def toggled(self, number: int) -> str:
        """Return the address of the card after a click on a number, which marks the number or removes its mark."""
        mine = {*map(int, self.marked)} ^ {number}
        return self.fresh(on="_".join(map(str, sorted(mine))))

    def filled(self, number: int, cells: int) -> str:
        """Return the address after the learner has filled a number into the next cell of a table.

        After the last cell all these numbers become the answer.

        Args:
            number: The number for the cell.
            cells: The number of cells of the table that the learner fills in.

        Returns:
            The address.
        """
        mine = [*self.marked, str(number)]
        return self.fresh(answer=" ".join(mine)) if len(mine) >= cells else self.fresh(on="_".join(mine))

    def done(self, *, added: bool = False) -> str:
        """Return the address of the card with the marked numbers as the answer: their list, or their sum if `added`."""
        mine = [str(sum(map(int, self.marked)))] if added else self.marked
        return self.fresh(answer=" ".join(mine) or "none")


async def learn(request: PageRequest) -> PageResponse:
    """Show the list of lessons or, if the query names a lesson, one of its cards.

    If the query contains an answer, the card shows its grade.
    """
    query, found, state = request.query, dict[str, Any](), CardState("")
    if query.get("lesson"):
        state = _read(query)
        numbers = [int(number) for number in state.marked]
        asked = {name: value for name, value in state._asdict().items() if name != "lesson"}
        found = await request.ask("learn", **asked | {"name": state.lesson, "sel": state.sel.split("_"), "on": numbers})
    error = seen_error(found, "")
    if error or not found:
        data: dict[str, Any] = {"error": error, "lessons": [lesson(name) for name in LESSONS]}
        return await page(request, "course.html", place="learn", status=status_of(found), **data)
    shown = {key: value for key, value in found.items() if key != "status"}
    state = state._replace(screen=shown["screen"], seed="" if shown["seed"] == 1 else str(shown["seed"]))
    return await page(request, "learn.html", place="learn", state=state, **shown)


def _read(query: Query) -> CardState:
    """Read the query of a card; invalid fields are replaced by their defaults."""
    screen = query.get("screen", "1")
    patterns = {"m": NUMBERS, "f": NUMBERS, "sel": f"({PIECE}(_{PIECE}){{0,63}})?", "on": MARKS}
    parts = {name: query.get(name, "") for name in patterns}
    known = {name: text for name, text in parts.items() if re.fullmatch(patterns[name], text)}
    return CardState(
        query["lesson"][:40],
        int(screen) if re.fullmatch("[0-9]{1,3}", screen) else 1,
        query.get("seed", "")[:20],
        answer=" ".join(query.getlist("answer"))[:MOST_TEXT],
        **known,
    )


async def glossary(request: PageRequest) -> PageResponse:
    """Show every term with its meaning, in alphabetical order."""
    return await page(request, "glossary.html", place="glossary", terms=terms_of(words().texts))
