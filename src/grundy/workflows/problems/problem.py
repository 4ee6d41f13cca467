"""What a contest problem is: how its input is read, the fast answer, and the plain rule it is held against.

The plain rule is solved by search of whole positions, which asks for options and nothing else: no
theorem of a ruleset, no nim-sum. So `solve_plainly` judges `solve` on every small input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ...core import Game, Meter, Outcome
from .judge_input import JudgeInput

C = TypeVar("C")

Told = Callable[[Game, Meter], str]
"""The answer to a game by search, in the judge's words."""


@dataclass(frozen=True, slots=True)
class Problem(Generic[C]):
    """A problem whose input is read into cases of type C.

    `answers` gives the lines of a case by theorem; `games` gives, for every one of these lines, the game
    that asks the same, and `told` finds the line by search.
    """

    cases: Callable[[JudgeInput], Iterator[C]]
    answers: Callable[[C], Iterable[str]]
    games: Callable[[C], Iterable[Game]]
    told: Told
    why: str

    def solve(self, data: bytes) -> Iterator[str]:
        """Yield the lines of the output; raises `InputError` that names the line and what was expected."""
        for case in self._read(data):
            yield from self.answers(case)

    def solve_plainly(self, data: bytes, meter: Meter | None = None) -> Iterator[str]:
        """Yield the same lines by the rule alone; raises `LimitReached` where `meter` says so."""
        meter = meter or Meter()
        for case in self._read(data):
            for game in self.games(case):
                yield self.told(game, meter)

    def _read(self, data: bytes) -> Iterator[C]:
        """Yield the cases; the input must end behind the last one."""
        judge_input = JudgeInput(data)
        yield from self.cases(judge_input)
        judge_input.end()


def by_outcome(first: str, second: str) -> Told:
    """Return what tells the outcome: `first` when the first player wins, else `second`."""

    def told(game: Game, meter: Meter) -> str:
        """Search the whole position."""
        return first if outcome_by_search(game, meter) is Outcome.N else second

    return told


def outcome_by_search(game: Game, meter: Meter) -> Outcome:
    """Return the outcome of a game from options alone."""
    from ...search import WholeSolver

    return WholeSolver.of(game, misere=False, meter=meter).course(game).outcome


def winning_moves_by_search(game: Game, meter: Meter) -> int:
    """Return how many moves leave a lost position, from options alone."""
    from ...search import WholeSolver

    solver = WholeSolver.of(game, misere=False, meter=meter)
    afters = (
        game.after(part, move.leaves)
        for part, (ruleset, position) in enumerate(game.parts)
        for move in ruleset.moves(position)
    )
    return sum(solver.course(after).outcome is Outcome.P for after in afters)
