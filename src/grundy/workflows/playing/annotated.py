"""Finds the result of every position of a match, for the comments of its record, its replay and an animated picture.

All results are computed. Comments in a record are not used.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core import Game, LimitReached, Limits, LoopyGame, Outcome
from ..solving.loopy import LoopyFacts
from .match import Match
from .match_record import COMPUTER, MatchRecord
from .phrases import phrase, sentence
from .prospects import VERDICTS, Verdict
from .review import PLAYERS, Names, review, review_lines

LEAST_SECONDS = 0.05
MOST_SECONDS = 2.0
QUESTIONS = 3
"""The approximate number of questions about each position."""


class ReachedPosition(NamedTuple):
    """A position of an annotated match, with its result and the move that led to it.

    Attributes:
        number: The number of moves played before this position.
        game: The position.
        player: The player, 0 or 1, whose move led to this position; None for the start.
        words: This move in words, or "" for the start.
        outcome: The outcome for the player to move now, or None if it is unknown.
        value: The Grundy value, or None if it is unknown.
        loopy: The value of a loopy game in the usual notation, or "".
        verdict: The result of this move for the player who made it: "win", "draw", "lose" or "unknown".
        fault: "win thrown away" or "draw thrown away" if the move was a mistake, or "".
        better: A move that would have kept the win or the draw, in words, or "".
    """

    number: int
    game: Game
    player: int | None = None
    words: str = ""
    outcome: Outcome | None = None
    value: int | None = None
    loopy: str = ""
    verdict: Verdict = "unknown"
    fault: str = ""
    better: str = ""

    @property
    def known(self) -> str:
        """The known result of the position in the usual notation, such as "P, value 0", or ""."""
        value = self.loopy or ("" if self.value is None else str(self.value))
        if self.outcome is None:
            return ""
        return f"{self.outcome}, value {value}" if value and len(value) <= 40 else str(self.outcome)

    @property
    def comment(self) -> str:
        """The comment for a match record: the known result, and the mistake of the move if it was one."""
        return "; ".join(filter(None, (self.known, self.fault_text)))

    @property
    def fault_text(self) -> str:
        """The mistake of the move and a better move, or "" if it was not a mistake."""
        if not self.fault:
            return ""
        return f"{self.fault}: {self.better} would have kept it" if self.better else self.fault

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the position; players are counted from 1, and null is unknown."""
        moved = {} if self.player is None else {"player": self.player + 1, "move": self.words, "verdict": self.verdict}
        known = {"outcome": None if self.outcome is None else str(self.outcome), "value": self.value}
        if self.loopy:
            known["loopy"] = self.loopy
        faults = {"thrown": self.fault, "better": self.better} if self.fault else {}
        return {"number": self.number, **moved, "game": str(self.game), **known, **faults}


class AnnotatedMatch(NamedTuple):
    """A match in which each position has its known result, for comments, replay and picture.

    Attributes:
        match: The match.
        names: The names of the first and the second player as they appear in sentences, such as "the computer".
        positions: All positions from the start to the present one, with their results.
        review: Sentences about the moves that were mistakes.
    """

    match: Match
    names: Names
    positions: list[ReachedPosition]
    review: list[str]

    @property
    def result_text(self) -> str:
        """The result of the match in one sentence."""
        winner = self.match.winner
        if winner is not None:
            name = self.names[winner]
            return f"{name[:1].upper()}{name[1:]} wins."
        return "A draw." if self.match.over else "The match is not finished."

    @property
    def complete(self) -> bool:
        """Whether the outcome of every position is known."""
        return all(reached.outcome is not None for reached in self.positions)

    def moved(self, reached: ReachedPosition) -> str:
        """Return a sentence about the move that led to a position, or "" for the start."""
        if reached.player is None:
            return ""
        kind = self.match.history[reached.number - 1].move.move.kind
        return sentence(self.names[reached.player], reached.words, kind)

    def record(self, record: MatchRecord) -> MatchRecord:
        """Return `record` with a comment added to each move that has none.

        The comment states the known result after the move, and the mistake if the move was one.
        """
        return record.commented(reached.comment for reached in self.positions[1:])

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the match: its start, players and result, all positions, and the review.

        Its `status` is "limit" if the outcome of a position is unknown, otherwise "proved".
        """
        return {
            "schema": 1,
            "start": str(self.positions[0].game),
            "play": "misere" if self.match.misere != self.positions[0].game.last_loses else "normal",
            "players": list(self.names),
            "result": self.match.result,
            "status": "proved" if self.complete else "limit",
            "positions": [reached.to_dict() for reached in self.positions],
            "review": self.review,
        }


def share(limits: Limits, positions: int) -> Limits:
    """Return the limits for one question about a match, by dividing the time limit of the match among all questions.

    Args:
        limits: The limits for the match.
        positions: The number of its positions.

    Returns:
        The limits of one question. The time is at least 0.05 and at most 2 seconds; if `limits` has no time limit, the
        result has none. All other limits stay as they are.
    """
    if limits.seconds is None:
        return limits
    seconds = limits.seconds / (QUESTIONS * positions)
    return limits._replace(seconds=min(MOST_SECONDS, max(LEAST_SECONDS, seconds)))


def _called(names: Names) -> Names:
    """Return the names of the players for sentences: "the computer", or "the first player" for a nameless person."""
    unnamed = {COMPUTER: ("the computer",) * 2, "person": PLAYERS}
    if names == (COMPUTER, COMPUTER):
        return PLAYERS
    first, second = (unnamed.get(name, (name, name))[player] for player, name in enumerate(names))
    return first, second


def annotated(match: Match, names: Names) -> AnnotatedMatch:
    """Find the results of all positions of a match, and the mistakes.

    Each position is solved within the limits of the match, beginning with the last one. If positions near the end
    cannot be solved, earlier ones are not tried.

    Args:
        match: The match to analyse.
        names: The names of the players, as in the match record.

    Returns:
        The match with results; unsolved positions have none.
    """
    judged = review(match)
    outcomes = [turn.before for turn in judged] + [judged[-1].after if judged else match.outcome()]
    games = [turn.game for turn in match.history] + [match.game]
    positions = [_reached(match, 0, games[0], outcomes[0])]
    for turn, game, outcome in zip(judged, games[1:], outcomes[1:], strict=True):
        reached = _reached(match, turn.number, game, outcome)._replace(player=turn.player, verdict=VERDICTS[outcome])
        fault = "win thrown away" if turn.thrown else "draw thrown away" if turn.slipped else ""
        better = "" if turn.better is None else phrase(turn.game, turn.better)
        positions.append(reached._replace(words=phrase(turn.game, turn.move), fault=fault, better=better))
    told = _called(names)
    return AnnotatedMatch(match, told, positions, review_lines(match, told))


def _reached(match: Match, number: int, game: Game, outcome: Outcome | None) -> ReachedPosition:
    value, loopy = None, ""
    if outcome is not None:
        try:
            solution = match.judge.solution(game)
        except (LimitReached, LoopyGame):
            return ReachedPosition(number, game, outcome=outcome)
        value = solution.value
        if isinstance(solution.facts, LoopyFacts) and solution.facts.value is not None:
            value, loopy = solution.facts.value.number, str(solution.facts.value)
    return ReachedPosition(number, game, outcome=outcome, value=value, loopy=loopy)
