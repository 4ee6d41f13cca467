"""The class of contest problems: each has a parser of inputs, a fast answer, and the game for checking the answer.

`solve_plainly` checks `solve` on small inputs by searching whole positions, using only their options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from grundy import search
from grundy.core import Game, Meter, Outcome

from .judge_input import JudgeInput

C = TypeVar("C")

AnswerText = Callable[[Game, Meter], str]
"""The answer to a game by search, in the judge's words."""


class Seen(NamedTuple):
    """A pattern that `grundy explore` finds in the values of a ruleset, quoted in the explanation of a problem."""

    ruleset: str
    to: int
    pattern: str

    def __str__(self) -> str:
        return f'Explored: grundy explore "{self.ruleset}" --to {self.to} says: {self.pattern}.'


@dataclass(frozen=True, slots=True)
class Problem(Generic[C]):
    """A problem of a programming contest, whose input is read as cases of type C.

    `answers` computes the output lines of a case by a theorem. For a check, `games` returns the game that each of these
    lines is about, and `told` computes the line again by searching that game.
    """

    cases: Callable[[JudgeInput], Iterable[C]]
    answers: Callable[[C], Iterable[str]]
    games: Callable[[C], Iterable[Game]]
    told: AnswerText
    why: str
    seen: Seen | None = None

    @property
    def explanation(self) -> str:
        """The rule, the input format, the theorem and its proof, and the pattern that exploring finds, if any."""
        return self.why if self.seen is None else f"{self.why}\n\n{self.seen}"

    def explored(self, ruleset: str, to: int, pattern: str) -> Problem[C]:
        """Return the problem with a pattern that `grundy explore` finds.

        Args:
            ruleset: The ruleset in notation.
            to: The last heap that was explored.
            pattern: The first relevant pattern, with its status.

        Returns:
            The problem, whose explanation quotes the pattern.
        """
        return replace(self, seen=Seen(ruleset, to, pattern))

    def solve(self, data: bytes) -> Iterator[str]:
        """Yield the lines of the output for an input, by the theorem; raise `InputError` if the input is invalid."""
        for case in self._read(data):
            yield from self.answers(case)

    def solve_plainly(self, data: bytes, meter: Meter | None = None) -> Iterator[str]:
        """Yield the lines of the output for an input, by searching the game instead of the theorem.

        Args:
            data: The input in the judge's format.
            meter: Counts and limits the work.

        Yields:
            The lines of the output.

        Raises:
            LimitReached: If a limit was reached.
        """
        meter = meter or Meter()
        for case in self._read(data):
            for game in self.games(case):
                with meter.interruptible():
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
    """Build a problem in whose output every line names the winner of a game.

    Args:
        words: The words for a win of the first and of the second player.
        cases: Parses the input into cases.
        wins: Returns for each line of a case whether the first player wins, by theorem.
        games: Returns the games of a case, one for each line.
        why: The explanation for users: rule, format, theorem, proof and source.

    Returns:
        The problem, ready to solve inputs.
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
    """Build a problem in whose output one line for each case names the winner.

    Args:
        words: The words for a win of the first and of the second player.
        cases: Parses the input into cases.
        wins: Returns whether the first player wins a case, by theorem.
        game: Returns the game of a case.
        why: The explanation for users: rule, format, theorem, proof and source.

    Returns:
        The problem, ready to solve inputs.
    """
    return who_wins(words, cases, lambda case: [wins(case)], lambda case: [game(case)], why)


def by_winning_moves(game: Game, meter: Meter) -> str:
    """Return the number of winning moves of a game as text, by searching whole positions.

    Args:
        game: The game whose moves are counted.
        meter: Counts and limits the work.

    Returns:
        The line of the output.
    """
    solver = search.WholeSolver.of(game, misere=False, meter=meter)
    afters = (
        game.after(part, move.leaves)
        for part, (ruleset, position) in enumerate(game.parts)
        for move in ruleset.moves(position)
    )
    return str(sum(solver.course(after).outcome is Outcome.P for after in afters))
