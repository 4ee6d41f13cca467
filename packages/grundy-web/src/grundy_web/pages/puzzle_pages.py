"""The page of puzzles: find the only winning move. The address contains day, level and the move that was tried."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy_learn.puzzles import LEVELS

from ..guard.refusals import Refused
from .page_requests import PageRequest, PageResponse, Query
from .play_state import FRIENDLY, PIECE, PlayState
from .rendering import page

MOST_MOVE = 4
"""The largest length of the number of a move."""


class PuzzleState(NamedTuple):
    """The query of the puzzle page: day, level, and the move tried (in base 36) or the pieces selected."""

    day: str
    level: int
    m: str = ""
    sel: str = ""

    def address(self, **changes: Any) -> str:  # noqa: ANN401  # any field
        """Return the address of the puzzle with some changes; empty values are omitted."""
        said = {name: value for name, value in self._replace(**changes)._asdict().items() if value}
        return f"puzzles?{urlencode(said)}"

    def played(self, number: str, _: int = 0) -> str:
        """Return the address that tries a move.

        Args:
            number: The number of the move.
            _: The way in which the move is drawn; not used.

        Returns:
            The address.
        """
        return self.address(m=number, sel="")

    def calm(self, sel: str = "") -> str:
        """Return the address of the puzzle without a tried move.

        `sel` are the ids of the selected pieces, joined by "_".
        """
        return self.address(m="", sel=sel)

    def other(self, days: int) -> str:
        """Return the address of the same level some days later, or "" if the calendar has no such day."""
        try:
            return PuzzleState((date.fromisoformat(self.day) + timedelta(days)).isoformat(), self.level).address()
        except OverflowError:
            return ""


async def puzzles(request: PageRequest) -> PageResponse:
    """Show the puzzle of a day, by default today, and the result of a move."""
    state = _read(request.query)
    found = await request.ask("puzzle", **state._asdict() | {"sel": state.sel.split("_")})
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
    m, sel = query.get("m", ""), query.get("sel", "")
    if not re.fullmatch(f"[0-9a-z]{{0,{MOST_MOVE}}}", m):
        raise Refused(422, "schema", "m: expected the number of a move")
    if not re.fullmatch(f"({PIECE}(_{PIECE}){{0,63}})?", sel):
        raise Refused(422, "schema", "sel: expected pieces such as 0.2.1")
    return PuzzleState(day, query.number("level", 1, min(LEVELS), max(LEVELS)), m, sel)
