"""Finite games of two sides by backward induction: win, loss or draw, and the length of play.

A position is won for the side to move if some move leaves a position that is lost for the other side. It is drawn if
there is no such move, but a move leaves a draw; otherwise it is lost (E. Zermelo 1913, D. König 1927). Remoteness is
the length of play if the winner hurries and the loser delays (H. Steinhaus 1925; C. A. B. Smith, "Graphs and composite
games", 1966); a draw has none. Positions that are equivalent by symmetry (`canonical`) are evaluated once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..core import Budget, Game, Outcome, RuleError, Sum, TwoSided, as_sum, at_most, turned
from .cycles import refuse_cycle, walk


class Ending(NamedTuple):
    """The result of best play for the side to move: the outcome and the number of moves.

    Attributes:
        outcome: The outcome.
        remoteness: The number of moves, or None for a draw.

    Example:
        >>> Ending(Outcome.D, None).remoteness is None
        True
    """

    outcome: Outcome
    remoteness: int | None


class ZermeloSolver:
    """Solves positions of one partizan game with wins, losses and draws, and stores the results.

    Source: E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", 1913.

    Args:
        ruleset: The ruleset.
        budget: Counts and limits the work.
        misere: Whether the results of terminal positions are reversed, so that a win there is a loss.
        symmetry: Whether positions that are equivalent by symmetry are solved once.

    Example:
        >>> from grundy import read_game
        >>> game = read_game("tic-tac-toe: X.O/.X./..O")
        >>> ruleset, position = game.part(0)
        >>> solver = ZermeloSolver(ruleset)
        >>> str(solver.course(game).outcome), solver.known(game) == solver.solve(position)
        ('D', True)
    """

    def __init__(
        self, ruleset: TwoSided[Any], budget: Budget | None = None, *, misere: bool = False, symmetry: bool = True
    ) -> None:
        self.ruleset = ruleset
        self.budget = budget or Budget()
        self.misere = misere
        self.symmetry = symmetry and type(ruleset).canonical is not TwoSided.canonical
        self.table: dict[Any, Ending] = {}

    def course(self, game: Game) -> Ending:
        """Return the outcome and the remoteness of a game.

        Args:
            game: A game whose only component is a position of this ruleset.

        Returns:
            The outcome and the remoteness.

        Raises:
            LimitReached: If a limit was reached.
            LoopyGame: If play need not end.
        """
        return self.solve(next(game.parts)[1])

    def known(self, game: Game) -> Ending | None:
        """Return the stored result for a game.

        Args:
            game: A game whose only component is a position of this ruleset.

        Returns:
            The result, or None if the game was not solved before.
        """
        return self.table.get(self._key(next(game.parts)[1]))

    def solve(self, position: Any) -> Ending:  # noqa: ANN401  # any position
        """Return the outcome and the remoteness of a position.

        Args:
            position: The position.

        Returns:
            The outcome and the remoteness.

        Raises:
            LimitReached: If a limit was reached.
            LoopyGame: If play need not end.
            RuleError: If the rules are invalid.
        """
        start = self._key(position)
        refuse = partial(refuse_cycle, self.ruleset, budget=self.budget)
        with self.budget.interruptible():
            walk([start], self.table, self._expand, self._settle, refuse)
        return self.table[start]

    def _expand(self, position: Any) -> tuple[Sequence[Any], Sequence[Any]] | None:  # noqa: ANN401  # any position
        if (ended := self.ruleset.result(position)) is not None:
            outcome = turned(ended, misere=self.misere)
            self.table[position] = Ending(outcome, None if ended is Outcome.D else 0)
            return None
        self.budget.charge()
        listed = at_most(self.ruleset.options(position), f"{self.ruleset.name}: a position has")
        options = tuple(dict.fromkeys([self._key(p[0] if p.__class__ is Sum else p) for p in listed]))
        if not options:
            raise RuleError(f"{self.ruleset.name}: {position!r} has no move, but result() gives no outcome")
        self.budget.reserve(len(options))
        return options, options

    def _settle(self, position: Any, options: Sequence[Any]) -> None:  # noqa: ANN401  # any position
        self.table[position] = judge([self.table[option] for option in options])
        self.budget.reserve(-len(options))

    def _key(self, position: Any) -> Any:  # noqa: ANN401  # any position
        return self.ruleset.canonical(position) if self.symmetry else position


def judge(options: Iterable[tuple[Outcome, int | None]]) -> Ending:
    """Return the result of a position for the side to move, from the results of its options for the other side.

    Without options the position is lost in 0 moves.

    >>> judge([Ending(Outcome.P, 4), Ending(Outcome.P, 2), Ending(Outcome.D, None)])
    Ending(outcome=<Outcome.N: 'N'>, remoteness=3)
    """
    found = list(options)
    lost = [remoteness or 0 for outcome, remoteness in found if outcome is Outcome.P]
    if lost:
        return Ending(Outcome.N, 1 + min(lost))
    if any(outcome is Outcome.D for outcome, _ in found):
        return Ending(Outcome.D, None)
    return Ending(Outcome.P, 1 + max(remoteness or 0 for _, remoteness in found))


def best_options(options: Sequence[Ending]) -> list[int]:
    """Return the indices of the best moves: the quickest wins, else all draws, else the longest losses.

    `options` are the results of the moves for the other side; without options the list is empty.

    >>> best_options([Ending(Outcome.D, None), Ending(Outcome.N, 3), Ending(Outcome.D, None)])
    [0, 2]
    """
    if not options:
        return []
    end = judge(options)
    wanted = Ending(turned(end.outcome), None if end.remoteness is None else end.remoteness - 1)
    return [i for i, option in enumerate(options) if option == wanted]


def reached_positions(ruleset: TwoSided[Any], position: Any, budget: Budget | None = None) -> int:  # noqa: ANN401
    """Count the positions that play can reach from a position, including that one, without using symmetry.

    Args:
        ruleset: The ruleset.
        position: The position to start from.
        budget: Counts and limits the work.

    Returns:
        The number of positions.

    Raises:
        LimitReached: If a limit was reached.
    """
    budget = budget or Budget()
    seen, queue = {position}, [position]
    while queue:
        at = queue.pop()
        budget.charge()
        new = {as_sum(option)[0] for option in ruleset.options(at)} - seen
        seen |= new
        queue.extend(new)
    return len(seen)
