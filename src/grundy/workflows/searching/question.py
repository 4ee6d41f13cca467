"""What is asked of a game and what is answered: how much is wanted, within which limits; who wins, the value, moves.

Data only: those who answer stand in `solving`, those who say why in `explaining`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...core import Game, Limits, Outcome, Play, Status, Sum

if TYPE_CHECKING:
    from pathlib import Path

    from ...cluster import Workers
    from .progress import Show

Want = Literal["outcome", "win", "value", "moves"]
"""How much is asked: who wins; that and one winning move; who wins and the value; these and every winning move."""
Reach = Literal["plain", "auto", "deep"]
"""What may answer: plain theories only; these first and then methods for large positions; those at once."""
METHODS = {"values": "definition", "tame": "definition", "whole": "sums", "two_sided": "two sides"}
"""What a theory does where no theorem answers, in the words of the field; the others are called by their name."""


class SearchSettings(NamedTuple):
    """What is wanted of a question and what may be spent on it.

    Winning moves and the principal line have the seconds `move_seconds`, and the other limits once more; None: they
    share the limits of the question. `report` hears a few times a second in words how far a search is. A database and
    several workers are for the methods of large positions only. With `line` it is told how long the game lasts, too.
    """

    want: Want = "moves"
    limits: Limits = Limits()
    move_seconds: float | None = None
    method: str = "auto"
    database: Path | None = None
    report: Show | None = None
    misere: bool = False
    workers: Workers = 1
    reach: Reach = "auto"
    line: bool = False

    @property
    def move_limits(self) -> Limits | None:
        """The limits for winning moves and the principal line, None where they have none of their own."""
        return None if self.move_seconds is None else self.limits._replace(seconds=self.move_seconds)

    @property
    def alone(self) -> bool:
        """Whether any method may answer, in this process, and nothing is kept: one method can follow another."""
        return self.method == "auto" and self.database is None and self.workers == 1


class WinningMove(NamedTuple):
    """A move that wins: in which part, its name, and what it leaves there in place of the part.

    >>> from grundy import solve
    >>> best = solve("nim: 10 12 5").winning_moves[0]
    >>> best.part, best.move, best.pieces
    (0, 'take 1', Sum(9))
    """

    part: int
    move: str
    pieces: Sum[Any]

    def __str__(self) -> str:
        return f"part {self.part}: {self.move}"


class PartAnswer(NamedTuple):
    """What a search found of one part: its value, or a proved lower bound, by which method and why that one."""

    value: int | None
    lower: int
    method: str
    reason: str


class Line(NamedTuple):
    """A line of best play: moves in turn, each with the number of its part, and whether play is over behind them."""

    moves: tuple[tuple[int, str], ...] = ()
    over: bool = False


NO_LINE = Line()


class Facts:
    """What is known beyond outcome and values; each theory that knows more has its own.

    `drawing_moves` are all moves after which nobody can force a win; `remoteness` is the length of play when
    the winner hurries and the loser delays, None for a draw and where it would take too long to find.
    """

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None

    @property
    def brief(self) -> str:
        """What the answer on one line says behind the outcome."""
        return ""

    def keys(self, game: Game) -> dict[str, Any]:
        """Return the keys that the JSON of the answer to `game` has besides the usual ones."""
        return {"remoteness": self.remoteness}


class Answer(NamedTuple):
    """Who wins a game, its value, and every winning move, by the theory that answered.

    `value` is the Grundy value (None in misere play), `values` those of the parts. When `status` is "limit"
    something stayed unknown, as `reason` says: what is None, or winning moves that were too many to try.
    `grounds` are the theorems and proved periods that answered, in words. `lower` is a proved lower bound of the value;
    `moves_status` says of the winning moves alone whether these are all, None: nobody asked, or who wins is not known.
    `parts` is how each part was searched, empty where one theory answered for all, whose way is `method`. The work was
    `visited` positions in so many `seconds`. Where it was asked for, `remoteness` is the length of play when the winner
    hurries and the loser delays, `suspense` the other way round, `line` a line of best play.
    """

    theory: str
    game: Game
    play: Play
    outcome: Outcome | None
    value: int | None
    status: Status
    values: tuple[int | None, ...]
    move_count: int | None
    winning_moves: Sequence[WinningMove]
    reason: str = ""
    grounds: tuple[str, ...] = ()
    visited: int = 0
    facts: Facts | None = None
    lower: int = 0
    moves_status: Status | None = None
    parts: tuple[PartAnswer, ...] = ()
    line: Line = NO_LINE
    database: str = ""
    seconds: float = 0.0
    remoteness: int | None = None
    suspense: int | None = None

    def __eq__(self, other: object) -> bool:
        """Compare all but the seconds with an answer of the same class."""
        return type(other) is type(self) and self._replace(seconds=0.0)[:] == other._replace(seconds=0.0)[:]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.game, self.play))

    @property
    def misere(self) -> bool:
        """Whether whoever makes the last move loses."""
        return (self.play == "misere") != self.game.last_loses

    @property
    def method(self) -> str:
        """By which method the answer was found, in one word."""
        if self.parts:
            return self.parts[-1].method
        return "theorem" if self.grounds else METHODS.get(self.theory, self.theory)

    def leaves(self, move: WinningMove) -> str:
        """Return the whole game after a move, in notation."""
        return str(self.game.after(move.part, move.pieces))
