"""A match: a game, the moves played so far, and whose turn it is; no screen, no opponent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...core import MAX_OPTIONS, Game, LimitReached, Limits, MoveError, Outcome, turned, two_sided
from ..explaining.explain import explain
from .judge import Judge
from .legal import PartMove, after, forced_pass, has_moves, legal_moves
from .telling import phrase
from .typed import find_move

if TYPE_CHECKING:
    from ...cluster import Workers


class Turn(NamedTuple):
    """What was played: the game before, and the move."""

    game: Game
    move: PartMove


class Match:
    """A game being played by two players in turn.

    >>> from ...notation import read_game
    >>> match = Match(read_game("nim: 1 2"))
    >>> match.play(match.find("take 1 from heap 2"))
    >>> match.game, match.player, match.over
    (<Game nim: 1 1>, 1, False)
    """

    def __init__(  # one argument for each thing that can be said
        self,
        game: Game,
        misere: bool = False,  # noqa: FBT002  # as everywhere in this house
        limits: Limits | None = None,
        *,
        database: Path | None = None,
        workers: Workers = 1,
    ) -> None:
        """Begin with `game`; `limits` hold for every question the match answers about itself.

        Large positions learn from a `database` of their board and save into it, and are searched by several `workers`.
        """
        self.game = game
        self.history: list[Turn] = []
        self.judge = Judge(game, misere, limits, database=database, workers=workers)
        self.misere = self.judge.misere

    @property
    def player(self) -> int:
        """The player to move: 0 began."""
        return len(self.history) % 2

    @property
    def over(self) -> bool:
        """Whether no move is left, or the match is drawn."""
        return not has_moves(self.game) or self.drawn

    @property
    def drawn(self) -> bool:
        """Whether the rule says so, or the same position stands for the third time with the same player to move."""
        if (sides := two_sided(self.game)) is not None:
            return sides[0].result(sides[1]) is Outcome.D
        return sum(turn.game == self.game for turn in self.history[self.player :: 2]) >= 2

    @property
    def winner(self) -> int | None:
        """The player who has won, or None while play goes on and after a draw."""
        if not self.over or self.drawn:
            return None
        if (sides := two_sided(self.game)) is not None:
            ended = turned(sides[0].result(sides[1]) or Outcome.P, misere=self.misere)
            return self.player if ended is Outcome.N else 1 - self.player
        return self.player if self.misere else 1 - self.player

    def moves(self) -> list[PartMove]:
        """Return the legal moves in order of part, then option; people count them from 1.

        Raises `LimitReached` when there are more than `MAX_OPTIONS`.
        """
        if (count := self.count()) is None or count > MAX_OPTIONS:
            raise LimitReached(f"the game has more than {MAX_OPTIONS} moves", kind="size")
        return list(legal_moves(self.game))

    def count(self) -> int | None:
        """Return the number of legal moves, or None when they cannot be counted."""
        return self.game.count_moves()

    def find(self, text: str) -> PartMove:
        """Return the legal move that a typed text means; raises `MoveError` that says what was expected."""
        try:
            return find_move(self.game, text)
        except MoveError:
            many = (self.count() or MAX_OPTIONS + 1) > MAX_OPTIONS
            for move in self.judge.winning_moves(self.game, MAX_OPTIONS) if many else ():
                if self.words(move) == text.strip():
                    return move
            raise

    def words(self, move: PartMove) -> str:
        """Return a move of the present game in words that `find` understands."""
        return phrase(self.game, move)

    def play(self, move: PartMove) -> None:
        """Play a legal move, as `moves` and `find` give it; raises `MoveError` when there is no such part."""
        if not 0 <= move.part < self.game.size:
            raise MoveError(f"expected a part from 0 to {self.game.size - 1}, found {move.part}")
        before, self.game = self.game, after(self.game, move)
        self.history.append(Turn(before, move))

    def undo(self, plies: int = 1) -> None:
        """Take back the last moves; two plies are one turn of each player. Raises `MoveError` when there are fewer."""
        if plies > len(self.history):
            raise MoveError("there is no move to take back")
        for _ in range(plies):
            self.game = self.history.pop().game

    def undo_turn(self) -> bool:
        """Take back the last move that the player to move chose, and what followed; return whether there was one."""
        for number in range(len(self.history) - 2, -1, -2):
            if forced_pass(self.history[number].game) is None:
                self.undo(len(self.history) - number)
                return True
        return False

    def only_pass(self) -> PartMove | None:
        """Return the pass where the player to move can do nothing else, as after a completed box, else None."""
        return forced_pass(self.game)

    def outcome(self) -> Outcome | None:
        """Return N when the player to move wins with best play, P when the other does, D for a draw, else None."""
        return self.judge.outcome(self.game)

    def why(self) -> str:
        """Return the explanation of the present game."""
        return explain(self.judge.solution(self.game))
