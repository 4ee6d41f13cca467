"""Questions and answers about games, as plain data.

`solving` computes the answers, and `explaining` gives the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...core import Game, InputError, Limits, Outcome, Play, Status, Sum

if TYPE_CHECKING:
    from pathlib import Path

    from ...cluster import Workers
    from .progress import Show

Want = Literal["outcome", "win", "value", "moves"]
"""The extent of a question: the winner; also one winning move; also the value; also all winning moves."""
Reach = Literal["plain", "auto", "deep"]
"""The permitted methods: only plain theories, these before the methods for large positions, or only the latter."""
METHODS = {
    "values": "definition",
    "tame": "definition",
    "whole": "sums",
    "two_sided": "two sides",
    "partizan": "outcomes",
}
"""Theory -> the method it uses where no theorem applies; other theories are named by themselves."""

BOARD_METHODS = {
    "top-down": "recursion with memory that stops at the first move to a P-position",
    "bottom-up": "a table of all boards up to this one in the order of an odometer",
}
"""Methods that decide whole boards without theorems, and how they work."""


class SearchSettings(NamedTuple):
    """The settings of a search: what to compute for a game, by which methods, and with which limits.

    A database and several workers are used only by the methods for large positions.

    Attributes:
        want: How much to compute: "outcome"; "win" for the outcome and one winning move; "value" for the outcome and
            the value; "moves" for the outcome, the value and all winning moves.
        limits: The limits of the search.
        move_seconds: The time limit for finding the winning moves and the line of best play, for which all other limits
            are counted from zero again. None if `limits` apply to everything together.
        method: The name of a method, or "auto".
        database: The file of a value database.
        report: A function that receives the progress in words a few times a second.
        misere: Whether the player who moves last loses.
        workers: The number of threads, or "ray" for a cluster.
        reach: The permitted methods: "plain" for all methods except those for large positions, "deep" for only those
            for large positions, "auto" for all methods, the plain ones first.
        line: Whether to compute the length of play and a line of best play.
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

    @classmethod
    def by_method(cls, method: str, database: Path | None, workers: Workers, **others: Any) -> SearchSettings:  # noqa: ANN401
        """Make the settings for a method that a caller names.

        A database or several workers also require the methods for large positions.

        Args:
            method: "auto", the name of a method, or "search" for the best method for large positions.
            database: The file of a value database.
            workers: The number of threads, or "ray" for a cluster.
            others: Other attributes of `SearchSettings` as keyword arguments.

        Returns:
            The settings, with the permitted methods in `reach`.

        Raises:
            InputError: If there is no such method.
        """
        if method not in {"auto", "search"}:
            from ...search.choose import METHODS

            names = (*METHODS[1:], *BOARD_METHODS)
            if method not in names:
                known = f"auto, search, {', '.join(names[:-1])} or {names[-1]}"
                raise InputError(f"expected {known}, found {method!r}")
        reach: Reach = "deep" if method != "auto" or database is not None or workers != 1 else "auto"
        name = "auto" if method == "search" else method
        return cls(method=name, database=database, workers=workers, reach=reach, **others)

    @property
    def move_limits(self) -> Limits | None:
        """The limits for winning moves and the line of best play; None if these share the limits of the question."""
        return None if self.move_seconds is None else self.limits._replace(seconds=self.move_seconds)

    @property
    def alone(self) -> bool:
        """Whether several methods may be tried in turn: the method is "auto", with one thread and no database."""
        return self.method == "auto" and self.database is None and self.workers == 1


