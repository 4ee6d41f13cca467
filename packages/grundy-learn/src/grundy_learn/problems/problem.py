"""The parts of a contest problem: a parser of inputs, an answer by a theorem, and the game that the answer is about.

`Problem.solve` uses the theorem. `Problem.solve_plainly` searches the positions of the game, as a check of the theorem
on small inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grundy.core import Budget, Game, Outcome
from grundy.search import WholeSolver

from .judge_input import Cases, JudgeInput

EXPLORED_TO = 200
"""The last heap of the explorations that explanations quote."""


def first_player_wins(game: Game, budget: Budget) -> bool:
    """Return whether the player to move wins, by searching whole positions.

    Args:
        game: The position.
        budget: Counts and limits the work.

    Returns:
        Whether it is an N-position.
    """
    return WholeSolver.of(game, misere=False, budget=budget).course(game).outcome is Outcome.N


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem of a programming contest; each case of an input has one line of output.

    Attributes:
        name: The name, such as "cf705b".
        caption: The game in a few words.
        words: The words for a win of the first and of the second player, if the output names the winner.
        cases: A function that parses the input into cases. A case is a tuple: the arguments of `answer` and `game`.
        answer: A function that returns the answer to a case by a theorem; with `words`, whether the first player wins.
        game: A function that returns the game of a case.
        search: A function that computes the answer from the result of `game` and a budget, by a search.
        why: The explanation for users: title, rule, format, theorem, proof and source.
        explored: A ruleset in notation and the pattern, in words, that `grundy explore` finds in its values; or None.
    """

    name: str
    caption: str
    words: tuple[str, str] | None = None
    cases: Cases
    answer: Callable[..., object]
    game: Callable[..., Game]
    search: Callable[[Game, Budget], object] = first_player_wins
    why: str
    explored: tuple[str, str] | None = None

    @property
    def title(self) -> str:
        """The title, such as "Codeforces 36D, New Game with a Chess Piece".

        It is the first line of `why` without a remark in parentheses.
        """
        return self.why.partition("\n")[0].partition(" (")[0]

    @property
    def explanation(self) -> str:
        """The rule, the input format, the theorem and its proof, and the pattern that exploring finds, if any."""
        if self.explored is None:
            return self.why
        ruleset, pattern = self.explored
        return f'{self.why}\n\nExplored: grundy explore "{ruleset}" --to {EXPLORED_TO} says: {pattern}.'

    def solve(self, data: bytes) -> Iterator[str]:
        """Yield the lines of the output for an input, by the theorem; raise `InputError` if the input is invalid."""
        return (self._line(self.answer(*case)) for case in self._read(data))

    def solve_plainly(self, data: bytes, budget: Budget | None = None) -> Iterator[str]:
        """Yield the lines of the output for an input, by a search of the game, without the theorem.

        Args:
            data: The input in the judge's format.
            budget: Counts and limits the work.

        Yields:
            The lines of the output.

        Raises:
            LimitReached: If a limit was reached.
        """
        budget = budget or Budget()
        for case in self._read(data):
            with budget.interruptible():
                line = self._line(self.search(self.game(*case), budget))
            yield line

    def _line(self, answer: object) -> str:
        return str(answer) if self.words is None else self.words[not answer]

    def _read(self, data: bytes) -> Iterator[tuple[object, ...]]:
        judge_input = JudgeInput(data)
        yield from self.cases(judge_input)
        judge_input.end()
