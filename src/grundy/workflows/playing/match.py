"""A match without display and opponent: a game, the moves played so far, and the player to move."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import MAX_OPTIONS, Drawable, Game, LimitReached, Limits, MoveError, Outcome, turned, two_sided, whole
from ...notation import game_of
from .judge import Judge
from .legal import PartMove, Turn, after, forced_pass, has_moves, legal_moves, named_move, nth_move, part_sizes
from .phrases import phrase

if TYPE_CHECKING:
    from ...cluster import Workers
    from ..searching.question import WinningMove
    from .legal_moves import LegalMoves
    from .match_record import MatchRecord, RecordedMove, Result


class Match(Drawable):
    """A match between two players: a game, the moves so far, and methods to play, take back and analyse moves.

    The methods are similar to those of a board in python-chess.

    >>> from grundy import read_game
    >>> match = Match(read_game("nim: 1 2"))
    >>> "take 1 from heap 2" in match.legal_moves
    True
    >>> str(match.push("take 1 from heap 2"))
    'part 1: take 1'
    >>> match.game, match.player, match.over, match.outcome() == "P"
    (<Game nim: 1 1>, 1, False, True)
    >>> str(match.pop()), match.game
    ('part 1: take 1', <Game nim: 1 2>)
    """

    def __init__(  # independent settings
        self,
        game: Game,
        misere: bool = False,  # noqa: FBT002  # the name used in all modules
        limits: Limits | None = None,
        *,
        database: Path | None = None,
        workers: Workers = 1,
    ) -> None:
        """Begin a match.

        Args:
            game: The game at the start.
            misere: Whether the player who makes the last move loses.
            limits: The limits of every question about the match.
            database: A database of values that large positions read and extend, or None.
            workers: The number of threads for large positions, or "ray" for a cluster.
        """
        self.game = game
        self.history: list[Turn] = []
        self._recorded: list[RecordedMove] = []
        self.judge = Judge(game, misere, limits, database=database, workers=workers)
        self.misere = self.judge.misere

    @property
    def player(self) -> int:
        """The player to move: 0 for the first player, 1 for the second.

        >>> match("nim: 1 2").player
        0
        """
        return len(self.history) % 2

    @property
    def over(self) -> bool:
        """Whether the match has ended: no move is left, or it is a draw.

        >>> match("nim: 0").over
        True
        """
        return not has_moves(self.game) or self.drawn

    @property
    def drawn(self) -> bool:
        """Whether the match is a draw.

        In a partizan game, its rules decide this. Any other game is a draw if a position occurs for the third time with
        the same player to move.

        >>> match("graph: a>b b>a @ a").drawn
        False
        """
        if (sides := two_sided(self.game)) is not None:
            return sides[0].result(sides[1]) is Outcome.D
        return sum(turn.game == self.game for turn in self.history[self.player :: 2]) >= 2

    @property
    def winner(self) -> int | None:
        """The player who has won, 0 or 1, or None if the match is not over or is a draw.

        >>> match("nim: 0").winner, match("nim: 0", misere=True).winner
        (1, 0)
        """
        if not self.over or self.drawn:
            return None
        if (sides := two_sided(self.game)) is not None:
            ended = turned(sides[0].result(sides[1]) or Outcome.P, misere=self.misere)
            return self.player if ended is Outcome.N else 1 - self.player
        return self.player if self.misere else 1 - self.player

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves as a collection, which is not listed until this is necessary.

        >>> played = match("nim: 1 2")
        >>> [str(move) for move in played.legal_moves], "take 2 from heap 1" in played.legal_moves
        (['part 0: take 1', 'part 1: take 1', 'part 1: take 2'], False)
        """
        from .legal_moves import LegalMoves

        return LegalMoves(self.game)

    def push(self, move: PartMove | WinningMove | str) -> PartMove:
        """Play a legal move.

        Args:
            move: The move, or its words.

        Returns:
            The move that was played.

        Raises:
            MoveError: If it is not legal.

        Example:
            >>> played = match("nim: 3 5")
            >>> played.push("take 2 from heap 2").move.leaves
            Sum(3)
            >>> played.game
            <Game nim: 3 3>
        """
        found = self.find(move) if isinstance(move, str) else self.legal_moves.find(move)
        self.play(found)
        return found

    def pop(self) -> PartMove:
        """Take back the last move.

        Returns:
            The move that was taken back.

        Raises:
            MoveError: If no move has been played.

        Example:
            >>> played = match("nim: 3 5")
            >>> _ = played.push("take 2 from heap 2")
            >>> str(played.pop()), played.game
            ('part 1: take 2', <Game nim: 3 5>)
        """
        last = self.peek()
        self.undo()
        return last

    def peek(self) -> PartMove:
        """Return the last move.

        Returns:
            The move.

        Raises:
            MoveError: If no move has been played.

        Example:
            >>> played = match("nim: 3 5")
            >>> _ = played.push("take 2 from heap 2")
            >>> str(played.peek())
            'part 1: take 2'
        """
        if not self.history:
            raise MoveError("no move has been played")
        return self.history[-1].move

    @property
    def move_stack(self) -> list[PartMove]:
        """The moves so far, the first move first, as a new list.

        >>> match("nim: 3 5").move_stack
        []
        """
        return [turn.move for turn in self.history]

    def copy(self) -> Match:
        """Return an independent copy of the match, which shares the stored results of analysis.

        >>> played = match("nim: 3 5")
        >>> other = played.copy()
        >>> _ = other.push("take 2 from heap 2")
        >>> played.game, other.game, played == other
        (<Game nim: 3 5>, <Game nim: 3 3>, False)
        """
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self), history=list(self.history), _recorded=list(self._recorded))
        return twin

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Return whether the other match has the same position, moves and play convention."""
        if not isinstance(other, Match):
            return NotImplemented
        return (self.game, self.history, self.misere) == (other.game, other.history, other.misere)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def svg(self) -> str:
        """Draw the present position as an SVG picture.

        Returns:
            The picture as text.

        Example:
            >>> match("cram: 2x3").svg()[:34]
            '<svg class="grundy-svg" xmlns="htt'
        """
        from .position_picture import position_svg

        return position_svg(self.game)

    def __repr__(self) -> str:
        count = len(self.history)
        played = f" after {count} move{'s' * (count > 1)}" if count else ""
        return f"<Match {self.game}{' in misère play' if self.misere != self.game.last_loses else ''}{played}>"

    def moves(self) -> list[PartMove]:
        """List the legal moves by component, then by option.

        Returns:
            The moves; users see them numbered from 1.

        Raises:
            LimitReached: If there are more than `MAX_OPTIONS`.

        Example:
            >>> len(match("nim: 3 5").moves())
            8
        """
        if (count := self.count()) is None or count > MAX_OPTIONS:
            raise LimitReached(f"the game has more than {MAX_OPTIONS} moves", kind="size")
        return list(legal_moves(self.game))

    def count(self) -> int | None:
        """Count the legal moves.

        Returns:
            Their number, or None if they cannot be counted.

        Example:
            >>> match("nim: 3 5").count()
            8
        """
        return self.game.count_moves()

    def find(self, text: str) -> PartMove:
        """Find the legal move that a typed text means.

        Args:
            text: The words or the number of a move.

        Returns:
            The move.

        Raises:
            MoveError: If the text means no legal move, or several.

        Example:
            >>> str(match("nim: 3 5").find("two from heap 2"))
            'part 1: take 2'
        """
        from .typed import find_move

        try:
            return find_move(self.game, text)
        except MoveError:
            many = (self.count() or MAX_OPTIONS + 1) > MAX_OPTIONS
            for move in self.judge.winning_moves(self.game, MAX_OPTIONS) if many else ():
                named = named_move(self.game, move)
                if self.words(named) == text.strip():
                    return named
            raise

    def words(self, move: PartMove) -> str:
        """Describe a move of the present game in words that `find` accepts.

        Args:
            move: A legal move.

        Returns:
            The words.

        Example:
            >>> played = match("nim: 3 5")
            >>> played.words(played.moves()[-1])
            'take 5 from heap 2'
        """
        return phrase(self.game, move)

    def play(self, move: PartMove) -> None:
        """Play a move that `moves` or `find` returned, without checking that it is legal; `push` checks it.

        Args:
            move: A legal move.

        Raises:
            MoveError: If its component does not exist.

        Example:
            >>> played = match("nim: 3 5")
            >>> played.play(played.find("take 5"))
            >>> played.game
            <Game nim: 3 0>
        """
        if not 0 <= move.part < self.game.size:
            raise MoveError(f"expected a component from 0 to {self.game.size - 1}, found {move.part}")
        before, self.game = self.game, after(self.game, move)
        self.history.append(Turn(before, move))

    def undo(self, plies: int = 1) -> None:
        """Take back the last moves; a turn of both players counts as two.

        Args:
            plies: The number of moves to take back.

        Raises:
            MoveError: If fewer moves have been played.

        Example:
            >>> played = match("nim: 3 5")
            >>> for words in ("take 5", "take 1 from heap 1"):
            ...     _ = played.push(words)
            >>> played.undo(2)
            >>> played.game
            <Game nim: 3 5>
        """
        plies = whole(plies, "the number of moves to take back, a whole number")
        if plies > len(self.history):
            raise MoveError("no move can be taken back")
        for _ in range(plies):
            self.game = self.history.pop().game
        del self._recorded[len(self.history) :]

    def undo_turn(self) -> bool:
        """Take back moves up to the last choice of the player to move, who can then choose again.

        The last move of this player and all moves after it are taken back. If that move was a forced pass, which is not
        a choice, an earlier move of this player is taken back instead, again with all moves after it.

        Returns:
            Whether this was possible; if not, no move is taken back.

        Example:
            >>> played = match("nim: 3 5")
            >>> for words in ("take 1 from heap 1", "take 1 from heap 2"):
            ...     played.play(played.find(words))
            >>> played.undo_turn(), played.history
            (True, [])
        """
        for number in range(len(self.history) - 2, -1, -2):
            if forced_pass(self.history[number].game) is None:
                self.undo(len(self.history) - number)
                return True
        return False

    def only_pass(self) -> PartMove | None:
        """Return the pass if it is the only legal move, else None.

        In Nimstring, a player must pass after the opponent has completed a box.

        >>> match("nim: 3 5").only_pass() is None
        True
        """
        return forced_pass(self.game)

    def outcome(self) -> Outcome | None:
        """Return N if the player to move wins with best play, P if the other does, D for a draw, None if unknown.

        >>> match("nim: 3 5").outcome() == "N"
        True
        """
        return self.judge.outcome(self.game)

    def why(self) -> str:
        """Explain who wins the present game and why.

        Returns:
            The explanation in words and tables.

        Example:
            >>> print(match("nim: 3 3").why().splitlines()[0])
            The player to move loses against best play (P-position, Grundy value 0).
        """
        from ..explaining.explain import explain

        return explain(self.judge.solution(self.game))

    def record(self, **told: Any) -> MatchRecord:  # noqa: ANN401  # other fields of `MatchRecord`
        """Return the record of the match so far.

        Args:
            told: Further fields of `MatchRecord`, such as `first`, `second`, `level`, `seed` and `date`.

        Returns:
            The record, which `str` writes as text.

        Example:
            >>> played = match("nim: 1")
            >>> played.play(played.find("take 1"))
            >>> played.record(second="Ada").result
            'first wins'
        """
        from .match_record import MatchRecord, RecordedMove

        start = self.history[0].game if self.history else self.game
        for turn in self.history[len(self._recorded) :]:
            self._recorded.append(RecordedMove(_typed_words(turn)))
        misere = self.misere != start.last_loses  # a ruleset that is misère itself exchanges the conventions
        return MatchRecord(str(start), misere, result=self.result, moves=tuple(self._recorded), **told)

    @property
    def result(self) -> Result:
        """The result as in match records: "first wins", "second wins", "draw" or "unfinished".

        >>> match("nim: 3 5").result, match("nim: 0").result
        ('unfinished', 'second wins')
        """
        if not self.over:
            return "unfinished"
        winner = self.winner
        return "draw" if winner is None else "second wins" if winner else "first wins"

    @classmethod
    def of_record(cls, record: MatchRecord, limits: Limits | None = None, *, files: bool = False) -> Match:
        """Build a match from a record, by playing all its moves; check the moves and the result.

        Args:
            record: The record of a match, as `read_record` returns it.
            limits: The limits of every question about the match.
            files: Whether the record may name a file that defines the game.

        Returns:
            The match after its last recorded move.

        Raises:
            InputError: If a move or the result in the record is wrong; the error names its line.
            TrustedOnly: If the game is in a file and this is not allowed.

        Example:
            >>> played = match("nim: 3")
            >>> played.play(played.find("take 3"))
            >>> Match.of_record(played.record()) == played
            True
        """
        match = cls(record.start(files=files), record.misere, limits)
        match.repeat(record)
        return match

    def repeat(self, record: MatchRecord, at: int | None = None) -> None:
        """Play the first moves of a match record, after checking all its moves and its result.

        This match must be of the recorded game, without any move played.

        Args:
            record: The record of a match, as `read_record` returns it.
            at: The number of moves to play, or None for all.

        Raises:
            InputError: If a move or the result is wrong; the error names its line and what was expected.

        Example:
            >>> played = match("nim: 3")
            >>> played.play(played.find("take 2"))
            >>> again = match("nim: 3")
            >>> again.repeat(played.record())
            >>> again
            <Match nim: 1 after 1 move>
        """
        last = len(record.moves)
        shown = last if at is None else whole(at, f"the number of a move from 0 to {last}", most=last)
        for number, (words, _, line) in enumerate(record.moves, 1):
            try:
                if self.over:
                    raise MoveError("the game is over: no move is left")
                self.play(self.find(words))
            except MoveError as error:
                place = f"line {line}, move {number}" if line else f"move {number}"
                raise MoveError(f"{place}: {error.message}", hint=error.hint, expected=error.expected) from None
        if record.result not in (None, self.result):
            from .match_record import refuse_line

            refuse_line(record.result_line, f"the result '{self.result}', as the moves say", str(record.result))
        self.undo(len(record.moves) - shown)


def match(game: Game | str, *, misere: bool = False, limits: Limits | None = None) -> Match:
    """Begin a match of a game.

    Args:
        game: The game, or its notation.
        misere: Whether the player who makes the last move loses.
        limits: The limits of every question about the match.

    Returns:
        The match, before its first move.

    Raises:
        InputError: If the text cannot be read, or `limits` is not `Limits`.

    Example:
        >>> played = match("nim: 1 2")
        >>> played.play(played.find("take 1 from heap 2"))
        >>> print(played.record(first="Ada", second="Bea"))
        [Game "nim: 1 2"]
        [Play "normal"]
        [First "Ada"]
        [Second "Bea"]
        [Result "unfinished"]
        <BLANKLINE>
        1. take 1 from heap 2
        <BLANKLINE>
    """
    return Match(game_of(game), misere, limits)


def _typed_words(turn: Turn) -> str:
    """Return a text that leads to the position after a move when it is typed: its words, or else its number.

    The number is that in the list of legal moves, from 1. It is used if the words are read as another move.
    """
    from .typed import find_move

    words = phrase(*turn)
    with suppress(MoveError):
        if after(turn.game, find_move(turn.game, words)) == after(*turn):
            return words
    for number, move in enumerate(legal_moves(turn.game), 1):
        if after(turn.game, move) == after(*turn):
            return str(number)
    return words


def replay(match: Match, numbers: Iterable[int]) -> None:
    """Play moves of a match by their numbers.

    Args:
        match: The match to continue.
        numbers: The numbers, each counted from 0 in the order of `legal_moves`.

    Raises:
        MoveError: If no move has a given number, or numbers are left after the end of the game.
    """
    for number in numbers:
        if match.over:
            raise MoveError(f"move {len(match.history) + 1} comes after the end of the game")
        total = sum(part_sizes(match.game))
        if number >= total:
            least = f"a number from 0 to {total - 1}"
            raise MoveError(f"move {len(match.history) + 1}: expected {least}, found {number}", expected=least)
        match.play(nth_move(match.game, number))
