"""What is said about a match: hints in three steps while it lasts, and the review when it is over.

A move throws the win away when the player to move wins before it and the opponent, to move, wins
after it. The review names for each player the first such move and the last.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core import Game, Outcome
from .legal import PartMove
from .match import Match
from .opponent import best_move
from .telling import part_list, phrase

Names = tuple[str, str]
PLAYERS: Names = ("the first player", "the second player")
PATIENCE = 2
"""After so many games that cannot be judged, those before them are not tried."""


class Judged(NamedTuple):
    """One move of a match, counted from 1: who made it, the outcomes before and after it, and a better one.

    `before` and `after` speak of the player to move at that moment; None means not known. `better` is
    a move that would have kept the win or the draw.
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
        """Whether this move threw the win away."""
        return self.before is Outcome.N and self.after in (Outcome.N, Outcome.D)

    @property
    def slipped(self) -> bool:
        """Whether this move lost a draw."""
        return self.before is Outcome.D and self.after is Outcome.N


def review(match: Match) -> list[Judged]:
    """Return every move of a match with its judgement."""
    judge, judged = match.judge, []
    outcomes = _outcomes(match)
    for number, (game, move) in enumerate(match.history, 1):
        before, left = outcomes[number - 1 : number + 1]
        turn = Judged(number, (number - 1) % 2, game, move, before, left, None)
        better = best_move(game, judge) if turn.thrown or turn.slipped else None
        found = better.move if better is not None and better.reason in ("win", "draw") else None
        judged.append(turn._replace(better=found))
    return judged


def _outcomes(match: Match) -> list[Outcome | None]:
    """Return the outcomes of all games of a match; judged from the end, until they are out of reach."""
    outcomes: list[Outcome | None] = []
    for game in reversed([*(turn.game for turn in match.history), match.game]):
        outcomes.append(None if outcomes.count(None) >= PATIENCE else match.judge.outcome(game))
    return outcomes[::-1]


def review_told(match: Match, names: Names = PLAYERS) -> list[str]:
    """Return the review in sentences; `names` call player 0 and player 1, one of them may be "you"."""
    judged = review(match)
    if not judged:
        return []
    told: list[tuple[int, str]] = []
    winner = match.winner
    for player in (0, 1):
        thrown = [turn for turn in judged if turn.thrown and turn.player == player]
        told += _thrown_told(thrown, names[player], lost=winner is not None and player != winner)
    told += [
        (turn.number, f"{_capital(names[turn.player])} lost the draw at move {turn.number}: {_instead(turn)}.")
        for turn in judged
        if turn.slipped
    ]
    lines = [line for _, line in sorted(told)]
    if any(turn.before is None for turn in judged):
        return [*lines, "Some positions were too large to be judged."]
    if match.drawn and not lines:
        lines.append("Nobody could force a win, and nobody gave the draw away.")
    if winner is not None and not any(turn.thrown or turn.slipped for turn in judged):
        lines.append(_flawless(names[winner], names[1 - winner], began=winner == 0))
    return lines


def _thrown_told(thrown: list[Judged], name: str, *, lost: bool) -> list[tuple[int, str]]:
    """Tell the first and the last move with which a player threw the win away, each with its number."""
    if not thrown:
        return []
    who, first, last = _capital(name), thrown[0], thrown[-1]
    were = "were" if name == "you" else "was"
    told = [(first.number, f"{who} {were} winning until move {first.number}: {_instead(first)}.")]
    if len(thrown) > 1:
        again = "for good" if lost else "again"
        told.append((last.number, f"{who} gave the win away {again} at move {last.number}: {_instead(last)}."))
    return told


def _instead(turn: Judged) -> str:
    """Return the move that was played and the one that would have kept the win."""
    played = phrase(turn.game, turn.move)
    kept = "draw" if turn.slipped else "win"
    if turn.better is None:
        return f"{played}; another move would have kept the {kept}"
    return f"{played}; {phrase(turn.game, turn.better)} would have kept the {kept}"


def _flawless(winner: str, loser: str, *, began: bool) -> str:
    """Tell a match in which nobody threw a win away."""
    if began:
        return f"{_capital(winner)} had the win from the first move and never let go."
    return f"{_capital(winner)} had the win from the start: no move of {_genitive(loser)} could change that."


def _genitive(name: str) -> str:
    """Return whose move it is: "no move of yours", "no move of the computer's"."""
    return "yours" if name == "you" else f"{name}'s"


def _capital(name: str) -> str:
    """Return a name as it begins a sentence."""
    return name[:1].upper() + name[1:]


def hint(match: Match, step: int) -> str:
    """Return a hint for the player to move: 1 winning or not, 2 in which part, 3 the move."""
    outcome = match.outcome()
    if outcome is None:
        return "This game is too large to be seen through: nobody can tell yet who is winning."
    if outcome is Outcome.P:
        return _lost(match, step)
    if outcome is Outcome.D:
        return _drawn(match, step)
    if step == 1:
        return "You are winning."
    return _where(match) if step == 2 else _which(match)


def _lost(match: Match, step: int) -> str:
    """Say that every move loses, then which one holds out longest."""
    if step == 1 or match.over:
        return "You are losing: every move loses against best play."
    best = phrase(match.game, best_move(match.game, match.judge).move)
    known = match.judge.course(match.game) is not None
    return f"No move wins; {best} {'holds out longest' if known else 'is as good as any'}."


def _drawn(match: Match, step: int) -> str:
    """Say that nobody can force a win, then which move keeps the draw."""
    if step == 1 or match.over:
        return "Nobody can force a win here: with best play it is a draw."
    return f"For example, {phrase(match.game, best_move(match.game, match.judge).move)} keeps the draw."


def _where(match: Match) -> str:
    """Say in which parts the winning moves lie; of a single part how many they are."""
    wins = match.judge.winning_moves(match.game)
    if not wins:
        return "There is a winning move, but the moves are too many to look through."
    if match.game.size == 1:
        return "One move wins." if len(wins) == 1 else f"{len(wins)} moves win."
    where = part_list(match.game, sorted({move.part for move in wins}))
    return f"The winning move is in {where}." if len(wins) == 1 else f"Winning moves are in {where}."


def _which(match: Match) -> str:
    """Name the best winning move."""
    choice = best_move(match.game, match.judge)
    if choice.reason != "win":
        return "There is a winning move, but the moves are too many to look through."
    words = phrase(match.game, choice.move)
    if len(match.judge.winning_moves(match.game)) == 1:
        return f"The move is: {words}."
    known = match.judge.course(match.game) is not None
    return f"{'The quickest way' if known else 'For example'}: {words}."
