"""Finds the moves of a finished match that gave a win or a draw away.

A move gives a win away if the player who made it could force a win before it, but not after it. The sentences name only
the first and the last such move of each player.
"""

from __future__ import annotations

from typing import NamedTuple

from ...core import Game, Outcome
from ...drawing.fit import capital
from .legal import PartMove
from .match import Match
from .opponent import best_move
from .phrases import phrase

Names = tuple[str, str]
PLAYERS: Names = ("the first player", "the second player")
PATIENCE = 2
"""After this number of unsolved games, the games before them are not tried."""


class Judged(NamedTuple):
    """A move of a match, with the outcomes before and after it.

    Attributes:
        number: The number of the move, from 1.
        player: The player who made the move, 0 or 1.
        game: The game before the move.
        move: The move that was played.
        before: The outcome before the move, for the player who made it; None if it is unknown.
        after: The outcome after the move, for the other player, who is then to move; None if it is unknown.
        better: A move that would have kept the win or the draw, or None.

    Example:
        >>> import grundy
        >>> played = grundy.match("nim: 3 5")
        >>> _ = played.push("take 1 from heap 1")
        >>> judged = review(played)[0]
        >>> judged.thrown, judged.slipped, str(judged.better)
        (True, False, 'part 1: take 2')
    """

    number: int
    player: int
    game: Game
    move: PartMove
    before: Outcome | None
    after: Outcome | None
    better: PartMove | None

    @property
    def thrown(self) -> bool:
        """Whether this move gave a win away and left a draw or a loss."""
        return self.before is Outcome.N and self.after in (Outcome.N, Outcome.D)

    @property
    def slipped(self) -> bool:
        """Whether this move gave a draw away and left a loss."""
        return self.before is Outcome.D and self.after is Outcome.N


def review(match: Match) -> list[Judged]:
    """List the moves of a match with the outcomes before and after each, which show the mistakes.

    Args:
        match: The match to review, usually a finished one.

    Returns:
        The moves, in the order of play.

    Example:
        >>> import grundy
        >>> played = grundy.match("nim: 3 5")
        >>> _ = played.push("take 2 from heap 2")
        >>> [(move.number, str(move.before), str(move.after), move.thrown) for move in review(played)]
        [(1, 'N', 'P', False)]
    """
    judge, judged = match.judge, []
    outcomes: list[Outcome | None] = []
    for game in reversed([*(turn.game for turn in match.history), match.game]):  # until games are too large to solve
        outcomes.insert(0, None if outcomes.count(None) >= PATIENCE else judge.outcome(game))
    for number, (game, move) in enumerate(match.history, 1):
        before, left = outcomes[number - 1 : number + 1]
        turn = Judged(number, (number - 1) % 2, game, move, before, left, None)
        better = best_move(game, judge) if turn.thrown or turn.slipped else None
        found = better.move if better is not None and better.reason in ("win", "draw") else None
        judged.append(turn._replace(better=found))
    return judged


def review_lines(match: Match, names: Names = PLAYERS) -> list[str]:
    """Describe the mistakes of a match in sentences.

    Args:
        match: The match to review, usually a finished one.
        names: The names of the first and the second player; one of them may be "you".

    Returns:
        Sentences about the mistakes, in the order of the moves; empty if no move was played.

    Example:
        >>> import grundy
        >>> played = grundy.match("nim: 3 5")
        >>> _ = played.push("take 1 from heap 1")
        >>> for sentence in review_lines(played, ("Ada", "Bea")):
        ...     print(sentence)
        Ada was winning until move 1: take 1 from heap 1; take 2 from heap 2 would have kept the win.
    """
    judged = review(match)
    if not judged:
        return []
    told: list[tuple[int, str]] = []
    winner = match.winner
    for player in (0, 1):
        thrown = [turn for turn in judged if turn.thrown and turn.player == player]
        told += _thrown_lines(thrown, names[player], lost=winner is not None and player != winner)
    told += [
        (turn.number, f"{capital(names[turn.player])} lost the draw at move {turn.number}: {_instead(turn)}.")
        for turn in judged
        if turn.slipped
    ]
    lines = [line for _, line in sorted(told)]
    if any(turn.before is None for turn in judged):
        return [*lines, "Some positions were too large to solve."]
    if match.drawn and not lines:
        lines.append("Nobody could force a win, and nobody gave the draw away.")
    if winner is not None and not any(turn.thrown or turn.slipped for turn in judged):
        lines.append(_flawless(names[winner], names[1 - winner], began=winner == 0))
    return lines


def _thrown_lines(thrown: list[Judged], name: str, *, lost: bool) -> list[tuple[int, str]]:
    if not thrown:
        return []
    who, first, last = capital(name), thrown[0], thrown[-1]
    were = "were" if name == "you" else "was"
    told = [(first.number, f"{who} {were} winning until move {first.number}: {_instead(first)}.")]
    if len(thrown) > 1:
        again = "for good" if lost else "again"
        told.append((last.number, f"{who} gave the win away {again} at move {last.number}: {_instead(last)}."))
    return told


def _instead(turn: Judged) -> str:
    played = phrase(turn.game, turn.move)
    kept = "draw" if turn.slipped else "win"
    better = "another move" if turn.better is None else phrase(turn.game, turn.better)
    return f"{played}; {better} would have kept the {kept}"


def _flawless(winner: str, loser: str, *, began: bool) -> str:
    if began:
        return f"{capital(winner)} had a winning position from the first move to the last."
    whose = "yours" if loser == "you" else f"{loser}'s"
    return f"{capital(winner)} was winning from the start: no move of {whose} could change that."
