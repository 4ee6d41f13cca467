"""The opponent: perfect, or perfect in a percentage of its moves.

Perfect play, when winning, takes the shortest way (least remoteness); when lost it resists longest:
greatest remoteness, then fewest winning replies. Where a game is too large to be played out, a
winning move that leaves few moves, and a lost position is kept complicated. Where play can go on for ever
the same is done by remoteness as far as it is known, and a draw is kept. The choice depends on
the position, the seed and the number of the move only, so a match can be taken back and repeated.
"""

from __future__ import annotations

from itertools import islice
from random import Random, SystemRandom
from typing import Literal, NamedTuple

from ..core import MAX_OPTIONS, Game, InputError, LimitReached, Move, Outcome, read_integer
from .facts import LoopyFacts
from .judge import Judge
from .legal import PartMove, after, first_moves, legal_moves, nth_move, part_sizes
from .match import Match
from .parts import count_moves
from .sampling import sampled_move
from .solution import Solution
from .zermelo import TwoSidedFacts

Reason = Literal["win", "draw", "resist", "random", "sampled", "only", "unknown"]
MOST_COMPARED = 60
"""In a lost game of so many moves at most that cannot be played out the replies are counted."""
MOST_TRIED = 300
"""First moves of a part tried where the moves are too many to list."""
MOST_RANKED = 8
"""Winning moves compared where the game cannot be played out."""


class Choice(NamedTuple):
    """The move of an opponent and why: it wins, keeps a draw, resists longest, was drawn by lot, ... or nobody knows.

    "sampled": the game is too large to solve, and random play from here went best after this move; "only": a pass.
    """

    move: PartMove
    reason: Reason


class Opponent:
    """Chooses moves; `level` is "perfect" or the percentage of perfect moves, the others are drawn by lot."""

    def __init__(self, level: str | int = "perfect", seed: int | None = None) -> None:
        """Draw lots from `seed` (None: a new one); raises `InputError` for a level outside 0 to 100."""
        self.level = read_level(level)
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed

    def choose(self, match: Match, ply: int | None = None) -> Choice:
        """Return a legal move; `ply` is its number where the match does not have the moves before it.

        Raises `LimitReached` when not even one move can be listed.
        """
        lot = Random(f"{self.seed} {len(match.history) if ply is None else ply} {match.game}")  # noqa: S311  # a game, no secret
        if (only := match.only_pass()) is not None:
            return Choice(only, "only")
        if lot.random() * 100 < self.level:
            return best_move(match.game, match.judge, lot)
        return Choice(nth_move(match.game, lot.randrange(sum(part_sizes(match.game)))), "random")


def read_level(level: str | int) -> int:
    """Return the percentage of perfect moves that "perfect" or 0 to 100 means.

    >>> read_level("perfect"), read_level("30")
    (100, 30)
    """
    if level == "perfect":
        return 100
    expected = "perfect or a percentage from 0 to 100"
    percentage = read_integer(level, expected) if isinstance(level, str) else level
    if not 0 <= percentage <= 100:
        raise InputError(f"expected {expected}, found {level}", expected=expected)
    return percentage


def best_move(game: Game, judge: Judge, lot: Random | None = None) -> Choice:
    """Return the best move of a game that is not over; with `lot`, by sampling where nothing is known."""
    course = judge.course(game)
    if course is not None and course.outcome is not Outcome.D:
        return _quickest(game, judge) if course.outcome is Outcome.N else _longest(game, judge)
    solution = judge.solution(game)
    if isinstance(solution.facts, (LoopyFacts, TwoSidedFacts)) and solution.outcome is not None:
        return _endless_choice(game, judge, solution)
    if solution.winning_moves:
        wins = judge.winning_moves(game)[:MOST_RANKED]
        return Choice(min(wins, key=lambda move: _growth(game, move)), "win")
    if solution.outcome is Outcome.P:
        return Choice(_stubborn(game, judge), "resist")
    if solution.outcome is Outcome.N and (found := _early_win(game, judge)) is not None:
        return Choice(found, "win")
    sampled = None if lot is None else sampled_move(game, judge, lot)
    return Choice(_modest(game), "unknown") if sampled is None else Choice(sampled, "sampled")


