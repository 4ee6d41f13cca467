"""What is known of the games of one match: outcome, winning moves, and how many moves are left.

One judge serves a whole match and remembers: values of parts, whole positions, solutions. Each
question gets the limits anew, so what was out of reach at the beginning may be known later.
"""

from __future__ import annotations

from ..core import Game, LimitReached, Limits, LoopyGame, Meter, Move, Outcome
from ..search import Course, Ending
from .legal import PartMove, after, legal_moves, part_sizes
from .parts import count_moves
from .quotients import quotient_for
from .solution import Solution
from .solve import Solver
from .special import courses

LIMITS = Limits(seconds=2.0)
"""The work spent on one question when the caller does not say."""
WORK = 150_000
"""Options tried for the remoteness of one game; about half a second."""
SECONDS = 2.0
"""The same in time, for games whose later positions have more moves than the first."""
SEARCH = 500_000
"""Options tried for a solution where every position must be searched; a second or two."""
MOST_POSITIONS = 15_000
MOST_MOVES = 700
"""A game of more moves is not played out to its end: its first move alone costs the square of that."""


class Judge:
    """Answers questions about a game and the games that follow from it."""

    def __init__(self, game: Game, misere: bool, limits: Limits | None = None) -> None:
        """Judge what follows from `game`; `limits` hold for every single question."""
        self.limits = limits or LIMITS
        self._solver = Solver(game, misere, self.limits)
        self.misere = self._solver.misere
        self._solutions: dict[Game, Solution] = {}
        self._courses: dict[Game, Course | Ending | None] = {}
        self.hurried = False
        """Whether more time would have told more."""

    def solution(self, game: Game) -> Solution:
        """Return all that can be said of a game; raises `LoopyGame`."""
        if game not in self._solutions:
            self._solver.limits = self._limits(game)
            self._wind(Meter(self._solver.limits))
            self._solutions[game] = self._solver.solve(game)
            self.hurried |= self._solutions[game].status == "limit"
        return self._solutions[game]

    def outcome(self, game: Game) -> Outcome | None:
        """Return who wins, or None when it cannot be known within the limits."""
        course = self._courses.get(game)
        return self.solution(game).outcome if course is None else course.outcome

    def course(self, game: Game) -> Course | Ending | None:
        """Return outcome and remoteness of a game small enough to be played out to its end, else None."""
        if game not in self._courses:
            self._courses[game] = self._search(game)
        return self._courses[game]

    def winning_moves(self, game: Game) -> list[PartMove]:
        """Return every known winning move."""
        moves = self.solution(game).winning_moves
        if not moves and self.course(game) is not None:
            return [m for m in legal_moves(game) if self.known(after(game, m)).outcome is Outcome.P]
        return [PartMove(win.part, Move(win.move, win.pieces)) for win in moves]

    def known(self, game: Game) -> Course | Ending:
        """Return the course of a game that follows from one whose course is known; nothing is searched again."""
        self._wind(Meter())
        return courses(self._solver).course(game)

    def _limits(self, game: Game) -> Limits:
        """Return the limits of one solution: positions with many moves cost more, so they may be fewer."""
        rulesets = [summand.ruleset for summand in game.summands]
        wild = self.misere and not all(ruleset.tame for ruleset in rulesets)
        whole = wild and quotient_for(game, self.limits) is None
        if not whole and all(ruleset.heaps for ruleset in rulesets):
            return self.limits
        count = max(sum(part_sizes(game)), 1)
        most = 0 if whole and count > MOST_MOVES else max(SEARCH // count, 1)
        given = self.limits.positions
        return Limits(self.limits.seconds, most if given is None else min(most, given), self.limits.memory)

    def _search(self, game: Game) -> Course | Ending | None:
        """Play a game out to its end, within a fixed amount of work."""
        count = count_moves(game)
        if count is None or count > MOST_MOVES:
            return None
        seconds = min(SECONDS, self.limits.seconds or SECONDS)
        self._wind(Meter(Limits(seconds, positions=min(MOST_POSITIONS, 100 + WORK // max(count, 1)))))
        try:
            return courses(self._solver).course(game)
        except (LimitReached, LoopyGame) as error:  # a theorem may know more, and `solution` refuses real loops
            self.hurried |= isinstance(error, LimitReached) and error.kind == "time"
            return None

    def _wind(self, meter: Meter) -> None:
        """Give the next question a fresh meter."""
        self._solver.meter = meter
        for part in self._solver.solvers.values():
            part.meter = meter
        courses(self._solver).meter = meter
