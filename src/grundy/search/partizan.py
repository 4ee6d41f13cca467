"""Partizan games without draws: who wins, by a search that stores results and stops at the first winning move.

The player to move wins if some move leaves a position that is lost for the other player, and in misère play also if no
move is left (E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", 1913). The search is
depth first with an explicit stack. Options whose result is known come first, then those that leave the other player
the fewest moves. Positions with the same `canonical` position are searched once. The reference implementation is
`ZermeloSolver`, which examines all options.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from ..core import Budget, Outcome, Partizan, at_most
from .boards import top_down
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
        """For each canonical position whether the player to move loses."""

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
        start, refuse = self.ruleset.canonical(position), partial(refuse_cycle, self.ruleset, budget=self.budget)
        with self.budget.interruptible():
            lost = top_down(start, self._options, self.table, self.budget, misere=self.misere, refuse=refuse)
        return Outcome.wins(not lost)

    def is_lost(self, position: Any) -> bool:  # noqa: ANN401  # any position
        """Return whether the searches so far found that the player to move loses a position.

        Args:
            position: The position.

        Returns:
            False also if the result is not known.
        """
        return self.table.get(self.ruleset.canonical(position)) is True

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

    def _options(self, position: Any) -> Iterator[Any]:  # noqa: ANN401  # any position
        """Yield the options to search, the most promising one first, or only one that decides the position."""
        found = at_most(self.ruleset.options(position), f"{self.ruleset.name}: a position has")
        options = dict.fromkeys(map(self.ruleset.canonical, found))
        lost = [option for option in options if self.table.get(option)]
        unknown = [option for option in reversed(options) if option not in self.table]
        if lost or not unknown:
            yield from (lost or [*options])[:1]
            return
        self.budget.reserve(len(unknown))
        try:
            yield from sorted(unknown, key=partial(_freedom, self.ruleset))
        finally:
            self.budget.reserve(-len(unknown))


def _freedom(ruleset: Partizan[Any], position: Any) -> int:  # noqa: ANN401  # any position
    """Return the number of moves of the player to move minus the number of moves of the other player."""
    return sum(1 for _ in ruleset.options(position)) - sum(1 for _ in ruleset.options(ruleset.opposite(position)))