class WinningMove(NamedTuple):
    """A winning move in one component of a game.

    Attributes:
        part: The index of the component in the game, from 0.
        move: The name of the move.
        pieces: The positions that replace the component.

    Example:
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
    """The result of searching one component of a game.

    Attributes:
        value: The Grundy value, or None if it is unknown.
        lower: A proved lower bound of the value.
        method: The method of the search.
        reason: Why this method was chosen.
    """

    value: int | None
    lower: int
    method: str
    reason: str


class Line(NamedTuple):
    """A line of best play.

    Attributes:
        moves: The moves in order, each with the index of its component.
        over: Whether the game is over after these moves.
    """

    moves: tuple[tuple[int, str], ...] = ()
    over: bool = False


NO_LINE = Line()


class Facts:
    """Results of a solved game beyond its outcome and values, such as moves that keep a draw.

    A solving method with further results defines a subclass with more attributes. The subclass overrides `brief` to
    show them in the short form of an answer, and `keys` to add them to its JSON.

    Attributes:
        drawing_moves: All moves after which neither player can force a win.
        remoteness: The length of play if the winner plays for speed and the loser for delay; None for a draw, and if it
            was not computed.
    """

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None

    @property
    def brief(self) -> str:
        """The text to show after the outcome in the short form of an answer; "" to show nothing more."""
        return ""

    def letter(self, outcome: Outcome | None) -> str | None:
        """Return the letter for the outcome that the short form and the JSON of an answer show; None if it is unknown.

        Args:
            outcome: The outcome for the player to move.

        Returns:
            The letter, by default that of `outcome`.
        """
        return None if outcome is None else outcome.value

    def keys(self, game: Game) -> dict[str, Any]:
        """Return the keys and values to add to the JSON of the answer to `game`; here only the remoteness."""
        return {"remoteness": self.remoteness}


class Answer(NamedTuple):
    """The winner of a game, its value, and every winning move.

    Attributes:
        theory: The name of the theory that solved the game, such as "values" or "tame".
        game: The game that was solved.
        play: The convention of play, "normal" or "misere".
        outcome: The outcome, or None if it is unknown.
        value: The Grundy value; None if it is unknown, and in misère play.
        status: "proved", or "limit" if something stayed unknown because of a limit, as `reason` explains.
        values: The Grundy values of the parts.
        move_count: The number of legal moves, or None if it is unknown.
        winning_moves: The winning moves.
        reason: Which results are missing, and why; "" if none is.
        grounds: The theorems and proved periods that were used, in words.
        visited: The number of positions that were searched.
        facts: Results beyond outcome and values.
        lower: A proved lower bound of the value.
        moves_status: "proved" if `winning_moves` is complete, otherwise "limit"; None if they were not requested or the
            winner is unknown.
        parts: How each part was searched; empty if one theory solved the whole game.
        line: A line of best play, if it was requested.
        database: How the database was used, in words.
        seconds: The duration of the search.
        remoteness: The length of play if the winner plays for speed and the loser for delay, if it was requested.
        suspense: The length of play if the winner plays for delay and the loser for speed, if it was requested.

    Example:
        >>> import grundy
        >>> answer = grundy.solve("nim: 3 5")
        >>> str(answer.outcome), answer.value, answer.values, answer.move_count
        ('N', 6, (3, 5), 8)
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
        """Return whether `other` is an answer that is equal in everything except `seconds`."""
        return type(other) is type(self) and self._replace(seconds=0.0)[:] == other._replace(seconds=0.0)[:]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.game, self.play))

    @property
    def misere(self) -> bool:
        """Whether the player who moves last loses.

        Example:
            >>> import grundy
            >>> grundy.solve("nim: 1 1", misere=True).misere
            True
        """
        return (self.play == "misere") != self.game.last_loses

    @property
    def method(self) -> str:
        """The name of the method that gave the answer, such as "theorem" or "definition".

        Example:
            >>> import grundy
            >>> grundy.solve("nim: 3 5").method
            'theorem'
        """
        if self.parts:
            return self.parts[-1].method
        return "theorem" if self.grounds else METHODS.get(self.theory, self.theory)

    @property
    def letter(self) -> str | None:
        """The outcome as a letter: N, P or D, and in partizan games also L or R; None if it is unknown.

        Example:
            >>> import grundy
            >>> grundy.solve("domineering: 2x1").letter
            'L'
        """
        return (self.facts or Facts()).letter(self.outcome)

    def leaves(self, move: WinningMove) -> str:
        """Return the whole game after a move, in notation.

        Args:
            move: A move of the game, such as one of `winning_moves`.

        Returns:
            The game after it.

        Example:
            >>> import grundy
            >>> found = grundy.solve("nim: 3 5")
            >>> found.leaves(found.winning_moves[0])
            'nim: 3 3'
        """
        return str(self.game.after(move.part, move.pieces))