def _quickest(game: Game, judge: Judge) -> Choice:
    """Return the winning move that ends soonest, the first of equals."""
    wins = [(judge.known(after(game, m)), m) for m in legal_moves(game)]
    best = min((pair for pair in wins if pair[0].outcome is Outcome.P), key=lambda pair: pair[0].remoteness or 0)
    return Choice(best[1], "win")


def _longest(game: Game, judge: Judge) -> Choice:
    """Return the move after which the loser lasts longest; among equals the one with fewest winning replies."""
    moves = [(judge.known(after(game, m)).remoteness or 0, m) for m in legal_moves(game)]
    most = max(plies for plies, _ in moves)
    best = [m for plies, m in moves if plies == most]
    return Choice(min(best, key=lambda m: _replies(after(game, m), judge)), "resist")


def _endless_choice(game: Game, judge: Judge, solution: Solution) -> Choice:
    """Return the best move of a game that can go on for ever: the quickest win, a draw, else the longest defence."""
    if solution.winning_moves:
        return Choice(min(judge.winning_moves(game), key=lambda move: _length(after(game, move), judge)), "win")
    if solution.outcome is Outcome.D and solution.facts is not None:
        moves = [
            PartMove(move.part, Move(move.move, move.pieces)) for move in solution.facts.drawing_moves[:MOST_RANKED]
        ]
        return Choice(min(moves, key=lambda move: _ways_out(after(game, move), judge)), "draw")
    if solution.outcome is Outcome.N:
        return Choice(_modest(game), "unknown")
    tried = islice(legal_moves(game), MOST_COMPARED)
    return Choice(max(tried, key=lambda move: _length(after(game, move), judge)), "resist")


def _length(game: Game, judge: Judge) -> int:
    """Return the remoteness of a game as far as it is known, else a large number."""
    course = judge.course(game)
    facts = judge.solution(game).facts if course is None else None
    known = course.remoteness if course is not None else None if facts is None else facts.remoteness
    return MAX_OPTIONS if known is None else known


def _ways_out(game: Game, judge: Judge) -> int:
    """Return how many moves keep the draw for the other player."""
    facts = judge.solution(game).facts
    return MAX_OPTIONS if facts is None else len(facts.drawing_moves)


def _replies(game: Game, judge: Judge) -> int:
    """Return the number of winning moves of a game that was played out."""
    return sum(judge.known(after(game, m)).outcome is Outcome.P for m in legal_moves(game))


def _stubborn(game: Game, judge: Judge) -> PartMove:
    """Return a move of a lost large game with few winning replies; where moves are many, a modest one."""
    count = count_moves(game)
    if count is None or count > MOST_COMPARED:
        return _modest(game)
    replies: list[tuple[int, PartMove]] = []
    for move in legal_moves(game):
        solution = judge.solution(after(game, move))
        if solution.status == "limit" and replies:
            break  # the others would cost as much
        replies.append((len(solution.winning_moves), move))
    return min(replies, key=lambda pair: pair[0])[1]


def _early_win(game: Game, judge: Judge) -> PartMove | None:
    """Return a winning move among the first moves of every part, where they are too many to list."""
    for part, (ruleset, position) in enumerate(game.parts):
        for move in first_moves(ruleset, position, MOST_TRIED):
            if judge.outcome(game.after(part, move.leaves)) is Outcome.P:
                return PartMove(part, move)
    return None


def _modest(game: Game) -> PartMove:
    """Return the first move, usually the smallest, of the part with most moves, so that much is left."""
    sizes = part_sizes(game)
    part = max(range(len(sizes)), key=sizes.__getitem__)
    ruleset, position = list(game.parts)[part]
    return PartMove(part, first_moves(ruleset, position, 1)[0])


def _growth(game: Game, move: PartMove) -> int:
    """Return how many moves more (or, below 0, fewer) the part of a move has behind it."""
    ruleset, position = next(islice(game.parts, move.part, None))
    return _size(Game.of(ruleset, *move.move.leaves)) - _size(Game.of(ruleset, position))


def _size(game: Game) -> int:
    """Return the number of moves of a game, at least an estimate."""
    try:
        return sum(part_sizes(game))
    except LimitReached:
        return MAX_OPTIONS
