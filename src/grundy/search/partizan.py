"""Partizan games without draws: who wins, by a search that stores results and stops at the first winning move.

The player to move wins if some move leaves a position that is lost for the other player, and in misère play also if no
move is left (E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", 1913). The search is
depth first with an explicit stack. Options whose result is known come first, then those that leave the other player
the fewest moves. Positions with the same `canonical` position are searched once. The reference implementation is
`ZermeloSolver`, which examines all options.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from ..core import Budget, Outcome, Partizan, at_most
from .cycles import refuse_cycle


class Winners(NamedTuple):
    """Who wins a partizan game if Left starts and if Right starts; None if it is unknown.

    Attributes:
        left: Whether the player to move wins if Left starts.
        right: The same if Right starts.

    Example:
        >>> Winners(left=True, right=False).letter, Winners(left=False, right=False).letter
        ('L', 'P')
    """

    left: bool | None
    right: bool | None

    @property
    def letter(self) -> str | None:
        """The outcome: L, R, N or P if Left, Right, the next or the previous player wins; None if it is unknown."""
        if self.left is None or self.right is None:
            return None
        return ("PR", "LN")[self.left][self.right]


class PartizanSolver:
    """Decides who wins positions of one partizan ruleset, and stores the results.

    Args:
        ruleset: The ruleset.
        budget: Counts and limits the work.
        misere: Whether a player who cannot move wins.

    Example:
        >>> from grundy import read_game
        >>> ruleset, position = read_game("domineering: 2x2").part(0)
        >>> PartizanSolver(ruleset).winners(position).letter
        'N'
    """

    def __init__(self, ruleset: Partizan[Any], budget: Budget | None = None, *, misere: bool = False) -> None:
        self.ruleset = ruleset
        self.budget = budget or Budget()
        self.misere = misere
        self.table: dict[Any, bool] = {}
        """For each canonical position whether the player to move wins."""

    def outcome(self, position: Any) -> Outcome:  # noqa: ANN401  # any position
        """Return N if the player to move wins a position, otherwise P.

        Args:
            position: The position.

        Returns:
            The outcome.

        Raises:
            LimitReached: If a limit was reached.
            LoopyGame: If play need not end.
        """
        with self.budget.interruptible():
            return Outcome.wins(self._search(self.ruleset.canonical(position)))

    def is_lost(self, position: Any) -> bool:  # noqa: ANN401  # any position
        """Return whether the searches so far found that the player to move loses a position.

        Args:
            position: The position.

        Returns:
            False also if the result is not known.
        """
        return self.table.get(self.ruleset.canonical(position)) is False

    def winners(self, position: Any) -> Winners:  # noqa: ANN401  # any position
        """Return whether the player to move wins if Left starts, and if Right starts.

        The player who is to move in `position` does not matter.

        Args:
            position: The position.

        Returns:
            The results for both starts.

        Raises:
            LimitReached: If a limit was reached.
            LoopyGame: If play need not end.
        """
        found = [self.outcome(each) is Outcome.N for each in (position, self.ruleset.opposite(position))]
        return Winners(*found if self.ruleset.side(position) == "Left" else found[::-1])

    def _search(self, start: Any) -> bool:  # noqa: ANN401  # any position
        table, stack, opened = self.table, [start], dict[Any, list[Any]]()
        while stack:
            at = stack[-1]
            if at not in table and at not in opened and (options := self._options(at)) is not None:
                opened[at] = options
                self.budget.reserve(len(options))
            if at in table:
                stack.pop()
                continue
            rest = opened[at]
            while rest:
                known = table.get(rest[-1])
                if known is None:
                    if rest[-1] in opened:
                        path = list(opened)
                        refuse_cycle(self.ruleset, path[path.index(rest[-1]) :], self.budget)
                    stack.append(rest[-1])
                    break
                if not known:
                    table[at] = True
                    break
                rest.pop()
                self.budget.reserve(-1)
            else:
                table[at] = False
            if at in table:
                self.budget.reserve(-len(opened.pop(at)))
        return table[start]

    def _options(self, position: Any) -> list[Any] | None:  # noqa: ANN401  # any position
        """Return the options to search, the most promising one last.

        Return None if the position is decided without a search.
        """
        ruleset, table = self.ruleset, self.table
        self.budget.charge()
        found = at_most(ruleset.options(position), f"{ruleset.name}: a position has")
        if not found:
            table[position] = self.misere
            return None
        options = dict.fromkeys(map(ruleset.canonical, found))
        results = [table.get(option) for option in options]
        if False in results:
            table[position] = True
            return None
        unknown = [option for option, result in zip(options, results, strict=True) if result is None]
        return sorted(unknown, key=partial(_freedom, ruleset), reverse=True)


def _freedom(ruleset: Partizan[Any], position: Any) -> int:  # noqa: ANN401  # any position
    """Return the number of moves of the player to move minus the number of moves of the other player."""
    return sum(1 for _ in ruleset.options(position)) - sum(1 for _ in ruleset.options(ruleset.opposite(position)))
