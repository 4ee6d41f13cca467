"""What a contest problem is: how its input is read, the fast answer, and the plain rule it is held against.

The rule is searched as whole positions, by options and nothing else, so `solve_plainly` judges `solve` on small input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from ... import search
from ...core import Game, Meter, Outcome
from .judge_input import JudgeInput

C = TypeVar("C")

Told = Callable[[Game, Meter], str]
"""The answer to a game by search, in the judge's words."""


class Seen(NamedTuple):
    """What `grundy explore` sees in a rule, up to a heap, and how it is known."""

    ruleset: str
    to: int
    pattern: str

    def __str__(self) -> str:
        return f'Explored: grundy explore "{self.ruleset}" --to {self.to} says: {self.pattern}.'


@dataclass(frozen=True, slots=True)
class Problem(Generic[C]):
    """A problem whose input is read into cases of type C.

    `answers` gives the lines of a case by theorem; `games` gives, for every one of these lines, the game
    that asks the same, and `told` finds the line by search.
    """

    cases: Callable[[JudgeInput], Iterable[C]]
    answers: Callable[[C], Iterable[str]]
    games: Callable[[C], Iterable[Game]]
    told: Told
    why: str
    seen: Seen | None = None

    @property
    def explanation(self) -> str:
        """Rule, format, theorem and proof, and what exploring finds where the rule can be written in notation."""
        return self.why if self.seen is None else f"{self.why}\n\n{self.seen}"

    def explored(self, ruleset: str, to: int, pattern: str) -> Problem[C]:
        """Return the problem with what exploring its rule, in notation, says first that matters here."""
        return replace(self, seen=Seen(ruleset, to, pattern))

    def solve(self, data: bytes) -> Iterator[str]:
        """Yield the lines of the output; raises `InputError` that names the line and what was expected."""
        for case in self._read(data):
            yield from self.answers(case)

    def solve_plainly(self, data: bytes, meter: Meter | None = None) -> Iterator[str]:
        """Yield the same lines by the rule alone; raises `LimitReached` where `meter` says so."""
        meter = meter or Meter()
        for case in self._read(data):
            for game in self.games(case):
                with meter.heard():
                    line = self.told(game, meter)
                yield line

    def _read(self, data: bytes) -> Iterator[C]:
        judge_input = JudgeInput(data)
        yield from self.cases(judge_input)
        judge_input.end()


def who_wins(
    words: tuple[str, str],
    cases: Callable[[JudgeInput], Iterable[C]],
    wins: Callable[[C], Iterable[int]],
    games: Callable[[C], Iterable[Game]],
    why: str,
) -> Problem[C]:
    """Return the problem whose lines say who wins: the first word where `wins` gives True or the first player wins."""

    def told(game: Game, meter: Meter) -> str:
        solver = search.WholeSolver.of(game, misere=False, meter=meter)
        return words[solver.course(game).outcome is not Outcome.N]

    return Problem(cases, lambda case: (words[not won] for won in wins(case)), games, told, why)


def one_winner(
    words: tuple[str, str],
    cases: Callable[[JudgeInput], Iterable[C]],
    wins: Callable[[C], int],
    game: Callable[[C], Game],
    why: str,
) -> Problem[C]:
    """Return the problem that asks once in every case who wins."""
    return who_wins(words, cases, lambda case: [wins(case)], lambda case: [game(case)], why)


def by_winning_moves(game: Game, meter: Meter) -> str:
    """Tell how many moves leave a lost position, from options alone."""
    solver = search.WholeSolver.of(game, misere=False, meter=meter)
    afters = (
        game.after(part, move.leaves)
        for part, (ruleset, position) in enumerate(game.parts)
        for move in ruleset.moves(position)
    )
    return str(sum(solver.course(after).outcome is Outcome.P for after in afters))
