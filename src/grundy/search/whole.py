"""Sums of games searched as a whole: outcome, remoteness and misère Grundy value of several components together.

Misère values do not add, and neither does remoteness, so the multiset of components that have moves is searched.
Remoteness is the length of play if the winner hurries and the loser delays (H. Steinhaus 1925; C. A. B. Smith, "Graphs
and composite games", 1966). The misère Grundy value is the mex of those of the options, and 1 for terminal positions
(J. H. Conway, "On Numbers and Games", 1976).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from ..core import (
    Budget,
    EntailedPosition,
    Game,
    LoopyGame,
    Outcome,
    RuleError,
    Ruleset,
    Sum,
    TwoSided,
    at_most,
    brief_of,
    iterate_checked,
    mex,
)
from .cycles import walk
from .zermelo import judge

Part = tuple[int, Any]
"""The number of the ruleset, and a canonical position."""
Whole = tuple[Part, ...]
"""The components that still have moves, in a fixed order."""
MUCH = 10_000
"""Components listed for the options of one position that count as one more position."""


class PlayOut(NamedTuple):
    """The result of solving a sum: its outcome, its remoteness and its Grundy value.

    Attributes:
        outcome: The outcome.
        remoteness: The length of play if the winner hurries and the loser delays.
        value: The Grundy value; in misère play the misère value.

    Example:
        >>> PlayOut(Outcome.P, 2, 0).remoteness
        2
    """

    outcome: Outcome
    remoteness: int
    value: int


class WholeSolver:
    """Solves sums of games of a fixed list of rulesets by searching the sum as a whole, and stores all results.

    A component is represented by a pair: the index of its ruleset in this list, and its position.

    Example:
        >>> from grundy import read_game
        >>> game = read_game("kayles: 2 2")
        >>> solver = WholeSolver.of(game, misere=True)
        >>> found = solver.course(game)
        >>> str(found.outcome), found.remoteness, solver.known(game) == found, solver.visited
        ('P', 3, True, 6)
        >>> start = solver.whole_of([(0, 2), (0, 2)])
        >>> start, [*solver.options_of(start)], solver.solve(start) == found
        (((0, 2), (0, 2)), [((0, 2), (0, 1)), ((0, 2),)], True)
    """

    def __init__(self, rulesets: Iterable[Ruleset[Any]], misere: bool, budget: Budget | None = None) -> None:
        """Prepare to solve sums.

        Args:
            rulesets: The rulesets, numbered in their order.
            misere: Whether the player who cannot move wins.
            budget: Counts and limits the work.

        Raises:
            RuleError: If a game has two sides.
        """
        self.rulesets = list(rulesets)
        for ruleset in self.rulesets:
            if isinstance(ruleset, TwoSided):
                raise RuleError(f"{ruleset.name} is partizan and cannot be a component of a sum")
        self.misere = misere
        self.budget = budget or Budget()
        self.table: dict[Whole, PlayOut] = {}
        self._options: dict[Part, list[tuple[Part, ...]]] = {}
        self._alive: dict[Part, bool] = {}
        self._order: dict[Part, int] = {}
        self._over = PlayOut(Outcome.wins(misere), 0, int(misere))

    @property
    def visited(self) -> int:
        """The number of sums solved so far."""
        return len(self.table)

    @classmethod
    def of(cls, game: Game, misere: bool, budget: Budget | None = None) -> WholeSolver:
        """Build a solver for a game and all positions that play can reach from it.

        Args:
            game: The game.
            misere: Whether the player who cannot move wins.
            budget: Counts and limits the work.

        Returns:
            The solver.
        """
        return cls([summand.ruleset for summand in game.summands], misere, budget)

    def course(self, game: Game) -> PlayOut:
        """Return the outcome, the remoteness and the value of a game.

        Args:
            game: A game whose summands have the rulesets of this solver, in the same order.

        Returns:
            The outcome, the remoteness and the value.

        Raises:
            LimitReached: If a limit was reached.
            LoopyGame: If play need not end.
        """
        return self.solve((i, p) for i, (_, parts) in enumerate(game.summands) for p in parts)

    def known(self, game: Game) -> PlayOut | None:
        """Return the stored result for a game.

        Args:
            game: A game whose summands have the rulesets of this solver, in the same order.

        Returns:
            The result, or None if the game was not solved before.
        """
        parts = ((i, self.rulesets[i].canonical(p)) for i, (_, each) in enumerate(game.summands) for p in each)
        return self.table.get(self.whole_of(parts))

    def solve(self, parts: Iterable[Part]) -> PlayOut:
        """Solve a multiset of components.

        Args:
            parts: The components, each as a pair of the index of its ruleset and its position.

        Returns:
            The outcome, the remoteness and the value.

        Raises:
            LimitReached: If a limit was reached.
            LoopyGame: If play need not end.
        """
        with self.budget.interruptible():
            start = self.whole_of((i, self.rulesets[i].canonical(p)) for i, p in parts)
            walk([start], self.table, self._expand, self._settle, self._refuse)
        return self.table[start]

    def _expand(self, whole: Whole) -> tuple[list[Whole], Iterable[Whole]]:
        """Return the distinct options of a sum twice, as `cycles.walk` needs them.

        The list is for the later evaluation of the sum, and the second result has the sums to visit next. If a sum has
        very many options, the budget counts it as several positions.
        """
        self.budget.charge()
        options: dict[Whole, None] = {}
        size, held = 1 + len(whole), 0
        step = 1 + MUCH // size
        for number, option in enumerate(self.options_of(whole), 1):
            options[option] = None
            if number % step == 0:
                self.budget.charge()
                self.budget.reserve((len(options) - held) * size)
                held = len(options)
        self.budget.reserve((len(options) - held) * size)
        return [*options], options

    def options_of(self, whole: Whole) -> Iterator[Whole]:
        """Yield the options of a sum; among equal components, only moves in one of them are listed.

        Args:
            whole: The components of the sum.

        Yields:
            The components of each option.
        """
        previous = None
        obliged = [part for part in whole if part[1].__class__ is EntailedPosition]  # the player must move there
        for i, part in enumerate(whole):
            if part != previous and (not obliged or part in obliged):
                for leaves in iterate_checked(self._leaves(part)):
                    yield self.whole_of((*whole[:i], *leaves, *whole[i + 1 :]))
            previous = part

    def _leaves(self, part: Part) -> list[tuple[Part, ...]]:
        found = self._options.get(part)
        if found is None:
            number, position = part
            ruleset = self.rulesets[number]
            options = at_most(ruleset.options(position), f"{ruleset.name}: a position has")
            found = self._options[part] = [
                tuple([(number, ruleset.canonical(p)) for p in (option if option.__class__ is Sum else (option,))])
                for option in iterate_checked(options)
            ]
        return found

    def _is_alive(self, part: Part) -> bool:
        """Return whether a component has a move, or the player to move must reply in it (even if it cannot)."""
        alive = self._alive.get(part)
        if alive is None:
            number, position = part
            has_move = next(iter(self.rulesets[number].options(position)), None) is not None
            alive = self._alive[part] = has_move or position.__class__ is EntailedPosition
        return alive

    def whole_of(self, parts: Iterable[Part]) -> Whole:
        """Return a sum as a tuple of the components that have moves, sorted, so that equal sums are equal tuples.

        Args:
            parts: The components, each as a pair of the index of its ruleset and its position, in any order.

        Returns:
            The components that have moves, sorted.
        """
        order = self._order
        alive = [part for part in parts if self._is_alive(part)]
        return tuple(sorted(alive, key=lambda part: order.setdefault(part, len(order))))

    def _settle(self, whole: Whole, options: list[Whole]) -> None:
        courses = [self.table[option] for option in options]
        if courses:
            outcome, remoteness = judge((end.outcome, end.remoteness) for end in courses)
            self.table[whole] = PlayOut(outcome, remoteness or 0, mex(end.value for end in courses))
        else:
            self.table[whole] = self._over
        self.budget.reserve(-len(options) * (1 + len(whole)))

    def _refuse(self, cycle: list[Whole]) -> NoReturn:
        briefs = ((brief_of(self.rulesets[number], position) for number, position in whole) for whole in cycle)
        raise LoopyGame([" + ".join(parts) for parts in briefs])
