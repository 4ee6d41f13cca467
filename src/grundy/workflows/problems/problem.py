"""A contest problem: the parser of its input, the fast answer, and the rule by which it is checked.

The rule is searched as whole positions, using options only, so that `solve_plainly` checks `solve` on small inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from ... import search
from ...core import Game, Meter, Outcome
from .judge_input import JudgeInput

C = TypeVar("C")

AnswerText = Callable[[Game, Meter], str]
"""The answer to a game by search, in the judge's words."""


class Seen(NamedTuple):
    """The result of `grundy explore` for a ruleset up to a heap, with its evidence."""

    ruleset: str
    to: int
    pattern: str

    def __str__(self) -> str:
        return f'Explored: grundy explore "{self.ruleset}" --to {self.to} says: {self.pattern}.'


@dataclass(frozen=True, slots=True)
class Problem(Generic[C]):
    """A problem of a programming contest, whose input is read as cases of type C.

    `answers` computes the output lines of a case by a theorem. For a check, `games` returns the game that each of these
    lines is about, and `told` finds the line again by searching that game.
    """

    cases: Callable[[JudgeInput], Iterable[C]]
    answers: Callable[[C], Iterable[str]]
    games: Callable[[C], Iterable[Game]]
    told: AnswerText
    why: str
    seen: Seen | None = None

    @property
    def explanation(self) -> str:
        """The rule, the format, the theorem and its proof, and the result of exploring if there is a notation."""
        return self.why if self.seen is None else f"{self.why}\n\n{self.seen}"

    def explored(self, ruleset: str, to: int, pattern: str) -> Problem[C]:
        """Add the result of exploring.

        Args:
            ruleset: The ruleset in notation.
            to: The last heap.
            pattern: The first relevant result.

        Returns:
            The problem with this result.
        """
        return replace(self, seen=Seen(ruleset, to, pattern))

    def solve(self, data: bytes) -> Iterator[str]:
        """Yield the lines of the output; raise `InputError` that names the line and what was expected."""
        for case in self._read(data):
            yield from self.answers(case)

    def solve_plainly(self, data: bytes, meter: Meter | None = None) -> Iterator[str]:
        """Yield the lines of the output by the rule alone.

        Args:
            data: The input.
            meter: Counts and limits the work.

        Yields:
            The lines.

        Raises:
            LimitReached: If a limit was reached.
        """
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
    """Build a problem whose lines name the winner.

    Args:
        words: The words for a win of the first and of the second player.
        cases: The parser of the input.
        wins: Returns for each line of a case whether the first player wins, by theorem.
        games: Returns the games of a case.
        why: The explanation.

    Returns:
        The problem.
    """

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
    """Build a problem with one question about the winner in every case.

    Args:
        words: The words for a win of the first and of the second player.
        cases: The parser of the input.
        wins: Returns whether the first player wins a case, by theorem.
        game: Returns the game of a case.
        why: The explanation.

    Returns:
        The problem.
    """
    return who_wins(words, cases, lambda case: [wins(case)], lambda case: [game(case)], why)


def by_winning_moves(game: Game, meter: Meter) -> str:
    """Count the winning moves by search, using options only.

    Args:
        game: The game.
        meter: Counts and limits the work.

    Returns:
        The number as text.
    """
    solver = search.WholeSolver.of(game, misere=False, meter=meter)
    afters = (
        game.after(part, move.leaves)
        for part, (ruleset, position) in enumerate(game.parts)
        for move in ruleset.moves(position)
    )
    return str(sum(solver.course(after).outcome is Outcome.P for after in afters))
