"""Boards to play on and matches to look through in a notebook: one script, with the positions that it needs inside.

Most games are inside as a whole. A larger one is a widget where anywidget is installed (the extra `notebook`), and asks
the kernel for what is not there yet; in an exported page the same script plays among the positions that are inside.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from time import monotonic
from typing import Any

from ...core import Game, LimitReached, Limits, MissingExtra, Outcome
from ...drawing.papers.plan import plan_svg, position_plan
from ...drawing.svg import escape
from ...notation import game_of
from ..playing.annotated import annotated, share
from ..playing.judge import Judge
from ..playing.legal import after, legal_moves
from ..playing.match import Match
from ..playing.match_record import MatchRecord
from ..playing.opponent import best_move
from ..playing.pictures import position_parts
from ..playing.telling import phrase
from .papers import latex, paper_of

MOST_POSITIONS, MOST_MOVES, MOST_BYTES = 120, 60, 150_000
"""Positions inside a board, moves of one position that are offered, and bytes of all pictures."""
EFFORT = Limits(positions=200_000, seconds=10.0)
"""Work spent on a board, on what is asked of it, or on a match."""
_NUMBERS = count(1)


class NotebookView:
    """What a notebook shows by a script: `data` is all that the script needs."""

    def __init__(self, data: dict[str, Any], shown: Game | Match, still: str) -> None:
        """Show `data` of what is `shown`; `still` is the picture where scripts do not run."""
        self.data = data
        self.shown = shown
        self.still = still

    @property
    def title(self) -> str:
        """What is shown, in a few words."""
        return paper_of(self.shown).title

    def html(self) -> str:
        """Return one element that needs nothing else: no kernel, no other file."""
        name = f"grundy-view-{next(_NUMBERS)}-{abs(hash(self.title)) % 10**8}"
        data = json.dumps(self.data).replace("</", "<\\/")
        call = f"show(document.getElementById('{name}'),{data},null)"
        head = f'<div class="grundy-view" id="{name}" title="{escape(self.title)}">{self.still}</div>'
        return f"{head}<script>(()=>{{{_script()}\n{call}}})()</script>"

    def widget(self) -> Any:  # noqa: ANN401  # a class of a package that need not be there
        """Return a widget; raises `MissingExtra` without anywidget."""
        if find_spec("anywidget") is None:
            raise MissingExtra("a widget", "anywidget")
        import anywidget
        import traitlets

        render = (
            "export default {render({model, el}) {"
            "const fresh = show(el, model.get('data'), (asked) => model.send({asked}));"
            "if (fresh) model.on('change:data', () => fresh(model.get('data')));}}"
        )
        kind = type(
            "GrundyWidget",
            (anywidget.AnyWidget,),
            {"_esm": f"{_script()}\n{render}", "data": traitlets.Dict().tag(sync=True)},
        )
        made = kind(data=self.data)

        def asked(_: object, message: dict[str, Any], __: object) -> None:
            if isinstance(message, dict) and "asked" in message:
                made.data = self.asked(*message["asked"])

        made.on_msg(asked)
        return made

    def asked(self, at: int, move: int) -> dict[str, Any]:  # as boards answer
        """Return the data with what lies behind a move."""
        return self.data

    @property
    def open(self) -> bool:
        """Whether something is not inside, so that a kernel can be asked."""
        return False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title}>"

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        made: dict[str, Any] = {"text/plain": repr(self), "text/html": self.html(), "text/latex": latex(self.shown)}
        if self.open and find_spec("anywidget") is not None and find_spec("ipykernel") is not None:
            bundle = self.widget()._repr_mimebundle_()
            made = (bundle[0] if isinstance(bundle, tuple) else bundle) | made
        return {
            kind: found
            for kind, found in made.items()
            if (not include or kind in include) and kind not in (exclude or ())
        }


class PlayableBoard(NotebookView):
    """A position to play from against the computer."""

    def __init__(self, game: Game, misere: bool) -> None:
        """Take in the positions near `game`."""
        self._end = _later()
        self._judge = Judge(game, misere, share(EFFORT, MOST_POSITIONS // 4))
        self._games = [game]
        self._number = {game: 0}
        self._room = MOST_BYTES
        positions: list[dict[str, Any]] = []
        super().__init__({"kind": "board", "positions": positions, "answered": 0, "asks": 0}, game, "")
        self._grow(MOST_POSITIONS)
        self.still = positions[0]["svg"]

    def asked(self, at: int, move: int) -> dict[str, Any]:
        """Return the data with the position behind a move, and those behind it."""
        positions = self.data["positions"]
        if not (0 <= at < len(positions) and 0 <= move < len(positions[at]["moves"])):
            return self.data
        game = self._games[at]
        target = after(game, next(islice(legal_moves(game), move, None)))
        if target not in self._number:
            self._room, self._end = MOST_BYTES, _later()
            self._add(target)
            self._grow(len(self._games) + MOST_POSITIONS // 4)
        positions[at]["moves"][move][1] = self._number[target]
        asks = self.data["asks"] + 1
        self.data = self.data | {
            "positions": [dict(one) for one in positions],
            "answered": self._number[target],
            "asks": asks,
        }
        return self.data

    @property
    def open(self) -> bool:
        """Whether a move leads to a position that is not inside."""
        return any(number is None for one in self.data["positions"] for _, number, _ in one["moves"])

    def _add(self, game: Game) -> None:
        self._number[game] = len(self._games)
        self._games.append(game)

    def _grow(self, most: int) -> None:
        """Take in positions in the order of moves, until there are `most` or their pictures have no room."""
        positions = self.data["positions"]
        while len(positions) < len(self._games):
            positions.append(self._told(self._games[len(positions)], most))
            self._room -= len(positions[-1]["svg"])

    def _told(self, game: Game, most: int) -> dict[str, Any]:
        late, moves = monotonic() > self._end, list(islice(legal_moves(game), MOST_MOVES))
        known = None if late else self._judge.outcome(game)
        offered: list[list[Any]] = []
        for move in moves:
            target = after(game, move)
            if target not in self._number and len(self._games) < most and self._room > 0 and not late:
                self._add(target)
            offered.append([phrase(game, move), self._number.get(target), self._wins(target)])
        best = None
        if moves:
            chosen = None if monotonic() > self._end else best_move(game, self._judge).move
            best = next((i for i, move in enumerate(moves) if move == chosen), 0)
        word = {Outcome.N: "You can win.", Outcome.P: "The computer can win.", Outcome.D: "With best play a draw."}
        picture = plan_svg(position_plan(position_parts(game)), str(game)).bare
        told = "Who wins is not known." if known is None else word[known]
        return {"svg": picture, "told": told, "moves": offered, "best": best, "won": _won(known)}

    def _wins(self, target: Game) -> bool:
        if monotonic() > self._end:
            return False
        try:
            return self._judge.outcome(target) is Outcome.P
        except LimitReached:
            return False


def _later() -> float:
    """Return when no more is asked: positions that come then have no verdict, and their moves lead no further."""
    return monotonic() + (EFFORT.seconds or 0)


def _won(known: Outcome | None) -> bool | None:
    """Return whether the player to move has won where play has ended; None: a draw, or not known."""
    return None if known in {None, Outcome.D} else known is Outcome.N


class MatchViewer(NotebookView):
    """A match to look through, with what is known of every position."""


def playable(game: Game | str, *, misere: bool = False) -> PlayableBoard:
    """Return a board to play on in a notebook, against the computer; it also plays in an exported page.

    About ten seconds are spent on it; where nothing is known the computer plays as well as it can. Raises `InputError`
    for a text that cannot be read, `LimitReached` where the moves are too many to list.

    >>> playable("nim: 1 2")
    <PlayableBoard nim: 1 2>
    """
    return PlayableBoard(game_of(game), misere)


def viewer(match: Match | MatchRecord) -> MatchViewer:
    """Return a match with a slider for a notebook: every position, who was winning, and where that was lost.

    >>> from ..playing.match import match
    >>> played = match("nim: 1 2")
    >>> played.play(played.find("take 1 from heap 2"))
    >>> viewer(played)
    <MatchViewer A match of nim: 1 2>
    """
    names = ("person", "person")
    if isinstance(match, MatchRecord):
        names = match.names
        match = Match.of_record(match, share(EFFORT, len(match.moves) + 1))
    told = annotated(match, names)
    frames = []
    for each in told.positions:
        moved = told.moved(each)
        words = f"{each.number}. {moved}" if moved else f"Start: {each.game}."
        known = " ".join(f"{one[0].upper()}{one[1:]}." for one in (each.known, each.fault_told) if one)
        end = f" {told.result_told}" if each is told.positions[-1] else ""
        picture = plan_svg(position_plan(position_parts(each.game)), str(each.game)).bare
        frames.append({"svg": picture, "told": f"{words} {known}{end}".strip()})
    return MatchViewer({"kind": "match", "frames": frames}, match, frames[0]["svg"])


def _script() -> str:
    return Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
