"""Playable boards and matches for notebooks: page elements with a script and with positions as its data.

The data contain all positions of a small game. For a larger game, a widget requests further positions from the kernel
of the notebook, if anywidget (the extra `notebook`) is installed. An exported page has only the positions in the data.
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
from ...drawing.svg import escape
from ...notation import game_of
from ..playing.annotated import annotated, share
from ..playing.judge import Judge
from ..playing.legal import after, legal_moves
from ..playing.match import Match
from ..playing.match_record import MatchRecord
from ..playing.opponent import best_move
from ..playing.phrases import phrase
from ..playing.position_picture import position_svg
from .papers import latex, paper_of

MOST_POSITIONS, MOST_MOVES, MOST_BYTES = 120, 60, 150_000
"""The largest numbers of positions in a board, of moves per position, and of bytes of all pictures."""
EFFORT = Limits(positions=200_000, seconds=10.0)
"""Limits on the work for a board, for one request, or for a match."""
_NUMBERS = count(1)


class NotebookView:
    """An object that a notebook shows as a page element with a script, so that a reader can use it.

    A subclass supplies the data. If the data can grow while the notebook runs, it also overrides `asked` and `open`.

    Args:
        data: The data for the script, which can be written as JSON.
        shown: The game or match that is shown.
        still: The picture as SVG that is shown if scripts do not run.
    """

    def __init__(self, data: dict[str, Any], shown: Game | Match, still: str) -> None:
        self.data = data
        self.shown = shown
        self.still = still

    @property
    def title(self) -> str:
        """A short title of the game or match that is shown.

        Example:
            >>> playable("nim: 1 2").title
            'nim: 1 2'
        """
        return paper_of(self.shown).title

    def html(self) -> str:
        """Return an HTML element with its script, which works without a running notebook and without other files.

        Example:
            >>> playable("nim: 1 2").html()[:24]
            '<div class="grundy-view"'
        """
        name = f"grundy-view-{next(_NUMBERS)}-{abs(hash(self.title)) % 10**8}"
        data = json.dumps(self.data).replace("</", "<\\/")
        call = f"show(document.getElementById('{name}'),{data},null)"
        head = f'<div class="grundy-view" id="{name}" title="{escape(self.title)}">{self.still}</div>'
        return f"{head}<script>(()=>{{{_script()}\n{call}}})()</script>"

    def widget(self) -> Any:  # noqa: ANN401  # a class of an optional package
        """Return a widget that can request further positions from the running notebook.

        Returns:
            The widget, of a class of anywidget.

        Raises:
            MissingExtra: If anywidget is not installed.

        Example:
            >>> playable("nim: 1 2").widget()  # doctest: +SKIP
        """
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

    def asked(self, at: int, move: int) -> dict[str, Any]:  # subclasses override it
        """Return the data for the script after it requested the position that follows a move.

        A subclass whose data lack some positions overrides this method and adds the position.

        Args:
            at: The index of the position before the move, in the data.
            move: The index of the move among the moves of this position.

        Returns:
            The data for the script, here without change.

        Example:
            >>> import grundy
            >>> shown = viewer(grundy.match("nim: 1 2"))
            >>> shown.asked(0, 0) == shown.data
            True
        """
        return self.data

    @property
    def open(self) -> bool:
        """Whether positions are missing from the data, so that a running notebook can add them.

        Example:
            >>> playable("nim: 1 2").open
            False
        """
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
    """A board in a notebook, on which the reader plays a game against the computer.

    The entry "positions" of `data` is a list of positions, each with a list of moves. A move is given by its
    description, the index of the position that follows (None if it is not in the data), and whether it is known to win.
    The entry "answered" is the index of the position that the script requested last.

    Args:
        game: The position at the start.
        misere: Whether the player who makes the last move loses.

    Example:
        >>> board = playable("nim: 1 2")
        >>> len(board.data["positions"]), board.data["positions"][0]["moves"][0][0], board.open
        (6, 'take 1 from heap 1', False)
        >>> board.asked(0, 0)["answered"]
        1
    """

    def __init__(self, game: Game, misere: bool) -> None:
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
        """Return the data for the script, extended by the position after a move.

        If this position is new, up to 30 positions that can be reached from it are added, too.

        Args:
            at: The index of the position before the move, in the data.
            move: The index of the move among the moves of this position.

        Returns:
            The extended data, or the data without change if there is no such position or move.
        """
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
        """Whether a move leads to a position that is not in the data."""
        return any(number is None for one in self.data["positions"] for _, number, _ in one["moves"])

    def _add(self, game: Game) -> None:
        self._number[game] = len(self._games)
        self._games.append(game)

    def _grow(self, most: int) -> None:
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
        word = {
            Outcome.N: "You can win.",
            Outcome.P: "The computer can win.",
            Outcome.D: "With best play it is a draw.",
        }
        picture = position_svg(game).bare
        told = "It is not known who wins." if known is None else word[known]
        won = None if known in {None, Outcome.D} else known is Outcome.N
        return {"svg": picture, "told": told, "moves": offered, "best": best, "won": won}

    def _wins(self, target: Game) -> bool:
        if monotonic() > self._end:
            return False
        try:
            return self._judge.outcome(target) is Outcome.P
        except LimitReached:
            return False


def _later() -> float:
    """Return the time limit for adding positions: the time of the monotonic clock in ten seconds.

    Positions that are added later have no outcomes and no options.
    """
    return monotonic() + (EFFORT.seconds or 0)


class MatchViewer(NotebookView):
    """A match with a slider, and the outcome of every position as far as it is known.

    Example:
        >>> import grundy
        >>> played = grundy.match("nim: 1 2")
        >>> _ = played.push("take 1 from heap 2")
        >>> shown = viewer(played)
        >>> shown.title, len(shown.data["frames"])
        ('A match of nim: 1 2', 2)
    """


def playable(game: Game | str, *, misere: bool = False) -> PlayableBoard:
    """Make a board for notebooks and exported pages, on which the reader plays against the computer.

    Positions are solved in advance for about ten seconds. If the outcome of a position is not known, the computer plays
    as well as it can.

    Args:
        game: The position, in notation or as a `Game`.
        misere: Whether the player who makes the last move loses.

    Returns:
        The board, which a notebook shows when it is the value of a cell.

    Raises:
        InputError: If the text cannot be read.
        LimitReached: If there are too many moves to list.

    Example:
        >>> playable("nim: 1 2")
        <PlayableBoard nim: 1 2>
    """
    return PlayableBoard(game_of(game), misere)


def viewer(match: Match | MatchRecord) -> MatchViewer:
    """Show a match in a notebook with a slider: every position, who was winning, and the mistakes.

    Args:
        match: The match or its record.

    Returns:
        The viewer, which a notebook shows when it is the value of a cell.

    Example:
        >>> from grundy import match
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
        known = " ".join(f"{one[0].upper()}{one[1:]}." for one in (each.known, each.fault_text) if one)
        end = f" {told.result_text}" if each is told.positions[-1] else ""
        picture = position_svg(each.game).bare
        frames.append({"svg": picture, "told": f"{words} {known}{end}".strip()})
    return MatchViewer({"kind": "match", "frames": frames}, match, frames[0]["svg"])


def _script() -> str:
    return Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
