"""The page of puzzles, in which a visitor has to find the only winning move.

The address contains the day, or a number for practice, the level, and the move that was tried. The browser keeps the
results (`puzzles.js`).
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy.workflows.playing import write_numbers
from grundy_learn.puzzles import LEVELS

from ..guard.refusals import Refused
from .page_requests import PageRequest, PageResponse, Query
from .play_state import FRIENDLY, PIECE, PlayState
from .rendering import page

MOST_MOVE = 4
"""The largest length of the number of a move."""
MOST_NUMBER = 10**9
"""The largest number of a puzzle for practice."""


class PuzzleState(NamedTuple):
    """The fields in the address of the puzzle page.

    Attributes:
        day: The day in ISO format.
        level: The level of difficulty.
        n: The number of a puzzle for practice, or 0 for the puzzle of the day.
        m: The number of the move tried, in base 36, or "".
        f: The way in which this move is drawn, if several ways give the same position: "" for the first, "0" for the
            second, "0.0" for the third.
        sel: The ids of the selected pieces, joined by "_".
    """

    day: str
    level: int
    n: int = 0
    m: str = ""
    f: str = ""
    sel: str = ""

    @property
    def you(self) -> str:
        """The player who is a person: always "1", the first player."""
        return "1"

    def address(self, **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address of the puzzle with some changes; empty values are omitted."""
        said = {name: value for name, value in self._replace(**changes)._asdict().items() if value}
        if "n" in said:
            del said["day"]
        return f"puzzles?{urlencode(said)}"

    def played(self, number: str, way: int = 0) -> str:
        """Return the address in which a move is tried.

        Args:
            number: The number of the move in base 36.
            way: The index, from 0, of the way in which the move is drawn, among several that give the same position.

        Returns:
            The address.
        """
        return self.address(m=number, f=write_numbers([0] * way), sel="")

    def calm(self, sel: str = "") -> str:
        """Return the address of the puzzle without a tried move.

        `sel` are the ids of the selected pieces, joined by "_".
        """
        return self.address(m="", f="", sel=sel)

    def other(self, days: int) -> str:
        """Return the address of the puzzle of the same level `days` days later.

        The result is "" if the calendar has no such day.
        """
        try:
            return PuzzleState((date.fromisoformat(self.day) + timedelta(days)).isoformat(), self.level).address()
        except OverflowError:
            return ""


async def puzzles(request: PageRequest) -> PageResponse:
    """Show the puzzle of a day (by default today) or a puzzle for practice, and the result of a tried move."""
    state = _read(request.query)
    asked = {name: value for name, value in state._asdict().items() if name != "n"}
    day = str(state.n) if state.n else state.day
    found = await request.ask("puzzle", **asked | {"day": day, "sel": state.sel.split("_")})
    if "error" in found:
        raise Refused(422, "schema", found["error"]["message"])
    known = {name: value for name, value in found.items() if name != "status"}
    playing = PlayState(g=found["game"], err=FRIENDLY)
    return await page(request, "puzzles.html", place="puzzles", state=state, levels=LEVELS, playing=playing, **known)


def _read(query: Query) -> PuzzleState:
    """Read the query of the puzzle page; raise `Refused` if it is invalid."""
    day = query.get("day") or datetime.now(UTC).date().isoformat()
    try:
        known = re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day) and date.fromisoformat(day)
    except ValueError:
        known = None
    if not known:
        raise Refused(422, "schema", "day: expected a day such as 2026-11-25")
    m, f, sel = query.get("m", ""), query.get("f", ""), query.get("sel", "")
    if not re.fullmatch(f"[0-9a-z]{{0,{MOST_MOVE}}}", m):
        raise Refused(422, "schema", "m: expected the number of a move")
    if not re.fullmatch(f"({PIECE}(_{PIECE}){{0,63}})?", sel):
        raise Refused(422, "schema", "sel: expected pieces such as 0.2.1")
    if not re.fullmatch(r"(0(\.0){0,9})?", f):
        raise Refused(422, "schema", "f: expected numbers such as 0.0")
    level = query.number("level", 1, min(LEVELS), max(LEVELS))
    return PuzzleState(day, level, query.number("n", 0, 0, MOST_NUMBER), m, f, sel)
